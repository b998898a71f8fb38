"""All decision points of a game (RULES.md, 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.living_trumps import moves as mv

SPENDS = (mv.Spend(), mv.Spend(place=True), mv.Spend(jewel_first=True), mv.Spend(place=True, jewel_first=True))


class Spending(Ask[mv.Spend]):
    """D34 and D35, at the beginning of a Turn: may Place Blood be spent, and does the Jewel go first?"""

    rule = "LT-R13"


class ShadowAct(Ask[mv.Kind]):
    """D2: what do you do in your Shadow Phase, or is there more of the same kind?

    ``acts`` is all that can be done, by kind.
    """

    rule = "LT-8.1"
    done: int
    acts: Mapping[mv.Kind, Sequence[mv.Act]]


class ShadowTarget(Ask[mv.Act]):
    """D2: at which card do you look, which do you show, where do you go?"""

    rule = "LT-8.3"


class KeepCard(Ask[int]):
    """D2, travelling to the Keep: which Shadow becomes the next of its four cards, by its slot, after the earlier?"""

    rule = "LT-8.9"
    earlier: tuple[Card, ...]


class ShiftDiscard(Ask[Card]):
    """D3: which of your thirteen cards do you discard, after the earlier ones of this phase?"""

    rule = "LT-8.5"
    live = True
    earlier: tuple[Card, ...]


class SubstanceAct(Ask[mv.Kind]):
    """D4: which Substance Action do you take? ``acts`` is all that can be begun and paid, by kind."""

    rule = "LT-9.1"
    acts: Mapping[mv.Kind, Sequence[mv.Act]]


class SubstanceTarget(Ask[mv.Act]):
    """D4: what exactly do you do: against whom, for how much Blood, for which rank or suit?"""

    rule = "LT-9.6"


class Partner(Ask[Seat | None]):
    """D5: with whom do you want to Deal; the second time, to whom do you turn now that talks have failed?"""

    rule = "LT-9.4"
    failed: Seat | None


class Propose(Ask[mv.Name | None]):
    """D5: which card do you offer, or ask for? None leaves it to the other side.

    ``said`` is what the other has said already: what you would give and get.
    """

    rule = "LT-P6.1"
    partner: Seat
    give: bool
    said: mv.Terms = mv.NOTHING_SAID


class AcceptDeal(Ask[bool]):
    """D6: do you accept these terms? What the other would give, and get; None was left to you."""

    rule = "LT-P6.2"
    proposer: Seat
    gives: mv.Name | None
    gets: mv.Name | None


class TrumpAnte(Ask[Card]):
    """D7: which card do you put down? You agreed to give ``give`` and to get ``get``."""

    rule = "LT-18.2"
    live = True
    partner: Seat
    flaw: str
    own: str
    give: mv.Name
    get: mv.Name
    base: tuple[Card, ...]


class HellrideReply(Ask[mv.Reply]):
    """D8: one Blood rides against a Shadow of yours; do you yield it, Deal, or add one Blood and Duel?"""

    rule = "LT-9.8"
    live = True
    rider: Seat
    card: Card


class ControlStorm(Ask[bool]):
    """D24: do you control the Shadow Storm for one Blood?"""

    rule = "LT-13.1"
    free: int


class ControlChaos(Ask[mv.Control]):
    """D25: Primal Chaos has come; what do you do about it at this price?"""

    rule = "LT-13.4"
    price: int
    free: int


class Tendril(Ask[bool]):
    """D26: do you sacrifice one more Blood and search on? ``sent`` went out so far."""

    rule = "LT-11.2"
    sent: int


class ChooseShadow(Ask[Card]):
    """D26: which of the face-up cards becomes your Shadow, after the earlier? ``rank`` is what you named."""

    rule = "LT-11.1"
    earlier: tuple[Card, ...]
    rank: str
    suit: str
    hand: tuple[Card, ...]


class TakePair(Ask[str]):
    """D26, in a Pit-Dive: of which rank do you take a pair for two Blood? Nothing is no more."""

    rule = "LT-11.6"


class DeclareTrick(Ask[str]):
    """D29: of which rank do you declare a Trick? Nothing is none."""

    rule = "LT-14.1"
    used: tuple[Card, ...]
    free: int
    declared: tuple[str, ...]


class TrickCards(Ask[mv.Four]):
    """D29: which four cards make the Trick?"""

    rule = "LT-14.2"
    rank: str


class Consolidate(Ask[int]):
    """D29: which Shadow of the Trick's rank goes into your Powerbase, by its slot? 0 is none."""

    rule = "LT-14.3"
    rank: str
    up: tuple[int, ...]
    cards: tuple[Card, ...]


