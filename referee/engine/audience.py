"""Who may know a fact."""

from __future__ import annotations

from functools import cache
from typing import NewType

from referee.engine.values import value

Seat = NewType("Seat", str)
"""A place at the table, named as it is printed: ``Corwin``."""

GM = Seat("GM")
"""The human in charge, where the rules ask for a ruling; never a player's seat."""


@value
class Audience:
    """The named seats, or everyone but them; they are sorted, so that equal audiences are stored as equal bytes."""

    seats: tuple[Seat, ...]
    others: bool = False

    def includes(self, seat: Seat) -> bool:
        """Say whether this seat may know the fact."""
        return (seat in self.seats) is not self.others


PUBLIC = Audience((), others=True)
"""Everybody, observers included."""

REFEREE = Audience(())
"""Nobody at the table: kept for the record until the game is opened."""

OBSERVER = Seat("")
"""A reader without a seat, who knows what is public."""


@cache
def only(*seats: Seat) -> Audience:
    """Make the audience of just these seats."""
    return Audience(tuple(sorted(set(seats))))


@cache
def all_but(*seats: Seat) -> Audience:
    """Make the audience of everyone except these seats; observers belong to it."""
    return Audience(tuple(sorted(set(seats))), others=True)
