"""Commands about people: seats invited, replaced, lent and played by the referee; observers; a person's data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Referee, run

EVE = "eve@players.example"


def test_a_game_does_not_start_before_everybody_s_mail_was_seen_to_work(folder: Path) -> None:
    run("game", "create", "spring", "wizards-duel", "--deadline", "daily 20:00", folder=folder)
    for name in ("Anna", "Bruno"):
        run("seat", "add", "spring", name, f"{name.lower()}@players.example", folder=folder)

    refused = run("game", "start", "spring", folder=folder)
    done = run("game", "start", "spring", "--anyway", folder=folder)

    assert (refused.code, done.code) == (2, 0)
    assert refused.err.startswith("No letter came yet from Anna, Bruno")


def test_the_list_of_seats_says_who_has_not_written_yet(referee: Referee) -> None:
    found = referee("seat", "list", "duel", "--json").data

    assert [(one["name"], one["proved"], one["vacant"]) for one in found] == [
        ("Anna", None, False),
        ("Bruno", None, False),
    ]
    assert "no letter from" in referee("seat", "list", "duel").out


def test_a_seat_is_replaced_lent_emptied_and_played_by_the_referee(referee: Referee) -> None:
    said = [
        referee("seat", "replace", "duel", "Anna", EVE),
        referee("seat", "substitute", "duel", "Bruno", "fay@players.example", "--until", "+14d"),
        referee("seat", "substitute", "duel", "Bruno", "--end"),
        referee("seat", "empty", "duel", "Anna"),
        referee("seat", "bot", "duel", "Anna"),
    ]
    seats = referee("seat", "list", "duel", "--json").data

    assert [one.code for one in said] == [0] * 5, said
    assert [(one["name"], one["bot"], one["vacant"], one["lent"], one["player"], one["address"]) for one in seats] == [
        ("Anna", "sensible", True, False, None, None),
        ("Bruno", None, False, False, "Bruno", "bruno@players.example"),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("seat replace duel Nobody eve@players.example", "There is no seat Nobody. The seats are Anna, Bruno."),
        ("seat replace duel Anna bruno@players.example", "Bruno has a seat at this table already."),
        ("seat substitute duel Anna eve@players.example", "Say who plays and until when"),
        ("seat bot duel Anna", "Anna has a player."),
        ("seat bot duel Anna --style wild", "The referee can play in these styles: sensible, scribble."),
        ("seat invite duel eve@players.example", "duel has begun already."),
        ("seat observe duel anna@players.example", "anna@players.example has a seat in duel"),
        ("player export nobody", "There is no player nobody."),
        ("player forget anna@players.example", "This cannot be taken back."),
        ("player forget anna@players.example --yes", "Anna plays in duel."),
        ("player remove-address Anna anna@players.example", "It is the only address of Anna."),
        ("--as anna@players.example seat empty duel Anna", "anna@players.example is no GM of this campaign."),
    ],
)
def test_a_mistake_is_answered_kindly(referee: Referee, words: str, said: str) -> None:
    found = referee(*words.split())

    assert (found.code, found.err.startswith(said)) == (2, True), found


def test_observers_and_standby_come_and_go(referee: Referee) -> None:
    referee("seat", "observe", "duel", "olga@players.example")
    referee("player", "standby", EVE, "--game", "duel")
    observes = [one["observes"] for one in referee("player", "list", "--json").data]
    waits = [one["address"] for one in referee("player", "standby", "--json").data]

    referee("seat", "observe", "duel", "olga@players.example", "--off")
    gone = referee("player", "standby", EVE, "--off", "--json").data

    assert (observes, waits, gone) == ([[], [], ["duel"], []], [EVE], [])


def test_a_person_s_data_is_written_to_a_file_that_only_its_owner_reads(referee: Referee, tmp_path: Path) -> None:
    file = tmp_path / "anna.json"

    referee("player", "export", "Anna", "--to", str(file))

    found = json.loads(file.read_text(encoding="utf-8"))
    assert [one["address"] for one in found["addresses"]] == ["anna@players.example"]
    assert file.stat().st_mode & 0o077 == 0


def test_who_has_left_can_be_forgotten(referee: Referee) -> None:
    referee("seat", "replace", "duel", "Anna", EVE)

    done = referee("player", "forget", "anna@players.example", "--yes")

    assert (done.code, done.out) == (0, "Player #1 is forgotten.\n")
    assert [one["addresses"] for one in referee("player", "list", "--json").data] == [["bruno@players.example"], [EVE]]


def test_words_to_a_table_at_which_nobody_sits_are_refused(referee: Referee) -> None:
    referee("game", "create", "winter", "wizards-duel")
    said = referee("game", "announce", "winter", "Welcome, all of you.")

    assert (said.code, said.err) == (2, "Nobody has a seat in Wizard's Duel yet, so there is nobody to write to.\n")


def test_one_of_two_gms_says_which_one_it_is(referee: Referee) -> None:
    done = referee("--as", "GM@referee.example", "seat", "empty", "duel", "Anna")

    assert done.code == 0, done


def test_an_invitation_is_declined_at_the_command_line(referee: Referee) -> None:
    referee("game", "create", "winter", "wizards-duel")
    referee("seat", "add", "winter", "Clara", "clara@players.example")
    done = referee("seat", "decline", "winter", "clara")
    again = referee("seat", "decline", "winter", "Clara")
    begun = referee("seat", "decline", "duel", "Anna")

    assert (done.code, done.out) == (0, "Clara has declined; the seat is free.\n")
    assert referee("seat", "list", "winter", "--json").data == []
    assert (again.code, "Nobody is invited to Wizard's Duel as Clara." in again.err) == (2, True)
    assert (begun.code, "has begun already" in begun.err) == (2, True)
