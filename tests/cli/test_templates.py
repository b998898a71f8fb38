"""The words and looks of letters: listed, copied, tried."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import games
from referee.reports.parts import Kind
from referee.resources import shipped
from referee.service.rulesets.faces import as_images
from referee.service.upkeep.editable import every
from tests.cli.conftest import Referee

CODE = re.compile(r"(?<=code )[0-9A-Z]+")
"""Of a form; a preview has none of a letter's own."""


def states(referee: Referee) -> dict[str, str]:
    """What the campaign has of its own, by file."""
    return {one["name"]: one["state"] for one in referee("templates", "list", "--json").data if one["state"]}


def test_every_file_that_may_be_edited_is_listed_with_a_word_on_it(referee: Referee) -> None:
    found = {one["name"]: one for one in referee("templates", "list", "--json").data}

    files = {file.name for file in shipped("templates").glob("*.*")}
    files |= {f"site/{file.name}" for file in shipped("templates").glob("site/*.*")}
    tables = {f"data/{file.name}" for file in shipped("data").glob("*.toml")}
    assert found.keys() == files | tables | {f"{slug}/lines.txt.j2" for slug in games.slugs()}
    assert {f"{kind}.txt.j2" for kind in Kind} <= found.keys()
    assert [one for one in found.values() if not one["what"] or not Path(one["original"]).is_file()] == []
    assert states(referee) == {}


def test_the_list_says_where_originals_lie_and_what_is_ones_own(referee: Referee) -> None:
    referee("templates", "copy", "report")

    said = referee("templates", "list").out

    assert f"Frames of letters, originals in {shipped('templates')}\n" in said
    assert re.search(r"^report\.txt\.j2 +what a turn came to, .* a copy, not changed yet$", said, re.MULTILINE)
    assert re.search(r"^welcome\.txt\.j2 +the first letter of a game, .* -$", said, re.MULTILINE)
    assert re.search(r"^amber/lines\.txt\.j2 +what letters .*  amber/lines\.txt\.j2 +-$", said, re.MULTILINE)


def test_a_copy_is_the_original_below_a_line_that_says_which(referee: Referee, folder: Path) -> None:
    for one in every():
        assert one.original is not None
        said = referee("templates", "copy", one.name)
        own = folder / (one.name if one.name.startswith("data/") else f"templates/{one.name}")

        assert said.out.splitlines()[0] == f"{one.original} is copied to {own.resolve()}."
        assert own.read_text(encoding="utf-8").split("\n", 1)[1] == one.original.read_text(encoding="utf-8")
    assert set(states(referee).values()) == {"a copy, not changed yet"}


def test_letters_are_the_same_with_copies_of_all_originals(referee: Referee) -> None:
    referee("turn", "preview", "duel", "--unseal")  # which the players are told, the second time
    shown = referee("turn", "preview", "duel", "--unseal", "--json").data
    as_html = referee("report", "show", "duel", "GM", "--turn", "0", "--kind", "all", "--format", "html").out
    for one in every():
        referee("templates", "copy", one.name)

    assert referee("turn", "preview", "duel", "--unseal", "--json").data == shown
    assert referee("report", "show", "duel", "GM", "--turn", "0", "--kind", "all", "--format", "html").out == as_html
    assert "class=" in as_html
    assert referee("doctor", "--no-smtp", "--json").data["findings"][-1]["found"] != ""


def test_a_copy_is_not_overwritten_unless_one_insists(referee: Referee, folder: Path) -> None:
    referee("templates", "copy", "letter.css")
    own = folder / "templates" / "letter.css"
    own.write_text(".page { color: red }", encoding="utf-8")

    refused = referee("templates", "copy", "letter.css")
    kept = own.read_text(encoding="utf-8")
    forced = referee("templates", "copy", "letter.css", "--force")

    assert (refused.code, kept, forced.code) == (2, ".page { color: red }", 0)
    assert refused.err == f"{own} is there already, and stays as it is. With --force the original takes its place.\n"
    assert own.read_text(encoding="utf-8") != kept


@pytest.mark.parametrize(
    ("name", "near"),
    [("reprot", "report.txt.j2"), ("letter.cs", "letter.css"), ("amber/line.txt.j2", "amber/lines.txt.j2")],
)
def test_an_unknown_name_is_told_with_the_nearest(referee: Referee, name: str, near: str) -> None:
    said = referee("templates", "copy", name)

    assert said.code == 2
    assert re.match(rf"There is no {name} to edit\. Did you mean .*{near}.*\? See: referee templates list\n", said.err)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "amber/../report.txt.j2", ""])
