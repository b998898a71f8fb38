"""What everybody sees of set-up, turns and the Throne."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.games.amber.moves import Kind
from referee.games.cards import Card


class Claim(StrEnum):
    """How somebody came to the Throne."""

    SEIZED = "seized"
    WISH = "wish"
    MAGICIAN = "magician"
    WORLD = "world"
    CORRECTED = "corrected"


class Fall(StrEnum):
    """How somebody lost the Throne (AM-6.7)."""

    DEFEATED = "defeated"
    DIED = "died"
    IMPRISONED = "imprisoned"
    LEFT = "left"
    REPLACED = "replaced"
    WORLD = "world"
    ABDICATED = "abdicated"


class CharacterTaken(Event):
    """A player's character: the Court card lies open before them (AM-1.4)."""

    seat: Seat
    card: Card


class HandDealt(Event):
    """The hidden cards one is dealt (AM-1.7)."""

    seat: Seat
    cards: tuple[Card, ...]


class HandDealtUnseen(Event):
    """How many hidden cards another is dealt."""

    seat: Seat
    count: int


class CardDealtOpen(Event):
    """The open card that each is dealt (AM-1.7)."""

    seat: Seat
    card: Card


class PilesCounted(Event):
    """How many cards lie in the three decks and the discards, at the beginning and at each end of a turn."""

    deck: int
    chaos: int
    encounter: int
    discards: int


class DiscardsReturned(Event):
    """The discards of the turn before were shuffled, put under the deck, and the deck was cut (AM-2.11)."""

    count: int


class DiceRolled(Event):
    """A hundred-sided die for each of these; those with equal numbers roll again (R-17)."""

    seats: tuple[Seat, ...]
    rolls: tuple[int, ...]
    again: bool = False


class TurnBegan(Event):
    """A new turn and its order of play, the initiative."""

    turn: int
    initiative: tuple[Seat, ...]


class OptionRevealed(Event):
    """What a player does this turn (AM-3.1)."""

    seat: Seat
    option: Kind
    target: Seat | None


class OptionLapsed(Event):
    """What somebody had announced does not take place (AM-4.10, AM-9.2, AM-3.7)."""

    seat: Seat
    option: Kind
    target: Seat | None


class TurnCutShort(Event):
    """Amber was attacked, so the turn is over (AM-3.7)."""


class TurnEnded(Event):
    """The turn is over; nothing of it goes on."""

    turn: int


class ThroneTaken(Event):
    """A player is on the Throne."""

    seat: Seat
    claim: Claim


class ThroneLost(Event):
    """A player is no longer on the Throne; these Throne cards go to the discards (AM-6.7, AM-6.8)."""

    seat: Seat
    fall: Fall
    cards: tuple[Card, ...]


class ThroneCardTurned(Event):
    """The first ruler turns up the Chaos card that lay on the Throne (AM-6.1)."""

    seat: Seat
    card: Card


class ThroneCardsDrawn(Event):
    """Open cards for the Throne pile (AM-6.3, AM-12.13)."""

    seat: Seat
    cards: tuple[Card, ...]


class ChaosEnthroned(Event):
    """X2 or X5 sits on the Throne, with her unlaid cards as Throne cards (AM-12.12)."""

    card: Card
    cards: tuple[Card, ...]


class ChaosDethroned(Event):
    """X2 or X5 is driven from the Throne; she and these cards go to the discards (AM-12.15)."""

    card: Card
    cards: tuple[Card, ...]


class WarBegan(Event):
    """Two or more claim the Throne (AM-3.5)."""

    claimants: tuple[Seat, ...]


class WarEnded(Event):
    """Nobody attacks any more, or nobody ever did; the Throne is as it was (AM-7.2, AM-7.3)."""

    fought: bool = True
