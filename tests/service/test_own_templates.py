"""A campaign's own template that is broken keeps nothing back: the shipped one serves, and the GM is told once."""

from __future__ import annotations

import builtins
import errno
import re
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.reports import paper
from referee.reports.parts import Contact, Kind
from referee.reports.templates import Fault
from referee.resources import Resources, shipped
from referee.service.campaign.campaign import kit_for
from referee.service.gm.mail import ReleaseAll
from referee.service.post.alarm import Siren
from referee.service.post.lookout import look
from referee.service.records.preview import preview
from referee.service.rounds.command import carry_out
from referee.service.upkeep.doctor import examine
from referee.service.upkeep.specimens import Specimen
from referee.store import inbox
from referee.store.tables import Reading
from tests.service.world import Mail, World

SECRETS = re.compile(r"(?<=code )[0-9A-Z]+|(?<=orders\+)[0-9a-z]+|[0-9A-Z]{8}")
"""What no two campaigns have alike: codes of forms, and keys of addresses."""


def with_template(folder: Path, name: str, text: str) -> World:
    """Begin a duel in a campaign that lays a template over ours."""
    world = World.made(folder)
    world.campaign._kits = {}  # those that other tests share have the shipped templates
    file = world.campaign.settings.folder / "templates" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    world.game()
    return world.quiet()


def alarms(world: World) -> list[Mail]:
    """Look what the GM must hear of, and return what was sent of that."""
    look(world.campaign, Siren(world.campaign))
    return [mail for mail in world.mails() if mail.to == "gm@referee.example"]


def test_a_receipt_goes_out_in_plain_form_and_the_gm_hears_once_of_file_and_line(tmp_path: Path) -> None:
    world = with_template(tmp_path, "receipt.txt.j2", "Orders\n{{ page.no_such_thing }}\n")

    for text in ("LEAD LOWEST", "LEAD HIGHEST"):
        world.write("Ana", text)
        world.tick()
    receipts = [mail for mail in world.mails() if mail.to == "ana@players.example"]
    [alarm] = alarms(world)
    world.again().write("Bob", "LEAD LOWEST")
    world.tick()
    again = alarms(world)

    assert world.on_file("Ana") == ("LEAD HIGHEST",)
    assert [mail.subject for mail in receipts] == ["[The duel] Turn 1: your orders"] * 2
    said = " ".join(alarm.body.split())
    fault = "'referee.reports.pages.ReceiptPage object' has no attribute 'no_such_thing'"
    assert f"templates/receipt.txt.j2, line 2: {fault}" in said
    assert "If it is the campaign's own, letters are written with the shipped one meanwhile." in said
    assert "see whether all is well, at the command line alone: referee doctor" in said
    assert again == []


SERVES = "; the shipped one serves meanwhile"
LOOP = "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"
PAGE = "<!doctype html><title>{{ title }}</title>\n"
BROKEN = [
    ("report.txt.j2", "Subject\n{% if %}\n", ", line 2: Expected an expression, got 'end of statement block'"),
    ("report.txt.j2", "Subject\n\n{{ nowhere.near }}\n", ", line 3: 'nowhere' is undefined"),
    ("report.txt.j2", "Subject\n{{ rules.play.__globals__ }}\n", ", line 2: it reaches for what is not"),
    ("report.txt.j2", "Subject\n{% include '../referee.toml' %}\n", ", line 2: there is no ../referee.toml"),
    ("report.txt.j2", "{% extends '/etc/passwd' %}\n", ", line 1: there is no /etc/passwd among the templates of"),
    ("report.txt.j2", f"Subject\n{LOOP}", ", line 2: it goes on without end"),
    ("report.txt.j2", "Subject\n{{ '-' * 10 ** 9 }}\n", ", line 2: what this * makes is too large for a letter"),
    ("frame.txt.j2", "{% macro sections(p) %}\n{{ p.nowhere }}{% endmacro %}", ", line 2: 'list object' has no"),
    ("wizards-duel/lines.txt.j2", "{% macro table(v, me) %}{% endmacro %}\n", ": lines.txt.j2 of wizards-duel"),
    ("letter.css", ".page { color: red }\n.small { colour }\n", ", line 2: colour is no style such as color: red"),
    ("letter.css", ".page { color: red\n.small { color: red }\n", ", line 1: this rule is not closed before the next"),
    ("letter.css", ".page { color: red }\n}\n", ", line 2: there is a } too many"),
    ("letter.css", ".page { color: red }\n/* for ever", ", line 2: this comment is never closed; it wants */"),
    ("letter.css", ".page {\n background: url(https://e.example/x) }", ", line 2: url brings something from elsewhere"),
    ("letter.css", f".page {{ color: red }}{' ' * 70_000}", ": it is longer than 64,000 bytes"),
    ("letter.html.j2", f"{PAGE}{{{{ leter }}}}", ", line 2: 'leter' is undefined"),
    ("letter.html.j2", f"{PAGE}{{% if %}}", ", line 2: Expected an expression"),
    ("letter.html.j2", PAGE, ": the letter does not stand in it; it wants {{ letter }}"),
    ("letter.html.j2", f"{PAGE}{{{{ letter.__class__.__mro__ }}}}", ", line 2: it reaches for what is not"),
    ("letter.html.j2", f"{PAGE}{LOOP}{{{{ letter }}}}", ", line 2: it goes on without end"),
    ("letter.html.j2", f"{PAGE}{{{{ letter }}}}{{{{ 'x' * 999999 }}}}", ": a letter becomes more than 1,000,000 bytes"),
    ("letter.html.j2", f"{PAGE}{{% include '../../x' %}}", ", line 2: there is no ../../x among the templates"),
]


