"""Decisions that the rules need, and the answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeVar

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.values import quick

A = TypeVar("A")


class Why(StrEnum):
    """Where an answer came from, if not from a numbered order."""

    MAILED = "mailed"
    RULING = "ruling"
    PLAN = "plan"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Ask(Generic[A]):
    """One decision of one seat, with all the facts that this seat may know about it.

    It is put because of what the seat was told, never because of what a hand
    hides. ``choices`` are small values in a fixed order; ``rule`` cites the rule
    that puts the question; ``live`` says that a live game may stop here and mail it, ``for_gm``
    that it is put to the GM: its first choice is then "no effect", and nothing waits for him.
    """

    seat: Seat
    choices: Sequence[A]
    rule: ClassVar[str] = ""
    live: ClassVar[bool] = False
    for_gm: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """Name the question within its step; a game may name it better, but each must end up unique by a count."""
        return type(self).__name__


@quick
@dataclass(frozen=True, slots=True)
class Answer(Generic[A]):
    """What came back and why: the number of an order in force, or a ``Why``.

    ``lapsed`` names orders that should have answered and could not: number and
    reason of each, in words that betray nobody.
    """

    value: A
    because: int | Why
    lapsed: tuple[tuple[int, str], ...] = ()


class Pending(Exception):
    """A live game stops here until these asks are answered or their time is over.

    ``asks`` are those still open, by key; ``events`` what had happened up to
    here, which is also the beginning of what the finished step will tell;
    ``would`` what each asked seat's own desk would answer, by key.
    """

    def __init__(
        self, asks: Mapping[str, Ask[Any]], events: Sequence[Event], would: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(", ".join(asks))
        self.asks = dict(asks)
        self.events = list(events)
        self.would = dict(would or {})


@dataclass(frozen=True, slots=True)
class Given:
    """Answers from outside the orders: mailed ones and the GM's rulings, by the ask's key.

    With ``live`` the step stops at a live ask whose key is neither among the
    ``answers`` nor among the ``silent``, those whose time is over.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    silent: frozenset[str] = frozenset()
    live: bool = False


NOTHING_GIVEN = Given()
