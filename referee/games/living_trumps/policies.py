"""Policies, which stand until replaced, and the wishes of a sign-up (RULES.md, 3.2, LT-P1.4)."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.games.living_trumps.moves import CallPlan, Name, Reply
from referee.games.living_trumps.words import NOTHING_SAID, Wording

VS = "[VS|AGAINST foe]"

NOBODYS = "{VS|AGAINST foe}"
"""Of what no player does, or of one player anyway, VS says nothing; it is read, to be told so (LT-P7.2)."""


class Policy(Order):
    """A policy, against everybody or one player."""

    usage: ClassVar[str | tuple[str, ...]] = ""
    example = ""
    standing = True
    foe: Seat | None = None


class WishList(Policy):
    """A policy that is a list of cards, read in its order (LT-P7.1)."""

    cards: tuple[Name, ...]


class SuitList(Policy):
    """A policy that is a list of suits, the first of which counts."""

    suits: tuple[str, ...]


class ChaosControl(Policy):
    """Pay to control Primal Chaos, up to a price, and what to do then."""

    usage = (
        f"CHAOS CONTROL [UP TO n] [way:NULLIFY|INTENSIFY|REMOVE] {NOBODYS}",
        f"CHAOS CONTROL n [way:NULLIFY|INTENSIFY|REMOVE] {NOBODYS}",
    )
    example = "CHAOS CONTROL UP TO 6 INTENSIFY"
    n: int | None = None
    way: str = "NULLIFY"


class ChaosSuffer(Policy):
    """Let Primal Chaos have its way."""

    usage = f"CHAOS SUFFER {NOBODYS}"
    example = "CHAOS SUFFER"


class StormPolicy(Policy):
    """Control a Shadow Storm, or suffer it."""

    usage = f"STORM what:CONTROL|SUFFER {NOBODYS}"
    example = "STORM CONTROL"
    what: str


class SpendPolicy(Policy):
    """May Blood off your Place cards be spent? You leave the Place then."""

    usage = f"SPEND place:spending {NOBODYS}"
    example = "SPEND PLACE OK"
    place: bool


class JewelPolicy(Policy):
    """Is the Jewel of Judgment spent last, or first?"""

    usage = f"JEWEL when:LAST|FIRST {NOBODYS}"
    example = "JEWEL FIRST"
    when: str


class TricksPolicy(Policy):
    """Declare every payable Power Trick, or none but those ordered."""

    usage = f"TRICKS what:AUTO|NONE {NOBODYS}"
    example = "TRICKS NONE"
    what: str


class TurningGive(WishList):
    """Which Shadow you give, in the Black Zone Turning; VS names who is to have it."""

    usage = f"TURNING GIVE cards:names {VS}"
    example = "TURNING GIVE 4D, 2C"


class Defend(Policy):
    """How you answer a Hellride of one Blood; what cannot be done falls to the next."""

    usage = f"DEFEND replies [FOR shadow:name] {VS}"
    example = "DEFEND DUEL ELSE YIELD"
    replies: tuple[Reply, ...]
    shadow: Name | None = None


class DealWith(Policy):
    """The terms on which you Deal with a player who shadowshifts for it or hellrides, and what you put down.

    But for a Hellride both must write the same terms, GIVE of the one as GET of the other: 7H does not meet 7.
    """

    usage = f"DEAL (WITH) player [terms] {NOBODYS}"
    example = "DEAL Eric GIVE 7H GET 8C PLAY HONOUR"
    player: Seat
    terms: Wording = NOTHING_SAID


class DealsPolicy(Policy):
    """Accept or refuse Deals that no DEAL line fits."""

    usage = f"DEALS (ALL) what:dealing {VS}"
    example = "DEALS OPEN"
    what: str


class DuelGauntlet(WishList):
    """Which card you hand over when you ride for a Duel."""

    usage = f"DUEL GAUNTLET cards:names {VS}"
    example = "DUEL GAUNTLET 3C, 4D"


class DuelWeapon(SuitList):
    """Which suit you choose as the Defender."""

    usage = f"DUEL WEAPON suits {VS}"
    example = "DUEL WEAPON S, H"


class DuelShow(WishList):
    """Which cards of the battle suit you show and add, in this order."""

    usage = f"DUEL SHOW cards:names {VS}"
    example = "DUEL SHOW AS, KS"


class DuelFeint(WishList):
    """Which cards you place face-down, in this order."""

    usage = f"DUEL FEINT cards:names {VS}"
    example = "DUEL FEINT 4S, 6D, JOKER"


class DuelCall(Policy):
    """When you call the other's bluff."""

    usage = f"DUEL CALL calling {VS}"
    example = "DUEL CALL AT 2, 4"
    calling: CallPlan


