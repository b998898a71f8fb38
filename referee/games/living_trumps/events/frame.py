"""Set-up, the frame of a Turn, Blood, cards of Hands; what happens in the Shadow Phase and with Shadows."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event, SeatEvent
from referee.games.cards import Card
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Control, Kind, Place, Way, Zone
from referee.games.living_trumps.poker import Power
from referee.games.living_trumps.state import JewelAt, Reason


class IdentityTaken(SeatEvent):
    """Who somebody is: court, rank, Forte, and the card in their Powerbase (LT-2.1 to LT-2.5)."""

    court: Court
    rank: str
    forte: str
    card: Card
    slot: int


class ShadowDealt(SeatEvent):
    """An opening Shadow that lies face-up (LT-3.2, LT-3.3)."""

    card: Card
    slot: int


class ShadowDealtDown(SeatEvent):
    """An opening Shadow that lies face-down, as its owner sees it (LT-3.2, LT-3.4)."""

    card: Card
    slot: int


class ShadowDealtDownUnseen(SeatEvent):
    """An opening Shadow that lies face-down, as the others see it."""

    slot: int


class OpeningBlood(SeatEvent):
    """The Blood that somebody begins with, and where they are (LT-3.1 to LT-3.4)."""

    free: int
    placed: int
    place: Place


class HandDealt(SeatEvent):
    """A first Hand, as its owner sees it (LT-4.1)."""

    cards: tuple[Card, ...]


class DecksCounted(Event):
    """How many cards lie in the decks, the discards and the reserve, and how many Jokers in the Shadow Deck."""

    trumps: int
    discard: int
    shadows: int
    jokers: int
    reserve: int


class Cut(Event):
    """Equal players cut the Shadow Deck: the ranks seen, by rounds; ``joker`` is one among them (LT-R8).

    With ``lots`` the last round's ranks were not cut but drawn by lot (LT-R72).
    """

    gives_away = "LT-R8"

    seats: tuple[Seat, ...]
    rounds: tuple[tuple[str, ...], ...]
    joker: Card | None
    lots: bool = False


class InitiativeSet(Event):
    """The order of a Turn, with what each Powerbase is worth (LT-6.1, LT-P1.2)."""

    turn: int
    order: tuple[Seat, ...]
    powers: tuple[Power, ...]


class TurnBegan(Event):
    """A Turn begins."""

    turn: int


class IntrigueBegan(SeatEvent):
    """Somebody's Intrigue Step begins (LT-5.2)."""


class HandOpened(SeatEvent):
    """A Hand lies open this Turn (LT-10.5, LT-R27)."""

    turn: int
    cards: tuple[Card, ...]


class BloodMoved(SeatEvent):
    """A line of the ledger: how somebody's free, placed and staked Blood changed, and why (LT-25)."""

    why: Reason
    free: int
    placed: int
    staked: int


class JewelMoved(SeatEvent):
    """The Jewel of Judgment has a new holder, or none, or lies elsewhere (LT-23.5, LT-23.7)."""

    at: JewelAt
    gained: bool


class PlaceTaken(SeatEvent):
    """Somebody is in a Place of Power now (LT-8.7 to LT-8.9)."""

    place: Place


class PlaceLeft(SeatEvent):
    """Somebody left their Place; the cards that turned face-up (LT-R13)."""

    place: Place
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class TurnedDown(SeatEvent):
    """A Shadow was turned face-down in the open; all know it (section 4)."""

    slot: int
    card: Card


class Drew(SeatEvent):
    """Cards drawn from the Trump Deck, as those see them who may."""

    cards: tuple[Card, ...]


class DrewUnseen(SeatEvent):
    """Cards drawn from the Trump Deck, as the others see it; ``shuffled`` says that the discards became a new deck."""

    count: int


class Reshuffled(Event):
    """The Trump discards were shuffled into a new deck (LT-R4)."""

    cards: int


class Discarded(SeatEvent):
    """Cards discarded, as those see it who may (LT-R11, LT-14.4)."""

    cards: tuple[Card, ...]


class DiscardedUnseen(SeatEvent):
    """Cards discarded, as the others see it."""

    count: int


class Handed(Event):
    """Cards went from Hand to Hand, as those see it who may."""

    giver: Seat
    taker: Seat
    cards: tuple[Card, ...]


class HandedUnseen(Event):
    """Cards went from Hand to Hand, as the others see it."""

    giver: Seat
    taker: Seat
    count: int


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