def letters(world: World) -> dict[str, tuple[str, str, str]]:
    """The subject, text and page of the reports of a turn, by who got them; codes and keys left out."""
    world.adjudicate()
    sent = [mail for mail in world.mails() if "players" in mail.to]
    return {mail.to: (mail.subject, SECRETS.sub("", mail.body), SECRETS.sub("", mail.page)) for mail in sent}


@pytest.fixture(scope="module")
def as_shipped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str, str]]:
    world = World.made(tmp_path_factory.mktemp("shipped"))
    world.game()
    return letters(world.quiet())


@pytest.mark.parametrize(("name", "text", "fault"), BROKEN)
def test_a_turn_goes_out_as_shipped_and_the_gm_hears_of_each_fault_until_the_file_changes(
    tmp_path: Path, as_shipped: dict[str, tuple[str, str, str]], name: str, text: str, fault: str
) -> None:
    world = with_template(tmp_path, name, text)
    told = alarms(world)  # of what had shown when the game began
    found = letters(world)
    told += alarms(world)
    letters(world)
    quiet = alarms(world)
    world.again()
    letters(world)
    quiet += alarms(world)
    (world.campaign.settings.folder / "templates" / name).write_text(f"{text}\n", encoding="utf-8")
    letters(world)
    anew = alarms(world)

    assert found == as_shipped
    assert [f"templates/{name}{fault}" in " ".join(mail.body.split()) for mail in told] == [True]
    assert quiet == []
    assert [f"templates/{name}{fault}" in " ".join(mail.body.split()) for mail in anew] == [True]


def test_a_template_that_is_mended_serves_from_the_next_round_on(tmp_path: Path) -> None:
    world = with_template(tmp_path, "receipt.txt.j2", "Orders\n{% if %}\n")
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.quiet()
    (world.campaign.settings.folder / "templates" / "receipt.txt.j2").write_text("Orders\nMine.\n", encoding="utf-8")
    world.write("Ana", "LEAD HIGHEST")
    world.tick()

    assert [mail.body.splitlines()[0] for mail in world.mails() if mail.to == "ana@players.example"] == ["Mine."]


def test_the_doctor_names_file_and_line_of_all_that_is_broken(tmp_path: Path) -> None:
    world = with_template(tmp_path, "report.txt.j2", "Subject\n{% if %}\n")
    folder = world.campaign.settings.folder
    (folder / "templates" / "press.txt.j2").write_text("Subject\n\n{{ 'x' | no_such }}\n", encoding="utf-8")
    (folder / "templates" / "letter.css").write_text(".page { color }\n", encoding="utf-8")

    found = [one.found for one in examine(folder, send=False) if one.what == "templates" and not one.well]

    assert found == [
        "templates/report.txt.j2, line 2: Expected an expression, got 'end of statement block'" + SERVES,
        "templates/press.txt.j2, line 3: No filter named 'no_such'." + SERVES,
        "templates/letter.css, line 1: color is no style such as color: red" + SERVES,
    ]


PAPER = [
    (b".page { color: red }\n.small { colour }\n", ", line 2: colour is no style such as color: red"),
    (b"@page {\n  @top-left { content: none }\n", ", line 1: this rule is never closed; it wants }"),
    (b".a { color: red }\n.b { background: url(https://e.example/x) }", ", line 2: url brings something from"),
    (b".a { color: red }\n.b { font: \xff }\n", ", line 2: this is not UTF-8. Save it as UTF-8"),
    (None, ", line 1: it cannot be read (input/output error)"),
]


