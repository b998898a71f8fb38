"""A turn is computed while others may write, and counts only if all that it was made of still stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from referee.engine.audience import Seat
from referee.service.campaign import seal
from referee.service.campaign.campaign import Work
from referee.service.gm.corrections import Correct, CorrectOrders
from referee.service.gm.deadlines import Extend, Hold, Pause
from referee.service.gm.ruling import Rule
from referee.service.gm.seats import Excuse, Replace
from referee.service.gm.settings import Set
from referee.service.gm.turns import Rollback
from referee.service.intake.backlog import read_all
from referee.service.people import observers, vacancies
from referee.service.players import orders as by_hand
from referee.service.rounds.command import carry_out
from referee.service.turns import advance as advancing
from referee.service.turns.advance import TRIES, advance
from referee.service.turns.turn import Advanced, compute
from referee.store import people, steps
from referee.store.tables import MailRow, Occasion, ReportRow
from tests.service.world import World

WHY = "I read a rule wrongly."
EVE = "eve@players.example"

SEATS = {
    "amber": ("Ana", "Bob", "Cato", "Dora"),
    "elements": ("Ana", "Bob", "Cato"),
    "living-trumps": ("Ana", "Bob", "Cato"),
    "wizards-duel": ("Ana", "Bob"),
}


def said(seat: str, text: str) -> Callable[[World], object]:
    """Let a letter of a player come, and be read."""

    def come(world: World) -> None:
        world.write(seat, text)
        read_all(world.campaign)

    return come


def ordered(order: Any) -> Callable[[World], object]:
    """Let the GM order something."""
    return lambda world: carry_out(world.campaign, order, "duel")


def by_the_gm_and_back(world: World) -> None:
    """Let the seat be given up, and played by a bot."""
    vacancies.empty(world.campaign, "duel", "Bob")
    vacancies.play(world.campaign, "duel", "Bob")


def forged(world: World) -> None:
    """Let a letter come that is held, which the GM's turn letter tells of."""
    world.write("Bob", "LEAD LOWEST", sender="bob@elsewhere.example")
    read_all(world.campaign)


def moved_house(world: World) -> None:
    """Let a player live by another clock."""
    with world.campaign.store.writing() as tx:
        player = people.player(tx, 1)
        player.zone = "Asia/Tokyo"
        tx.add(player)


def at_once(world: World) -> Advanced:
    """Let another process adjudicate the turn."""
    with world.campaign.writing() as work:
        return advancing.at_once(work, world.row().id, Occasion.GM, 2)


CHANGES: dict[str, Callable[[World], object]] = {
    "orders by mail": said("Bob", "LEAD HIGHEST"),
    "orders at the desk": lambda world: by_hand.send(world.campaign, "duel", "Bob", ["LEAD HIGHEST"]),
    "orders taken back": said("Ana", "CLEAR"),
    "a flag": said("Ana", "WAIT FLAG ON"),
    "an absence": said("Bob", "ABSENT 2026-11-24 to 2026-12-04"),
    "a proposal": said("Ana", "PROPOSE DRAW"),
    "an excuse": ordered(Excuse(player="Bob")),
    "orders corrected": ordered(CorrectOrders(player="Ana", lines=("LEAD HIGHEST",), text="A slip.")),
    "a correction": ordered(Correct(line="SET POINTS OF Ana TO 40", reason=WHY)),
    "a ruling": ordered(Rule(text="A card that was shown stays.")),
    "a ruling for one": ordered(Rule(text="For you alone.", addressees=("Ana",))),
    "an option": ordered(Set(wanted={"rounds_per_turn": "2"}, reason="Shorter")),
    "a setting": ordered(Set(wanted={"silence": "public"}, reason="So we said")),
    "a title": ordered(Set(wanted={"title": "Another"}, reason="So we said")),
    "a rule of deadlines": ordered(Set(wanted={"deadline": "Tue,Sat 20:00"}, reason="So we said")),
    "more time": ordered(Extend(time="+24h")),
    "a hold": ordered(Hold(text="a look")),
    "a pause": ordered(Pause(text="Tea.")),
    "another player": ordered(Replace(player="Bob", address=EVE, local=True)),
    "a seat given up": lambda world: vacancies.empty(world.campaign, "duel", "Bob"),
    "a bot": by_the_gm_and_back,
    "an observer": lambda world: observers.add(world.campaign, "duel", EVE, demo=True),
    "a look at what is sealed": lambda world: seal.unseal(world.campaign, "duel", "Ana's orders", asked=True),
    "another clock": moved_house,
    "a letter held": forged,
    "a turn taken back": ordered(Rollback(n=1, text=WHY)),
    "a turn taken back and open again": ordered(Rollback(n=1, text=WHY, reopen=True)),
    "the turn itself": at_once,
}
"""Every way to change what a turn is made of."""


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign whose duel is in its second turn, with orders of Ana."""
    made = World.made(tmp_path_factory.mktemp("second"))
    made.game()
    made.adjudicate()
    made.write("Ana", "LEAD LOWEST\nSTANDING REPLY LOWEST")
    made.tick()
    made.quiet().campaign.close()
    return made.campaign.settings.folder


@pytest.fixture
def twins(second: Path, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Return two copies of that campaign."""
    pair = copy(second, tmp_path / "one"), copy(second, tmp_path / "two")
    yield pair
    for one in pair:
        one.campaign.close()


@pytest.fixture
def world(second: Path, tmp_path: Path) -> Iterator[World]:
    """Return one copy of it."""
    made = copy(second, tmp_path)
    yield made
    made.campaign.close()


