"""The GM's desk at the command line: rulings, corrections, a turn taken back, and nothing sealed shown in passing."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.games.wizards_duel import RULESET
from tests.cli.conftest import Referee

WHY = ("--reason", "The server lost a letter.")


def test_nothing_of_what_a_seat_holds_or_has_on_file_is_shown_in_passing(referee: Referee) -> None:
    referee("orders", "send", "duel", "Anna", "-l", "LEAD LOWEST", "-l", "STANDING PLAY ON 4")
    cards = [f"{rank}{suit}" for suit in "SWPC" for rank in "23456789"]
    probes = [word for card in cards for word in ("-l", f"ROUND 2 LEAD {card}")]
    sealed = referee("orders", "check", "duel", "Anna", *probes, "--json").data
    opened = referee("orders", "check", "duel", "Anna", *probes, "--unseal", "--json").data
    sent = referee("orders", "correct", "duel", "Anna", "-l", "LEAD HIGHEST", *WHY, "--json").data

    assert sealed["on_file"] is None
    assert [line["warnings"] for line in sealed["lines"]] == [[] for _ in cards]
    assert any(line["warnings"] for line in opened["lines"])
    assert "PLAY ON 4" in opened["on_file"]
    assert sent["lines"] == ["LEAD HIGHEST"]


def test_who_checks_lines_of_a_sealed_seat_is_told_how_to_see_warnings(referee: Referee) -> None:
    sealed = referee("orders", "check", "duel", "Anna", "-l", "LEAD LOWEST")
    opened = referee("orders", "check", "duel", "Anna", "-l", "LEAD LOWEST", "--unseal")
    hint = "What Anna holds is sealed, so nothing is warned of. Add --unseal to look; players are told of every look."

    assert [hint in " ".join(said.out.split()) for said in (sealed, opened)] == [True, False]


@pytest.mark.parametrize("verb", ["check", "send"])
def test_a_line_that_cannot_be_read_is_explained_with_no_card_of_the_seat(referee: Referee, verb: str) -> None:
    slip = ("-l", "LAED 3", "--json")
    sealed = {seat: referee("orders", verb, "duel", seat, *slip).data["lines"] for seat in ("Anna", "Bruno")}
    opened = referee("orders", "check", "duel", "Anna", *slip, "--unseal").data["lines"]

    assert [line["hint"] for line in sealed["Anna"]] == ["Did you mean LEAD?"]
    assert sealed["Anna"] == sealed["Bruno"]
    assert "For instance: LEAD " in opened[0]["hint"]


def test_a_correction_that_cannot_be_read_is_explained_with_no_card_of_the_seat(referee: Referee) -> None:
    wrong = referee("orders", "correct", "duel", "Anna", "-l", "LAED 3", *WHY)

    assert (wrong.code, wrong.err) == (2, 'LAED 3: I don\'t know the order "LAED". Did you mean LEAD?\n')


def test_a_turn_is_taken_back_corrected_and_rerun(referee: Referee) -> None:
    assert referee("turn", "run", "duel").code == 0
    taken = referee("turn", "rollback", "duel", "1", *WHY, "--json").data
    corrected = referee("orders", "correct", "duel", "Bruno", "-l", "LEAD HIGHEST", *WHY).code
    again = referee("turn", "rerun", "duel", "--json").data
    log = [entry["what"] for entry in referee("game", "log", "duel", "--json").data]

    assert (taken["first"], taken["last"], corrected, again["outcome"]) == (1, 1, 0, "played")
    assert log[-4:] == ["process", "rollback", "correct orders", "rerun"]
    assert referee("archive", "verify", "duel").code == 0
    assert referee("turn", "rerun", "duel").code == 2


def test_who_takes_a_turn_back_is_told_the_next_command(referee: Referee) -> None:
    referee("turn", "run", "duel")

    told = "Turn 1 is taken back, and everybody is told. The game is held until it is adjudicated anew"
    assert referee("turn", "rollback", "duel", "1", *WHY).out == f"{told}: referee turn rerun duel\n"


def test_a_gm_who_has_not_started_the_service_is_told_why_nothing_goes_out(referee: Referee) -> None:
    told = " ".join(referee("status").out.split())

    assert "Mail waits, and none has ever been sent: the service has not run. referee serve" in told
    assert referee("mail", "list").out == "No letter has come in yet.\n"
    assert referee("mail", "held").out == "No letter is held.\n"


def test_rulings_and_corrections_are_listed(referee: Referee) -> None:
    referee("ruling", "add", "duel", "A shown card stays", *WHY)
    referee("ruling", "add", "duel", "You may look", "--to", "Anna")
    referee("game", "correct", "duel", "SET POINTS OF Anna TO 7", *WHY)

    assert referee("ruling", "list", "duel", "--json").data == [
        {"name": "Ruling 1 (turn 1)", "words": "A shown card stays. The server lost a letter."},
        {"name": "A ruling for Anna (turn 1)", "words": "You may look."},
        {"name": "Correction 2 (turn 1)", "words": "points of Anna set to 7. The server lost a letter."},
    ]
    assert referee("game", "correct", "duel", "SET POINTS OF Zoe TO 7", *WHY).code == 2


@pytest.mark.parametrize("held", [True, False])
def test_a_game_is_held_and_status_says_so(referee: Referee, held: bool) -> None:
    if held:
        referee("game", "hold", "duel", "--reason", "I look into it.")
    found = [item["words"] for item in referee("status", "--json").data["attention"] if item["what"] == "held"]

    assert found == (["The game is held: I look into it."] if held else [])


def test_help_for_a_gm_names_the_corrections_of_the_rules(referee: Referee) -> None:
    said = referee("ruling", "help", "duel").out

    assert "ROLLBACK" in said
    assert "CARD card [FROM place] TO place" in said


def test_words_that_are_no_correction_are_answered_with_those_that_are(referee: Referee) -> None:
    said = referee("game", "correct", "duel", "THRONE TO Anna", *WHY)

    assert said.code == 2
    assert "A correction is one of: CARD card [FROM" in said.err


def test_a_backup_in_the_folder_that_status_names_is_found_there(referee: Referee) -> None:
    def named() -> list[str]:
        return [item["remedy"] for item in referee("status", "--json").data["attention"] if item["what"] == "backup"]

    (remedy,) = named()
    assert referee(*remedy.split()[1:]).code == 0
    assert named() == []


def test_a_game_is_ended_cancelled_or_deleted(referee: Referee) -> None:
    referee("game", "create", "winter", "wizards-duel")
    referee("game", "create", "spring", "wizards-duel")
    ended = referee("game", "end", "duel", "anna", "--reason", "She cannot be stopped.")
    off = referee("game", "cancel", "winter", "--reason", "Too few of us.", "--json").data
    asked = referee("game", "delete", "spring")
    deleted = referee("game", "delete", "spring", "--yes")
    kept = referee("game", "delete", "duel", "--yes")

    assert (ended.code, ended.out) == (0, "The game is over, and everybody is told.\n")
    assert (off["outcome"], off["game"]["status"]) == ("played", "over")
    assert (asked.code, "Say --yes if you mean it." in asked.err) == (2, True)
    assert (deleted.code, deleted.out) == (0, "Wizard's Duel (spring) is deleted, and its name is free.\n")
    assert (kept.code, "has begun, so it stays in the archive" in kept.err) == (2, True)
    assert [game["name"] for game in referee("game", "list", "--json").data] == ["duel", "winter"]
    assert referee("archive", "verify", "duel").code == 0
    assert "Anna has won." in referee("report", "show", "duel", "Anna", "--kind", "end").out
    assert referee("game", "create", "spring", "wizards-duel").code == 0


def test_settings_of_a_running_game_are_changed(referee: Referee) -> None:
    changes = ("press=public", "deadline=Tue 21:00")
    done = referee("game", "set", "duel", *changes, "--reason", "We are busy.", "--shorten")
    wrong = referee("game", "set", "duel", "sealed=no")

    assert (done.code, done.out) == (
        0,
        "press is public now (so far all), and everybody is told.\n"
        "deadline is Tue 21:00 now (so far daily 20:00), and everybody is told.\n",
    )
    assert {one["name"]: one["value"] for one in referee("game", "policy", "duel", "--json").data}["press"] == "public"
    assert (wrong.code, "sealed was promised to the players" in wrong.err) == (2, True)


def test_a_correction_is_previewed_and_withdrawn(referee: Referee) -> None:
    line = ("game", "correct", "duel", "SET POINTS OF Anna TO 12", *WHY)
    seen = referee(*line, "--preview")
    before = referee("ruling", "list", "duel", "--json").data
    made = referee(*line)
    taken = referee("ruling", "withdraw", "duel", "1", *WHY)

    assert (seen.code, seen.out.splitlines()[-1], before) == (0, "Nothing was saved.", [])
    assert made.code == 0
    assert (taken.code, taken.out) == (0, "Correction 1 is withdrawn, and all who had heard of it are told.\n")
    assert referee("ruling", "withdraw", "duel", "1", *WHY).code == 2


LOADED = """
import sys
from referee.cli import main
sys.argv[0] = "referee"
try:
    main()
