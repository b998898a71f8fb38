"""Rule cases end where their orders do, and own turns may be told in sentences, which are looked up."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.amagande import RULESET
from tests.games import one_case

TABLE = "{players: [Ana, Bo], turn: Ana, top: 9H, hands_include: {Ana: [2H, 5H], Bo: [3H]}}"
ORDERS = "{Ana: [PLAY 2H, COUNTER TAKE], Bo: [COUNTER 3H ELSE TAKE]}"


def wrong(folder: Path, expect: str, orders: str = ORDERS) -> list[str]:
    """The fields of one case that differ, and its other problems."""
    return one_case.wrong(folder, RULESET, id="AG-T", given=TABLE, orders=orders, expect=f"{{{expect}}}")


@pytest.mark.parametrize(
    ("expect", "differs"),
    [
        ("sequence: [Ana plays 2H, Bo counters 3H, Ana draws 3 and her turn ends], turn: Bo, top: 3H", []),
        ("turn: Bo, top: 3H, hands: {Ana: 7, Bo: 4}", []),
        ("sequence: [Ana plays 2H, Bo counters 3H], turn: Ana, pending: 3", []),
        ("sequence: [Ana plays 2H, Bo plays 4H]", ["sequence"]),
        ("sequence: [Ana plays 2H, Bo counters 3H, Ana draws 5]", ["sequence"]),
        ("sequence: [Bo plays 2H]", ["sequence"]),
        ("turn_1: {played: 2H, pending: 2}, mood: fair", ["mood"]),
    ],
)
def test_a_case_ends_where_its_orders_end(tmp_path: Path, expect: str, differs: list[str]) -> None:
    assert wrong(tmp_path, expect) == differs


def test_a_case_without_orders_is_about_one_own_turn(tmp_path: Path) -> None:
    assert wrong(tmp_path, "own_turns: 6", "{}") == []
    assert wrong(tmp_path, "turn: Bo, in_hand: {Bo: 5}", "{}") == []
