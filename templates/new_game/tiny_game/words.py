"""The words of the game: what a stone is called, whom one may name, how a mailed answer is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.lexicon import Lexicon, Words, split

from .orders import StoneSlot


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a stone in letters."""
    return lambda stone: f"stone {stone}"


def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
    """Return the names that may stand in orders: here the players' alone."""
    return Lexicon.of(seats)


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer, with LAY before it or without (TG-2.4)."""
    words = Words(split(text.upper().removeprefix("LAY ")), lexicon, ask.seat, text)
    stone = StoneSlot().read(words)
    if stone not in ask.choices:
        words.at = 0
        raise words.unreadable("one of your stones", hint=f"You may lay {', '.join(map(str, ask.choices))}.")
    return stone
