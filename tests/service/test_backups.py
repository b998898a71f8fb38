"""A backup is a whole campaign: made while it runs, proved, and laid out again as it was."""

from __future__ import annotations

import io
import sqlite3
import stat
import tarfile
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Campaign
from referee.service.gm.turns import Process
from referee.service.records import archive
from referee.service.rounds.command import carry_out
from referee.service.upkeep import backups
from referee.store.migrations import revision
from tests.service.world import World

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
NAME = "referee.db"


@pytest.fixture
def played(world: World) -> World:
    """A campaign with a duel in its second turn, a text of its own, and a file that the referee knows nothing of."""
    carry_out(world.campaign, Process(), "duel")
    texts = world.campaign.settings.folder / "templates"
    (texts / "frame.txt.j2").write_text("ours", encoding="utf-8")
    notes = world.campaign.settings.folder / "notes" / "of" / "the GM.txt"
    notes.parent.mkdir(parents=True)
    notes.write_text("Ana is away in May.", encoding="utf-8")
    return world


def folder_of(world: World) -> Path:
    return world.campaign.settings.folder


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that a database holds."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}


def test_a_backup_is_the_campaign_whole_and_is_restored_as_it_was(played: World, tmp_path: Path) -> None:
    made = backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)

    assert (made.made_at, made.games) == (NOW, {"duel": 1})
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert backups.check(made.path) == made

    again = tmp_path / "again"
    backups.restore(made.path, again)

    assert rows(again / NAME) == rows(folder_of(played) / NAME)
    assert (again / "templates" / "frame.txt.j2").read_text(encoding="utf-8") == "ours"
    assert (again / "notes" / "of" / "the GM.txt").read_text(encoding="utf-8") == "Ana is away in May."
    assert (again / "referee.toml").read_bytes() == (folder_of(played) / "referee.toml").read_bytes()
    with Campaign.open(again, played.clock) as restored:
        assert archive.verify(restored, "duel").ok


def test_a_backup_is_known_of_wherever_it_lies(played: World, tmp_path: Path) -> None:
    before = backups.newest(folder_of(played))
    backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)

    assert (before, backups.newest(folder_of(played))) == (None, NOW)


def test_a_restored_campaign_knows_the_backup_it_comes_from(played: World, tmp_path: Path) -> None:
    made = backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)
    backups.restore(made.path, tmp_path / "again")

    assert backups.newest(tmp_path / "again") == NOW


def test_a_backup_is_made_while_letters_come_in(played: World, tmp_path: Path) -> None:
    stop, came = threading.Event(), [0]

    def write() -> None:
        while not stop.is_set():
            played.write("Ana", f"LEAD LOWEST\n# {came[0]}")
            came[0] += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [backups.make(folder_of(played), tmp_path / f"{n}.tar.gz", now=NOW) for n in range(3)]
    finally:
        stop.set()
        writer.join()

    assert came[0] > 0
    assert [backups.check(one.path).games for one in made] == [{"duel": 1}] * 3


def test_a_backup_in_a_folder_has_a_name_of_its_own_and_old_ones_go(played: World, tmp_path: Path) -> None:
    store, name = tmp_path / "store", folder_of(played).resolve().name
    store.mkdir()
    (store / "other-20200101T000000Z.tar.gz").write_bytes(b"another campaign's")
    made = [backups.make(folder_of(played), store, now=NOW + timedelta(days=n)).path for n in range(4)]

    gone = backups.thin(store, name, 2)

    assert made[0].name == f"{name}-20261121T190000Z.tar.gz"
    assert gone == made[:2]
    assert sorted(store.iterdir()) == sorted([*made[2:], store / "other-20200101T000000Z.tar.gz"])


def test_nothing_is_written_over(played: World, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "a letter").write_text("dear", encoding="utf-8")
    made = backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)

    with pytest.raises(SetupError, match="a file of this name already"):
        backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)
    with pytest.raises(SetupError, match="into an empty folder"):
        backups.restore(made.path, there)

    assert [p.name for p in there.iterdir()] == ["a letter"]


@pytest.mark.parametrize("at", [0.1, 0.5, 0.9, 0.999])
def test_a_damaged_or_cut_backup_is_noticed(played: World, tmp_path: Path, at: float) -> None:
    made = backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)
    data = made.path.read_bytes()
    place = int(len(data) * at)
    changed, cut = tmp_path / "changed.tar.gz", tmp_path / "cut.tar.gz"
    changed.write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
    cut.write_bytes(data[:place])

    for bad in (changed, cut):
        with pytest.raises(SetupError, match=r"backup"):
            backups.restore(bad, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_a_backup_that_would_write_elsewhere_is_refused(tmp_path: Path) -> None:
    forged = tmp_path / "forged.tar.gz"
    with tarfile.open(forged, "w:gz") as archive_:
        info = tarfile.TarInfo("../escaped")
        info.size = 4
        archive_.addfile(info, io.BytesIO(b"evil"))

    with pytest.raises(SetupError, match="no whole backup"):
        backups.restore(forged, tmp_path / "deep" / "again")

    assert not list(tmp_path.rglob("escaped"))


def test_a_folder_in_the_place_of_a_backup_is_answered_with_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"is a folder\. Name the backup in it"):
        backups.restore(tmp_path, tmp_path / "again")


def test_a_backup_of_an_older_program_is_brought_up_to_date_when_it_is_opened(played: World, tmp_path: Path) -> None:
    made = backups.make(folder_of(played), tmp_path / "one.tar.gz", now=NOW)

    assert made.revision == revision(folder_of(played) / NAME)
    with pytest.raises(SetupError, match="no campaign here"):
        backups.make(tmp_path, tmp_path / "two.tar.gz", now=NOW)
