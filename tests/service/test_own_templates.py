"""A campaign's own template that is broken keeps nothing back: the shipped one serves, and the GM is told once."""

from __future__ import annotations

from pathlib import Path

from referee.service.gm.mail import ReleaseAll
from referee.service.post.alarm import Siren
from referee.service.post.lookout import look
from referee.service.rounds.command import carry_out
from referee.service.upkeep.doctor import examine
from referee.store import inbox
from referee.store.tables import Reading
from tests.service.world import Mail, World


def with_template(folder: Path, name: str, text: str) -> World:
    """Begin a duel in a campaign that lays a template over ours."""
    world = World.made(folder)
    world.campaign._kits = {}  # those that other tests share have the shipped templates
    (world.campaign.settings.folder / "templates").mkdir(exist_ok=True)
    (world.campaign.settings.folder / "templates" / name).write_text(text, encoding="utf-8")
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
    assert "Letters are written with the shipped one meanwhile." in said
    assert again == []


def test_a_turn_is_adjudicated_and_told_with_the_shipped_report(tmp_path: Path) -> None:
    world = with_template(tmp_path, "report.txt.j2", "{% if %}")
    world.adjudicate()

    assert {mail.to for mail in world.mails()} >= {"ana@players.example", "bob@players.example"}
    assert world.row().step == 1


def test_the_doctor_names_file_and_line(tmp_path: Path) -> None:
    world = with_template(tmp_path, "report.txt.j2", "Subject\n{% if %}\n")
    folder = world.campaign.settings.folder

    [found] = [one for one in examine(folder, send=False) if one.what == "templates" and not one.well]

    assert found.found.startswith("templates/report.txt.j2, line 2: ")
    assert found.found.endswith("; the shipped one serves meanwhile")


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
