"""The order language, a class for each verb (RULES.md, 4.3; O1 to O30)."""

from referee.engine.author import Order
from referee.games.amber.deck import HERMIT, MAGICIAN, PROTECTION, STAR, SUN
from referee.games.amber.moves import Kind, Use
from referee.games.amber.verbs.plays import *
from referee.games.amber.verbs.powers import *
from referee.games.cards import Card

VERBS: tuple[type[Order], ...] = (
    Wait, Stay, Seize, Attack, Go, Return, War, DefendAmber, DefendAmberByAll, Defend, Surrender, HelpPlayer,
    RefuseHelp, RefuseTheRansom, ProtectPlayer, NoAce, SayNo, TakeSpoils, Tribute, Discard, Pay, Keep, PlayCard,
    Release, GiveBackAttack, GiveBack, ReturnCard, ReturnAttack, GiveCards, Ransom, Summon, Ally, OnCourt,
    MagicianNegate, MagicianReverse, MagicianCancel, MagicianTake, MagicianSave, MagicianThrone, MagicianFree,
    MagicianRepel, StarRevive, StarCancel, NameSun, UseWorld, UseHermit, ThroneDraw, CutDeck, ShowCard, ChaosLay,
)  # fmt: skip

OPTIONS: dict[type[Order], Kind] = {
    Wait: Kind.WAIT, Stay: Kind.STAY, Seize: Kind.SEIZE, Attack: Kind.ATTACK, Go: Kind.GO, Return: Kind.RETURN,
}  # fmt: skip
OPTION_ORDERS = (Wait, Stay, Seize, Attack, Go, Return)

FREE_PLAYS = (PlayCard, MagicianTake, MagicianThrone, MagicianFree, StarRevive, Release, GiveCards)
"""What is played in a window, besides the option (AM-10.8)."""

WHENEVER = (Keep, CutDeck, Tribute, Discard, Pay, ChaosLay)
"""Orders that may be of use to one who is banished, too."""

MAGIC = (
    MagicianNegate, MagicianReverse, MagicianCancel, MagicianTake, MagicianSave, MagicianThrone, MagicianFree,
    MagicianRepel,
)  # fmt: skip

COURT_USES = (Ransom, Summon, GiveBackAttack, GiveBack, ReturnCard, Ally)
USES: dict[type[Order], Use] = {
    Ransom: Use.RANSOM, Summon: Use.SUMMON, GiveBackAttack: Use.ATTACK, GiveBack: Use.GIVE_BACK,
    ReturnCard: Use.GIVE_BACK, Ally: Use.ALLY,
}  # fmt: skip
"""The uses of a Court card that one holds."""

OF_CARDS: dict[Card, tuple[type[Order], ...]] = {
    PROTECTION: (ProtectPlayer, NoAce), MAGICIAN: MAGIC, STAR: (StarRevive, StarCancel), SUN: (NameSun,),
    HERMIT: (UseHermit,),
}  # fmt: skip
"""The orders of single cards."""

POWERS = {MAGICIAN: "Magician", STAR: "Star", SUN: "Sun"}
"""Of these the Chaos cards that are used up by an order."""

SET_UP_VERBS: tuple[type[Order], ...] = (Character,)


def power(one: Order) -> Card | None:
    """Return the Chaos card that an order uses up, if it does."""
    return next((card for card in POWERS if isinstance(one, OF_CARDS[card])), None)
