"""All decision points of a game of Amagande (RULES.md, 3.3)."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.asks import Ask
from referee.games.cards import Card, French


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
