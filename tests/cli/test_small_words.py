"""Small commands, whole: what each prints, and its exit code."""

from __future__ import annotations

import shlex
import sqlite3
from pathlib import Path

import pytest

from referee import __version__
from tests.cli.conftest import Referee, Said, run

LETTER = "From: zoe@players.example\n\nhello\n"


def test_what_a_gm_types_once_in_a_while_is_answered_in_a_line(referee: Referee) -> None:
    said = {
        words: referee(*shlex.split(words), stdin=LETTER)
        for words in (
            "--version",
            "health",
            "player add-address Anna anna@work.example --local",
            "player remove-address Anna anna@work.example --local",
            "seat rotate duel Anna",
            "seat empty duel Anna",
            "seat bot duel Anna",
            "seat bot duel Anna --off",
            "mail keep - --from zoe@players.example --to referee@referee.example",
            "mail show 1 --raw",
        )
    }

    assert list(said.values()) == [
        Said(0, f"referee {__version__}\n", ""),
        Said(1, "The service has not run yet: referee serve\n", ""),
        Said(0, "anna@work.example is added; letters go there.\n", ""),
        Said(0, "anna@work.example is removed; the keys that it has seen are dead.\n", ""),
        Said(0, "1 key of Anna is dead; a new one is on its way.\n", ""),
        Said(0, "Anna has no player now.\n", ""),
        Said(0, "Anna is played by the referee.\n", ""),
        Said(0, "Anna is not played by the referee any more.\n", ""),
        Said(0, "Letter 1 is kept.\n", ""),
        Said(0, LETTER, ""),
    ]


def test_an_alarm_by_hand_says_which_ways_worked(referee: Referee, folder: Path, tmp_path: Path) -> None:
    silent = referee("alarm", "The disk is full.")
    settings = folder / "referee.toml"
    before = settings.read_text()
    heard = tmp_path / "heard"
    settings.write_text(before.replace("[alarm]", f"[alarm]\ncommand = \"tee {heard}\""))
    well = referee("alarm", "The disk is full.")
    settings.write_text(before.replace("[alarm]", "[alarm]\ncommand = \"false\""))
    broken = referee("alarm", "The disk is full.")

    none = "No second way is set. Set command or webhook in section [alarm] of referee.toml.\n"
    assert silent == Said(1, none, "")
    assert (well.code, well.out.partition(":")[0], "The disk is full." in heard.read_text()) == (0, "command", True)
    assert (broken.code, broken.out.partition(":")[0]) == (1, "command")


@pytest.mark.parametrize("verb", ["check", "send"])
def test_a_line_in_the_place_of_a_file_is_answered_with_how_lines_are_given(referee: Referee, verb: str) -> None:
    said = referee("orders", verb, "duel", "Anna", "LEAD LOWEST")

    assert said == Said(2, "", 'There is no file LEAD LOWEST. A line of orders is given so: -l "LEAD LOWEST"\n')


def test_a_person_s_data_is_printed_where_no_file_is_named_and_replaces_nothing_but_a_file(
    referee: Referee, tmp_path: Path
) -> None:
    file = tmp_path / "anna.json"
    file.write_text("old")
    printed = referee("player", "export", "Anna")
    taken = referee("player", "export", "Anna", "--to", str(file))
    left = file.read_text()
    written = referee("player", "export", "Anna", "--to", str(file), "--replace")
    device = referee("player", "export", "Anna", "--to", "/dev/null")

    assert (taken.code, "there is a file of this name already" in taken.err, left) == (2, True, "old")
    assert written == Said(0, f"It is in {file}.\n", "")
    assert file.read_text() == printed.out
    assert printed.data["player"]["name"] == "Anna"
    assert device == Said(2, "", "/dev/null is no file that can be replaced.\n")


def test_nothing_sealed_is_looked_at_for_a_file_that_cannot_be_written(referee: Referee, tmp_path: Path) -> None:
    said = [
        referee(*words, "--unseal", where, str(tmp_path))
        for where, words in (
            ("--to", ("player", "export", "Anna")),
            ("--out", ("turn", "sheet", "duel")),
            ("--out", ("dispute", "duel", "1")),
            ("--out", ("report", "print", "duel", "Anna")),
            ("--out", ("templates", "preview", "report", "--game", "duel", "--seat", "Anna")),
        )
    ]

    assert said == [Said(2, "", f"{tmp_path} is a folder. Name a file in it.\n")] * 5
    assert "unseal" not in referee("game", "log", "duel").out


def test_words_before_the_start_are_kept_as_wishes(folder: Path) -> None:
    run("game", "create", "spring", "wizards-duel", "--deadline", "daily 20:00", folder=folder)
    for name in ("Anna", "Bruno"):
        run("seat", "add", "spring", name, f"{name.lower()}@players.example", folder=folder)

    looked_at = run("orders", "check", "spring", "Anna", "-l", "WORD moonlight", folder=folder)
    before = words_for_the_seed(folder)
    kept = run("orders", "send", "spring", "Anna", "-l", "WORD moonlight", folder=folder)
    after = words_for_the_seed(folder)

    assert looked_at == kept == Said(0, "line\n1     WORD moonlight  wish: WORD moonlight\n", "")
    assert (before, after) == (set(), {"moonlight"})


def words_for_the_seed(folder: Path) -> set[str]:
    """The words that seats gave before the start."""
    with sqlite3.connect(folder / "referee.db") as database:
        return {word for (word,) in database.execute("SELECT word FROM seat WHERE word != ''")}
