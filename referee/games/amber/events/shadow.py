"""What happens on the way into Shadow and back, and with Court cards."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.amber.events.cards import CardEvent
from referee.games.cards import Card


class CourtBack(StrEnum):
    """How a Court card came back to its owner."""

    GIFT = "gift"
    RANSOM = "ransom"
    ATTACK = "attack"
    SUMMONS = "summons"


class Way(StrEnum):
    """Why somebody arrives in Amber."""

    RETURN = "return"
    CHARIOT = "chariot"
    DEVIL = "devil"
    LOVERS = "lovers"
    SUMMONS = "summons"
    MAGICIAN = "magician"
    WISH = "wish"
    WORLD = "world"


class LeftForShadow(SeatEvent):
    """A trip; ``surrendered`` is whether the own Court card went under the deck (AM-5.1)."""

    surrendered: bool


class CardTaken(CardEvent):
    """The card of a trip, concealed, as the traveller sees it (AM-5.4)."""


class CardTakenUnseen(SeatEvent):
    """The card of a trip, as the others see it."""


class CourtRegained(CardEvent):
    """A player drew their own Court card, or found it again on the return; it lies open before them (AM-5.5, R-25)."""


class Returned(SeatEvent):
    """Somebody is in Amber; whatever kept them away is over, lost turns excepted."""

    way: Way


class ChaosMet(CardEvent):
    """A Chaos card drawn on a trip, seen by all; one that is kept lies open before its player (AM-5.3, AM-11.2)."""


class CourtGivenBack(Event):
    """A held Court card goes back to its owner (AM-5.6)."""

    holder: Seat
    owner: Seat
    card: Card
    how: CourtBack


class RansomFailed(Event):
    """A ransom was not paid, so the card stays, and all have seen whose it is (AM-5.7, R-29)."""

    gives_away = "AM-5.7"
    holder: Seat
    owner: Seat
    card: Card
    refused: bool


class CardsOpened(SeatEvent):
    """One who was summoned turns all own Shadow cards open (AM-5.9)."""

    cards: tuple[Card, ...]


class AllyGained(CardEvent):
    """An unplayed character becomes an ally (AM-5.11)."""


class AllyLost(CardEvent):
    """An alliance ends, and its Court card leaves the game (AM-2.15)."""


class HermitDeclared(SeatEvent):
    """The Hermit lies open as a scion of Amber (AM-C9)."""


class KeptCardLost(CardEvent):
    """A Chaos card that lay before a player goes to the discards unused (AM-10.3)."""


class LosesTurns(SeatEvent):
    """Turns without any action but talk; ``lovers`` is whether a return follows (AM-C6, AM-C12)."""

    first: int
    until: int
    lovers: bool


class Imprisoned(SeatEvent):
    """The Tower; ``surrendered`` is whether the own Court card went under the deck (AM-C16)."""

    surrendered: bool


class Silenced(SeatEvent):
    """No other play this turn (AM-C14)."""
