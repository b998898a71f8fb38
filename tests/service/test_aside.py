"""Lines of letters are looked at in the process that may be killed, before anything is written down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.mail import beside
from referee.mail.worker import Worker
from referee.service.gm import lines
from referee.service.intake.backlog import read_one
from referee.service.letters import sorting
from referee.store.tables import Reading
from tests.service.world import World

LOOKING = (beside.both, sorting.sorted_and_tried)
"""What looks at lines."""

EVE = "eve@elsewhere.example"


def not_here(*_: object, **__: object) -> None:
    raise AssertionError("lines were looked at in the referee's own process")


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let looking at lines end the process in which it is done."""
    honest = Worker.ask

    def ask(self: Worker, work: Callable[..., Any], raw: bytes, **how: Any) -> Any:
        return None if work in LOOKING and how["lines"] else honest(self, work, raw, **how)

    monkeypatch.setattr(Worker, "ask", ask)


def test_a_players_lines_are_looked_at_elsewhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "classify", not_here)
    letter = world.write("Ana", "LEAD LOWEST\n\n> LEAD HIGHEST")

    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD LOWEST",))


def test_a_newcomers_lines_are_looked_at_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.made(tmp_path)
    world.game(start=False, seats=(), policy={"sign_up": "open"})
    monkeypatch.setattr(beside, "classify", not_here)
    eve = "eve@elsewhere.example"
    world.arrive(world.letter("JOIN duel", eve), "join@referee.example", eve)

    world.tick()

    [asked] = world.mails()
    assert asked.to == eve
    assert world.outcome(world.answer(asked, "YES AS Eve")) == "sign-up"


def test_a_gms_lines_are_looked_at_elsewhere(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.adjudicate()
    [turn] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    monkeypatch.setattr(beside, "classify", not_here)

    letter = world.answer(turn, "STATUS")

    assert world.outcome(letter) == "the GM's commands"
    assert [mail.to for mail in world.mails()] == ["gm@referee.example"]


@pytest.mark.parametrize(("text", "comes"), [
    ("STATUS", "STATUS"),
    ("Thank you.\n\n> PAUSE", "It stands in quoted text."),
])  # fmt: skip
def test_a_gms_commands_are_read_before_anything_is_locked(
    text: str, comes: str, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.adjudicate()
    [turn] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    honest, kept = lines.parsed, list[int]()

    def parsed(*given: Any) -> list[lines.CommandLine]:
        kept.append(world.arrive(world.letter(f"hello {len(kept)}", EVE), "referee@referee.example"))
        return honest(*given)

    monkeypatch.setattr(lines, "parsed", parsed)
    letter = world.arrive(world.letter(text, "gm@referee.example"), turn.reply_to, "gm@referee.example")
    read_one(world.campaign, letter)

    assert (world.outcome(letter), len(kept) > 0) == ("the GM's commands", True)
    [answer] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    assert comes in answer.body


@pytest.mark.parametrize("text", ["STATUS", "Thank you.\n\n> PAUSE"])
def test_a_gms_letter_whose_commands_do_harm_is_held(text: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.adjudicate()
    [turn] = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    honest = Worker.ask

    def ask(self: Worker, work: Callable[..., Any], raw: bytes, **how: Any) -> Any:
        return None if work is lines.tried else honest(self, work, raw, **how)

    monkeypatch.setattr(Worker, "ask", ask)

    letter = world.answer(turn, text)

    assert (world.outcome(letter), world.kept(letter).state) == ("no readable text", Reading.HELD)


def test_a_letter_whose_lines_do_harm_is_held_and_its_player_hears_so(world: World, deadly: None) -> None:
    letter = world.write("Ana", "LEAD LOWEST")

    world.tick()

    assert (world.outcome(letter), world.kept(letter).state) == ("no readable text", Reading.HELD)
    assert [(m.to, m.subject) for m in world.mails()] == [
        ("ana@players.example", "[The duel] I found no text in your letter")
    ]
    assert world.on_file("Ana") == ()


def test_what_waits_for_such_work_holds_no_lock(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Worker.ask
    kept: list[int] = []

    def ask(self: Worker, work: Callable[..., Any], raw: bytes, **how: Any) -> Any:
        kept.append(
            world.arrive(world.letter(f"hello {len(kept)}", "eve@elsewhere.example"), "referee@referee.example")
        )
        return honest(self, work, raw, **how)

    with monkeypatch.context() as busy:
        busy.setattr(Worker, "ask", ask)
        letter = world.write("Ana", "LEAD LOWEST")
        read_one(world.campaign, letter)

    assert world.outcome(letter) == "orders filed"
    assert len(kept) == 2  # its bytes, its lines with its orders
