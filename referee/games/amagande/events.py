"""What can happen in a game of Amagande, told to those who may know it, and what its players are asked."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.author import Ask, Correction, Event, Seat, SeatEvent
from referee.games.cards import Card, French


class ReferenceDrawn(Event):
    """The reference suit of the whole game (AG-1.2)."""

    suit: str


class FirstTurned(Event):
    """The first discard; ``back`` were turned before it and put back (AG-R2)."""

    card: Card
    back: tuple[Card, ...]
    stock: int


class BeginnerDrawn(SeatEvent):
    """Who begins, drawn at random (AG-R3)."""


class TurnBegun(Event):
    """A turn by e-mail begins; who is on turn."""

    turn: int
    seat: Seat


class CardPlayed(SeatEvent):
    """A card was played, perhaps just drawn, perhaps to counter a penalty; ``left`` are left to its player (AG-2.1).

    ``pending`` is what the next player has to draw or counter, ``required`` what they have to meet:
    RED or BLACK after a Joker, FREE after a block (AG-3.1 to AG-3.3, AG-4.2).
    """

    card: Card
    drawn: bool
    countered: bool
    left: int
    pending: int
    required: str


class SuitNamed(SeatEvent):
    """The suit required after an ace (AG-4.1)."""

    suit: str


class CardsDrawn(SeatEvent):
    """Cards drawn, as the one who drew them sees them (AG-2.2, AG-2.4)."""

    cards: tuple[Card, ...]


class CardsDrawnUnseen(SeatEvent):
    """So many cards were drawn, for a penalty of ``due`` or because nothing could be played (AG-2.2, AG-2.4).

    ``required`` is what the next player has to meet after a penalty: the Joker's colour (AG-R12).
    """

    count: int
    due: int
    required: str


class Passed(SeatEvent):
    """A player made no play: they kept the card they drew, or there was nothing to draw (AG-2.3, AG-R7)."""

    drew: bool


class StockRenewed(Event):
    """All discards but the top one were shuffled into a new stock (AG-R7)."""

    cards: int


class TurnPassed(SeatEvent):
    """Who is on turn now, in which direction, and who was skipped (AG-5.1, AG-5.2)."""

    before: Seat
    direction: int
    reversed: bool
    skipped: Seat


class CheckCalled(SeatEvent):
    """The 7 of the reference suit triggered the check on all hands (AG-6.1)."""


class HandShown(SeatEvent):
    """A hand laid open by a check, its sum, and whether it is eliminated (AG-6.2)."""

    cards: tuple[Card, ...]
    sum: int
    eliminated: bool


class CheckPassed(Event):
    """A check after which those named play on (AG-R15, AG-R17)."""

    seats: tuple[Seat, ...]


class LeftTable(SeatEvent):
    """A player is out: eliminated, or resigned; their cards went under the stock (AG-R17, AG-R19)."""

    cards: int
    resigned: bool


class SumsCompared(Event):
    """Nobody could play or draw for a whole circuit, so the lowest sum wins (AG-R7)."""

    sums: tuple[tuple[Seat, int], ...]


class TopCorrected(Correction):
    """By a correction of the GM another card lies on top of the discards."""

    card: Card


class RequirementCorrected(Correction):
    """The GM set what the next play has to meet: a suit's letter, RED, BLACK, or nothing."""

    required: str


class DirectionCorrected(Correction):
    """The GM turned the direction of play round."""

    direction: int


class Act(StrEnum):
    """What one may do instead of playing a card, or with a drawn one."""

    DRAW = "DRAW"
    PASS = "PASS"
    TAKE = "TAKE"
    PLAY = "PLAY"
    KEEP = "KEEP"


Move = Card | Act


class Resign(Ask[bool]):
    """A6, at the beginning of a turn: do you give the game up?"""

    rule = "AG-R19"


class Play(Ask[Move]):
    """A1 and A5: which card do you play? Without one that fits you draw, or pass if there is nothing to draw.

    ``nth`` counts your own turns of this deadline that were no penalty.
    """

    rule = "AG-2.1"
    live = True
    nth: int
    top: Card
    required: str


class Counter(Ask[Move]):
    """A2: do you counter the penalty, or take it?"""

    rule = "AG-2.4"
    live = True
    top: Card
    pending: int


class Drawn(Ask[Act]):
    """A4: do you play the card that you drew? One that does not fit you keep."""

    rule = "AG-2.3"
    live = True
    card: Card


class NameSuit(Ask[French]):
    """A3: which suit does your ace require?"""

    rule = "AG-4.1"
    live = True
    nth: int
    card: Card
