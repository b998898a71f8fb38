"""The order language: a verb's usage line is its parser, its print and its help."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.lexicon import Words
from referee.engine.orders import Order
from referee.engine.slots import Slot

from .state import BY_CODE, Stone


class StoneSlot(Slot[Stone]):
    """The slot ``stone``: a stone by its code."""

    name = "stone"
    usage = "a stone, from S1 to S18"
    example = "S12"

    def read(self, words: Words) -> Stone:
        """Read a code and step over it."""
        if words.word not in BY_CODE:
            raise words.unreadable("a stone", BY_CODE, "Write a stone of yours, such as S12.")
        return BY_CODE[words.take(*BY_CODE)]


class LayStone(Order):
    """Lay this stone (TG-4.1)."""

    usage: ClassVar[str | tuple[str, ...]] = "LAY stone"
    example: ClassVar[str] = "LAY S12"
    stone: Stone


class Prefer(Order):
    """Lay your highest or your lowest stone, every turn until you say otherwise (TG-4.2)."""

    usage: ClassVar[str | tuple[str, ...]] = "PREFER which:HIGH|LOW"
    example: ClassVar[str] = "PREFER HIGH"
    standing: ClassVar[bool] = True
    which: str
