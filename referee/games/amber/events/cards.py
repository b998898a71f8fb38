"""Cards that change hands, are drawn or are lost."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.cards import Card


class Hand(StrEnum):
    """Why cards go from one player to another."""

    TRIBUTE = "tribute"
    BETRAYAL = "betrayal"
    RANSOM = "ransom"
    MAGICIAN = "magician"
    WORLD = "world"
    GIFT = "gift"


class Loss(StrEnum):
    """Why Shadow cards go to the discards without being played."""

    DEFEAT = "defeat"
    FOOL = "fool"
    WHEEL = "wheel"
    CHARIOT = "chariot"
    HANGED_MAN = "hanged man"


class CardEvent(SeatEvent):
    """A fact about one seat and a card."""

    card: Card


class CardsHanded(Event):
    """Cards handed over, as giver and taker see them (AM-9.11, AM-2.17)."""

    giver: Seat
    taker: Seat
    cards: tuple[Card, ...]
    why: Hand


class CardsHandedUnseen(Event):
    """Cards handed over, as all others see it: how many were hidden, and which had lain open."""

    giver: Seat
    taker: Seat
    hidden: int
    opened: tuple[Card, ...]
    why: Hand


class NothingHanded(Event):
    """One who should have handed cards over had none (AM-9.10)."""

    gives_away = "AM-9.10"
    giver: Seat
    taker: Seat
    why: Hand


class CardsDiscarded(SeatEvent):
    """Shadow cards that go to the discards unplayed, as their owner sees it."""

    cards: tuple[Card, ...]
    why: Loss


class CardsDiscardedUnseen(SeatEvent):
    """Shadow cards that go to the discards unplayed, as all others see it: how many hidden ones, which open ones."""

    gives_away = "AM-C7"
    hidden: int
    opened: tuple[Card, ...]
    why: Loss


class NothingLost(Event):
    """Some who should have lost Shadow cards had none; that nothing was discarded is seen by all."""

    gives_away = "AM-C7"
    seats: tuple[Seat, ...]
    why: Loss


class CardsDrawn(SeatEvent):
    """Hidden Shadow cards gained, as one sees them oneself (AM-2.13)."""

    cards: tuple[Card, ...]


class CardsDrawnUnseen(SeatEvent):
    """Hidden Shadow cards gained, as others see it; with strength_draws=as_drawn, how many of the top ones served."""

    gives_away = "R-23"
    count: int


class CardDrawnOpen(CardEvent):
    """The open card that the Empress brings (AM-C3)."""


class CardsPassedOver(Event):
    """Chaos and Court cards passed over in a draw go to the discards unseen (AM-2.13)."""

    gives_away = "AM-2.13"
    count: int


class DrawLapsed(SeatEvent):
    """No suit card was left for a draw (AM-2.16)."""

    gives_away = "AM-2.16"


class DecksMerged(Event):
    """All decks and the discards are one deck from now on (AM-2.7)."""

    count: int


class DeckRefilled(Event):
    """The discards were shuffled and put under a deck that could not supply a draw (AM-2.16)."""

    gives_away = "AM-2.16"
    count: int


class CardShown(SeatEvent):
    """A hidden card shown to another player, certified by the referee (AM-13.3)."""

    target: Seat
    card: Card
