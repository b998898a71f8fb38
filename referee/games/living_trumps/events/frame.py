"""Set-up, the frame of a Turn, Blood, and cards of Hands."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event, SeatEvent
from referee.games.cards import Card
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Place
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
