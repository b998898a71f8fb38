"""Every edition of the rules plays its games as it played them when they were kept, and a program finds them all.

Where one of these fails, the rules have changed: a game that began before would go on otherwise. Undo the change, or
give the game a new edition and keep the one before it (CONTRIBUTING.md tells how).
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.games import NoEdition, editions, every, find, wizards_duel
from referee.laws.played import Rules
from tests.editions.games import FOLDER, as_far, begun, differing, file_of, hash_of, taken_up

THERE = [rules for slug in every(third_party=False) for rules in editions(slug)]
ALL = [pytest.param(rules, id=f"{rules.slug}-{rules.edition}") for rules in THERE]
WHY = "{} no longer plays the games of its edition {} as before: undo the change, or give it a new edition"


def kept(rules: Rules) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file_of(rules).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("rules", ALL)
def test_its_games_go_as_they_went(rules: Rules) -> None:
    for number, one in enumerate(kept(rules)):
        game = begun(rules, one)
        assert hash_of(rules, game) == one["start"], WHY.format(rules.title, rules.edition)
        assert differing(rules, one, game) is None, f"{WHY.format(rules.title, rules.edition)} (game {number})"


@pytest.mark.parametrize("rules", ALL)
def test_its_games_go_on_from_what_was_stored_then(rules: Rules) -> None:
    middles = [one for one in kept(rules) if one["middle"]]

    assert len(middles) >= 2
    for one in middles:
        assert differing(rules, one, taken_up(rules, one)) is None, WHY.format(rules.title, rules.edition)


@pytest.mark.parametrize("rules", ALL)
def test_its_games_come_to_the_tables_that_were_stored_then(rules: Rules) -> None:
    for one in kept(rules):
        if one["middle"]:
            stored, played = taken_up(rules, one), as_far(rules, one)
            assert (played.state, played.views) == (stored.state, stored.views), WHY.format(rules.title, rules.edition)


@pytest.mark.parametrize("rules", ALL)
def test_that_this_program_has_an_edition_is_told_by_its_files(rules: Rules) -> None:
    assert games.shipped(rules.slug, rules.edition)
    assert games.shipped(rules.slug)
    assert not games.shipped(rules.slug, f"{rules.edition}9")
    assert not games.shipped(f"{rules.slug}-of-others", rules.edition)


def test_games_are_kept_of_the_editions_that_there_are_and_of_no_others() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {file_of(rules).name for rules in THERE}


@pytest.fixture
def duelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package with a game in edition 2, and the rules of before within it, as CONTRIBUTING.md says."""
    package = tmp_path / "duelling"
    ours, newest = wizards_duel.RULESET.folder, f'edition="{wizards_duel.RULESET.edition}"'
    for folder, name, edition in ((package, "duelling", "2"), (package / "edition_1", "duelling.edition_1", "1")):
        shutil.copytree(ours, folder, ignore=shutil.ignore_patterns("__pycache__", "case", "edition_*"))
        for file in folder.glob("*.py"):
            text = file.read_text(encoding="utf-8").replace("referee.games.wizards_duel", name)
            file.write_text(text.replace(newest, f'edition="{edition}"'), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_loaders", lambda: games._ours() | {"duelling": games._loader("duelling")})
    yield "duelling"
    for name in [name for name in sys.modules if name.partition(".")[0] == "duelling"]:
        del sys.modules[name]


def test_an_edition_of_before_is_found_within_the_package_of_its_game(duelling: str) -> None:
    newest, before = find(duelling), find(duelling, "1")

    assert [(one.slug, one.edition) for one in (newest, before)] == [("duelling", "2"), ("duelling", "1")]
    assert [one.edition for one in editions(duelling)] == ["2", "1"]
    assert before.play.__module__ == "duelling.edition_1.turn"
    assert before.folder == newest.folder / "edition_1"


def test_the_tenth_edition_comes_after_the_ninth(duelling: str, tmp_path: Path) -> None:
    for edition in ("9", "10"):
        folder = shutil.copytree(tmp_path / "duelling" / "edition_1", tmp_path / "duelling" / f"edition_{edition}")
        for file in folder.glob("*.py"):
            text = file.read_text(encoding="utf-8").replace("duelling.edition_1", f"duelling.edition_{edition}")
            file.write_text(text.replace('edition="1"', f'edition="{edition}"'), encoding="utf-8")

    assert [one.edition for one in editions(duelling)] == ["2", "10", "9", "1"]


@pytest.mark.parametrize("edition", ["3", "0", "../x"])
def test_an_edition_that_is_not_there_is_refused_by_name(edition: str, duelling: str) -> None:
    with pytest.raises(NoEdition) as refused:
        find(duelling, edition)

    assert str(refused.value) == f"This program has no edition {edition} of Wizard's Duel; its newest is edition 2."
