"""The GM's sheet of a turn: every card and order stands on it, and the players are told that it was looked at."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.reports.document import Document
from referee.reports.text import text
from referee.service.records import sent, turn_sheet
from referee.service.table.table import TableTop
from tests.service.world import World

LOOKED = "The GM has looked at all hands, decks and orders."


@pytest.fixture(autouse=True)
def printer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A printer that keeps the words it was given."""
    kept: list[str] = []

    def prints(found: Sequence[Document], *_: object) -> bytes:
        kept.extend(map(text, found))
        return b"%PDF"

    monkeypatch.setattr(turn_sheet, "printed", prints)
    return kept


def test_it_holds_every_hand_the_decks_and_all_orders(world: World, printer: list[str]) -> None:
    world.write("Ana", "LEAD HIGHEST\nSTANDING REPLY LOW")
    world.tick()
    turn_sheet.turn_sheet(world.campaign, "duel", unsealed=True)
    (said,) = printer
    hands = turn_sheet_hands(world)

    assert [place for place, cards in hands if place not in said] == []
    assert [card for _, cards in hands for card in cards if card not in said.split()] == []
    assert said[said.index("ORDERS FOR TURN 1") :].split() == (
        "ORDERS FOR TURN 1 Ana 1 LEAD HIGHEST 2 REPLY LOWEST (standing)"
        " Standing orders hold every time, until you change or cancel them. Bob Nothing is on file."
    ).split()


def test_decks_stand_on_it_where_no_game_opens_them_at_its_end(tmp_path: Path, printer: list[str]) -> None:
    world = World.made(tmp_path)
    world.game("court", ("Corwin", "Eric", "Flora", "Brand"), ruleset="amber")
    turn_sheet.turn_sheet(world.campaign, "court", unsealed=True)
    with world.campaign.reading() as work:
        top = TableTop.load(work, world.row("court"), work.now)
        decks = (top.game.state.deck, top.game.state.chaos, top.game.state.encounter)
        lying = [top.kit.writer.codes(deck).split() for deck in decks]
    words = printer[0].split()

    assert min(map(len, lying)) > 1
    assert [card for deck in lying for card in deck if card not in words] == []


def turn_sheet_hands(world: World) -> list[tuple[str, list[str]]]:
    """Where each hidden card lies."""
    with world.campaign.reading() as work:
        top = TableTop.load(work, world.row(), work.now)
        hands = top.kit.rules.ending.hands(top.game.state)
        return [(str(place), top.kit.writer.codes(cards).split()) for place, cards in hands]


def test_it_is_sealed_and_each_look_is_told(world: World) -> None:
    with pytest.raises(SetupError, match="All hands, decks and orders are sealed until The duel is over"):
        turn_sheet.turn_sheet(world.campaign, "duel", unsealed=False)
    turn_sheet.turn_sheet(world.campaign, "duel", unsealed=True)
    world.adjudicate()
    told = [mail.to for mail in world.mails() if LOOKED in " ".join(mail.body.split())]

    assert set(told) == {"ana@players.example", "bob@players.example"}


def test_a_game_that_has_not_begun_has_none(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False)

    with pytest.raises(SetupError, match="has not begun"):
        turn_sheet.turn_sheet(world.campaign, "duel", unsealed=True)


def test_who_cannot_print_has_not_looked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise SetupError("no printer")

    monkeypatch.setattr(turn_sheet, "printed", broken)
    monkeypatch.setattr(sent, "printer", broken)
    with pytest.raises(SetupError, match="no printer"):
        turn_sheet.turn_sheet(world.campaign, "duel", unsealed=True)
    with pytest.raises(SetupError, match="no printer"):
        sent.on_paper(world.campaign, "duel", "Ana", unsealed=True)
    world.adjudicate()

    assert [mail.to for mail in world.mails() if "has looked at" in mail.body] == []