except SystemExit:
    pass
print(*sorted(sys.modules), file=sys.stderr)
"""
"""Runs a command, and names the modules that it needed."""

WRITING = (
    "referee.bots.simulate", "referee.mail.outgoing", "referee.reports.pages", "referee.reports.writer",
    "referee.service.post.post", "referee.service.turns.turn_letters", "referee.service.upkeep.backups", "jinja2",
)  # fmt: skip
"""What a look at a turn can do without whose letters are sealed."""


def test_status_names_the_silent_before_a_deadline_without_taking_up_the_rules(folder: Path) -> None:
    soon = datetime.now(UTC) + timedelta(hours=12)
    with closing(sqlite3.connect(folder / "referee.db")) as database:
        database.execute("UPDATE game SET due_at = ?", (f"{soon:%Y-%m-%dT%H:%M:%S.%f}Z",))
        database.commit()
    said, loaded = loading(folder, "status", "--json")

    wants = [item["words"] for item in json.loads(said)["attention"] if item["what"] == "silent"]
    assert wants == ["Nothing from Anna, Bruno for turn 1."]
    assert [name for name in loaded if name.startswith("referee.games.")] == []


@pytest.mark.parametrize("words", [("archive", "list"), ("archive", "verify")])
def test_what_looks_at_the_archive_waits_for_nothing_that_reads_or_writes_letters(
    folder: Path, words: tuple[str, ...]
) -> None:
    _, loaded = loading(folder, *words)

    assert [name for name in loaded if name in ("jinja2", "referee.mail.quoting", "referee.service.post.post")] == []


def test_the_doctor_finds_the_editions_there_without_taking_up_the_rules(folder: Path) -> None:
    said, loaded = loading(folder, "doctor", "--no-smtp")

    assert f"editions: played are duel by wizards-duel {RULESET.edition}\n" in said
    assert [name for name in loaded if name.startswith("referee.games.")] == []


@pytest.mark.parametrize("words", ["status", "doctor", "turn status duel", "turn preview duel", "orders list duel"])
def test_what_neither_signs_nor_checks_loads_nothing_that_signatures_are_made_with(folder: Path, words: str) -> None:
    _, loaded = loading(folder, *words.split())

    assert [name for name in loaded if name.partition(".")[0] in ("nacl", "_cffi_backend")] == []


def test_a_game_is_shown_with_the_campaigns_key_which_loads_what_signatures_are_made_with(folder: Path) -> None:
    _, loaded = loading(folder, "game", "show", "duel")

    assert "nacl" in loaded


def test_a_look_at_a_sealed_turn_loads_nothing_that_writes_letters(folder: Path) -> None:
    said, loaded = loading(folder, "turn", "preview", "duel")
    shown, needed = loading(folder, "turn", "preview", "duel", "--unseal")

    assert said.endswith("3 letters would go out. They are sealed. --unseal prints them, and the players are told.\n")
    assert [name for name in WRITING if name in loaded] == []
    assert "TO Anna: " in shown
    assert "referee.reports.writer" in needed


def loading(folder: Path, *words: str) -> tuple[str, set[str]]:
    """Run a command in a process of its own; return what it printed, and the modules that it needed."""
    command = [sys.executable, "-c", LOADED, "--campaign", str(folder), *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout, set(ran.stderr.split())


def test_an_order_before_the_start_is_told_from_a_slip(referee: Referee) -> None:
    referee("game", "create", "winter", "wizards-duel")
    referee("seat", "add", "winter", "Clara", "clara@players.example")

    found = referee("orders", "check", "winter", "Clara", "-l", "LEAD LOWEST", "-l", "LEED M7", "--json").data

    assert [line["said"] for line in found["lines"]] == [
        "This is an order. Orders are taken once the game has begun; before that, wishes and a WORD for the seed.",
        "I don't know the order \"LEED\". Write HELP for the list of orders.",
    ]
