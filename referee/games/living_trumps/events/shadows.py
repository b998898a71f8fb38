"""What happens in the Shadow Phase and with Shadows."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event, SeatEvent
from referee.games.cards import Card
from referee.games.living_trumps.moves import Control, Kind, Way, Zone


class Scryed(SeatEvent):
    """What a Scry showed, told to the one who looked and to the owner (LT-8.3, LT-R9)."""

    zone: Zone
    owner: Seat
    place: int
    card: Card


class ScryMade(SeatEvent):
    """That a Scry was made, and who has the Blood for it; an empty owner is the bank (LT-8.4)."""

    owner: Seat


class Traced(SeatEvent):
    """A card shown to all, and who declared its rank (LT-8.6)."""

    gives_away = "LT-8.6"

    card: Card
    holders: tuple[Seat, ...]


class Shapeshifted(SeatEvent):
    """A card was drawn for a Shapeshift; one is to be discarded (LT-8.5)."""


class Switched(SeatEvent):
    """A Place card and another Shadow changed their parts (LT-8.10)."""

    up: int
    card: Card
    down: int
    other: Card


class ShadowGained(SeatEvent):
    """A card from the Shadow Deck is somebody's face-up Shadow now."""

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


class ShadowsSwept(SeatEvent):
    """Shadows went back into the Shadow Deck: their slots, and the cards that lay face-up (LT-13.2, LT-13.5)."""

    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class ActionBegan(SeatEvent):
    """A Substance Action begins, with whatever it names (LT-9 to LT-12)."""

    kind: Kind
    n: int
    target: Seat
    slot: int
    rank: str
    suit: str
    way: Way | None
    prize: Card | None


class CardsTurned(SeatEvent):
    """Cards of the Shadow Deck turned up one by one (section 4); ``kept`` if all but a Joker become Shadows."""

    cards: tuple[Card, ...]
    kept: bool = False


class NothingFound(SeatEvent):
    """A search ended without a find."""


class StormStruck(SeatEvent):
    """A Joker in a Shadowshift: the Storm was controlled, or suffered (LT-13.1, LT-13.2)."""

    controlled: bool


class ChaosMet(SeatEvent):
    """A Joker in a search: what it would cost, and what was done (LT-13.4, LT-13.6)."""

    price: int
    control: Control


class AbyssStruck(SeatEvent):
    """A Joker in a Pit-Dive: all Blood is lost, the Intrigue Step ends (LT-11.7)."""


class DoubleJoker(Event):
    """Two Jokers were flipped together: both suffer Primal Chaos (LT-19.5)."""

    first: Seat
    second: Seat


class Cursed(SeatEvent):
    """Somebody must play the next Turn with an open Hand (LT-10.4)."""

    victim: Seat


class DeedDone(SeatEvent):
    """A court's deed is done and recorded (LT-24.4, LT-R65)."""
