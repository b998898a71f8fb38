"""Facts that happened at a table, each told to an audience."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeVar, dataclass_transform

from referee.engine.audience import Audience, Seat
from referee.engine.values import value

E = TypeVar("E")


@dataclass_transform(kw_only_default=True, frozen_default=True)
def event(cls: type[E]) -> type[E]:
    """Make a class an event: frozen, keyword-only, without a default audience."""
    return value(cls, kw_only=True)


@event
class Event:
    """One fact in the past tense, holding values only, and who may know it.

    No field may be for some readers and not for others: a fact with a secret
    half is told as two events. ``gives_away`` cites the rule by which it says something of cards that stay hidden,
    such as how many of a rank somebody holds; without it, nothing told may follow from a card that its reader may
    not know.
    """

    gives_away: ClassVar[str] = ""

    to: Audience


@event
class Answered(Event):
    """A decision of your own that did not come from the default, and where it came from.

    ``about`` is the kind of ask, ``value`` what was answered (one of its
    choices), ``because`` the number of the order in force, or a ``Why``.
    """

    seat: Seat
    about: str
    value: object
    because: int | str


@event
class OrderLapsed(Event):
    """An order in force that could not be carried out, with a reason that betrays nobody."""

    seat: Seat
    order: int
    reason: str


@event
class GameEnded(Event):
    """The end: one reason out of the game's closed list, and who won and lost."""

    reason: str
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]


def told(events: Iterable[Event], seat: Seat) -> list[Event]:
    """Pick the events that this seat may know, in the order they happened."""
    return [e for e in events if e.to.includes(seat)]
