"""Set-up, the frame of a Turn, Blood, and cards of Hands."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.poker import Power
from referee.games.living_trumps.state import JewelAt, Reason


class IdentityTaken(Event):
    """Who somebody is: court, rank, Forte, and the card in their Powerbase (LT-2.1 to LT-2.5)."""

    seat: Seat
    court: Court
    rank: str
    forte: str
    card: Card
    slot: int


class ShadowDealt(Event):
    """An opening Shadow that lies face-up (LT-3.2, LT-3.3)."""

    seat: Seat
    card: Card
    slot: int


class ShadowDealtDown(Event):
    """An opening Shadow that lies face-down, as its owner sees it (LT-3.2, LT-3.4)."""

    seat: Seat
    card: Card
    slot: int


class ShadowDealtDownUnseen(Event):
    """An opening Shadow that lies face-down, as the others see it."""

    seat: Seat
    slot: int


class OpeningBlood(Event):
    """The Blood that somebody begins with, and where they are (LT-3.1 to LT-3.4)."""

    seat: Seat
    free: int
    placed: int
    place: Place


class HandDealt(Event):
    """A first Hand, as its owner sees it (LT-4.1)."""

    seat: Seat
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

    gives_away: ClassVar[str] = "LT-R8"

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


class IntrigueBegan(Event):
    """Somebody's Intrigue Step begins (LT-5.2)."""

    seat: Seat


class HandOpened(Event):
    """A Hand lies open this Turn (LT-10.5, LT-R27)."""

    seat: Seat
    turn: int
    cards: tuple[Card, ...]


class BloodMoved(Event):
    """A line of the ledger: how somebody's free, placed and staked Blood changed, and why (LT-25)."""

    seat: Seat
    why: Reason
    free: int
    placed: int
    staked: int


class JewelMoved(Event):
    """The Jewel of Judgment has a new holder, or none, or lies elsewhere (LT-23.5, LT-23.7)."""

    seat: Seat
    at: JewelAt
    gained: bool


class PlaceTaken(Event):
    """Somebody is in a Place of Power now (LT-8.7 to LT-8.9)."""

    seat: Seat
    place: Place


class PlaceLeft(Event):
    """Somebody left their Place; the cards that turned face-up (LT-R13)."""

    seat: Seat
    place: Place
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


class TurnedDown(Event):
    """A Shadow was turned face-down in the open; all know it (section 4)."""

    seat: Seat
    slot: int
    card: Card


class Drew(Event):
    """Cards drawn from the Trump Deck, as those see them who may."""

    seat: Seat
    cards: tuple[Card, ...]


class DrewUnseen(Event):
    """Cards drawn from the Trump Deck, as the others see it; ``shuffled`` says that the discards became a new deck."""

    seat: Seat
    count: int


class Reshuffled(Event):
    """The Trump discards were shuffled into a new deck (LT-R4)."""

    cards: int


class Discarded(Event):
    """Cards discarded, as those see it who may (LT-R11, LT-14.4)."""

    seat: Seat
    cards: tuple[Card, ...]


class DiscardedUnseen(Event):
    """Cards discarded, as the others see it."""

    seat: Seat
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