class DuelYield(Policy):
    """After how many of your feints you yield, or never."""

    usage = (f"DUEL YIELD NEVER {VS}", f"DUEL YIELD AFTER n {VS}")
    example = "DUEL YIELD AFTER 4"
    n: int | None = None


class ContestFive(WishList):
    """Which five cards you lay beside your Trump Ante, in this order."""

    usage = f"CONTEST FIVE cards:names {VS}"
    example = "CONTEST FIVE 9S, 2S, 4S, QH, 6C"


class ContestSuit(SuitList):
    """Your battle suit if your Trump Ante is a Joker."""

    usage = f"CONTEST SUIT suits {VS}"
    example = "CONTEST SUIT S"


class ContestFlip(Policy):
    """In which order you flip your five, by their positions."""

    usage = f"CONTEST FLIP numbers {VS}"
    example = "CONTEST FLIP 3, 1, 2, 5, 4"
    numbers: tuple[int, ...]


class ContestYield(Policy):
    """Yield when so far behind, perhaps only from some flip on; or never."""

    usage = (
        f"CONTEST YIELD BEHIND BY n [AFTER after:n] {VS}",
        f"CONTEST YIELD AFTER after:n BEHIND BY n {VS}",
        f"CONTEST YIELD NEVER {VS}",
    )
    example = "CONTEST YIELD BEHIND BY 3 AFTER 2"
    n: int | None = None
    after: int = 0


class ContestTrump(Policy):
    """Whom you call for help, when, and what you would part with for it."""

    usage = f"CONTEST TRUMP identity [WHEN BEHIND] [AFTER after:n] [PART part:names] {VS}"
    example = "CONTEST TRUMP K WHEN BEHIND AFTER 2 PART QD, 7"
    identity: str
    when_behind: bool = False
    after: int = 0
    part: tuple[Name, ...] = ()


class HelpWant(Policy):
    """Help a player who calls you, for one of three cards; VS names either of the two who contest."""

    usage = f"HELP player WANT wants:names {VS}"
    example = "HELP Eric WANT QH, KC, 7"
    player: Seat
    wants: tuple[Name, ...]


class HelpNone(Policy):
    """Help nobody."""

    usage = f"HELP NONE {VS}"
    example = "HELP NONE"


class RenegeOn(Policy):
    """Break your promise to a player who helped you."""

    usage = f"RENEGE player {NOBODYS}"
    example = "RENEGE Eric"
    player: Seat


class BoonName(WishList):
    """Which card you name as a Boon; else it is the rank you hold most, even your own Flaw."""

    usage = f"BOON NAME cards:names {VS}"
    example = "BOON NAME K, RED 7, JOKER"


class BoonGive(WishList):
    """Which card you give in return for a Boon."""

    usage = f"BOON GIVE cards:names {VS}"
    example = "BOON GIVE 2C, 3D"


class BoonYield(WishList):
    """Which card you give up if you owe a Boon."""

    usage = f"BOON YIELD cards:names {VS}"
    example = "BOON YIELD 4H, 5C"


POLICIES: tuple[type[Order], ...] = (
    ChaosControl, ChaosSuffer, StormPolicy, SpendPolicy, JewelPolicy, TricksPolicy, TurningGive, Defend, DealWith,
    DealsPolicy, DuelGauntlet, DuelWeapon, DuelShow, DuelFeint, DuelCall, DuelYield, ContestFive, ContestSuit,
    ContestFlip, ContestYield, ContestTrump, HelpWant, HelpNone, RenegeOn, BoonName, BoonGive, BoonYield,
)  # fmt: skip


class WishCourt(Order):
    """The court that you want in the Patternfall War."""

    usage = "COURT court"
    example = "COURT CHAOS"
    court: str


class WishIdentity(Order):
    """Your rank, or else the next of these: it gives your character, your first open card and your Flaw.

    Who sends none keeps the name they chose, unless that is a character's.
    """

    usage = "IDENTITY ranks"
    example = "IDENTITY 10, K, 7"
    ranks: tuple[str, ...]


class WishForte(Order):
    """The suit of your first open card, H, C, D or S: Hearts, Clubs, Diamonds or Spades, or its attribute or skill."""

    usage = "FORTE suit"
    example = "FORTE S"
    suit: str


SET_UP: tuple[type[Order], ...] = (WishCourt, WishIdentity, WishForte)
