"""What must hold of the chapter for newcomers in any rulebook that has one: it is one screen."""

from __future__ import annotations

import pytest

from referee.reports.rulebook import begins_with_start, rules_text
from tests.laws.played import rulesets

MOST = 40


@pytest.mark.parametrize("slug", [slug for slug, rules in rulesets().items() if begins_with_start(rules)])
def test_the_start_is_one_screen(slug: str) -> None:
    found = rules_text(rulesets()[slug], "START")

    assert found[0] == "START"
    assert len(found) <= MOST


@pytest.mark.parametrize("slug", list(rulesets()))
def test_the_whole_rulebook_comes_at_once(slug: str) -> None:
    rules = rulesets()[slug]
    last = (rules.folder / "RULES.md").read_text(encoding="utf-8").split()[-1]

    assert last.strip("`*|.") in rules_text(rules, "ALL")[-1]
