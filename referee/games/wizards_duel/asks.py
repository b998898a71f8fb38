"""All decision points of a duel (RULES.md, 2.4)."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.games.cards import Card


class Act(StrEnum):
    """What one may do instead of playing a card from the hand."""

    DRAW = "DRAW"
    CALL = "CALL"


Move = Card | Act


class Resign(Ask[bool]):
    """WD-W7, at the beginning of a turn: do you give the duel up?"""

    rule = "WD-R19"


class Lead(Ask[Move]):
    """WD-W2 and WD-W4: which card do you lead, or do you draw?"""

    rule = "WD-3.1"
    round: int


class Reply(Ask[Move]):
    """WD-W3 to WD-W5: do you answer the led card with one of yours, with a drawn one, or with a call?"""

    rule = "WD-3.1"
    live = True
    round: int
    leader: Seat
    led: Card
    drawn: bool


class PlayOn(Ask[bool]):
    """WD-W6: the turn's own rounds are played, do you go on for one more?"""

    rule = "WD-P1.1"
    played: int