@pytest.mark.parametrize(("sheet", "why"), PAPER)
def test_the_doctor_tries_the_look_of_paper_and_the_shipped_one_serves_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sheet: bytes | None, why: str
) -> None:
    world = with_template(tmp_path, "print.css", ".page { color: red }\n")
    own = world.campaign.settings.folder / "templates" / "print.css"
    if sheet is None:
        unreadable(monkeypatch, own)
    else:
        own.write_bytes(sheet)
    resources = world.campaign.resources
    told: list[Fault] = []

    found = [one for one in examine(own.parents[1], send=False) if one.what == "templates"]

    assert [(one.well, why in one.found, one.found.endswith(SERVES)) for one in found] == [(False, True, True)]
    assert paper.sheet(paper.usable(resources, told.append)) == paper.sheet(Resources())
    assert [f"templates/print.css{why}" in str(one) for one in told] == [True]


def test_a_look_of_paper_may_hold_its_own_type(tmp_path: Path) -> None:
    face = "@font-face { font-family: Own; src: url('data:font/woff2;base64,d09GMgAB') }\n"
    world = with_template(tmp_path, "print.css", face)

    found = [one.found for one in examine(world.campaign.settings.folder, send=False) if one.what == "templates"]

    assert found == ["the campaign's own (1) can be used"]
    assert paper.sheet(world.campaign.resources) == face


def unreadable(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Let a disk fail when this file is read."""
    opened = builtins.open

    def failing(name: Any, *more: Any, **others: Any) -> Any:
        if str(name) == str(file):
            raise OSError(errno.EIO, "Input/output error")
        return opened(name, *more, **others)

    monkeypatch.setattr(builtins, "open", failing)


def test_a_preview_shows_what_is_on_file_in_the_words_of_now(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.campaign._kits = {}
    (world.campaign.settings.folder / "templates").mkdir(exist_ok=True)
    own = world.campaign.settings.folder / "templates" / "receipt.txt.j2"
    own.write_text("Mine\n{{ orders }}\n", encoding="utf-8")

    found = preview(world.campaign, "receipt", seat="Ana", unsealed=True)

    assert found.source.startswith("The receipt of The duel, 1, to Ana, written anew")
    assert found.shown == (
        "Subject: Mine\n\n  1  LEAD LOWEST\n       Whenever you lead, it is your lowest card.\n\n"
        "With TO GM: in any answer, or at gm@referee.example, you reach your GM.\n"
    )


def test_all_letters_that_could_not_be_read_are_released_at_once_and_no_others(world: World) -> None:
    crashed = [world.write("Ana", "LEAD LOWEST"), world.write("Bob", "LEAD LOWEST")]
    asked = world.write("Ana", "LEAD HIGHEST", sender="other@players.example")
    with world.campaign.store.writing() as tx:
        for letter in crashed:
            row = inbox.letter(tx, letter)
            row.state, row.outcome, row.tries = Reading.HELD, "held: it could not be read", 3
            tx.add(row)
    world.tick()

    assert carry_out(world.campaign, ReleaseAll()).value == crashed
    world.tick()

    assert [world.outcome(letter) for letter in crashed] == ["orders filed", "orders filed"]
    assert world.outcome(asked) == "held: another sender"
    assert carry_out(world.campaign, ReleaseAll()).value == []


def test_a_game_for_show_comes_to_a_question_for_its_letter_alone() -> None:
    kit = kit_for(games.find("amber"), Resources(), lambda fault: None)
    made = Specimen(kit, datetime(2026, 11, 24, 12, tzinfo=UTC), "UTC", Contact("", "gm@referee.example"))

    asking = {kind for kind in Kind if (shown := made.material(kind)) is not None and shown.ask is not None}

    assert asking == {Kind.QUESTION}


@pytest.mark.parametrize(
    ("told", "instead", "said"),
    [
        ("", "{% macro Order_LayStone(o, v) %}You lay {{ o.card }}.{% endmacro %}", "for LAY S12 break off (line "),
        ("stone {{ e.stone }}", "{{ e.stoen }}", "has no attribute 'stoen'"),
    ],
)
def test_the_doctor_finds_broken_words_of_a_game_that_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, instead: str, said: str
) -> None:
    world, package = World.made(tmp_path / "campaign"), tmp_path / "games" / "tiny_game"
    shutil.copytree(shipped("templates") / "new_game" / "tiny_game", package)
    lines = package / "lines.txt.j2"
    text = lines.read_text(encoding="utf-8")
    lines.write_text(text.replace(told, instead) if told else f"{text}{instead}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    usual = games._loaders
    monkeypatch.setattr(games, "_loaders", lambda: usual() | {"tiny-game": games._loader("tiny_game")})

    found = [one for one in examine(world.campaign.settings.folder, send=False) if one.what == "templates"]
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiny_game"]:
        del sys.modules[name]

    assert [(one.well, one.remedy) for one in found] == [(False, "Ask its author, or uninstall its package.")]
    assert found[0].found.startswith("tiny-game: ")
    assert said in found[0].found