def copy(second: Path, folder: Path) -> World:
    """Copy the campaign, a day after its first turn."""
    made = World.copied(second, folder)
    made.count, made.by_sender = 10, {"ana@players.example": 10}
    made.clock.forward(days=1)
    return made


def between(patch: pytest.MonkeyPatch, change: Callable[[], object], times: int = 1) -> list[bool]:
    """Let something happen after a turn was computed, so often; return whether each could write at once."""
    computed: list[bool] = []

    def interrupted(work: Work, *rest: Any, **more: Any) -> Any:
        found = compute(work, *rest, **more)
        computed.append(not work.tx.writes)
        if computed[-1] and len(computed) <= times:
            patch.setattr(advancing, "compute", compute)
            change()
            patch.setattr(advancing, "compute", interrupted)
        return found

    patch.setattr(advancing, "compute", interrupted)
    return computed


def stands(world: World) -> tuple[object, ...]:
    """Return how the game stands, with all letters of it and the readers of all mails."""
    with world.campaign.store.reading() as tx:
        letters = [
            (one.step, one.seat, one.kind, one.number, one.subject, one.body)
            for one in tx.exec(select(ReportRow).order_by(col(ReportRow.step), col(ReportRow.seat), col(ReportRow.id)))
        ]
        mails = sorted((m.kind, m.seat or "", m.address or "", m.player or 0) for m in tx.exec(select(MailRow)))
        return world.row().model_dump(), [one.chain_hash for one in steps.history(tx, 1)], letters, mails


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_meanwhile_is_in_the_turn(
    change: str, twins: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    before, meanwhile = twins
    CHANGES[change](before)
    first = advance(before.campaign, before.row().id, Occasion.GM, step=2)
    computed = between(monkeypatch, lambda: CHANGES[change](meanwhile))

    second = advance(meanwhile.campaign, meanwhile.row().id, Occasion.GM, step=2)

    assert (second, stands(meanwhile)) == (first, stands(before))
    assert computed == [True, True]


def test_what_concerns_no_turn_leaves_it_as_it_was_computed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def others() -> None:
        world.arrive(world.letter("LEAD LOWEST", EVE), "orders@referee.example", EVE)
        world.game("other", ("Cato", "Dora"))
        advance(world.campaign, world.row("other").id, Occasion.GM)

    computed = between(monkeypatch, others)

    done = advance(world.campaign, world.row().id, Occasion.GM)

    assert (done, computed, world.row("other").step) == (Advanced.PLAYED, [True], 1)


def test_a_turn_that_changes_all_the_time_is_computed_while_nobody_writes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed = between(monkeypatch, lambda: said("Bob", f"PLAY ON {len(computed)}")(world), times=9)

    done = advance(world.campaign, world.row().id, Occasion.GM)

    assert (done, computed) == (Advanced.PLAYED, [*[True] * TRIES, False])
    with world.campaign.store.reading() as tx:
        played = steps.played(tx, world.campaign.kit("wizards-duel").codec, world.row().id, 2)
    assert played.orders[Seat("Bob")] == (f"PLAY ON {TRIES}",)


def test_what_is_cut_off_before_it_is_written_leaves_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off() -> None:
        raise KeyboardInterrupt

    before = stands(world)
    between(monkeypatch, cut_off)
    with pytest.raises(KeyboardInterrupt):
        advance(world.campaign, world.row().id, Occasion.GM)
    monkeypatch.undo()

    assert stands(world) == before
    assert advance(world.campaign, world.row().id, Occasion.GM) is Advanced.PLAYED


def test_a_letter_that_came_before_the_deadline_is_read_first_though_it_is_kept_late(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due
    computed = between(monkeypatch, lambda: kept_at(world, due - timedelta(seconds=1)))

    done = advance(world.campaign, world.row().id, Occasion.DEADLINE)

    assert (done, computed, world.row().step) == (Advanced.NOT_NOW, [True, True], 1)
    assert world.tick().played == 1
    with world.campaign.store.reading() as tx:
        played = steps.played(tx, world.campaign.kit("wizards-duel").codec, world.row().id, 2)
    assert played.orders[Seat("Bob")] == ("LEAD HIGHEST",)


def kept_at(world: World, moment: datetime) -> None:
    """Let a letter of Bob's be kept, that was here at a moment."""
    now, world.clock.moment = world.clock.moment, moment
    world.write("Bob", "LEAD HIGHEST")
    world.clock.moment = now


def test_a_live_turn_asks_once_though_two_compute_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World.made(tmp_path)
    world.game(live="on")
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    due = world.quiet().row().due_at
    assert due is not None
    world.clock.moment = due
    other: list[Advanced] = []
    computed = between(monkeypatch, lambda: other.append(advance(world.campaign, 1, Occasion.DEADLINE)))

    done = advance(world.campaign, world.row().id, Occasion.DEADLINE)

    assert (done, other, computed) == (Advanced.NOT_NOW, [Advanced.ASKED], [True, True])
    asked = [mail.to for mail in world.mails()]
    assert len(asked) == len(set(asked)) > 0
    world.campaign.close()


@pytest.mark.parametrize("ruleset", sorted(SEATS))
def test_nothing_that_a_turn_is_made_of_is_read_without_being_remembered(ruleset: str, tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("one", SEATS[ruleset], ruleset=ruleset)
    due = world.row("one").due_at
    assert due is not None
    world.clock.moment = due
    asked: list[str] = []

    with world.campaign.reading() as work:
        driver = work.tx.connection().connection.driver_connection
        assert driver is not None
        seen = work.tx.remember()
        driver.set_trace_callback(asked.append)
        compute(work, world.row("one").id, Occasion.GM)
        driver.set_trace_callback(None)

    assert len(set(asked)) == len(seen) > 20
    world.campaign.close()