class TakeRank(Ask[str]):
    """D30: the Trick is another player's Identity; all cards of which rank must they hand you? Nothing is none."""

    rule = "LT-14.5"
    victim: Seat
    trick: str
    hand: tuple[Card, ...]


class HandOver(Ask[Card]):
    """D31: which card of the rank named do you hand over next, after the earlier?"""

    rule = "LT-14.6"
    master: Seat
    earlier: tuple[Card, ...]


class TradeCard(Ask[Card]):
    """D30: which card of your Trick do you give in return next?"""

    rule = "LT-14.6"


class Drop(Ask[int]):
    """D32: which Powerbase card do you recycle, by its slot, after the earlier?"""

    rule = "LT-15.2"
    cards: tuple[Card, ...]
    earlier: tuple[Card, ...]
    low_ace: bool


class GiveShadow(Ask[int]):
    """D33: which Shadow do you give in the Black Zone Turning, by its slot?"""

    rule = "LT-16.1"
    taker: Seat
    cards: tuple[Card, ...]
    hand: tuple[Card, ...]


A = TypeVar("A")


class Against(Ask[A]):
    """A decision in a Duel or contest, with who stands against one."""

    foe: Seat


class InSuit(Against[A]):
    """The same where the battle suit is settled."""

    suit: str


class OfSuit(Against[str]):
    """Which suit one fights in; ``mine`` are the cards of Powerbase and Hand."""

    mine: tuple[Card, ...]


class Gauntlet(Against[Card]):
    """D9: which card do you throw down?"""

    rule = "LT-20.1"
    flaw: str


class Weapon(OfSuit):
    """D10: which suit is the Duel fought in?"""

    rule = "LT-20.4"
    live = True


class Show(InSuit[Card | None]):
    """D11: which card of the suit do you show, or add to those shown? ``short`` is what you lack; None is to yield."""

    rule = "LT-20.5"
    earlier: tuple[Card, ...]
    short: int
    base: tuple[Card, ...]


class Feint(InSuit[Card | None]):
    """D12 and D14: which card do you place face-down as your next feint, after the earlier? None is to yield."""

    rule = "LT-20.9"
    live = True
    earlier: tuple[Card, ...]


class CallBluff(InSuit[bool]):
    """D13: do you call the bluff of the card that your opponent placed last, their ``number``-th?"""

    rule = "LT-20.10"
    live = True
    number: int
    left: tuple[Card, ...]


class BattleSuit(OfSuit):
    """D10, in a Spar: your Trump Ante is a Joker; which is your battle suit?"""

    rule = "LT-R48"


class Five(InSuit[Card]):
    """D15: which card do you lay face-down next, of five, after the earlier?"""

    rule = "LT-19.2"
    earlier: tuple[Card, ...]
    base: tuple[Card, ...]


class Stage(Against[mv.Stand | mv.Call]):
    """D14 and D17: do you go on, yield, or call for help by a rank? After so many flips, with these Points."""

    rule = "LT-19.7"
    live = True
    flips: int
    mine: int
    theirs: int


class Flip(Against[int]):
    """D16: which of your face-down cards do you flip, by its position?"""

    rule = "LT-19.4"
    flips: int


class AnswerCall(Ask[Seat | None]):
    """D18: you are called for help in a contest of these two; whom do you help? None is nobody."""

    rule = "LT-21.3"
    live = True
    contest: tuple[Seat, Seat]


class Wish(Ask[mv.Name]):
    """D18: which card would you like for your help, as one of three?"""

    rule = "LT-21.3"
    caller: Seat
    foe: Seat
    number: int
    hand: tuple[Card, ...]


class Part(Against[mv.Name | None]):
    """D19: with which card of those wished for will you part? None is with none. The rest is as it was at the call."""

    rule = "LT-21.3"
    flips: int
    mine: int
    theirs: int
    rank: str
    helper: Seat


class Renege(Against[bool]):
    """D20: do you break your promise to the one who helped you against this foe?"""

    rule = "LT-21.5"
    helper: Seat


class NameBoon(Ask[mv.Name]):
    """D21: which card do you name as your Boon?"""

    rule = "LT-17.1"
    loser: Seat
    hand: tuple[Card, ...]
    theirs: tuple[Card, ...]


class YieldCard(Ask[Card]):
    """D23: which card do you give up for a Boon, or in keeping a bargain?"""

    rule = "LT-17.1"
    winner: Seat
    flaw: str
    hand: tuple[Card, ...]


class GiveBack(Ask[Card]):
    """D22: which card do you give in return?"""

    rule = "LT-17.2"
    loser: Seat
    flaw: str
