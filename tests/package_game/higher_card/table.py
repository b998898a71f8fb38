"""Cards, state, events and view of Higher Card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.values import value


class Colour(StrEnum):
    """The four colours, in their order."""

    RED = "R"
    GREEN = "G"
    BLUE = "B"
    YELLOW = "Y"


@value
class Card:
    """One card; there is one of each (HC-1.1)."""

    rank: int
    colour: Colour

    def __str__(self) -> str:
        return f"{self.rank}{self.colour}"


DECK = tuple(Card(rank, colour) for rank in range(1, 7) for colour in Colour)
"""All cards, the lowest first."""

CARDS = {str(card): card for card in DECK}


@dataclass(slots=True)
class State:
    """Where every card lies, and the points."""

    seats: tuple[Seat, ...]
    hands: dict[Seat, list[Card]]
    deck: list[Card]
    points: dict[Seat, int]
    away: list[Card] = field(default_factory=list)
    die_on_ties: bool = False


class CardDrawn(Event):
    """You drew this card."""

    seat: Seat
    card: Card


class CardDrawnUnseen(Event):
    """Another drew a card."""

    seat: Seat


class CardLaid(Event):
    """A player laid this card."""

    seat: Seat
    card: Card


class DieRolled(Event):
    """A player rolled for a tie."""

    seat: Seat
    roll: int


class TrickWon(Event):
    """A player scored."""

    seat: Seat


class TrickTied(Event):
    """Nobody scored."""

    seats: tuple[Seat, ...]


@dataclass(slots=True)
class View:
    """What one seat knows."""

    seat: Seat
    seats: tuple[Seat, ...]
    hand: list[Card]
    points: dict[Seat, int]
    holds: dict[Seat, int]

    def apply(self, e: Event, /) -> None:
        """Take in one event."""
        match e:
            case CardDrawn(seat=seat, card=card):
                self.hand.append(card)
                self.holds[seat] += 1
            case CardDrawnUnseen(seat=seat):
                self.holds[seat] += 1
            case CardLaid(seat=seat, card=card):
                self.holds[seat] -= 1
                if seat == self.seat:
                    self.hand.remove(card)
            case TrickWon(seat=seat):
                self.points[seat] += 1


def lowest_first(cards: Sequence[Card]) -> list[Card]:
    """Sort cards by number, then by colour (HC-2.2)."""
    return sorted(cards, key=DECK.index)
