"""Rules, games, cases, simulations, the doctor: what needs no game in play."""

import json
import re
import socket
from contextlib import closing
from pathlib import Path

import pytest

from referee.games.wizards_duel import RULESET
from tests.cli.conftest import Referee


def test_games_are_listed_and_shown(nowhere: Referee) -> None:
    listed = nowhere("rulesets", "list", "--json").data
    shown = nowhere("rulesets", "show", "wizards-duel", "--json").data

    duel = {"name": "wizards-duel", "title": "Wizard's Duel", "seats": [2, 2], "players": "2"}
    assert duel | {"edition": RULESET.edition} in listed
    assert next(o for o in shown["options"] if o["name"] == "deck")["default"] == "full"
    assert "LEAD cards" in nowhere("rulesets", "show", "wizards-duel").out
    assert "LEAD" in nowhere("rulesets", "show", "wizards-duel", "--orders").out


def test_a_game_that_cannot_be_loaded_hides_no_other(nowhere: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee import games
    from referee.service.upkeep import faults

    assert faults.LOADING is games.find.__code__, "it is read before another takes its place"
    monkeypatch.setattr(games, "slugs", lambda: ["broken", "wizards-duel"])
    monkeypatch.setattr(games, "find", {"wizards-duel": games.find("wizards-duel")}.__getitem__)

    listed = nowhere("rulesets", "list", "--json").data

    assert [game["title"] for game in listed] == ["cannot be loaded: KeyError: 'broken'", "Wizard's Duel"]


def test_rules_are_read_by_number_and_by_word(nowhere: Referee) -> None:
    assert nowhere("rules", "wizards-duel", "WD-3.1").out.startswith("- WD-3.1 ")
    assert "WD-1" in nowhere("rules", "wizards-duel").out


@pytest.mark.parametrize("asked", ["WD-99", "WD-99.9", "WD-R99", "flobberworm"])
def test_a_rule_that_does_not_exist_is_said_by_the_exit_code_too(nowhere: Referee, asked: str) -> None:
    said, data = nowhere("rules", "wizards-duel", asked), nowhere("rules", "wizards-duel", asked, "--json")

    assert (said.code, data.code, data.data["found"]) == (1, 1, False)
    assert f'have no part "{asked}"' in " ".join(said.out.split())


def test_simulations_repeat_by_their_seed(nowhere: Referee) -> None:
    words = ("simulate", "wizards-duel", "--games", "3", "--seed", "5", "-o", "deck=majors", "--json")

    first, second = nowhere(*words), nowhere(*words)

    assert first.data == second.data
    assert first.data["summary"]["games"] == 3
    assert "wins" in nowhere(*words[:-1]).out


def test_a_simulation_says_how_games_end_who_wins_how_and_how_often_each_rule_fires(
    nowhere: Referee, tmp_path: Path
) -> None:
    file = tmp_path / "amber.svg"

    said = nowhere("simulate", "amber", "--players", "9", "--games", "6", "--picture", str(file)).out

    assert said.startswith("amber: 6 games, numbers 0 to 5, 9 players\nTurns: ")
    for heading in ("winners a game", "how", "Which Chaos card ended the game", "rules  "):
        assert heading in said
    assert re.search(r"^Combat began +AM-8.1 +\d+\.\d\d +\d+\.\d%$", said, re.MULTILINE)
    assert re.search(r"^Cards laid blind +R-1 +0.00 +0.0%$", said, re.MULTILINE)
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_the_number_of_processes_changes_nothing(nowhere: Referee) -> None:
    words = ("simulate", "wizards-duel", "--games", "9", "-o", "deck=majors", "--json")

    assert nowhere(*words, "--workers", "2").data == nowhere(*words, "--workers", "1").data


def test_an_unknown_style_or_option_is_refused(nowhere: Referee) -> None:
    assert nowhere("simulate", "wizards-duel", "--style", "lucky").code == 2
    assert nowhere("simulate", "wizards-duel", "-o", "deck").code == 2


def test_cases_that_cannot_be_found_are_an_error(nowhere: Referee) -> None:
    found = nowhere("cases", "run", "/no/such/cases", "--json")

    assert found.code == 1
    assert not found.data["ok"]
    assert "there is no such file or folder" in found.data["errors"][0]


def test_a_case_that_does_not_hold_is_shown_side_by_side(nowhere: Referee, tmp_path: Path) -> None:
    held, other = case(tmp_path / "held", score=2), case(tmp_path / "other", score=4)

    good, bad = nowhere("cases", "run", str(held)), nowhere("cases", "run", str(other))

    assert (good.code, good.out) == (0, "1 of 1 cases hold.\n"), good.out
    assert bad.code == 1
    assert re.search(r"expected +got", bad.out)


def test_a_fact_in_words_fails_where_cases_are_run_strictly(nowhere: Referee, tmp_path: Path) -> None:
    file = case(tmp_path / "held", score=2)
    file.write_text(f"{file.read_text()}  public: [Ana smiles]\n")

    loose, strict = nowhere("cases", "run", str(file)), nowhere("cases", "run", "--strict", str(file))

    assert (loose.code, loose.out) == (0, "1 of 1 cases hold; 1 fact in words, not checked.\n")
    assert strict.code == 1
    assert "in words, so that nothing checks it: Ana smiles" in strict.out


def case(folder: Path, *, score: int) -> Path:
    """A file with one case: Ana leads the King of Wands, and Bo answers with the Ace of Swords."""
    folder.mkdir()
    file = folder / "wizards-duel.yaml"
    file.write_text(
        "game: wizards-duel\ncases:\n- id: WD-try\n  rules: [WD-3.1]\n"
        f"  given: {{leader: KW, responder: AS}}\n  expect: {{points: {{responder: {score}}}}}\n"
    )
    return file


def test_the_doctor_finds_what_is_wrong_and_says_what_mends_it(referee: Referee, folder: Path) -> None:
    toml = folder / "referee.toml"
    toml.write_text(re.sub(r"port = 25\b", "port = 1", toml.read_text()))

    found = referee("doctor", "--json")
    by_name = {one["what"]: one for one in found.data["findings"]}

    assert found.code == 1
    assert by_name["settings"]["well"]
    assert by_name["database"]["well"]
    assert by_name["clock"]["well"]
    assert not by_name["smtp"]["well"]
    assert "smtp.port" in by_name["smtp"]["remedy"]


def test_the_doctor_sends_nobody_to_the_file_for_what_the_environment_set(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_LIMITS_KEPT_BYTES", "7")

    found = referee("doctor", "--no-smtp", "--json")

    assert [one["remedy"] for one in found.data["findings"] if one["what"] == "settings"] == [
        "Change REFEREE_LIMITS_KEPT_BYTES in the environment."
    ]


def test_the_doctor_is_content_where_all_is_well(referee: Referee) -> None:
    found = referee("doctor", "--no-smtp")

    assert found.code == 0, found.out
    assert found.out.endswith("All is well.\n")


@pytest.mark.parametrize(
    ("harm", "what"),
    [
        (lambda folder: (folder / "referee.toml").write_text("nonsense"), "settings"),
        (lambda folder: (folder / "referee.db").write_bytes(b"not a database" * 100), "database"),
        (lambda folder: (folder / "referee.db").unlink(), "database"),
        (lambda folder: (folder / "referee.db").chmod(0o644), "permissions"),
        (lambda folder: (folder / "templates" / "report.txt.j2").write_text("{% if %}"), "templates"),
        (lambda folder: (folder / "data" / "tarot.toml").write_text("[nowhere]\nx = 1\n"), "templates"),
    ],
)
def test_the_doctor_sees_harm(referee: Referee, folder: Path, harm: object, what: str) -> None:
    assert callable(harm)
    harm(folder)

    found = referee("doctor", "--no-smtp", "--json")

    assert found.code == 1
    assert what in {one["what"] for one in found.data["findings"] if not one["well"]}


def test_the_doctor_sees_a_clock_that_ran_back(referee: Referee, folder: Path) -> None:
    from datetime import UTC, datetime

    from referee.service.upkeep.doctor import examine

    class Slow:
        def now(self) -> datetime:
            return datetime(2026, 2, 1, tzinfo=UTC)

    found = [one for one in examine(folder, send=False, clock=Slow()) if one.what == "clock"]

    assert [one.well for one in found] == [False]
    assert "NTP" in found[0].remedy


def test_the_doctor_sees_whether_the_port_is_taken(referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        monkeypatch.setenv("REFEREE_INTAKE_PORT", str(server.getsockname()[1]))
        taken = intake(referee)
    free = intake(referee)

    assert "something listens" in taken
    assert "is free" in free


def intake(referee: Referee) -> str:
    """What the doctor says of the port where letters come in."""
    findings = referee("doctor", "--no-smtp", "--json").data["findings"]
    return next(str(one["found"]) for one in findings if one["what"] == "intake")


def test_letters_are_found_in_small_letters_and_the_gms_are_no_look(referee: Referee) -> None:
    referee("turn", "run", "duel")
    small = referee("report", "show", "duel", "gm")
    sealed = referee("report", "show", "duel", "anna")
    wrong = referee("report", "show", "duel", "Zoe")
    log = [one["words"] for one in referee("game", "log", "duel", "--json").data]

    assert (small.code, "Turn 1 is adjudicated" in small.out) == (0, True)
    assert (sealed.code, wrong.code, "There is no seat Zoe" in wrong.err) == (2, 2, True)
    assert not any("looked at" in words for words in log)


def test_a_turn_that_is_not_open_and_a_seat_that_is_not_there_are_named(referee: Referee) -> None:
    later = referee("turn", "run", "duel", "--turn", "9")
    nobody = referee("turn", "preview", "duel", "--seat", "Nobody")

    assert (later.code, later.err) == (2, "Turn 9 is not open: turn 1 is, and nothing was done.\n")
    assert (nobody.code, "There is no seat Nobody" in nobody.err) == (2, True)


def test_a_letter_is_shown_as_a_page_or_as_data(referee: Referee) -> None:
    referee("turn", "run", "duel")
    text, page, plain, wrong = (
        referee("report", "show", "duel", "GM", "--format", form) for form in ("text", "html", "JSON", "doc")
    )

    assert text.out.startswith("Subject: [")
    assert page.out.startswith("<!doctype html>")
    assert json.loads(plain.out)["version"] == 2
    assert (wrong.code, wrong.err) == (2, 'There is no form "doc" of a letter. What there is: text, html, json, pdf.\n')


def test_the_schema_of_letters_as_data_is_printed(nowhere: Referee) -> None:
    said = nowhere("report", "schema")

    assert json.loads(said.out)["$id"] == "urn:referee:letter:2"


def test_letters_and_turn_sheets_are_printed(referee: Referee, tmp_path: Path) -> None:
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        pytest.skip(f"Pango is not here: {error}")
    letter, sheet = tmp_path / "letter.pdf", tmp_path / "sheet.pdf"
    referee("turn", "run", "duel")
    done = referee("report", "print", "duel", "GM", "--paper", "letter", "--out", str(letter))
    sealed = referee("turn", "sheet", "duel", "--out", str(sheet))
    wrong = referee("report", "print", "duel", "GM", "--paper", "a3", "--out", str(letter))

    assert (done.code, done.out) == (0, f"It is in {letter}.\n")
    assert letter.read_bytes().startswith(b"%PDF")
    assert (sealed.code, sheet.exists()) == (2, False)
    assert "All hands, decks and orders are sealed until" in sealed.err
    assert (wrong.code, wrong.err) == (2, 'There is no paper "a3". What there is: a4, letter.\n')

    assert referee("turn", "sheet", "duel", "--unseal", "--out", str(sheet)).code == 0
    assert sheet.read_bytes().startswith(b"%PDF")


def test_the_faces_of_a_games_cards_are_written_into_a_folder(nowhere: Referee, tmp_path: Path) -> None:
    folder = tmp_path / "faces"

    said = nowhere("rulesets", "cards", "normal-cards", "--out", str(folder)).out

    assert said == f"{len(list(folder.glob('*.svg')))} faces  {folder}\n"
    assert (folder / "KH.svg").read_text(encoding="utf-8").startswith("<svg ")
