"""What breaks a law, in words for the author of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from referee.engine.asks import Ask
from referee.engine.audience import OBSERVER, Seat

MOST_NAMED = 6
"""So many of a list are named; of the rest only the number."""


class Breach(str):
    """What breaks a law, in words; ``seat`` is whom it is about and ``turn`` when it was, as far as that is known."""

    seat: Seat
    turn: int | None

    def __new__(cls, words: str, seat: Seat = OBSERVER, turn: int | None = None) -> Self:
        """Make a text that knows whom it is about, and when it was."""
        made = super().__new__(cls, words)
        made.seat = seat
        made.turn = turn
        return made


class NoAnswer(Exception):
    """A desk that did not answer a question with one of its choices; the message is for the game's author."""

    def __init__(self, ask: Ask[Any], found: object) -> None:
        """Take the question and what came instead of an answer."""
        given = "nothing" if found is None else f"{found}"
        super().__init__(f"{ask.seat}'s desk answers the question {put(ask)} with {given}, which is none of them")


def put(ask: Ask[Any]) -> str:
    """Name a question with its choices."""
    return f"{type(ask).__name__} ({few(ask.choices) or 'no choices'})"


def few(things: Iterable[object]) -> str:
    """Name some things, not too many of them."""
    names = [str(one) for one in things]
    more = len(names) - MOST_NAMED
    return ", ".join(names if more <= 0 else [*names[:MOST_NAMED], f"and {more} more"])
