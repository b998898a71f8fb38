"""What everybody sees of set-up, turns and the Throne."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Event, Seat, SeatEvent
from referee.games.amber.events.cards import CardEvent
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


class CharacterTaken(CardEvent):
    """A player's character: the Court card lies open before them (AM-1.4)."""


class HandDealt(SeatEvent):
    """The hidden cards one is dealt (AM-1.7)."""

    cards: tuple[Card, ...]


class HandDealtUnseen(SeatEvent):
    """How many hidden cards another is dealt."""

    count: int


class CardDealtOpen(CardEvent):
    """The open card that each is dealt (AM-1.7)."""


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


class OptionRevealed(SeatEvent):
    """What a player does this turn (AM-3.1)."""

    option: Kind
    target: Seat | None


class OptionLapsed(SeatEvent):
    """What somebody had announced does not take place (AM-4.10, AM-9.2, AM-3.7)."""

    option: Kind
    target: Seat | None


class TurnCutShort(Event):
    """Amber was attacked, so the turn is over (AM-3.7)."""


class TurnEnded(Event):
    """The turn is over; nothing of it goes on."""

    turn: int


class ThroneTaken(SeatEvent):
    """A player is on the Throne."""

    claim: Claim


class ThroneLost(SeatEvent):
    """A player is no longer on the Throne; these Throne cards go to the discards (AM-6.7, AM-6.8)."""

    fall: Fall
    cards: tuple[Card, ...]


class ThroneCardTurned(CardEvent):
    """The first ruler turns up the Chaos card that lay on the Throne (AM-6.1)."""


class ThroneCardsDrawn(SeatEvent):
    """Open cards for the Throne pile (AM-6.3, AM-12.13)."""

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
