"""A game knows nothing of rule cases: without its words for them it plays as it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from referee.bots.simulate import Plan, play_one
from referee.cases.run import run_paths
from referee.cases.words import words_of
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


HEAD = "game: higher-card\n---\nid: X-1\ntitle: The higher card scores\n"

WON = HEAD + """given: {hands: {Anna: [3R, 6R], Ben: [4R]}, deck: [2B, 5B]}
orders: {Anna: [PLAY 6R], Ben: [PLAY 4R]}
expect: {hands: {Anna: [3R, 2B], Ben: [5B]}, points: {Anna: 1}, away: [6R, 4R]}
"""

DEALT = HEAD + """given: {seats: [Anna, Ben]}
chance: {deck: [3R, 4R, 5R, 6R, 1B, 2B, 3B, 4B, 5B]}
expect: {hands: {Anna: [3R, 5R, 1B, 3B], Ben: [4R, 6R, 2B, 4B]}, deck_top: [5B]}
"""

WRONG = {
    "There is no key hand in a case of Higher Card. Did you mean hands?": "{hand: {Anna: [3R]}}",
    "There is no 3X for hands in Higher Card. There are 1B, 1G, 1R, 1Y, 2B, 2G, and 18 more.":
        "{hands: {Anna: [3X], Ben: [4R]}}",
    "points is a whole number, not three.": "{hands: {Anna: [3R], Ben: [4R]}, points: {Anna: three}}",
    "hands is written by name, such as hands: {Ana: ...}, not 3R.": "{seats: [Anna, Ben], hands: 3R}",
    "Higher Card is for 2 to 4 players, not 1.": "{hands: {Anna: [3R]}}",
}


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, without words for cases of its own."""
    monkeypatch.setitem(sys.modules, "tests.package_game.higher_card.case", None)


def problems(text: str, folder: Path) -> list[str]:
    """What is wrong with a file of cases."""
    file = folder / "some.yaml"
    file.write_text(text, encoding="utf-8")
    found = run_paths([file], {"higher-card": RULESET}.__getitem__, Resources())
    return [*(error.problem for error in found.errors), *(one for result in found.results for one in result.problems),
            *(f"{d.field}: {d.got}" for result in found.results for d in result.differs)]  # fmt: skip


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (WON, []),
        (DEALT, []),
        (WON.replace("given: {", "given: {seats: [Anna, Ben], "), []),
        (WON.replace("points: {Anna: 1}", "points: {Ben: 1}"), ["points.Ben: 0", "points.Anna: 1"]),
        (WON.replace("deck: [2B, 5B]", "deck: [5B, 2B]"), ["hands.Anna: [3R, 5B]", "hands.Ben: [2B]"]),
    ],
)
def test_without_them_cases_give_fields_of_its_state(text: str, found: list[str], tmp_path: Path) -> None:
    assert problems(text, tmp_path) == found


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(("said", "given"), WRONG.items())
def test_what_no_game_has_is_said_of_a_case_without_them(said: str, given: str, tmp_path: Path) -> None:
    found = problems(f"{HEAD}given: {given}\norders: {{}}\n", tmp_path)

    assert len(found) == 1
    assert said in found[0]
