"""Games that stand still: what comes meanwhile counts, and when they go on all have time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.service.campaign.campaign import Work
from referee.service.deadlines import outage
from referee.service.gm.announcements import Announce
from referee.service.gm.deadlines import Extend, Hold, Pause, Resume
from referee.service.gm.ruling import Rule
from referee.service.gm.seats import Replace
from referee.service.gm.turns import Rollback
from referee.service.records.overview import overview
from referee.service.rounds.command import carry_out
from referee.service.turns import attention
from referee.store import attendance
from referee.store.tables import Status
from tests.service.world import World

GRACE = {"grace": "24h", "silence": "public"}


def world_of(folder: Path, **policy: str) -> World:
    made = World.made(folder)
    made.game(policy=policy)
    return made.quiet()


def lost(world: World) -> None:
    """Let the service be away from an hour before the deadline to three hours after it, and all be read."""
    due = world.row().due_at
    assert due is not None
    for moment in (due - timedelta(hours=1), due + timedelta(hours=3), due + timedelta(hours=3, minutes=1)):
        world.clock.moment = moment
        outage.watch(world.campaign)
        world.tick()


def told(world: World) -> dict[str, str]:
    return {m.to.partition("@")[0]: " ".join(m.body.split()) for m in world.mails()}


def test_in_a_game_that_an_outage_held_letters_are_filed_and_all_have_time_when_it_goes_on(tmp_path: Path) -> None:
    world = world_of(tmp_path, outage="gm")
    lost(world)
    world.quiet().clock.forward(hours=1)
    letter = world.write("Ana", "LEAD HIGHEST")
    waits = overview(world.campaign).unread
    world.tick()
    receipt = told(world)
    carry_out(world.campaign, Resume(), "duel")
    world.tick()

    assert (waits, world.outcome(letter), world.on_file("Ana")) == (1, "orders filed", ("LEAD HIGHEST",))
    assert list(receipt) == ["ana"]
    assert (world.row().status, world.row().step) == (Status.RUNNING, 0)
    assert "due Friday 27 November, 20:00 (Berlin)" in told(world)["bob"]


def test_where_the_rule_has_no_more_deadlines_there_is_time_to_take_letters_in(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"outage": "gm"}, deadline="on 2026-11-24 20:00")
    lost(world)
    carry_out(world.campaign, Resume(), "duel")

    assert world.row().due_at == world.clock.now() + world.campaign.settings.outage.drain


def test_an_outage_excuses_a_silence_and_reminds_and_waits_all_the_same(tmp_path: Path) -> None:
    world = world_of(tmp_path, **GRACE)
    world.write("Ana", "LEAD HIGHEST")
    world.write("Bob", "LEADS 30m")
    lost(world)
    world.quiet()
    until = world.row().due_at
    assert until is not None
    reminded = False
    while world.row().on_time_until is None:
        world.clock.forward(minutes=4)
        outage.watch(world.campaign)
        world.tick()
        reminded = reminded or ("bob" in told(world) and world.row().on_time_until is None)
    assert (reminded, world.row().on_time_until, world.row().step) == (True, until, 0)

    world.adjudicate()
    with world.campaign.store.reading() as tx:
        assert [(r.seat, r.excused) for r in attendance.silences(tx, world.row().id)] == [("Bob", "outage")]


def in_grace(folder: Path) -> World:
    """Return a duel that waits for Bob, two hours after its deadline."""
    world = world_of(folder, **GRACE)
    world.write("Ana", "LEAD HIGHEST")
    world.tick()
    world.adjudicate()
    world.quiet().clock.forward(hours=2)
    return world


def test_a_seat_that_passes_on_within_grace_brings_no_second_grace(tmp_path: Path) -> None:
    world = in_grace(tmp_path)
    carry_out(world.campaign, Replace(player="Bob", address="carl@players.example", local=True), "duel")
    world.write("Bob", "LEAD LOWEST", sender="carl@players.example")
    world.tick()

    assert world.row().step == 1


def test_a_deadline_that_is_moved_within_grace_brings_no_second_grace(tmp_path: Path) -> None:
    world = in_grace(tmp_path)
    due = world.row().due_at
    assert due is not None
    carry_out(world.campaign, Extend(time=(due + timedelta(hours=1)).isoformat(), reason="More time."), "duel")
    carry_out(world.campaign, Extend(time="1h", everywhere=True))
    moved = world.row().due_at
    world.adjudicate()

    assert (moved, world.row().step) == (due + timedelta(hours=2), 1)


def test_leave_that_is_asked_for_after_the_deadline_does_not_excuse_it(tmp_path: Path) -> None:
    world = in_grace(tmp_path)
    world.write("Bob", "ABSENT from 24 Nov to 24 Nov")
    world.tick()

    assert world.row().step == 0
    assert "The deadline of turn 1 in The duel is over already" in told(world)["bob"]


def test_leave_that_came_before_the_deadline_and_is_read_after_it_excuses_it(tmp_path: Path) -> None:
    world = world_of(tmp_path, **GRACE)
    world.write("Ana", "LEAD HIGHEST")
    world.write("Bob", "ABSENT from 24 Nov to 24 Nov")
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due + timedelta(minutes=1)
    world.tick()

    assert world.row().step == 1


def test_a_reminder_whose_time_fell_into_a_pause_is_sent_when_the_game_goes_on(tmp_path: Path) -> None:
    world = world_of(tmp_path)
    world.adjudicate()
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due - timedelta(hours=25)
    world.tick()
    carry_out(world.campaign, Pause(text="Tea."), "duel")
    world.clock.forward(hours=2)
    world.tick()
    world.quiet()
    carry_out(world.campaign, Resume(), "duel")
    world.quiet().clock.forward(minutes=11)
    world.tick()

    assert sorted(told(world)) == ["ana", "bob"]
    assert world.row().due_at == due


def receipt(world: World, text: str = "LEAD HIGHEST") -> str:
    """Let Ana write, and return what she is answered."""
    world.quiet()
    world.write("Ana", text)
    world.tick()
    return told(world)["ana"]


def test_a_receipt_in_a_paused_game_names_no_deadline_and_says_why(tmp_path: Path) -> None:
    world = world_of(tmp_path)
    carry_out(world.campaign, Pause(text="The GM is ill"), "duel")
    said = receipt(world)

    assert "due" not in said.partition("When it goes on")[0]
    assert "The game is paused: The GM is ill. When it goes on you are told the new deadline." in said


def test_a_receipt_in_a_game_that_waits_for_the_gm_before_all_eyes_says_for_what(tmp_path: Path) -> None:
    world = world_of(tmp_path, outage="gm")
    lost(world)
    said = receipt(world)

    assert "The game waits for the GM, since letters could not come in around the deadline; what you send" in said
    assert "are due" not in said


def test_a_game_that_is_held_without_a_word_seems_to_run_until_its_deadline_is_over(tmp_path: Path) -> None:
    world = world_of(tmp_path)
    running = receipt(world)
    carry_out(world.campaign, Hold(), "duel")
    held = receipt(world, "LEAD LOWEST")
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due + timedelta(minutes=1)
    over = receipt(world, "LEAD MIDDLE")

    assert "For turn 1, due today, Tuesday 24 November, 20:00 (Berlin), I keep" in running
    assert "For turn 1, due today, Tuesday 24 November, 20:00 (Berlin), I keep" in held
    assert "waits" not in held
    assert "The deadline of turn 1 is over, but the turn waits for the GM; what comes until then counts." in over
    assert "due" not in over.partition("The deadline of")[0]
    assert world.on_file("Ana") == ("LEAD MIDDLE",)


def test_a_receipt_while_a_turn_waits_for_its_rerun_says_that_it_was_taken_back(tmp_path: Path) -> None:
    world = world_of(tmp_path)
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="A rule was read wrongly."), "duel")
    said = receipt(world)

    assert "Turn 1 was taken back and takes no more orders." in said
    assert "its new report says when the next one is due." in said
    assert "is being played" not in said


def test_no_letter_names_a_deadline_that_does_not_run(tmp_path: Path) -> None:
    world = world_of(tmp_path)
    carry_out(world.campaign, Pause(text=""), "duel")
    world.write("Ana", "LEAD LOW", sender="ana@work.example")
    world.write("Bob", "PROPOSE DRAW")
    world.arrive(world.letter("LEAD LOW", world.address("Bob")), "orders@referee.example")
    world.tick()
    carry_out(world.campaign, Announce(text="Soon we go on."), "duel")
    carry_out(world.campaign, Rule(text="A card that was shown stays."), "duel")
    carry_out(world.campaign, Replace(player="Bob", address="carl@players.example", local=True), "duel")

    mails = [mail for mail in world.mails() if "Welcome" not in mail.subject]  # which came when it still ran
    assert len(mails) > 6
    assert [m.subject for m in mails if "27 November" in m.body or "24 November, 20:00" in m.body] == []


def test_a_look_at_all_games_is_of_one_moment_whatever_happens_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, look = overview(world.campaign), attention._machine
    meanwhile: list[str] = []

    def paused(work: Work) -> Iterator[attention.Item]:
        if not meanwhile:
            meanwhile.append(carry_out(world.campaign, Pause(), "duel").words)
        yield from look(work)

    monkeypatch.setattr(attention, "_machine", paused)
    during, after = overview(world.campaign), overview(world.campaign)

    assert meanwhile
    assert during == before
    assert [(one.games[0].status, one.queued) for one in (before, after)] == [("running", 0), ("paused", 2)]
