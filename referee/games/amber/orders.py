"""The order language (RULES.md, 4.3; O1 to O30)."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.games.amber.battle_plans import Plan
from referee.games.amber.moves import Window
from referee.games.amber.powers import (
    Ally,
    ChaosLay,
    Character,
    CutDeck,
    DefendAmber,
    DefendAmberByAll,
    GiveBack,
    GiveBackAttack,
    MagicianCancel,
    MagicianFree,
    MagicianNegate,
    MagicianRepel,
    MagicianReverse,
    MagicianSave,
    MagicianTake,
    MagicianThrone,
    NameSun,
    OnCourt,
    Ransom,
    ReturnAttack,
    ReturnCard,
    SayNo,
    ShowCard,
    StarCancel,
    StarRevive,
    Summon,
    ThroneDraw,
    UseHermit,
    UseWorld,
)
from referee.games.amber.words import Entries, Entry, How, Onslaught
from referee.games.cards import Card

Usage = str | tuple[str, ...]

# The options of a turn.


class Wait(Order):
    """Your option: make no move. You may still defend, help, play special cards and use Court cards."""

    usage: ClassVar[Usage] = "WAIT (IN AMBER)"
    example: ClassVar[str] = "WAIT"


class Stay(Order):
    """Your option in Shadow: stay there; you draw no second card."""

    usage: ClassVar[Usage] = "STAY (IN SHADOW)"
    example: ClassVar[str] = "STAY"


class Seize(Order):
    """Your option: claim the Throne. The cards are for a Civil War against anybody, as in WAR ANY WITH."""

    usage: ClassVar[Usage] = "SEIZE (THRONE) (AMBER) [WITH plan]"
    example: ClassVar[str] = "SEIZE WITH 9S, 7S"
    tail: ClassVar[tuple[str, ...]] = ("WITH", "STOP")
    plan: Plan | None = None


class Attack(Order):
    """Your option: attack a player in Amber; without cards you lead your highest attack card, and no other."""

    usage: ClassVar[Usage] = "ATTACK player [WITH plan]"
    example: ClassVar[str] = "ATTACK CHAOS WITH 8S, 6P STOP ON TIE; IF WANDS THEN 6P; ELSE 5C"
    tail: ClassVar[tuple[str, ...]] = ("WITH", "STOP")
    player: Seat
    plan: Plan = Plan()


class Go(Order):
    """Your option: move into Shadow, and take the top card of the deck."""

    usage: ClassVar[Usage] = "GO (INTO) SHADOW"
    example: ClassVar[str] = "GO SHADOW"


class Return(Order):
    """Your option in Shadow: return to Amber; after a banishment WITHOUT CARD declines the card you may take."""

    usage: ClassVar[Usage] = "RETURN (AMBER) [WITHOUT CARD]"
    example: ClassVar[str] = "RETURN WITHOUT CARD"
    without_card: bool = False


OPTION_ORDERS = (Wait, Stay, Seize, Attack, Go, Return)

# Combat.


class War(Order):
    """Whom you attack in a Civil War, in order of preference; ANY is the next claimant after you."""

    usage: ClassVar[Usage] = "WAR (AGAINST) player [WITH plan]"
    example: ClassVar[str] = "WAR ANY WITH 9S, 7S STOP IF HELPED"
    tail: ClassVar[tuple[str, ...]] = ("WITH", "STOP")
    player: Seat
    plan: Plan = Plan()


class Defend(Order):
    """Your replies in every combat: the line that names most is tried first. ONLY ends the search with the list."""

    usage: ClassVar[Usage] = (
        "DEFEND [AGAINST|VS|VERSUS|FROM player] [AGAINST|VS|VERSUS attack] [ONLY] WITH list",
        "DEFEND AGAINST|VS|VERSUS|FROM player attack [ONLY] WITH list",
    )
    example: ClassVar[str] = "DEFEND AGAINST CHAOS AGAINST SWORDS 5 OR MORE ONLY WITH WANDS, 9P, NOTHING"
    player: Seat | None = None
    attack: Onslaught | None = None
    only: bool = False
    list: Entries


class Surrender(Order):
    """Give up to every attack, or to those of one player: DEFEND WITH NOTHING."""

    usage: ClassVar[Usage] = "SURRENDER [TO|AGAINST|VS|VERSUS player]"
    example: ClassVar[str] = "SURRENDER TO RULER"
    leads: ClassVar[bool] = True
    player: Seat | None = None

    def stands_for(self) -> Order:
        """It is filed as a DEFEND line."""
        return Defend(player=self.player, list=(Entry(How.NOTHING),))


class HelpPlayer(Order):
    """Offer your cards to a Defender; without a list whatever turns the attack back. AT MOST limits how many."""

    usage: ClassVar[Usage] = (
        "HELP player [AGAINST|VS|VERSUS|FROM rival:player] [AGAINST|VS|VERSUS attack] [WITH list] [AT MOST n]",
        "HELP player AGAINST|VS|VERSUS|FROM rival:player attack [WITH list] [AT MOST n]",
    )
    example: ClassVar[str] = "HELP RULER AGAINST CHAOS AGAINST SWORDS WITH 4W AT MOST 1"
    player: Seat
    rival: Seat | None = None
    attack: Onslaught | None = None
    list: Entries = ()
    n: int | None = None


class RefuseHelp(Order):
    """As Defender, accept no help, or none from this player."""

    usage: ClassVar[Usage] = "REFUSE (ALL) HELP [FROM player]"
    example: ClassVar[str] = "REFUSE HELP FROM RULER"
    player: Seat | None = None


class RefuseTheRansom(Order):
    """Refuse to pay for your Court card, where the game allows it."""

    usage: ClassVar[Usage] = "REFUSE RANSOM"
    example: ClassVar[str] = "REFUSE RANSOM"


class ProtectPlayer(Order):
    """Use your Ace of Wands for this player, if the Ten of Swords strikes them."""

    usage: ClassVar[Usage] = "PROTECT player"
    example: ClassVar[str] = "PROTECT RULER"
    player: Seat


class NoAce(Order):
    """Keep your Ace of Wands, even if you are struck yourself."""

    usage: ClassVar[Usage] = "NO ACE"
    example: ClassVar[str] = "NO ACE"


class TakeSpoils(Order):
    """What you take when you win with Pentacles, or with a Wand against them: a vassal, or the loser's retreat."""

    usage: ClassVar[Usage] = "SPOILS choice:VASSAL|BANISH [player]"
    example: ClassVar[str] = "SPOILS BANISH RULER"
    choice: str
    player: Seat | None = None


