"""A game knows nothing of rule cases: without its words for them it plays as it does, and says that it has none."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.simulate import Plan, play_one
from referee.cases.run import Runner, run_paths
from referee.cases.words import NoCaseWordsError, words_of
from referee.resources import Resources
from tests.laws.played import rulesets
from tests.package_game.higher_card import RULESET

ROOT = Path(__file__).resolve().parents[2]

BLOCKED = """
import sys
package, slug = sys.argv[1:]
sys.modules[f"{package}.case"] = sys.modules["referee.cases"] = None
from importlib import import_module
from referee.bots.simulate import Plan, play_one
print(play_one(import_module(package).RULESET, Plan(slug), 7))
"""
"""Plays a game in a process in which neither its own words for cases nor those of all can be imported."""


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_a_game_plays_the_same_without_its_words_for_cases(slug: str) -> None:
    rules = rulesets()[slug]
    package = words_of(rules).given.__module__.partition(".case")[0]
    command = [sys.executable, "-c", BLOCKED, package, slug]

    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)

    assert (printed.stderr, printed.stdout) == ("", f"{play_one(rules, Plan(slug), 7)}\n")


def test_a_game_without_words_for_cases_says_so_once_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tests.package_game.higher_card.case", None)
    file = tmp_path / "some.yaml"
    file.write_text("game: higher-card\n---\nid: X-1\n---\nid: X-2\n", encoding="utf-8")

    found = run_paths([file], {"higher-card": RULESET}.__getitem__, Resources())

    missing = RULESET.folder / "case.py"
    assert [error.problem for error in found.errors] == [
        f"Higher Card can be played, but has no rule cases: how they are written would stand in {missing}."
    ]
    assert found.results == ()


def test_rules_in_a_folder_that_is_no_package_have_no_cases(tmp_path: Path) -> None:
    with pytest.raises(NoCaseWordsError, match="has no rule cases"):
        Runner(replace(RULESET, folder=tmp_path), Resources())
