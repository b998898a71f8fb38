"""Bots: one answers each question at random, others write order lines as people do."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.asks import Answer, Why
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.table import Desk

Writes = Callable[[Any, Chance], Sequence[str]]
"""A player that writes order lines before a step, from what its seat knows."""


def guessing(chance: Chance) -> Callable[[Callable[[], Any]], Desk]:
    """Seat one who answers with any choice, all equally likely, by luck of their own; that counts as by a plan."""
    return lambda look: lambda ask: Answer(chance.pick(ask.choices, "answer", type(ask).__name__), Why.PLAN)


def own_chance(seed: bytes, seat: Seat, step: int) -> Chance:
    """Make the luck of the bot at this seat; it follows from the game's seed and betrays nothing of it."""
    return Chance(hashlib.sha256(b"referee bot 1\n" + seat.encode() + b"\n" + seed).digest(), step)
