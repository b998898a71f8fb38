"""Decisions that the rules need, and the answers to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.values import Valued, value

A = TypeVar("A")


NO_OR_YES = (False, True)
"""The choices of a question that is answered by no, unless somebody says yes."""


class Why(StrEnum):
    """Where an answer came from, if not from a numbered order."""

    MAILED = "mailed"
    RULING = "ruling"
    PLAN = "plan"
    DEFAULT = "default"


class Ask(Valued, Generic[A]):
    """One decision of one seat, with all the facts that this seat may know about it.

    It is put because of what the seat was told, never because of what a hand hides. ``choices`` are small values in a
    fixed order; ``rule`` cites the rule that puts the question; ``live`` says that a live game may stop here and mail
    it, ``for_gm`` that it is put to the GM: its first choice is then "no effect", and nothing waits for the GM.
    ``doing`` says to the GM what each ruling does, in a sentence for each.
    """

    seat: Seat
    choices: Sequence[A]
    rule: ClassVar[str] = ""
    live: ClassVar[bool] = False
    for_gm: ClassVar[bool] = False
    doing: ClassVar[Sequence[str]] = ()

    @property
    def name(self) -> str:
        """Name the question within its step; a game may name it better, but each must end up unique by a count."""
        return type(self).__name__


@value
class Answer(Generic[A]):
    """What came back and why: the number of an order in force, or a ``Why``.

    ``lapsed`` names orders that should have answered and could not: number and
    reason of each, in words that betray nobody.
    """

    value: A
    because: int | Why
    lapsed: tuple[tuple[int, str], ...] = ()


class NoAnswer(AssertionError):
    """A desk that did not answer a question with one of its choices; the message is for the game's author."""

    def __init__(self, ask: Ask[Any], found: object) -> None:
        value = found.value if isinstance(found, Answer) else found
        given = "nothing" if value is None else f"{value}"
        words = f"{ask.seat}'s desk answers the question {put(ask)} with {given}, which is none of them"
        super().__init__(words if ask.choices else f"{ask.seat} is asked {put(ask)}")
        self.ask = ask


def put(ask: Ask[Any]) -> str:
    """Name a question with its choices."""
    return f"{type(ask).__name__} ({few(ask.choices) or 'no choices'})"


def few(things: Iterable[object], most: int = 6) -> str:
    """Name some things, not too many of them; of the rest only the number."""
    names = [str(one) for one in things]
    more = len(names) - most
    return ", ".join(names if more <= 0 else [*names[:most], f"and {more} more"])


class Pending(Exception):
    """A live game stops here until these asks are answered or their time is over.

    ``asks`` are those still open, by key; ``events`` what had happened up to here, which is also the beginning of what
    the finished step will tell; ``would`` what each asked seat's own desk would answer, by key.
    """

    def __init__(
        self, asks: Mapping[str, Ask[Any]], events: Sequence[Event], would: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(", ".join(asks))
        self.asks = dict(asks)
        self.events = list(events)
        self.would = dict(would or {})


@value
class Given:
    """Answers from outside the orders: mailed ones and the GM's rulings, by the ask's key.

    With ``live`` the step stops at a live ask whose key is neither among the
    ``answers`` nor among the ``silent``, those whose time is over.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    silent: frozenset[str] = frozenset()
    live: bool = False


NOTHING_GIVEN = Given()
