"""Higher Card: rule cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cases.words import Behind, CaseStart, CaseWords
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.setup import Setup

from .table import CARDS, DECK, State


def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[State]:
    """Read the state of a case (HC-5)."""
    for key in data:
        if key not in ("hands", "deck", "points", "seats"):
            raise SetupError(f"A case of Higher Card has no {key}; it has hands, deck, points or seats.")
    if "seats" in data:
        seats = tuple(map(Seat, data["seats"]))
        return CaseStart(Setup(seats, options), State(seats, {}, [], {}), 0)
    hands = {Seat(name): [CARDS[code] for code in codes] for name, codes in data.get("hands", {}).items()}
    deck = [CARDS[code] for code in data.get("deck", [])]
    held = [*deck, *(card for hand in hands.values() for card in hand)]
    points = {seat: data.get("points", {}).get(seat, 0) for seat in hands}
    away = [card for card in DECK if card not in held]
    state = State(tuple(hands), hands, deck, points, away, options["ties"] == "die")
    return CaseStart(Setup(tuple(hands), options), state, 3)


def shown(behind: Behind[State]) -> Mapping[str, Any]:
    """Show a state in the keys of cases (HC-5)."""
    state = behind.state
    return {
        "hands": {seat: list(map(str, hand)) for seat, hand in state.hands.items()},
        "deck": list(map(str, state.deck)),
        "points": dict(state.points),
        "away": list(map(str, state.away)),
        "_loose": ["deck", "away"],
        "_ordered": ["deck"],
    }


CASE_WORDS: CaseWords[State] = CaseWords(given, shown)
