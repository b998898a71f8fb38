"""The stones, and the whole truth of a game, which only the rules see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.engine.audience import Seat
from referee.engine.values import value


@value
class Stone:
    """One stone (TG-1.1); it prints as ``S12``."""

    number: int

    def __str__(self) -> str:
        return f"S{self.number}"


STONES = tuple(Stone(number) for number in range(1, 19))
BY_CODE = {str(stone): stone for stone in STONES}


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a stone in letters."""
    return lambda stone: f"stone {stone}"


@dataclass(slots=True)
class State:
    """Where every stone lies, and the points."""

    seats: tuple[Seat, ...]
    hands: dict[Seat, list[Stone]]
    bag: list[Stone]
    points: dict[Seat, int]
    away: list[Stone] = field(default_factory=list)


def hidden(state: State, seat: Seat) -> set[Stone]:
    """Name the stones that this seat may not know of now: the bag, and the others' hands. For the laws alone."""
    others = [stone for other in state.seats if other != seat for stone in state.hands[other]]
    return {*state.bag, *others}
