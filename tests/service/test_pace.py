"""Mail that can wait waits for its reader, and no longer than is fair."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from referee.service.gm.announcements import Announce
from referee.service.post.pace import awake
from referee.service.rounds.command import carry_out
from referee.store import outbox, people
from referee.store.tables import ReportRow
from tests.service.world import World

TEN_AT_NIGHT = datetime(2026, 11, 23, 21, 0, tzinfo=UTC)
"""Monday 22:00 in Berlin; the turn is due on Tuesday at 20:00."""


def wishes(world: World, player: str, *, quiet: str = "", digest: timedelta = timedelta()) -> None:
    """Set when a player wants their mail."""
    with world.campaign.store.writing() as tx:
        row = next(p for p in people.players(tx) if p.name == player)
        row.quiet, row.digest = quiet, digest
        tx.add(row)


@pytest.mark.parametrize(
    ("quiet", "zone", "at", "expected"),
    [
        ("", "UTC", "2026-11-23 23:00", "2026-11-23 23:00"),
        ("22:00-07:00", "UTC", "2026-11-23 21:59", "2026-11-23 21:59"),
        ("22:00-07:00", "UTC", "2026-11-23 22:00", "2026-11-24 07:00"),
        ("22:00-07:00", "UTC", "2026-11-24 06:59", "2026-11-24 07:00"),
        ("22:00-07:00", "UTC", "2026-11-24 07:00", "2026-11-24 07:00"),
        ("12:00-14:00", "Europe/Berlin", "2026-11-24 11:30", "2026-11-24 13:00"),
        ("22:00-07:00", "Europe/Berlin", "2026-10-24 21:00", "2026-10-25 06:00"),
        ("22:00-07:00", "America/New_York", "2026-11-24 03:30", "2026-11-24 12:00"),
    ],
)
def test_quiet_hours_are_those_of_the_readers_clock(quiet: str, zone: str, at: str, expected: str) -> None:
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)

    assert awake(quiet, zone, moment) == datetime.fromisoformat(expected).replace(tzinfo=UTC)


def test_press_and_announcements_wait_for_the_morning_and_receipts_do_not(world: World) -> None:
    world.clock.moment = TEN_AT_NIGHT
    for player in ("Ana", "Bob"):
        wishes(world, player, quiet="22:00-07:00")
    world.write("Ana", "LEAD LOWEST\nTO Bob: hello")
    carry_out(world.campaign, Announce(text="Well met."), "duel")
    world.tick()

    at_night = [one.to for one in world.mails()]
    world.clock.forward(hours=9)
    in_the_morning = sorted(one.to for one in world.mails())

    assert at_night == ["ana@players.example"]
    assert in_the_morning == ["ana@players.example", "bob@players.example", "bob@players.example"]


def test_nothing_waits_past_the_deadline_it_is_for(world: World) -> None:
    wishes(world, "Bob", quiet="13:00-19:30")
    world.write("Ana", "TO Bob: hello")
    world.clock.forward(hours=1)
    world.tick()

    assert [one.to for one in world.mails()] == ["bob@players.example", "ana@players.example"]


def test_reports_keep_no_quiet_hours(world: World) -> None:
    for player in ("Ana", "Bob"):
        wishes(world, player, quiet="13:00-22:00")
    world.clock.forward(hours=9)
    world.tick()

    assert {one.to for one in world.mails()} == {"ana@players.example", "bob@players.example", "gm@referee.example"}


def test_press_is_gathered_into_one_mail(world: World) -> None:
    wishes(world, "Bob", digest=timedelta(hours=2))
    for word in ("one", "two", "three"):
        world.write("Ana", f"TO Bob: {word}")
        world.tick()
        world.clock.forward(minutes=30)

    before = [one.to for one in world.mails()]
    world.clock.forward(minutes=30)
    [mail] = world.mails()
    world.write("Ana", "TO Bob: four")
    world.tick()
    world.clock.forward(hours=2)
    [_, later] = world.mails()

    assert before == ["ana@players.example"] * 3
    assert mail.subject == "[The duel] Turn 1: 3 letters"
    assert [mail.body.count(f"{word}\n") for word in ("one", "two", "three", "four")] == [1, 1, 1, 0]
    assert (later.subject, later.body.count("four")) == ("[The duel] Turn 1: a word for you", 1)
    with world.campaign.store.reading() as tx:
        assert len(list(tx.exec(select(ReportRow).where(ReportRow.kind == "press")))) == 4


def test_a_mail_that_was_claimed_or_tried_is_added_to_no_more(world: World) -> None:
    wishes(world, "Bob", digest=timedelta(minutes=1))
    world.write("Ana", "TO Bob: one")
    world.tick()
    world.clock.forward(minutes=2)
    with world.campaign.store.writing() as tx:
        claimed = outbox.claim(tx, "somebody", world.clock.now(), lease=timedelta(minutes=5))
    world.write("Ana", "TO Bob: two")
    world.tick()
    world.clock.forward(minutes=10)

    bodies = [one.body for one in world.mails() if one.to == "bob@players.example"]

    assert any("one" in due.body and "two" not in due.body for due in claimed)
    assert [("one" in b, "two" in b) for b in bodies] == [(True, False), (False, True)]


def test_gathered_press_comes_before_the_deadline(world: World) -> None:
    wishes(world, "Bob", digest=timedelta(days=1))
    world.write("Ana", "TO Bob: one")
    world.tick()
    world.quiet()
    world.clock.moment = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)

    assert [one.to for one in world.mails()] == ["bob@players.example"]
