"""The decision points of Duels, contests, calls for help and Boons (RULES.md, 3.4)."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.games.cards import Card
from referee.games.living_trumps.moves import Call, Name, Stand

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

    rule: ClassVar[str] = "LT-20.1"
    flaw: str


class Weapon(OfSuit):
    """D10: which suit is the Duel fought in?"""

    rule: ClassVar[str] = "LT-20.4"
    live: ClassVar[bool] = True


class Show(InSuit[Card | None]):
    """D11: which card of the suit do you show, or add to those shown? ``short`` is what you lack; None is to yield."""

    rule: ClassVar[str] = "LT-20.5"
    earlier: tuple[Card, ...]
    short: int
    base: tuple[Card, ...]


class Feint(InSuit[Card | None]):
    """D12 and D14: which card do you place face-down as your next feint, after the earlier? None is to yield."""

    rule: ClassVar[str] = "LT-20.9"
    live: ClassVar[bool] = True
    earlier: tuple[Card, ...]


class CallBluff(InSuit[bool]):
    """D13: do you call the bluff of the card that your opponent placed last, their ``number``-th?"""

    rule: ClassVar[str] = "LT-20.10"
    live: ClassVar[bool] = True
    number: int
    left: tuple[Card, ...]


class BattleSuit(OfSuit):
    """D10, in a Spar: your Trump Ante is a Joker; which is your battle suit?"""

    rule: ClassVar[str] = "LT-R48"


class Five(InSuit[Card]):
    """D15: which card do you lay face-down next, of five, after the earlier?"""

    rule: ClassVar[str] = "LT-19.2"
    earlier: tuple[Card, ...]
    base: tuple[Card, ...]


class Stage(Against[Stand | Call]):
    """D14 and D17: do you go on, yield, or call for help by a rank? After so many flips, with these Points."""

    rule: ClassVar[str] = "LT-19.7"
    live: ClassVar[bool] = True
    flips: int
    mine: int
    theirs: int


class Flip(Against[int]):
    """D16: which of your face-down cards do you flip, by its position?"""

    rule: ClassVar[str] = "LT-19.4"
    flips: int


class AnswerCall(Ask[Seat | None]):
    """D18: you are called for help in a contest of these two; whom do you help? None is nobody."""

    rule: ClassVar[str] = "LT-21.3"
    live: ClassVar[bool] = True
    contest: tuple[Seat, Seat]

    def other(self, seat: Seat) -> Seat:
        """Return against whom one of the two stands."""
        first, second = self.contest
        return second if seat == first else first


class Wish(Ask[Name]):
    """D18: which card would you like for your help, as one of three?"""

    rule: ClassVar[str] = "LT-21.3"
    caller: Seat
    foe: Seat
    number: int
    hand: tuple[Card, ...]


class Part(Against[Name | None]):
    """D19: with which of the three cards will you part? None is with none. The rest is as it was at the call."""

    rule: ClassVar[str] = "LT-21.3"
    flips: int
    mine: int
    theirs: int
    rank: str
    helper: Seat
    hand: tuple[Card, ...]


class Renege(Against[bool]):
    """D20: do you break your promise to the one who helped you against this foe?"""

    rule: ClassVar[str] = "LT-21.5"
    helper: Seat


class NameBoon(Ask[Name]):
    """D21: which card do you name as your Boon?"""

    rule: ClassVar[str] = "LT-17.1"
    loser: Seat
    hand: tuple[Card, ...]
    theirs: tuple[Card, ...]


class YieldCard(Ask[Card]):
    """D23: which card do you give up for a Boon, or in keeping a bargain?"""

    rule: ClassVar[str] = "LT-17.1"
    winner: Seat
    flaw: str
    hand: tuple[Card, ...]


class GiveBack(Ask[Card]):
    """D22: which card do you give in return?"""

    rule: ClassVar[str] = "LT-17.2"
    loser: Seat
    flaw: str
