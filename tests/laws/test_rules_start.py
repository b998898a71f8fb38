"""What must hold of every rulebook: all of it can be had, and in ours a chapter for newcomers, of one screen."""

from __future__ import annotations

import pytest

from referee.games import every
from referee.reports.rulebook import rules_text
from tests.laws.played import rulesets

MOST = 40


@pytest.mark.parametrize("slug", list(every(third_party=False)))
def test_the_start_is_one_screen(slug: str) -> None:
    found = rules_text(rulesets()[slug], "START")

    assert found[0] == "START"
    assert len(found) <= MOST


@pytest.mark.parametrize("slug", list(rulesets()))
def test_the_whole_rulebook_comes_at_once(slug: str) -> None:
    rules = rulesets()[slug]
    last = (rules.folder / "RULES.md").read_text(encoding="utf-8").split()[-1]

    assert last.strip("`*|.") in rules_text(rules, "ALL")[-1]
