"""Compiled templates: kept for the next process, never from or for a campaign, and never where others may write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import find
from referee.reports import compiled
from referee.reports.writer import Writer
from referee.resources import Resources

DUEL = find("wizards-duel")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder of this test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    compiled._folder.cache_clear()
    yield tmp_path / "cache"
    compiled._folder.cache_clear()


def kept(home: Path) -> list[Path]:
    """The files of compiled templates."""
    return sorted(home.rglob("*.bin"))


def lines_of(resources: Resources) -> str:
    """Read all templates, and return which file the lines are from."""
    writer = Writer(DUEL, resources)
    writer.prepare()
    return writer.lines.environment.get_template("lines.txt.j2").filename or ""


def test_shipped_templates_are_compiled_once(home: Path) -> None:
    lines_of(Resources())
    before = {file: file.stat().st_mtime_ns for file in kept(home)}
    lines_of(Resources())

    assert len(before) >= 20
    assert {file: file.stat().st_mtime_ns for file in kept(home)} == before


def test_what_is_not_as_it_was_written_is_compiled_anew(home: Path) -> None:
    lines_of(Resources())
    for n, file in enumerate(kept(home)):
        file.write_bytes(file.read_bytes()[: n % 60] if n % 2 else b"x" * 32 + file.read_bytes()[32:])

    assert lines_of(Resources()).endswith("wizards_duel/lines.txt.j2")


def test_templates_that_are_read_otherwise_are_kept_elsewhere(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    folders = []
    for how in ("autoescape=True", "autoescape=False"):
        reader.write_text(how)
        compiled._folder.cache_clear()
        found = compiled.cache(str(reader))
        assert found is not None
        folders.append(found.folder)

    assert len({*folders}) == 2


def test_a_campaign_with_templates_of_its_own_keeps_none(home: Path, tmp_path: Path) -> None:
    (tmp_path / "campaign" / "templates").mkdir(parents=True)
    (tmp_path / "campaign" / "templates" / "hint.txt.j2").write_text("A word.")
    lines_of(Resources(tmp_path / "campaign"))

    assert kept(home) == []


def test_a_cache_that_lies_in_the_campaign_is_not_used(home: Path, tmp_path: Path) -> None:
    assert compiled.cache(__file__, tmp_path) is None
    assert compiled.cache(__file__, home) is None
    assert compiled.cache(__file__, tmp_path / "elsewhere") is not None


def test_a_folder_where_others_may_write_is_not_used(home: Path) -> None:
    found = compiled.cache(__file__)
    assert found is not None
    found.folder.chmod(0o777)
    compiled._folder.cache_clear()

    assert compiled.cache(__file__) is None


def test_where_nothing_can_be_kept_nothing_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    compiled._folder.cache_clear()

    assert compiled.cache(__file__) is None
    assert lines_of(Resources()).endswith("wizards_duel/lines.txt.j2")
