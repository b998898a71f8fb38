"""Facts that happened at a table, each told to an audience."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from referee.engine.audience import Audience, Seat
from referee.engine.values import Named


class Event(Named):
    """One fact in the past tense, holding values only, and who may know it; there is no default audience.

    No field may be for some readers and not for others: a fact with a secret half is told as two events. ``gives_away``
    cites the rule by which it says something of cards that stay hidden, such as how many of a rank somebody holds;
    without it, nothing told may follow from a card that its reader may not know.
    """

    gives_away: ClassVar[str] = ""

    to: Audience

    @property
    def moment(self) -> int | None:
        """When it happened, counted within its turn; without it, when what was told before it did, as with most.

        Of a game that tells some things later than they happened, letters put them into this order. 0 begins the
        count anew.
        """
        return None


class SeatEvent(Event):
    """A fact about one seat: what its player did, or what was done to them."""

    seat: Seat


class Answered(SeatEvent):
    """A decision of your own that did not come from the default, and where it came from.

    ``about`` is the kind of ask, ``value`` what was answered (one of its
    choices), ``because`` the number of the order in force, or a ``Why``.
    """

    about: str
    value: object
    because: int | str


class OrderLapsed(SeatEvent):
    """An order in force that could not be carried out, with a reason that betrays nobody."""

    order: int
    reason: str


class GameEnded(Event):
    """The end: one reason out of the game's closed list, and who won and lost."""

    reason: str
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]


def told(events: Iterable[Event], seat: Seat) -> list[Event]:
    """Pick the events that this seat may know, in the order they happened."""
    return [e for e in events if e.to.includes(seat)]


def in_time(events: Iterable[Event]) -> list[Event]:
    """Put events that were told later than they happened where they belong."""
    out: list[tuple[int, int, Event]] = []
    count = latest = 0
    for e in events:
        at = e.moment
        count += at == 0
        latest = max(at or 0, latest if at != 0 else 0)
        out.append((count, latest if at is None else at, e))
    return [e for *_, e in sorted(out, key=lambda one: one[:2])]
