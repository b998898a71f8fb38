"""What can happen. An event is one fact, told to those who may know it; no field is for some of them only."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.events import Event

from .state import Stone


class StoneDrawn(Event):
    """You drew this stone (TG-1.2, TG-2.3)."""

    seat: Seat
    stone: Stone


class StoneDrawnUnseen(Event):
    """Somebody else drew a stone (TG-1.2, TG-2.3)."""

    seat: Seat


class StoneLaid(Event):
    """A player laid this stone (TG-2.1)."""

    seat: Seat
    stone: Stone


class TrickWon(Event):
    """A player scored a point (TG-2.2)."""

    seat: Seat
