"""Small words of letters: who and whose, one and many, numbers and lists as they are spoken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.engine.audience import OBSERVER
from referee.engine.lexicon import spoken as _joined
from referee.engine.slots import NUMBERS
from referee.reports import spans

WORDS = tuple(word.lower() for word in NUMBERS)


def who(seat: str, me: str = "") -> str:
    """Begin a sentence with a player: ``You`` or ``Ana``."""
    return "You" if is_me(seat, me) else seat


def whom(seat: str, me: str = "") -> str:
    """Name a player within a sentence: ``you`` or ``Ana``."""
    return "you" if is_me(seat, me) else seat


def whose(seat: str, me: str = "") -> str:
    """Say whose something is: ``your`` or ``Ana's``."""
    return "your" if is_me(seat, me) else f"{seat}'s"


def does(seat: str, me: str, you: str, other: str) -> str:
    """Pick the verb's form: ``lead`` for you, ``leads`` for another."""
    return you if is_me(seat, me) else other


def is_me(seat: str, me: str) -> bool:
    """Say whether a seat is the reader's own; an observer is nobody."""
    return seat == me and me != OBSERVER


def plural(n: int, one: str, many: str) -> str:
    """Pick the word for one or for many."""
    return one if n == 1 else many


def number(n: int) -> str:
    """Say a number: in words up to twelve, then in figures."""
    return WORDS[n] if 0 <= n < len(WORDS) else str(n)


def spoken(names: Iterable[object], last: str = "and") -> str:
    """Join a list as one speaks: ``Eric, Fiona and Random``."""
    return _joined([str(name) for name in names], last)


def ranked(figures: Mapping[str, Any], *, lowest: bool = False) -> list[tuple[int, str, Any]]:
    """Rank players by a figure, the highest first or the lowest: place, player, figure; equal ones share a place."""
    ordered = sorted(figures.items(), key=lambda one: one[1], reverse=not lowest)
    places = [figure for _, figure in ordered]
    return [(places.index(figure) + 1, player, figure) for player, figure in ordered]


def oneline(text: str) -> str:
    """Put a text on one line, whatever blanks and line feeds it has."""
    return " ".join(text.split())


def cap(text: str) -> str:
    """Begin with a capital letter and leave the rest as it is."""
    return spans.begun(text, str.upper)