class Tribute(Order):
    """The cards you give first, as tribute or half-share; PAY and DISCARD use these too if they have no list."""

    usage: ClassVar[Usage] = "TRIBUTE list"
    example: ClassVar[str] = "TRIBUTE 3C, WANDS"
    list: Entries


class Discard(Order):
    """The cards you discard first when you must."""

    usage: ClassVar[Usage] = "DISCARD list"
    example: ClassVar[str] = "DISCARD 10W"
    list: Entries


class Pay(Order):
    """The cards you pay first as a ransom."""

    usage: ClassVar[Usage] = "PAY list"
    example: ClassVar[str] = "PAY 3C"
    list: Entries


class Keep(Order):
    """Cards that are never used without your order, unless you are compelled; SPECIALS are all five."""

    usage: ClassVar[Usage] = "KEEP list:kept"
    example: ClassVar[str] = "KEEP 9C, X17"
    list: Entries


# Free plays.


class PlayCard(Order):
    """Play the Wish, Betrayal or Defeat on a player, in one of the four windows; FIRST if you name none."""

    usage: ClassVar[Usage] = ("PLAY card ON player [when]", "PLAY card player [when]")
    example: ClassVar[str] = "PLAY 2P ON RULER BEFORE ATTACKS"
    card: Card
    player: Seat
    when: Window = Window.FIRST


class Release(Order):
    """Set your vassal free as the turn begins; ANY or ALL are all of them."""

    usage: ClassVar[Usage] = "RELEASE player"
    example: ClassVar[str] = "RELEASE RULER"
    player: Seat


class GiveCards(Order):
    """Give a Shadow card away as the turn begins, where the game allows gifts."""

    usage: ClassVar[Usage] = ("GIVE card TO player", "GIVE player card")
    example: ClassVar[str] = "GIVE 5C TO RULER"
    card: Card
    player: Seat


VERBS: tuple[type[Order], ...] = (
    Wait, Stay, Seize, Attack, Go, Return, War, DefendAmber, DefendAmberByAll, Defend, Surrender, HelpPlayer,
    RefuseHelp, RefuseTheRansom, ProtectPlayer, NoAce, SayNo, TakeSpoils, Tribute, Discard, Pay, Keep, PlayCard,
    Release, GiveBackAttack, GiveBack, ReturnCard, ReturnAttack, GiveCards, Ransom, Summon, Ally, OnCourt,
    MagicianNegate, MagicianReverse, MagicianCancel, MagicianTake, MagicianSave, MagicianThrone, MagicianFree,
    MagicianRepel, StarRevive, StarCancel, NameSun, UseWorld, UseHermit, ThroneDraw, CutDeck, ShowCard, ChaosLay,
)  # fmt: skip

WHENEVER = (Keep, CutDeck, Tribute, Discard, Pay)
"""Orders that may be of use to one who is banished, too."""

SET_UP_VERBS: tuple[type[Order], ...] = (Character,)
