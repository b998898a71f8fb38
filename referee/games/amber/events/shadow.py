"""What happens on the way into Shadow and back, and with Court cards."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.audience import Seat
from referee.engine.events import Event
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


class LeftForShadow(Event):
    """A trip; ``surrendered`` is whether the own Court card went under the deck (AM-5.1)."""

    seat: Seat
    surrendered: bool


class CardTaken(Event):
    """The card of a trip, concealed, as the traveller sees it (AM-5.4)."""

    seat: Seat
    card: Card


class CardTakenUnseen(Event):
    """The card of a trip, as the others see it."""

    seat: Seat


class CourtRegained(Event):
    """A player drew their own Court card, or found it again on the return; it lies open before them (AM-5.5, R-25)."""

    seat: Seat
    card: Card


class Returned(Event):
    """Somebody is in Amber; whatever kept them away is over, lost turns excepted."""

    seat: Seat
    way: Way


class ChaosMet(Event):
    """A Chaos card drawn on a trip, seen by all; one that is kept lies open before its player (AM-5.3, AM-11.2)."""

    seat: Seat
    card: Card


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


class CardsOpened(Event):
    """One who was summoned turns all own Shadow cards open (AM-5.9)."""

    seat: Seat
    cards: tuple[Card, ...]


class AllyGained(Event):
    """An unplayed character becomes an ally (AM-5.11)."""

    seat: Seat
    card: Card


class AllyLost(Event):
    """An alliance ends, and its Court card leaves the game (AM-2.15)."""

    seat: Seat
    card: Card


class HermitDeclared(Event):
    """The Hermit lies open as a scion of Amber (AM-C9)."""

    seat: Seat


class KeptCardLost(Event):
    """A Chaos card that lay before a player goes to the discards unused (AM-10.3)."""

    seat: Seat
    card: Card


class LosesTurns(Event):
    """Turns without any action but talk; ``lovers`` is whether a return follows (AM-C6, AM-C12)."""

    seat: Seat
    first: int
    until: int
    lovers: bool


class Imprisoned(Event):
    """The Tower; ``surrendered`` is whether the own Court card went under the deck (AM-C16)."""

    seat: Seat
    surrendered: bool


class Silenced(Event):
    """No other play this turn (AM-C14)."""

    seat: Seat
