"""All decision points of a game of Normal Cards (RULES.md, 3.3)."""

from __future__ import annotations

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.games.cards import Card


class Resign(Ask[bool]):
    """N4, at the beginning of a turn: do you give the game up?"""

    rule = "NC-R9"


class Lead(Ask[Card]):
    """N1: which card do you lead?"""

    rule = "NC-2.1"
    live = True
    trick: int


class Reply(Ask[Card]):
    """N2: which card do you lay to those on the table?"""

    rule = "NC-2.1"
    live = True
    trick: int
    leader: Seat
    table: tuple[Card, ...]


class PlayOn(Ask[bool]):
    """N3: the turn's own tricks are played, do you go on for one more?"""

    rule = "NC-P1.1"
    played: int
