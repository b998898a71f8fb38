"""What sensible players of Amber do with special cards, and when they leave it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.games.amber import RULESET
from referee.games.amber.bots import friends
from referee.games.amber.case import given

CORWIN = Seat("Corwin")
DEATH: dict[str, Any] = {"down": ["10S"]}
REIGN = {"throne": {"occupant": "Eric", "taken": 4}, "players": {"Corwin": DEATH, "Eric": {"at": "throne"}}}
OWN = {"throne": {"occupant": "Corwin", "taken": 4}, "players": {"Corwin": {"at": "throne", **DEATH}, "Eric": {}}}


def shown(turn: int = 6, **changed: Any) -> list[str]:
    """What Corwin would write about Death and the Sun by a hundred different chances, in the order of these."""
    table = {**REIGN, "turn": turn, **changed}
    players = {**table["players"], "Fiona": {}, "Random": {"at": "shadow", "status": "banished", "until": 9}}
    start = given(RULESET.settle({}), {**table, "players": players})
    seen = RULESET.look(start.state, CORWIN, start.setup)
    return [line for n in range(100) for line in friends(seen, Chance(bytes([n]) * 32, turn))]


def test_death_is_shown_to_somebody_in_amber_half_of_the_time_while_another_reigns() -> None:
    assert shown() == ["SHOW 10S TO Fiona"] * 57


@pytest.mark.parametrize(
    "changed",
    [
        {"turn": 5},
        {"players": {"Corwin": {"down": ["9S"]}, "Eric": {"at": "throne"}}},
        OWN,
        {"throne": {}, "players": {"Corwin": DEATH, "Eric": {}}},
    ],
    ids=["a reign that has just begun", "Death is elsewhere", "on the Throne oneself", "nobody reigns"],
)
def test_death_stays_hidden_else(changed: dict[str, Any]) -> None:
    assert shown(**changed) == []
