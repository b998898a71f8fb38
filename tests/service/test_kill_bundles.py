"""Who is killed while a game is handed out leaves no half file; who is killed while one is brought in, no half game."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.archive import bundle
from referee.service.gm.ending import EndGame
from referee.service.records.archive import verify
from referee.service.records.bringing import bring_in
from referee.service.records.bundles import export
from referee.service.rounds.command import carry_out
from tests.service.world import World, opened

KILLED = -signal.SIGKILL
DIES = """
import os, signal, sys
from pathlib import Path
from referee.service.campaign.campaign import Campaign, Work
from referee.service.records import bringing, bundles, newfile

def dies(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

"""


@pytest.fixture
def over(tmp_path: Path) -> Iterator[World]:
    """A campaign with a game that is over."""
    made = World.made(tmp_path / "here")
    made.game()
    carry_out(made.campaign, EndGame(result="Ana", reason="Enough."), "duel")
    yield made.quiet()
    made.campaign.close()


def died(code: str, *given: Path) -> int:
    """Run this in a process of its own, and return how it ended."""
    done = subprocess.run([sys.executable, "-c", DIES + code, *map(str, given)], capture_output=True, check=False)
    assert done.returncode in (0, KILLED), done.stderr.decode()
    return done.returncode


EXPORT = (
    "with Campaign.open(Path(sys.argv[1])) as campaign: bundles.export(campaign, 'duel', Path(sys.argv[2]), anew={})"
)


@pytest.mark.parametrize("where", ["os.fsync", "os.link", "os.replace"])
def test_a_killed_export_leaves_what_was_there_and_no_half_file(over: World, tmp_path: Path, where: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "duel.zip").write_bytes(b"mine")
    folder = over.campaign.settings.folder
    code = f"{where} = dies\n" + EXPORT.format(True)

    assert died(code, folder, out / "duel.zip") == KILLED
    assert (out / "duel.zip").read_bytes() == b"mine"
    whole = [one for one in out.iterdir() if one.name != "duel.zip"]
    assert all(bundle.read(one.read_bytes()) for one in whole)
    assert len(whole) == (where == "os.replace")


@pytest.mark.parametrize("where", ["os.fsync", "os.link"])
def test_a_killed_export_of_a_new_file_leaves_none(over: World, tmp_path: Path, where: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    code = f"{where} = dies\n" + EXPORT.format(False)

    assert died(code, over.campaign.settings.folder, out / "duel.zip") == KILLED
    assert list(out.iterdir()) == []


IMPORT = "with Campaign.open(Path(sys.argv[1])) as campaign: bringing.bring_in(campaign, Path(sys.argv[2])); {}"


@pytest.mark.parametrize(
    ("setup", "then", "there"),
    [("bringing._lists = dies", "", False), ("Work.record = dies", "", False), ("", "dies()", True)],
)
def test_a_killed_import_leaves_all_of_the_game_or_nothing(
    over: World, tmp_path: Path, setup: str, then: str, there: bool
) -> None:
    export(over.campaign, "duel", tmp_path / "duel.zip")
    other = World.made(tmp_path / "there")
    folder = other.campaign.settings.folder
    other.campaign.close()

    assert died(f"{setup}\n{IMPORT.format(then)}", folder, tmp_path / "duel.zip") == KILLED
    with sqlite3.connect(folder / "referee.db") as database:
        kept = [
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] > 0 for table in ("game", "step", "seat")
        ]
    assert kept == [there] * 3
    again = opened(folder, other.clock)
    if not there:
        bring_in(again, tmp_path / "duel.zip")
    assert verify(again, "duel").ok
    again.close()
