"""Scenario 9: the deadline passes, one player has orders and one has none; grace of a day, and the clocks change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.store import attendance
from referee.store.tables import Status
from tests.service.world import Mail, World

SATURDAY = datetime(2027, 3, 27, 9, tzinfo=UTC)
"""10:00 in Berlin; in the night to Sunday the clocks there go an hour forward."""

POLICY = {"grace": "24h", "silence": "private"}


def made(folder: Path, *, show_missing: bool = False, **policy: str) -> World:
    """Return a duel due on Saturday at 20:00 in Berlin, and then from Tuesday to Friday."""
    world = World.made(folder, now=SATURDAY)
    world.game(deadline="Tue-Fri,Sat 20:00 Europe/Berlin", policy=POLICY | policy, show_missing=show_missing)
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    return world.quiet()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a duel in which Ana has sent orders for the turn that is due on Saturday at 20:00, and Bob none."""
    one = made(tmp_path)
    yield one
    one.campaign.close()


def berlin(world: World) -> str:
    """Return when the open turn is due, by the clocks of Berlin."""
    moment = world.row().due_at
    assert moment is not None
    return moment.astimezone(world.campaign.zone()).strftime("%a %d.%m. %H:%M %z")


def by_reader(mails: list[Mail]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for mail in mails:
        out.setdefault(mail.to.partition("@")[0], []).append(" ".join(mail.body.split()))
    return out


def on_record(world: World) -> list[tuple[str, int, str]]:
    with world.campaign.store.reading() as tx:
        return [(row.seat, row.step, row.excused) for row in attendance.silences(tx, world.row().id)]


def to_the_deadline(world: World) -> dict[str, list[str]]:
    world.clock.forward(hours=10)
    world.tick()
    return by_reader(world.mails())


def test_the_turn_waits_a_whole_day_though_the_night_is_an_hour_short(world: World) -> None:
    to_the_deadline(world)

    assert (world.row().step, berlin(world)) == (0, "Sun 28.03. 21:00 +0200")


def test_only_who_is_missing_is_told_so_and_the_other_that_orders_are_missing(world: World) -> None:
    told = to_the_deadline(world)

    assert sorted(told) == ["ana", "bob"]
    assert [len(letters) for letters in told.values()] == [1, 1]
    assert "The deadline of turn 1 is over, but orders are missing. The turn is adjudicated" in told["ana"][0]
    assert "Bob" not in told["ana"][0]
    late = "nothing from you is on file. I wait for your orders until tomorrow, Sunday 28 March, 21:00 (Berlin)"
    assert late in told["bob"][0]


def test_where_the_game_shows_who_is_missing_everybody_is_told(tmp_path: Path) -> None:
    world = made(tmp_path, show_missing=True)

    told = to_the_deadline(world)

    assert "orders are missing: they are missing from Bob." in told["ana"][0]
    world.campaign.close()


def test_orders_in_grace_are_in_time_and_end_it_at_once(world: World) -> None:
    to_the_deadline(world)
    world.clock.forward(hours=3)
    letter = world.write("Bob", "LEAD LOWEST")
    world.tick()

    assert (world.outcome(letter), world.row().step, on_record(world)) == ("orders filed", 1, [])
    assert berlin(world) == "Tue 30.03. 20:00 +0200"


def test_who_has_orders_may_change_them_in_grace_and_is_not_late(world: World) -> None:
    to_the_deadline(world)
    letter = world.write("Ana", "LEAD HIGHEST")
    world.tick()

    assert (world.outcome(letter), world.on_file("Ana")) == ("orders filed", ("LEAD HIGHEST",))
    receipt = by_reader(world.mails())["ana"][0]
    assert "late" not in receipt.casefold()
    assert world.row().step == 0


def test_at_the_end_of_grace_the_defaults_play_and_the_silence_is_on_record(world: World) -> None:
    to_the_deadline(world)
    world.clock.forward(hours=23, minutes=59)
    world.tick()
    before = world.row().step
    world.quiet()
    world.clock.forward(minutes=1)
    world.tick()
    told = by_reader(world.mails())

    assert (before, world.row().step, on_record(world)) == (0, 1, [("Bob", 1, "")])
    assert "Nothing of yours was on file for turn 1, so the defaults were played." in told["bob"][0]
    assert not any("Bob was silent" in text or "No orders came" in text for text in told["ana"])
    assert "No orders came from Bob: the defaults were played." in told["gm"][0]
    assert berlin(world) == "Tue 30.03. 20:00 +0200"


def test_a_public_record_tells_everybody_who_sent_nothing(tmp_path: Path) -> None:
    world = made(tmp_path, silence="public", grace="0")

    told = to_the_deadline(world)

    assert (world.row().step, "No orders came from Bob." in told["ana"][0]) == (1, True)
    world.campaign.close()


def test_they_are_reminded_at_their_own_times_before_the_deadline_and_before_the_end_of_grace(world: World) -> None:
    world.write("Bob", "LEADS 4h 2h")
    world.write("Ana", "LEADS 4h 2h")
    world.tick()
    world.quiet()
    reminded = []
    for hour in range(34):
        world.clock.forward(hours=1)
        world.tick()
        due = [m for m in world.mails() if " due " in m.subject]
        reminded += [(hour + 1, m.to.partition("@")[0], m.message["Message-ID"]) for m in due]

    assert [(hour, to) for hour, to, _ in reminded] == [
        (6, "bob"),
        (8, "bob"),
        (10, "bob"),
        (30, "bob"),
        (32, "bob"),
    ]
    assert len({identity for *_, identity in reminded}) == 5


def test_with_standing_orders_nobody_is_missing(tmp_path: Path) -> None:
    world = made(tmp_path)
    world.write("Bob", "STANDING LEAD LOWEST")

    to_the_deadline(world)

    assert (world.row().step, on_record(world)) == (1, [])
    world.campaign.close()


def test_declared_leave_excuses_the_silence_and_no_grace_is_needed(world: World) -> None:
    world.write("Bob", "ABSENT from 27 March to 4 April")
    told = to_the_deadline(world)

    assert (world.row().step, on_record(world)) == (1, [("Bob", 1, "absence")])
    assert any("That is excused: the absence was announced." in text for text in told["bob"])


def test_where_leave_shifts_deadlines_the_turn_waits_until_it_is_over_and_nobody_is_named(tmp_path: Path) -> None:
    world = made(tmp_path, absences="shift")
    world.write("Bob", "ABSENT 2027-03-27 to 2027-03-31")
    world.tick()
    told = by_reader(world.mails())

    assert (berlin(world), world.row().status) == ("Thu 01.04. 20:00 +0200", Status.RUNNING)
    assert "A player is away, so this turn waits until after that." in told["ana"][0]
    assert "Bob" not in told["ana"][0]
    world.campaign.close()


def test_grace_begins_once_however_often_the_process_is_started_anew(world: World) -> None:
    to_the_deadline(world)
    for _ in range(3):
        world.again()
        world.tick()

    assert (world.mails(), berlin(world)) == ([], "Sun 28.03. 21:00 +0200")
