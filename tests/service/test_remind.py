"""Who is reminded, when, and how often."""

from __future__ import annotations

import pytest

from referee.service.gm.deadlines import Extend
from referee.service.rounds.command import carry_out
from referee.store import games
from referee.store.tables import GameRow
from tests.service.world import World


def reminders(world: World) -> list[tuple[str, str]]:
    """Return address and subject of the reminders that go out now."""
    return [(m.to, m.subject) for m in world.mails() if "nothing from you is on file" in " ".join(m.body.split())]


def next_turn(world: World) -> None:
    """Let the first turn be run; the second is due three days later, on Friday at 20:00 in Berlin."""
    world.clock.forward(hours=7)
    world.tick()
    world.quiet()


def by_hour(world: World, hours: int) -> list[tuple[int, str]]:
    """Return after how many hours who is reminded."""
    found = []
    for hour in range(1, hours + 1):
        world.clock.forward(hours=1)
        world.tick()
        found += [(hour, to.partition("@")[0]) for to, _ in reminders(world)]
    return found


def settle(world: World, seat: str, line: str) -> None:
    world.write(seat, line)
    world.tick()
    world.quiet()


def test_only_those_who_sent_nothing_are_reminded_once_a_day_before_the_deadline(world: World) -> None:
    world.clock.forward(hours=9)
    world.tick()
    world.quiet()
    world.write("Ana", "LEAD LOWEST")
    world.clock.forward(days=1)
    world.tick()
    world.quiet()
    assert reminders(world) == []

    world.clock.forward(days=1)
    world.tick()
    first = reminders(world)
    world.clock.forward(hours=1)
    world.tick()

    assert [to for to, _ in first] == ["bob@players.example"]
    assert reminders(world) == []


def test_who_has_standing_orders_alone_is_reminded_and_shown_them(world: World) -> None:
    settle(world, "Ana", "LEAD LOWEST\nREPLY HIGHEST")
    next_turn(world)
    settle(world, "Bob", "LEAD HIGHEST")
    world.clock.forward(hours=48)
    world.tick()
    (reminder,) = world.mails()
    said = " ".join(reminder.body.split())

    assert reminder.to == "ana@players.example"
    assert "These orders of yours are on file; if they still please you, nothing needs to be done." in said
    assert "REPLY HIGHEST (standing)" in said
    assert "nothing from you is on file" not in said


def test_who_is_away_or_has_said_them_again_is_not_reminded_of_standing_orders(world: World) -> None:
    settle(world, "Ana", "REPLY HIGHEST")
    settle(world, "Bob", "REPLY HIGHEST")
    next_turn(world)
    settle(world, "Ana", "REPLY HIGHEST")
    settle(world, "Bob", "ABSENT 2026-11-25 to 2026-12-24")
    world.clock.forward(hours=48)
    world.tick()

    assert world.mails() == []


def test_a_turn_opened_within_the_day_of_its_deadline_has_no_reminder(world: World) -> None:
    world.tick()

    assert reminders(world) == []


def test_each_is_reminded_at_their_own_times_and_the_others_at_the_usual_one(world: World) -> None:
    next_turn(world)
    settle(world, "Ana", "LEADS 2d 6h 1h")

    assert by_hour(world, 72) == [(24, "ana"), (48, "bob"), (66, "ana"), (71, "ana")]


def test_who_wants_none_has_none_and_who_sends_orders_has_no_more(world: World) -> None:
    next_turn(world)
    settle(world, "Ana", "LEADS 2d 6h")
    settle(world, "Bob", "LEADS OFF")
    first = by_hour(world, 30)
    settle(world, "Ana", "LEAD LOWEST")

    assert (first, by_hour(world, 41)) == ([(24, "ana")], [])


def test_times_that_passed_while_nobody_looked_are_one_reminder(world: World) -> None:
    next_turn(world)
    settle(world, "Ana", "LEADS 2d 1d 6h")
    world.clock.forward(hours=67)
    world.tick()

    assert sorted(to for to, _ in reminders(world)) == ["ana@players.example", "bob@players.example"]
    assert by_hour(world, 4) == []


def test_a_reminder_is_sent_once_however_often_the_process_is_started_anew(world: World) -> None:
    next_turn(world)
    world.clock.forward(hours=48)
    world.tick()
    first = reminders(world)
    again = []
    for _ in range(3):
        world.again().tick()
        again += reminders(world)

    assert (len(first), again) == (2, [])


def test_killed_while_it_was_written_it_is_written_whole_by_the_next_round(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_turn(world)
    world.clock.forward(hours=48)

    def cut_off(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("referee.service.turns.reminders.Post.send_all", cut_off)
        with pytest.raises(KeyboardInterrupt):
            world.tick()
    world.again().tick()

    assert len(reminders(world)) == 2


def test_a_deadline_that_was_moved_is_reminded_of_anew_but_not_of_times_that_had_passed(world: World) -> None:
    next_turn(world)
    settle(world, "Ana", "LEADS 2d 6h")
    before = by_hour(world, 67)
    due = world.row().due_at
    assert due is not None
    by = f"{int((due - world.clock.now()).total_seconds()) // 3600}h"
    carry_out(world.campaign, Extend(time=by, reason="The mail was slow.", everywhere=True))

    assert before == [(24, "ana"), (48, "bob"), (66, "ana")]
    assert by_hour(world, 10) == [(4, "ana")]


def test_a_deadline_moved_far_brings_all_its_reminders(world: World) -> None:
    next_turn(world)
    settle(world, "Ana", "LEADS 2d 6h")
    by_hour(world, 67)
    carry_out(world.campaign, Extend(time="100h", everywhere=True))

    assert [who for _, who in by_hour(world, 104)] == ["ana", "bob", "ana"]


def test_a_round_in_which_nothing_changed_takes_up_no_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.game("quick", ("Cato", "Dora"), early="yes")
    next_turn(world)
    world.tick()
    looked: list[str] = []
    honest = games.game

    def counted(tx: object, game: int) -> GameRow:
        looked.append("game")
        return honest(tx, game)  # type: ignore[arg-type]

    monkeypatch.setattr(games, "game", counted)
    for _ in range(60):
        world.clock.forward(seconds=1)
        world.tick()

    assert looked == []
