"""What every command understands: where it works and for whom, the only game, help in words, and completion."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli.app import app
from tests.cli.conftest import Referee, run

DEEP = ("templates", "wizards-duel")


def test_a_campaign_is_found_from_the_folders_in_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = folder.joinpath(*DEEP)
    below.mkdir(parents=True)
    monkeypatch.chdir(below)

    assert [game["name"] for game in run("game", "list", "--json").data] == ["duel"]


def test_the_nearest_campaign_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("init", str(folder / "inner"), "--name", "Inner", "--gm", "gm@referee.example", "--domain", "referee.example")
    monkeypatch.chdir(folder / "inner" / "templates")

    assert run("status", "--json").data["name"] == "Inner"


@pytest.mark.parametrize(
    "words",
    ["game list --campaign {}", "game --campaign={} list", "--campaign {} game list", "game list --campaign={}"],
)
def test_the_campaign_may_be_named_anywhere(folder: Path, nowhere: Referee, words: str) -> None:
    assert "wizards-duel" in nowhere(*words.format(folder).split()).out


def test_an_option_of_the_program_wants_its_value_behind_a_command_too(referee: Referee) -> None:
    found = referee("game", "list", "--campaign")

    assert (found.code, "Say what: --campaign DIR." in found.err) == (2, True)


def test_who_one_is_may_be_said_behind_the_command(referee: Referee) -> None:
    assert referee("game", "pause", "duel", "--as", "other@referee.example").err.startswith(
        "other@referee.example is no GM of this campaign."
    )


def test_a_word_of_an_options_value_is_no_option(referee: Referee) -> None:
    found = referee("orders", "check", "duel", "Anna", "-l", "--as")

    assert "I don't know the order" in found.out


def test_debug_behind_the_command_shows_where_an_error_happened(referee: Referee) -> None:
    assert referee("seat", "list", "nothing", "--debug").code == 1
    assert referee("seat", "list", "nothing").code == 2


def test_a_command_keeps_an_option_of_its_own_name(referee: Referee) -> None:
    referee("game", "create", "next", "wizards-duel", "--deadline", "daily 20:00")
    found = referee("seat", "invite", "next", "cleo@players.example", "--as", "Cleo")

    assert found.code == 0, found.err


@pytest.mark.parametrize("words", ["", "game", "game extend", "status"])
def test_help_is_a_word_as_well(words: str) -> None:
    assert run("help", *words.split()).out == run(*words.split(), "--help").out


def test_help_for_what_is_not_there_names_what_is() -> None:
    found = run("help", "gaem")

    assert (found.code, "Did you mean 'game'?" in found.err) == (2, True)


def test_the_old_word_for_the_rulesets_works_and_names_the_new_one() -> None:
    old, new = run("games", "list"), run("rulesets", "list")

    assert (old.out, old.err) == (new.out, "referee games is called referee rulesets now.\n")


def test_the_only_game_goes_without_saying(referee: Referee) -> None:
    assert referee("game", "show").out == referee("game", "show", "duel").out
    assert referee("orders", "check", "Anna", "-l", "LEAD LOWEST").code == 0
    assert referee("game", "announce", "Hello to all of you.").out == "It is on its way to everybody.\n"


def test_the_only_game_goes_without_saying_before_a_number_and_words(referee: Referee) -> None:
    found = referee("ruling", "answer", "1", "NO EFFECT")

    assert (found.code, found.err) == (2, "The rules ask you nothing now.\n")


def test_the_only_game_goes_without_saying_where_a_word_may_follow(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("LEAD LOWEST\n")

    assert referee("orders", "check", "Anna", str(tmp_path / "orders.txt")).code == 0
    assert referee("report", "list", "anna", "--json").data == referee("report", "list", "duel", "Anna", "--json").data
    assert referee("game", "extend", "+24h").out.startswith("The turn is due ")
    assert (
        referee("game", "extend", "duel")
        .err.rstrip()
        .endswith("or by how much: 2d.")
    )


def test_a_game_that_is_named_is_not_taken_for_another_word(referee: Referee) -> None:
    found = referee("game", "announce", "duel")

    assert (found.code, "Missing argument 'TEXT'" in found.err) == (2, True)


def test_among_several_games_one_is_to_be_named(referee: Referee) -> None:
    referee("game", "create", "next", "wizards-duel", "--deadline", "daily 20:00")
    found = referee("game", "show")

    assert (found.code, "Say which: duel, next." in found.err) == (2, True)


def test_a_game_is_never_deleted_without_its_name(referee: Referee) -> None:
    found = referee("game", "delete", "--yes")

    assert (found.code, "Missing argument 'GAME'" in found.err) == (2, True)


def completed(line: str, folder: Path) -> list[str]:
    """What the shell offers for the last word of a line."""
    words = line.split(" ")
    env = os.environ | {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    code = "from referee.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False, cwd=folder
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("referee turn run d", ["duel"]),
        ("referee orders check duel ", ["Anna", "Bruno"]),
        ("referee orders check duel br", ["Bruno"]),
        ("referee rules wiz", ["wizards-duel"]),
        ("referee game create next am", ["amagande", "amber"]),
    ],
)
def test_the_shell_completes_games_seats_and_rulesets(
    folder: Path, monkeypatch: pytest.MonkeyPatch, line: str, offered: list[str]
) -> None:
    monkeypatch.chdir(folder)

    assert offers(line) == offered


def test_the_shell_completes_what_is_in_another_campaign(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert offers(f"referee --campaign {folder} turn run ") == ["duel"]
    assert offers("referee turn run ") == []


def test_the_shell_is_answered_by_the_program_as_it_is_installed(folder: Path) -> None:
    assert completed("referee turn run d", folder) == ["duel"]


def offers(line: str) -> list[str]:
    """What is offered in this process for the last word of a line."""
    words = line.split(" ")
    env = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    return CliRunner().invoke(app, [], env=env, prog_name="referee").stdout.split()


def test_a_noun_lists_its_verbs_in_whole_sentences() -> None:
    said = " ".join(run("help", "game").out.split())

    assert "..." not in said.partition("Commands:")[2]
    assert "start Start a game: names are fixed, the cards are dealt, and everybody gets a first letter. pause" in said


def test_a_verb_that_is_not_there_is_answered_with_those_there_are() -> None:
    assert "No such command 'xyz'. There are add, invite, " in run("seat", "xyz").err
    assert "No such command 'lits'. Did you mean 'list'?" in run("seat", "lits").err


def test_help_speaks_of_words_and_numbers_and_says_what_may_be_left_out() -> None:
    said = run("help", "game", "extend").out

    assert said.startswith("Usage: referee game extend [OPTIONS] [GAME] [TIME]\n")
    assert "--reason TEXT " in said
    assert "<int" not in run("help", "simulate").out
    assert run("help", "game", "delete").out.startswith("Usage: referee game delete [OPTIONS] GAME\n")


WITHOUT_CAMPAIGN = ("rulesets list", "rules wizards-duel", "simulate wizards-duel --games 1")


def test_a_command_that_wants_no_campaign_does_not_wait_for_the_database_to_be_loaded() -> None:
    program = f"""
import sys
from referee.cli.app import app
for words in {WITHOUT_CAMPAIGN}:
    assert app(words.split(), standalone_mode=False) in (None, 0), words
assert not {{"sqlalchemy", "sqlmodel"}} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_a_script_is_told_that_nobody_answers_what_is_asked(tmp_path: Path, nowhere: Referee) -> None:
    said = nowhere("init", str(tmp_path / "new"), "--name", "New")

    assert (said.code, "Its answer may be given as an option." in said.err) == (1, True)
    assert not (tmp_path / "new").exists()
