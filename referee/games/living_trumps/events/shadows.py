"""What happens in the Shadow Phase and with Shadows."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.living_trumps.moves import Control, Kind, Way, Zone


class Scryed(Event):
    """What a Scry showed, told to the one who looked and to the owner (LT-8.3, LT-R9)."""

    seat: Seat
    zone: Zone
    owner: Seat
    place: int
    card: Card


class ScryMade(Event):
    """That a Scry was made, and who has the Blood for it; an empty owner is the bank (LT-8.4)."""

    seat: Seat
    owner: Seat


class Traced(Event):
    """A card shown to all, and who declared its rank (LT-8.6)."""

    gives_away: ClassVar[str] = "LT-8.6"

    seat: Seat
    card: Card
    holders: tuple[Seat, ...]


class Shapeshifted(Event):
    """A card was drawn for a Shapeshift; one is to be discarded (LT-8.5)."""

    seat: Seat


class Switched(Event):
    """A Place card and another Shadow changed their parts (LT-8.10)."""

    seat: Seat
    up: int
    card: Card
    down: int
    other: Card


class ShadowGained(Event):
    """A card from the Shadow Deck is somebody's face-up Shadow now."""

    seat: Seat
    card: Card
    slot: int
    all_told: bool = False


class ShadowTaken(Event):
    """A Shadow changed owner, and lies face-up with the new one (LT-9.10, LT-R16)."""

    giver: Seat
    gone: int
    taker: Seat
    card: Card
    slot: int


class ShadowsSwept(Event):
    """Shadows went back into the Shadow Deck: their slots, and the cards that lay face-up (LT-13.2, LT-13.5)."""

    seat: Seat
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class ActionBegan(Event):
    """A Substance Action begins, with whatever it names (LT-9 to LT-12)."""

    seat: Seat
    kind: Kind
    n: int
    target: Seat
    slot: int
    rank: str
    suit: str
    way: Way | None
    prize: Card | None


class CardsTurned(Event):
    """Cards of the Shadow Deck turned up one by one (section 4); ``kept`` if all but a Joker become Shadows."""

    seat: Seat
    cards: tuple[Card, ...]
    kept: bool = False


class NothingFound(Event):
    """A search ended without a find."""

    seat: Seat


class StormStruck(Event):
    """A Joker in a Shadowshift: the Storm was controlled, or suffered (LT-13.1, LT-13.2)."""

    seat: Seat
    controlled: bool


class ChaosMet(Event):
    """A Joker in a search: what it would cost, and what was done (LT-13.4, LT-13.6)."""

    seat: Seat
    price: int
    control: Control


class AbyssStruck(Event):
    """A Joker in a Pit-Dive: all Blood is lost, the Intrigue Step ends (LT-11.7)."""

    seat: Seat


class DoubleJoker(Event):
    """Two Jokers were flipped together: both suffer Primal Chaos (LT-19.5)."""

    first: Seat
    second: Seat


class Cursed(Event):
    """Somebody must play the next Turn with an open Hand (LT-10.4)."""

    seat: Seat
    victim: Seat


class DeedDone(Event):
    """A court's deed is done and recorded (LT-24.4, LT-R65)."""

    seat: Seat
