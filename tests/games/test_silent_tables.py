"""A table where nobody ever writes: the game ends by its own rules, as its RULES.md says."""

from __future__ import annotations

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.games import every

AGREED = ("amber",)
"""Games that end so only where the table agreed on a last turn (AM-14.7)."""

MOST = 100


@pytest.mark.parametrize("slug", sorted(set(every(third_party=False)) - set(AGREED)))
@pytest.mark.parametrize("number", range(3))
def test_a_table_of_silent_players_ends(slug: str, number: int) -> None:
    rules = every(third_party=False)[slug]

    last = list(steps(rules, Plan(slug, Style.SILENT, longest=MOST), number))[-1]

    assert last.end is not None
    assert last.end.reason in rules.ending.reasons
