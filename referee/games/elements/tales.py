"""What is told at the end of a deadline of what everybody saw in it; the rules know nothing of it."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event


class FlameFed(Event):
    """How these players' Flames grew in this deadline, from so many cards to so many, in these impulses (EL-6.7).

    ``kind`` is their type, where all saw it by a card that lay open.
    """

    seats: tuple[Seat, ...]
    before: int
    after: int
    impulses: tuple[int, ...]
    kind: str = ""


class FlameDimmed(Event):
    """How many cards a player took out of their own Flame in this deadline (EL-8.4)."""

    seat: Seat
    count: int


class CardSnatched(Event):
    """A player took up a card on the spot on which another had let one go (EL-P1.3); its ``face``, if it lay open."""

    seat: Seat
    giver: Seat
    spot: str
    impulse: int
    face: str = ""


class IslandsChanged(Event):
    """These Islands have more or fewer cards than when the deadline began (EL-6.7)."""

    seats: tuple[Seat, ...]
    before: int
    after: int


class LeadTaken(Event):
    """Whose Flames are the largest now (EL-6.7)."""

    seats: tuple[Seat, ...]
    count: int


TALES = (FlameFed, FlameDimmed, CardSnatched, IslandsChanged, LeadTaken)
