"""Every letter of one whole game, as each seat got it. `python -m tests.golden` writes them anew."""

from __future__ import annotations

import difflib
from functools import cache
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.reports.parts import Letter
from referee.resources import Resources
from tests.golden.whole_game import folder_of, played, written
from tests.laws.played import rulesets
from tests.reports.drawn import faults, untold

SHOWN = 40
SLUGS = [pytest.param(slug, marks=pytest.mark.xdist_group(f"golden-{slug}")) for slug in rulesets()]


@cache
def game(slug: str) -> tuple[list[str], dict[Seat, list[Letter]]]:
    """The game of a ruleset as it goes now, played once."""
    return played(rulesets()[slug])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_letter_is_as_it_was(slug: str) -> None:
    kept = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder_of(slug).glob("*.txt"))}
    if not kept:
        pytest.fail(f"no game of {slug} is kept; write one with: python -m tests.golden", pytrace=False)
    now = written(*game(slug))

    assert sorted(now) == sorted(kept)
    for name, text in now.items():
        lines = difflib.unified_diff(kept[name].splitlines(), text.splitlines(), "kept", "now", lineterm="", n=1)
        if found := list(lines)[:SHOWN]:
            pytest.fail("\n".join([f"{slug}, {name}: python -m tests.golden writes it anew", *found]), pytrace=False)
        assert text == kept[name], f"{name}: only the ends of lines differ"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_campaign_that_brings_templates_gets_the_same_words_from_ours(slug: str, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "own.txt.j2").write_text("nothing of ours", encoding="utf-8")

    now = written(*played(rulesets()[slug], Resources(tmp_path)))

    assert now == {file.name: file.read_text(encoding="utf-8") for file in sorted(folder_of(slug).glob("*.txt"))}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_letter_is_data_as_published_that_tell_what_its_text_tells(slug: str) -> None:
    letters = [letter for found in game(slug)[1].values() for letter in found]

    assert [(faults(one.data), untold(one.document)) for one in letters] == [([], set())] * len(letters)