def test_nothing_but_originals_is_copied(referee: Referee, folder: Path, name: str) -> None:
    before = sorted(folder.rglob("*"))

    assert referee("templates", "copy", name).code == 2
    assert sorted(folder.rglob("*")) == before


def test_the_list_says_what_became_of_copies_and_of_their_originals(referee: Referee, folder: Path) -> None:
    for name in ("report", "welcome", "wizards-duel/press"):
        referee("templates", "copy", name)
    own = folder / "templates"
    older = (own / "report.txt.j2").read_text(encoding="utf-8")
    (own / "report.txt.j2").write_text(re.sub("original [0-9a-f]+", "original 0123456789ab", older), encoding="utf-8")
    with (own / "welcome.txt.j2").open("a", encoding="utf-8") as file:
        file.write("Mine.\n")
    (own / "press.txt.j2").write_text("Mine\n", encoding="utf-8")
    (own / "recept.txt.j2").write_text("Mine\n", encoding="utf-8")

    assert states(referee) == {
        "report.txt.j2": "your own, made from an older original",
        "welcome.txt.j2": "your own",
        "press.txt.j2": "your own, made without templates copy",
        "wizards-duel/press.txt.j2": "a copy, not changed yet",
        "recept.txt.j2": "not used",
    }
    assert "no file is called so. Did you mean receipt.txt.j2" in referee("templates", "list").out


def preview(referee: Referee, *words: str) -> str:
    """What a preview shows, which must be well."""
    said = referee("templates", "preview", *words)
    assert (said.code, "Traceback" in said.err) == (0, False), said
    return said.out


CHIP = re.compile('<span class="card" style="[^"]*">([^<]+)</span>')
FACED = re.compile('<span class="card" style="[^"]*"><img src="([^"]+)" alt="" [^>]*>([^<]+)</span>')


@pytest.fixture
def played(referee: Referee) -> Referee:
    """The same campaign after a turn."""
    for seat in ("Anna", "Bruno"):
        assert referee("orders", "send", "duel", seat, "-l", "LEAD HIGHEST", "-l", "REPLY CHEAPEST WIN").code == 0
    assert referee("turn", "run", "duel").code == 0
    return referee


def test_a_letter_is_written_anew_as_it_was(played: Referee) -> None:
    went_out = played("report", "show", "duel", "Anna", "--kind", "report", "--unseal").out

    assert CODE.sub("", preview(played, "report", "--seat", "Anna", "--unseal")) == CODE.sub("", went_out)


def test_a_welcome_is_written_anew_but_for_what_was_said_beside(referee: Referee) -> None:
    went_out = referee("report", "show", "duel", "Anna", "--kind", "welcome", "--unseal").out.split("\n\n")
    beside = [one for one in went_out if one.startswith("What players write to one another is kept")]

    shown = preview(referee, "welcome", "--game", "duel", "--seat", "anna", "--unseal")

    assert len(beside) == 1
    assert CODE.sub("", shown) == CODE.sub("", "\n\n".join(one for one in went_out if one not in beside))


def test_the_gms_letter_needs_no_unsealing(played: Referee) -> None:
    went_out = played("report", "show", "duel", "GM", "--kind", "gm_turn").out

    assert preview(played, "gm_turn").splitlines()[0] == went_out.splitlines()[0]


def test_ones_own_words_stand_in_it(played: Referee, folder: Path) -> None:
    played("templates", "copy", "report")
    own = folder / "templates" / "report.txt.j2"
    own.write_text(own.read_text(encoding="utf-8") + "\nYours, the referee.\n", encoding="utf-8")

    assert "\nYours, the referee.\n" in preview(played, "report", "--seat", "Anna", "--unseal")
    assert "Yours, the referee.</p>" in preview(played, "report", "--specimen", "--format", "html")


def test_a_players_letter_is_sealed_and_a_look_at_it_is_told(played: Referee) -> None:
    sealed = played("templates", "preview", "report", "--seat", "Bruno")
    unsaid = played("game", "log", "duel").out
    preview(played, "report", "--seat", "Bruno", "--unseal")

    assert (sealed.code, sealed.out) == (2, "")
    assert "Letters to Bruno are sealed until duel is over. Add --unseal" in sealed.err
    assert "Add --specimen to see it with a game for show, which has no secrets." in sealed.err
    assert "letters to Bruno" not in unsaid
    assert "letters to Bruno" in played("game", "log", "duel").out


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_can_be_seen_before_any_letter_went_out(referee: Referee, kind: Kind) -> None:
    said = referee("templates", "preview", kind.value, "--specimen")
    page = preview(referee, kind.value, "--specimen", "--format", "html")

    assert said.code == 0
    assert said.err.startswith("A specimen: as you wished. The game is Wizard's Duel, played by bots; ")
    assert said.out.startswith("Subject: [A game for show] ")
    assert page.startswith("<!doctype html>")


