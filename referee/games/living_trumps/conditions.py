"""LT-P1.6: the facts that a guard may test, each against the view of the moment."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.conditions import MANY, Comparison, Condition
from referee.games.cards import Card
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.view import View


class BloodIs(Comparison):
    """How much free Blood you have."""

    usage = ("BLOOD compare n", "MY|FREE BLOOD compare n")
    example = "BLOOD >= 4"
    figures = range(MANY + 1)

    def figure(self, seen: View) -> int:
        return seen.me.free


class IamIn(Condition):
    """Which Place of Power you are in."""

    usage = ("IN place", "I AM IN place")
    example = "IN AMBER"
    place: Place

    def holds(self, seen: View) -> bool:
        return seen.me.place is self.place


class Holding(Condition):
    """You hold so many of a rank or more, without Jokers."""

    usage = ("HOLD n rank", "HAVE n rank", "I HOLD|HAVE n rank")
    example = "HOLD 4 K"
    figures = range(9)
    n: int
    rank: str

    def holds(self, seen: View) -> bool:
        return seen.holding(self.rank) >= self.n


class Owns(Condition):
    """Whether somebody has a Shadow, as far as you can see."""

    usage = "player OWNS card"
    example = "Eric OWNS 7D"
    player: Seat
    card: Card

    def holds(self, seen: View) -> bool:
        owner = seen.sheets.get(self.player if self.player in seen.sheets else seen.seat)
        return owner is not None and any(one.card is not None and one.card.face is self.card for one in owner.shadows)


class HeIsIn(Condition):
    """Which Place of Power somebody is in."""

    usage = "player IN place"
    example = "Eric IN AMBER"
    player: Seat
    place: Place

    def holds(self, seen: View) -> bool:
        owner = seen.sheets.get(self.player if self.player in seen.sheets else seen.seat)
        return owner is not None and owner.place is self.place


CONDITIONS: tuple[type[Condition], ...] = (BloodIs, IamIn, Holding, Owns, HeIsIn)
