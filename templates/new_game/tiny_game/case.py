"""Rule cases: a state out of readable keys, and back into them (TG-5); nothing else in the game knows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.setup import Setup

from .state import BY_CODE, STONES, State, Stone

KEYS = ("hands", "bag", "points", "seats")


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Make the start of a case; step 0 is set-up, any other is a turn."""
    for key in data:
        if key not in KEYS:
            raise SetupError(f"A case of Tiny Game has no {key}; it has {', '.join(KEYS)}.")
    if "seats" in data:
        seats = tuple(Seat(name) for name in data["seats"])
        return CaseStart(Setup(seats, options), State(seats, {}, [], {}), 0)
    hands = {Seat(name): [stone(code) for code in codes] for name, codes in data.get("hands", {}).items()}
    bag = [stone(code) for code in data.get("bag", [])]
    placed = [*bag, *(one for hand in hands.values() for one in hand)]
    points = {seat: data.get("points", {}).get(seat, 0) for seat in hands}
    away = [one for one in STONES if one not in placed]
    return CaseStart(Setup(tuple(hands), options), State(tuple(hands), hands, bag, points, away), 3)


def stone(code: str) -> Stone:
    """Read a stone of a case."""
    if code not in BY_CODE:
        raise SetupError(f"{code} is no stone; they are S1 to S18.")
    return BY_CODE[code]


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state in the keys of cases; ``_loose`` fields need not stay as they were given."""
    state = behind.state
    return {
        "hands": {seat: list(map(str, hand)) for seat, hand in state.hands.items()},
        "bag": list(map(str, state.bag)),
        "points": dict(state.points),
        "away": list(map(str, state.away)),
        "_loose": ["bag", "away"],
        "_ordered": ["bag"],
    }


CASE_WORDS: CaseWords[State] = CaseWords(given, shown)
