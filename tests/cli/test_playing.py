"""A game from the command line: created, ordered, adjudicated, looked at, verified."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from referee.cli.output import table
from tests.cli.conftest import Referee, run

ORDERS = ["-l", "LEAD LOWEST", "-l", "PLAY ON 4"]
UNSEALED = "SELECT details FROM action WHERE what = 'unseal'"


def test_a_campaign_is_made_and_never_made_over(tmp_path: Path) -> None:
    words = ("init", str(tmp_path / "c"), "--name", "A", "--gm", "gm@a.example", "--domain", "a.example")

    first, second = run(*words), run(*words)

    assert first.code == 0
    assert (second.code, second.err) == (2, f"{tmp_path / 'c' / 'referee.toml'}: this file is there already and was not touched.\n")  # noqa: E501
    assert (tmp_path / "c" / "referee.db").stat().st_mode & 0o077 == 0


def test_what_init_is_not_told_it_asks(tmp_path: Path) -> None:
    said = run("init", str(tmp_path / "c"), "--domain", "a.example", stdin="Autumn games\ngm@a.example\n")

    assert said.code == 0
    assert 'name = "Autumn games"' in (tmp_path / "c" / "referee.toml").read_text()


def test_two_gms_are_both_kept(tmp_path: Path) -> None:
    gms = ("--gm", "one@a.example", "--gm", "two@a.example")
    run("init", str(tmp_path / "c"), "--name", "A", *gms, "--domain", "a.example")

    said = run("--campaign", str(tmp_path / "c"), "--as", "one@a.example", "game", "announce", "none", "hi")
    assert (said.code, said.err) == (2, "There is no game none. None was created yet.\n")


def test_a_game_is_shown_without_its_secrets(referee: Referee, folder: Path) -> None:
    found = referee("game", "show", "duel", "--json")
    with sqlite3.connect(folder / "referee.db") as database:
        secret, seed = database.execute("SELECT secret, seed FROM game").fetchone()

    assert [seat["name"] for seat in found.data["seats"]] == ["Anna", "Bruno"]
    assert found.data["options"]["deck"] == "half"
    assert found.data["line"]["status"] == "running"
    assert secret.hex() not in found.out
    assert seed.hex() not in found.out


def test_games_and_seats_are_listed(referee: Referee) -> None:
    assert [game["name"] for game in referee("game", "list", "--json").data] == ["duel"]
    assert [seat["address"] for seat in referee("seat", "list", "duel", "--json").data] == [
        "anna@players.example",
        "bruno@players.example",
    ]
    assert "anna@players.example" in referee("seat", "list", "duel").out


def test_orders_are_checked_by_the_reader_of_the_turn_and_not_kept(referee: Referee) -> None:
    found = referee("orders", "check", "duel", "anna", "-l", "LEAD LOWEST", "-l", "LEED M7", "--json")

    assert found.code == 1
    assert [line["heard"] for line in found.data["lines"]] == ["order", "unreadable"]
    assert found.data["lines"][1]["hint"] == "Did you mean LEAD?"
    assert referee("orders", "history", "duel", "--json").data == []


def test_orders_come_from_a_file_or_standard_input(referee: Referee, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("LEAD LOWEST\n")

    from_file = referee("orders", "check", "duel", "Anna", str(tmp_path / "orders.txt"), "--json")
    from_pipe = referee("orders", "check", "duel", "Anna", "-", "--json", stdin="LEAD LOWEST\n")

    assert from_file.data == from_pipe.data
    assert from_file.code == 0


def test_orders_sent_are_on_file_with_a_receipt(referee: Referee) -> None:
    sent = referee("orders", "send", "duel", "Anna", *ORDERS)

    shown = referee("orders", "show", "duel", "Anna", "--unseal", "--json")

    assert sent.code == 0
    assert "Receipt 1-ANNA-1" in sent.out
    assert (shown.data["turns"], shown.data["standing"]) == ({"1": ["LEAD LOWEST"]}, ["PLAY ON 4"])
    assert referee("turn", "status", "duel", "--json").data["silent"] == ["Bruno"]


def test_a_look_at_the_history_of_orders_is_written_down_with_whose_they_were(referee: Referee, folder: Path) -> None:
    for seat in (["Anna"], []):
        referee("orders", "history", "duel", *seat, "--unseal")

    with sqlite3.connect(folder / "referee.db") as database:
        looks = [json.loads(one)["what"] for (one,) in database.execute(UNSEALED)]
    assert looks == ["the orders of Anna", "the orders of everybody"]


def test_the_orders_of_a_past_turn_are_shown_and_sealed_like_the_rest(referee: Referee, folder: Path) -> None:
    referee("orders", "send", "duel", "Anna", "-l", "LEAD LOWEST")
    referee("turn", "run", "duel")
    referee("orders", "send", "duel", "Anna", "-l", "PLAY ON 4")
    past = ("orders", "show", "duel", "anna", "--turn", "1")
    sealed, opened = referee(*past), referee(*past, "--unseal", "--json")
    other = referee("orders", "show", "duel", "Bruno", "--turn", "1", "--unseal")
    early = referee("orders", "show", "duel", "Anna", "--turn", "2", "--unseal")

    assert (sealed.code, "The orders of Anna for turn 1 are sealed until" in sealed.err) == (2, True)
    assert (opened.data["turn"], opened.data["seat"], opened.data["lines"]) == (1, "Anna", ["LEAD LOWEST"])
    assert other.out.split() == "duel, turn 1, Bruno: what counted nothing".split()
    assert (early.code, early.err) == (2, "Turn 2 of duel was not played. Turn 1 alone was.\n")
    with sqlite3.connect(folder / "referee.db") as database:
        looks = [one for (one,) in database.execute(UNSEALED)]
    assert [json.loads(one)["what"] for one in looks] == [
        "the orders of Anna for turn 1",
        "the orders of Bruno for turn 1",
    ]


def test_a_turn_that_is_to_be_adjudicated_early_says_when(referee: Referee, folder: Path) -> None:
    before = referee("status").out + referee("turn", "status", "duel").out
    with sqlite3.connect(folder / "referee.db") as database:
        database.execute("UPDATE game SET early_at = due_at")

    campaign, turn = referee("status").out, referee("turn", "status", "duel").out

    [due] = re.findall(r"due (.*? \(UTC\))\.", turn)
    [early] = re.findall(r"ready, and adjudicated early: (.*? \(UTC\))\.", campaign)
    assert "early" not in before
    assert f"due {due}. It is ready, and adjudicated early: {due}.\n" in turn
    assert early.split()[-2:] == due.split()[-2:]


@pytest.mark.parametrize("words", ["orders show duel Anna", "report show duel Anna"])
def test_what_is_sealed_is_shown_on_demand_only_and_written_down(referee: Referee, folder: Path, words: str) -> None:
    referee("orders", "send", "duel", "Anna", *ORDERS)

    sealed, opened = referee(*words.split()), referee(*words.split(), "--unseal")
    with sqlite3.connect(folder / "referee.db") as database:
        looks = database.execute("SELECT count(*) FROM action WHERE what = 'unseal'").fetchone()[0]

    assert (sealed.code, sealed.out) == (2, "")
    assert "--unseal" in sealed.err
    assert opened.code == 0
    assert looks == 1


def test_history_seals_the_lines(referee: Referee) -> None:
    referee("orders", "send", "duel", "Anna", *ORDERS)

    assert referee("orders", "history", "duel", "--json").data[0]["lines"] is None
    assert referee("orders", "history", "duel", "--unseal", "--json").data[0]["lines"] == ["LEAD LOWEST", "PLAY ON 4"]
    assert "LEAD" not in referee("orders", "history", "duel").out


def test_a_turn_says_who_must_act_and_whose_flag_is_up(referee: Referee) -> None:
    referee("orders", "send", "duel", "Anna", *ORDERS, "-l", "WAIT FLAG ON")

    said = referee("turn", "status", "duel").out.splitlines()

    assert said[1] == "Must act: Anna (orders in), Bruno (no orders)."
    assert said[2] == "The WAIT flag of Anna is up, so the turn is not adjudicated early."


def test_a_turn_tells_standing_orders_of_before_from_orders_that_were_sent_for_it(referee: Referee) -> None:
    referee("orders", "send", "duel", "Anna", "-l", "STANDING REPLY HIGHEST")
    referee("turn", "run", "duel")

    before = referee("turn", "status", "duel").out.splitlines()[1]
    referee("orders", "send", "duel", "Anna", *ORDERS)

    assert before == "Must act: Anna (standing orders), Bruno (no orders)."
    assert referee("turn", "status", "duel", "--json").data["standing"] == []
    assert referee("turn", "status", "duel").out.splitlines()[1] == "Must act: Anna (orders in), Bruno (no orders)."


def test_a_preview_commits_nothing(referee: Referee, folder: Path) -> None:
    def dump() -> list[str]:
        with sqlite3.connect(folder / "referee.db") as database:
            return list(database.iterdump())

    before = dump()

    sealed = referee("turn", "preview", "duel", "--json")

    assert sealed.data["turn"] == 1
    assert [letter["body"] for letter in sealed.data["letters"]] == [None] * 3
    assert dump() == before


def test_a_preview_unsealed_is_what_then_happens(referee: Referee) -> None:
    referee("orders", "send", "duel", "Anna", *ORDERS)

    tried = referee("turn", "preview", "duel", "--unseal", "--seat", "Anna", "--json").data["letters"][0]
    ran = referee("turn", "run", "duel", "--json")
    came = referee("report", "show", "duel", "Anna", "--unseal", "--json").data[0]

    assert (ran.code, ran.data["outcome"]) == (0, "played")
    assert (came["subject"], story(came["body"])) == (tried["subject"], story(tried["body"]))


def story(body: str) -> str:
    """What happened, as a letter tells it."""
    return body.partition("WHAT HAPPENED")[2].partition("YOUR ORDERS FOR")[0]


def test_a_game_played_to_its_end_is_open_and_verifies(referee: Referee, folder: Path) -> None:
    while referee("turn", "run", "duel").code == 0:
        continue

    assert referee("game", "show", "duel", "--json").data["line"]["status"] == "over"
    assert referee("turn", "run", "duel").code == 2
    assert referee("report", "show", "duel", "Anna").code == 0
    assert referee("archive", "verify", "--json").data["duel"]["ok"]
    assert len(referee("archive", "show", "duel", "--json").data["steps"]) > 2


def test_an_archive_that_was_changed_is_found(referee: Referee, folder: Path) -> None:
    referee("turn", "run", "duel")
    with sqlite3.connect(folder / "referee.db") as database:
        database.execute("UPDATE report SET subject = 'You win' WHERE seat = 'Anna' AND kind = 'report'")

    found = referee("archive", "verify", "duel")

    assert found.code == 1
    assert found.out.startswith("duel: step 1 is bad")


def test_pause_extend_announce_and_resume_are_told_to_everybody(referee: Referee) -> None:
    words = [
        ("game", "extend", "duel", "+48h", "--reason", "The server was down."),
        ("game", "pause", "duel"),
        ("game", "announce", "duel", "A happy new year."),
        ("game", "resume", "duel"),
    ]
    before = len(referee("mail", "outbox", "--all", "--json").data)

    assert [referee(*one).code for one in words] == [0, 0, 0, 0]
    assert len(referee("mail", "outbox", "--all", "--json").data) == before + 2 * len(words)


def test_press_is_delivered_and_private_press_sealed(referee: Referee) -> None:
    referee("press", "send", "duel", "Anna", "good luck")
    sent = referee("press", "send", "duel", "Anna", "keep out of this", "--to", "Bruno")

    assert sent.out == "Delivered to Bruno now.\n"
    assert [one["text"] for one in referee("press", "list", "duel", "--json").data] == ["good luck"]
    assert len(referee("press", "list", "duel", "--unseal", "--json").data) == 2
    unknown = referee("press", "send", "duel", "Anna", "hello", "--to", "Zoe")
    assert (unknown.code, unknown.err) == (2, '"Zoe" is not a player. The players are Anna, Bruno.\n')


def test_letters_are_listed_and_those_to_the_gm_are_open(referee: Referee) -> None:
    referee("turn", "run", "duel")

    listed = referee("report", "list", "duel", "--turn", "1", "--json").data
    shown = referee("report", "show", "duel", "GM")

    assert sorted(one["seat"] for one in listed) == ["Anna", "Bruno", "GM"]
    assert "Turn 1 is adjudicated" in shown.out
    assert "WHAT YOU HOLD" not in shown.out


def test_status_shows_all_at_a_glance(referee: Referee) -> None:
    found = referee("status", "--json").data

    assert (found["games"][0]["name"], found["queued"], found["held"]) == ("duel", 5, 0)
    assert "duel" in referee("status").out


TABLES = ("game list", "game show duel", "seat list duel", "mail outbox", "rulesets show wizards-duel", "status")


@pytest.mark.parametrize("words", TABLES)
def test_tables_in_a_pipe_have_no_colours(referee: Referee, words: str) -> None:
    said = referee(*words.split())

    assert said.code == 0
    assert "\x1b" not in said.out


def test_a_row_is_one_line_in_a_pipe_however_long(capsys: pytest.CaptureFixture[str]) -> None:
    table(("seat", "lines", ""), [("Anna", "LEAD LOWEST\nDRAW", "a word " * 40), ("Zo\u0308e", "\u6f22", "x")])

    assert capsys.readouterr().out.splitlines() == [
        "seat  lines",
        f"Anna  LEAD LOWEST; DRAW  {('a word ' * 40).strip()}",
        "Zo\u0308e   \u6f22                 x",
    ]


@pytest.mark.parametrize("words", TABLES)
@pytest.mark.parametrize("width", [80, 120])
def test_tables_fit_the_terminal(referee: Referee, monkeypatch: pytest.MonkeyPatch, words: str, width: int) -> None:
    monkeypatch.setattr("referee.cli.output.at_terminal", lambda: True)
    monkeypatch.setattr("tests.cli.conftest.WIDTH", str(width))

    assert max(map(len, referee(*words.split()).out.splitlines())) <= width


def test_an_address_and_a_time_are_not_broken_while_there_is_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("referee.cli.output.at_terminal", lambda: True)
    words = "no letter has come from them yet, though they were asked for one twice"
    row = (1, "Anna", "anna@players.example", "Europe/Berlin", "Sat 2026-11-21 10:51", words)

    table(("#", "seat", "address", "zone", "joined", ""), [row])

    printed = capsys.readouterr().out
    assert "anna@players.example" in printed
    assert "Sat 2026-11-21 10:51" in printed
    assert max(map(len, printed.splitlines())) <= 80
