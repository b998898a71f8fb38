"""What a step's rules asked, and what was answered, in words for people; no game needs to say more for it."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import groupby
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.lexicon import spoken
from referee.games.cards import Card
from referee.reports import spans
from referee.reports.lines import Lines

NOTHING = "nothing"
SOURCES = {
    Why.MAILED: "by mail",
    Why.RULING: "by a ruling of the GM",
    Why.PLAN: "by a standing plan",
    Why.DEFAULT: "by default",
}
SETS = (set, frozenset)
LISTS = (tuple, list, Mapping, *SETS)
NUMBERS = re.compile(r"\d+(?:, \d+)*")
"""What says nothing of itself."""

A_WORD_BEGINS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def decisions(lines: Lines, asked: Iterable[tuple[Ask[Any], Answer[Any]]]) -> Iterator[str]:
    """Say each question with the rule that put it, its answer, and where that came from.

    Seats that were asked the same in a row, and answered alike, stand in one line.
    """
    told = ((ask.seat, _question(lines, ask), _answer(lines, ask, answer)) for ask, answer in asked)
    for (question, answer), alike in groupby(told, key=lambda one: one[1:]):
        seats = Counter(seat for seat, _, _ in alike)
        who = spoken([seat if n == 1 else f"{seat} ({n} times)" for seat, n in seats.items()])
        yield f"{who}, {question}: {answer}"


def _question(lines: Lines, ask: Ask[Any]) -> str:
    """Name a question, its rule, and what the seat was told with it; of lists the answer says enough."""
    facts = [f"{name} {said}".rstrip() for name, said in _facts(lines, ask, {"seat", "choices"}, listed=False)]
    rule = f" ({ask.rule})" if ask.rule else ""
    return ", ".join([f"{_words(type(ask).__name__)}{rule}", *facts])


def _answer(lines: Lines, ask: Ask[Any], answer: Answer[Any]) -> str:
    """Say what was answered, why, and which orders could not answer."""
    named = lines.has("choice") and lines.has(f"Ask_{type(ask).__name__}")
    value = spans.plain(lines.choice(ask, answer.value)) if named else in_words(lines, answer.value)
    by = f"by order {answer.because}" if isinstance(answer.because, int) else SOURCES[answer.because]
    lapsed = "".join(f" Order {number} lapsed: {why}" for number, why in answer.lapsed)
    return f"{value}, {by}.{lapsed}"


def in_words(lines: Lines, value: Any) -> str:
    """Say a value of a game as people read it: a card by code and name, of a compound one what is not left open."""
    if isinstance(value, bool):
        return "YES" if value else "NO"
    if isinstance(value, Card):
        return spans.plain(lines.coded(value))
    if isinstance(value, Enum):
        return str(value.value) or NOTHING
    if isinstance(value, LISTS):
        said = [in_words(lines, one) for one in value]
        return ", ".join(sorted(said) if isinstance(value, SETS) else said) or NOTHING
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return _compound(lines, value)
    return NOTHING if value is None or value == "" else str(value)


def _compound(lines: Lines, value: Any) -> str:
    """Say a value of several fields; what kind it is comes first, by a field of that kind or by its class."""
    own = {field.name for field in fields(value) if not field.compare}  # such as the order's number, said elsewhere
    facts = _facts(lines, value, own)
    said = [f"{name} {said}" if NUMBERS.fullmatch(said) else said or name for name, said in facts]
    named = isinstance(getattr(value, fields(value)[0].name), Enum) if fields(value) else False
    return ", ".join(said) if named else ": ".join(filter(None, (_words(type(value).__name__), ", ".join(said))))


def _facts(lines: Lines, value: Any, but: Container[str] = (), *, listed: bool = True) -> Iterator[tuple[str, str]]:
    """Name the fields of a value that say something; without lists, if ``listed`` is false."""
    for field in fields(value):
        one = getattr(value, field.name)
        says = (one or type(one) is int) and one != field.default
        if says and field.name not in but and (listed or not isinstance(one, LISTS)):
            yield _words(field.name), "" if one is True else in_words(lines, one)


def _words(name: str) -> str:
    """Take a name of the program's apart: ``ShadowAct`` is a shadow act; ``n`` is a number."""
    return "number" if name == "n" else A_WORD_BEGINS.sub(" ", name).replace("_", " ").lower()
