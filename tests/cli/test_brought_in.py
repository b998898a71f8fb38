"""A game that was brought in from a bundle can be looked at by every command, and changed by none."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Said, run
from tests.cli.test_help import ALL

WORDS = (
    "duel was brought in from a bundle, as a game that is over.", "duel is over", "duel is not being played",
    "duel has begun already",
)  # fmt: skip
"""What is said of a game that nothing can be done with any more; ``duel`` is its title."""


@pytest.fixture(scope="module")
def brought(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with one game, which was brought in, and nothing else."""
    tmp_path = tmp_path_factory.mktemp("brought")
    here = shutil.copytree(begun, tmp_path / "here")
    run("game", "end", "duel", "--result", "Anna", "--reason", "Enough.", folder=here)
    assert run("archive", "export", "duel", str(tmp_path / "duel.zip"), folder=here).code == 0
    there = tmp_path / "there"
    run("init", str(there), "--name", "There", "--gm", "gm@there.example", "--domain", "there.example")
    said = run("archive", "import", str(tmp_path / "duel.zip"), "--as", "autumn", folder=there)
    assert (said.code, "is here as autumn, with one turn," in said.out) == (0, True), said
    return there


@pytest.fixture
def folder(brought: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return shutil.copytree(brought, tmp_path / "there")


LOOKS = {
    "game policy": (), "game show": (), "game log": (), "seat list": (), "report list": (), "press list": (),
    "archive show": (), "archive verify": (), "ruling list": (), "ruling help": (), "turn status": (),
    "report show": ("Anna",), "orders history": ("Anna",), "dispute": ("1", "Anna"),
}  # fmt: skip
"""What only looks, with the words that it wants."""

CHANGES = {
    "game start": (), "game pause": (), "game resume": (), "game extend": ("2d",), "game hold": ("--reason", "Wait."),
    "game set": ("grace=1d",), "game adopt": ("1", "--reason", "New."), "game delete": ("--yes",),
    "game end": ("--result", "Anna", "--reason", "Enough."), "game cancel": ("--reason", "Enough."),
    "game correct": ("SET POINTS OF Anna TO 4", "--reason", "We erred."), "game announce": ("Hello.",),
    "seat add": ("Cleo", "cleo@players.example"), "seat invite": ("cleo@players.example",),
    "seat decline": ("Anna",), "seat replace": ("Anna", "eve@players.example"), "seat rotate": ("Anna",),
    "seat substitute": ("Anna", "eve@players.example", "--until", "+14d"),
    "seat empty": ("Anna",), "seat bot": ("Anna",),
    "seat observe": ("eve@players.example",), "seat absent": ("Anna", "2026-12-20 to 2027-01-03"),
    "seat excuse": ("Anna",), "orders show": ("Anna",), "orders check": ("Anna", "-l", "LEAD LOW"),
    "orders send": ("Anna", "-l", "LEAD LOW"),
    "orders correct": ("Anna", "-l", "LEAD LOW", "--reason", "Lost."), "turn preview": (), "turn run": (),
    "turn rollback": ("1", "--reason", "We erred."), "turn rerun": (), "ruling add": ("It stays.",),
    "ruling withdraw": ("1", "--reason", "We erred."), "ruling answer": ("1", "NO EFFECT"),
    "press send": ("Anna", "TO ALL: Hello."),
}  # fmt: skip
"""What would change the game or write to somebody, or is of a turn that is open."""

ELSEWHERE = {"archive export", "archive serve", "report print", "turn sheet"}
"""What writes files, or goes on until it is stopped, of which there are tests elsewhere."""


def rows(folder: Path) -> list[str]:
    """All that is in the database."""
    with sqlite3.connect(folder / "referee.db") as database:
        return list(database.iterdump())


def said(folder: Path, words: str, more: tuple[str, ...]) -> Said:
    """Run a command on the game."""
    return run(*words.split(), "autumn", *more, folder=folder)


def test_every_command_that_is_about_a_game_is_tried_here() -> None:
    of_a_game = {
        words
        for words, verb in ALL.items()
        if any(one.name == "game" for one in verb.params if one.param_type_name == "argument")
    }

    assert of_a_game == {*LOOKS, *CHANGES, *ELSEWHERE}


@pytest.mark.parametrize("words", LOOKS)
def test_it_can_be_looked_at(folder: Path, words: str) -> None:
    before = rows(folder)
    found = said(folder, words, LOOKS[words])

    assert (found.code, found.err) == (0, "")
    assert rows(folder) == before


@pytest.mark.parametrize("words", CHANGES)
def test_it_cannot_be_changed(folder: Path, words: str) -> None:
    before = rows(folder)
    found = said(folder, words, CHANGES[words])

    assert found.code != 0
    assert any(words in found.err for words in WORDS), found
    assert rows(folder) == before


@pytest.mark.parametrize("words", ["status", "doctor", "game list", "archive list", "player list"])
def test_a_campaign_copes_with_it(folder: Path, words: str) -> None:
    found = run(*words.split(), folder=folder)

    assert "Traceback" not in found.err
    assert found.code in (0, 1), found


def test_it_is_backed_up_and_restored_with_the_others(folder: Path, tmp_path: Path) -> None:
    assert run("backup", "make", str(tmp_path / "a.tar.gz"), folder=folder).code == 0
    assert run("backup", "restore", str(tmp_path / "a.tar.gz"), str(tmp_path / "again")).code == 0

    assert said(tmp_path / "again", "archive verify", ()).out == said(folder, "archive verify", ()).out


def test_what_was_handed_out_is_handed_out_again(folder: Path, brought: Path, tmp_path: Path) -> None:
    found = said(folder, "archive export", (str(tmp_path / "again.zip"),))

    assert found.code == 0
    assert (tmp_path / "again.zip").read_bytes() == (brought.parent / "duel.zip").read_bytes()