def test_a_preview_of_a_receipt_has_every_list_that_one_may_have(referee: Referee) -> None:
    shown = preview(referee, "receipt", "--specimen")

    lists = [
        "No longer on file:", "On file for turn 3:", "Done at once:", "This line I could not use:",
        "This line reads like an order, but was not used:", "Please note:",
    ]  # fmt: skip
    assert [line for line in shown.splitlines() if line in lists] == lists
    assert "below a line ADD." in shown


def test_a_specimen_names_nobody_of_the_campaign_and_logs_no_look(referee: Referee) -> None:
    log = referee("game", "log", "duel").out

    said = referee("templates", "preview", "receipt")

    assert said.err.startswith("A specimen: no such letter has gone out yet.")
    assert referee("game", "log", "duel").out == log


def test_the_look_is_tried_on_the_newest_letter(played: Referee, folder: Path, tmp_path: Path) -> None:
    played("templates", "copy", "letter.css")
    own = folder / "templates" / "letter.css"
    own.write_text(own.read_text(encoding="utf-8").replace("#faf8f3", "#123456"), encoding="utf-8")

    said = played("templates", "preview", "letter.css", "--seat", "Anna", "--unseal", "--out", str(tmp_path / "x.html"))

    assert said.err.startswith("The report of duel, 1, to Anna, as it was written, in the look of now. It is in ")
    assert "background: #123456" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_what_is_wrong_is_said_with_file_and_line_and_no_alarm_goes_out(referee: Referee, folder: Path) -> None:
    (folder / "templates" / "receipt.txt.j2").write_text("Subject\n\n{{ nowhere }}\n", encoding="utf-8")
    (folder / "templates" / "letter.css").write_text(".page { color }\n", encoding="utf-8")
    before = referee("mail", "outbox", "--all", "--json").data

    said = referee("templates", "preview", "receipt", "--format", "html")

    assert said.code == 1
    assert "templates/receipt.txt.j2, line 3: 'nowhere' is undefined; the shipped one serves meanwhile." in said.err
    assert "templates/letter.css, line 1: color is no style such as color: red; the shipped one" in said.err
    assert said.out.startswith("<!doctype html>")
    assert referee("mail", "outbox", "--all", "--json").data == before


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("nothing", "There is no nothing to edit."),
        ("report --game winter", "There is no game winter."),
        ("report --seat Nobody", "There is no seat Nobody."),
        ("report --format pdff", 'There is no form "pdff" of a letter.'),
    ],
)
def test_what_cannot_be_shown_is_said_kindly(referee: Referee, words: str, error: str) -> None:
    said = referee("templates", "preview", *words.split())

    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(error)


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("referee templates copy lett", ["letter.css", "letter.html.j2"]),
        ("referee templates copy amber/", ["amber/lines.txt.j2"]),
        ("referee templates preview data/ta", ["data/tarot.toml"]),
        ("referee templates preview report --game d", ["duel"]),
        ("referee templates preview report --game duel --seat a", ["Anna"]),
    ],
)
def test_the_shell_completes_names(folder: Path, words: str, offered: list[str]) -> None:
    env = os.environ | {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": words, "REFEREE_CAMPAIGN": str(folder)}
    env["COMP_CWORD"] = str(len(words.split()) - 1)

    done = subprocess.run([sys.executable, "-m", "referee"], env=env, capture_output=True, text=True, check=False)

    assert done.stdout.split() == offered


def test_a_letter_on_a_page_shows_the_faces_of_its_cards_and_none_where_it_is_mailed(played: Referee) -> None:
    page = played("report", "show", "duel", "Anna", "--kind", "report", "--unseal", "--format", "html").out
    mailed = preview(played, "report", "--seat", "Anna", "--unseal", "--format", "html")
    chips, images = (CHIP.findall(one) for one in (page, mailed)), FACED.findall(page)

    shown, bare = chips
    assert shown == [] != bare
    assert "<img" not in mailed
    assert images == [(as_images("wizards-duel")[name], name) for name in bare]
