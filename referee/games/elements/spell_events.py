"""What magic makes happen in a Round, told to those who may know it."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.elements.values import Ward


class SpotsScried(Event):
    """What the caster saw on some spots (EL-P4.2)."""

    gives_away: ClassVar[str] = "EL-P4.2"
    seat: Seat
    impulse: int
    spots: tuple[str, ...]
    faces: tuple[str, ...]


class FlamePeeked(Event):
    """What the caster saw of a Flame; nothing of one that is guarded (EL-P4.2)."""

    gives_away: ClassVar[str] = "EL-P4.2"
    seat: Seat
    impulse: int
    player: Seat
    kind: str
    count: int
    guarded: bool


class SpotsSwapped(Event):
    """Two cards of the Ocean changed places; all see it if one lies open (EL-P4.2)."""

    seat: Seat
    impulse: int
    one: str
    other: str
    ups: tuple[bool, ...]


class SpotsShuffled(Event):
    """Cards of the Ocean were mixed, and nobody knows them any more (EL-P4.2)."""

    seat: Seat
    impulse: int
    spots: tuple[str, ...]
    ups: tuple[bool, ...]


class CardPulled(Event):
    """A card was drawn near, or pushed away from ``player`` (EL-P3.2)."""

    seat: Seat
    impulse: int
    spot: str
    player: Seat


class SpotHidden(Event):
    """A card became invisible to the others (EL-P4.2)."""

    seat: Seat
    impulse: int
    spot: str


class IllusionCast(Event):
    """The caster's illusion stands (EL-R3)."""

    seat: Seat
    impulse: int
    spot: str
    kind: str


class GuardRaised(Event):
    """A guard is up until the deadline's end (EL-5.3)."""

    seat: Seat
    impulse: int
    ward: Ward


class VanityShown(Event):
    """Decoration, for all to admire (EL-6.6)."""

    seat: Seat
    text: str


class SpellLapsed(Event):
    """A spell came to nothing, without a violation (EL-P4.5)."""

    seat: Seat
    impulse: int
    spell: str


class SpellRuled(Event):
    """What the GM ruled on a free spell (EL-P4.3)."""

    seat: Seat
    impulse: int
    text: str
    verdict: str


class SpellUnruled(Event):
    """Nobody ruled on a free spell in time, so it does nothing and breaks no rule (EL-P4.4)."""

    seat: Seat
    impulse: int
    text: str
