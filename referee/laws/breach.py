"""What breaks a law, in words for the author of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Self

from referee.engine.audience import OBSERVER, Audience, Seat
from referee.engine.events import Event
from referee.engine.lexicon import spoken


class Breach(str):
    """What breaks a law, in words; ``seat`` is whom it is about and ``turn`` when it was, as far as that is known.

    ``cause`` names the fault in the game by which the law could not be looked at; the same fault has the same name.
    """

    seat: Seat
    turn: int | None
    cause: str

    def __new__(cls, words: str, seat: Seat = OBSERVER, turn: int | None = None, cause: str = "") -> Self:
        """Make a text that knows whom it is about, and when it was."""
        made = super().__new__(cls, words)
        made.seat = seat
        made.turn = turn
        made.cause = cause
        return made


def worded(value: Any) -> str:
    """Say a value as its author would write it: things as they print, and of an event all but who is told."""
    match value:
        case Audience(seats=seats, others=others):
            return (f"all but {spoken(seats)}" if seats else "all") if others else spoken(seats) or "nobody"
        case Mapping():
            return "{" + ", ".join(f"{worded(key)}: {worded(one)}" for key, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(worded, value)) + "]"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(worded, value))) + "}"
        case _ if is_dataclass(value) and type(value).__str__ is object.__str__:
            names = [f.name for f in fields(value) if not (isinstance(value, Event) and f.name == "to")]
            return f"{type(value).__name__}({', '.join(f'{name}={worded(getattr(value, name))}' for name in names)})"
        case _:
            return str(value)


def beside(one: Any, other: Any) -> tuple[str, str]:
    """Say two values that are not alike; of events that differ in nothing else, who is told."""
    said, instead = worded(one), worded(other)
    if said == instead and isinstance(one, Event) and isinstance(other, Event):
        return f"{said} to {worded(one.to)}", f"{instead} to {worded(other.to)}"
    return said, instead
