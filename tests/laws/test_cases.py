"""Every rule case, run as a test of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from referee.cases.expand import expand
from referee.cases.read import files, read
from referee.cases.run import Runner, cases_in, ruleset_of
from referee.cases.written import Case
from referee.engine.lexicon import plain
from referee.laws.played import Rules
from referee.resources import Resources
from tests.laws.played import rulesets

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [folder for folder in (ROOT / "cases", ROOT / "package_game" / "higher_card" / "cases.md") if folder.exists()]
CASES, ERRORS = cases_in(FOLDERS)


def find(slug: str) -> Rules:
    """The ruleset of this name."""
    return rulesets()[plain(slug).lower().replace("_", "-")]


@cache
def runner(slug: str) -> Runner:
    """The one runner of a game; no fact of our own cases goes unchecked."""
    return Runner(rulesets()[slug], Resources(), strict=True)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: Case) -> None:
    result = runner(ruleset_of(case, find).slug).run(case)

    if not result.ok:
        pytest.fail(result.text(), pytrace=False)


@pytest.mark.parametrize("slug", sorted({ruleset_of(case, find).slug for case in CASES}))
def test_a_fact_in_words_would_fail_among_our_own_cases(slug: str) -> None:
    case = next(case for case in CASES if ruleset_of(case, find).slug == slug)

    result = runner(slug).run(replace(case, in_words=("the players smile",)))

    assert list(result.problems) == ["in words, so that nothing checks it: the players smile"]


def test_every_file_of_cases_can_be_read() -> None:
    assert list(map(str, ERRORS)) == []
    assert CASES


def test_all_cases_have_different_names() -> None:
    names = [case.id for case in CASES]

    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_case_is_read_twice() -> None:
    written = [one for file in files(FOLDERS) for one in read(file)[0]]

    assert len(CASES) == sum(len(expand(one)) for one in written)
