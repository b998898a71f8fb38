"""What players settle for themselves by mail: leave, reminders, quiet hours, digests."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from referee.engine.commands import COMMANDS, NoWait, PressByName
from referee.service.deadlines import dates
from referee.service.gm.seats import Excuse, Leave
from referee.service.players.requests import HANDLERS
from referee.service.rounds.command import carry_out
from referee.store import attendance, people
from referee.store.tables import PlayerRow
from tests.service.world import World


def answer(world: World, line: str, seat: str = "Ana") -> str:
    """Return what the receipt says of one line."""
    world.quiet()
    world.write(seat, line)
    world.tick()
    mails = [m for m in world.mails() if m.to == world.address(seat)]
    (receipt,) = [m for m in mails if "turn 1: your letter" in m.subject.lower()]
    body = " ".join(receipt.body.split())
    return body.partition("Done at once: ")[2].partition(" If nothing comes from you")[0]


def player(world: World, seat: str = "Ana") -> PlayerRow:
    with world.campaign.store.reading() as tx:
        found = people.player_at(tx, world.address(seat))
    assert found is not None
    return found


def leave(world: World, seat: str = "Ana") -> list[tuple[str, str]]:
    with world.campaign.store.reading() as tx:
        rows = attendance.leave_of(tx, player(world, seat).id, world.clock.now())
    return [(row.first.isoformat(), row.last.isoformat()) for row in rows]


CHRISTMAS = [("2026-12-19T23:00:00+00:00", "2027-01-03T23:00:00+00:00")]
"""Whole days in Berlin."""


@pytest.mark.parametrize(
    "line",
    [
        "ABSENT 2026-12-20 to 2027-01-03",
        "ABSENT from 20 Dec to 3 Jan",
        "absent 20 December - 3 January",
        "ABSENT vom 20.12. bis 3.1.",
        "ABSENT 20.12.-3.1.2027",
        "ABSENT 20. Dezember bis 3. Januar 2027",
        "Absent: from Dec 20 until Jan 3.",
    ],
)
def test_leave_is_asked_for_in_the_words_one_uses(world: World, line: str) -> None:
    said = answer(world, line)

    assert leave(world) == CHRISTMAS
    assert said.partition("You are away")[2].startswith(
        " from Sunday 20 December 2026 to Sunday 3 January 2027 (Berlin), in all your games."
        " ABSENT OFF takes that back. Meanwhile your standing orders play, and the defaults; your silence is not held"
        " against you."
    )


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("ABSENT next week sometime", "I don't see a day in 'next week sometime'."),
        ("ABSENT 3/4/2027 to 5/4/2027", "3/4/2027 can be two days. Write the month's name, or 2026-12-20."),
        ("ABSENT 2027-01-03 to 2026-12-20", "The last day lies before the first."),
        ("ABSENT 2026-02-30 to 2026-12-20", "2026-02-30 is not in the calendar."),
        ("ABSENT 2026-11-01 to 2026-11-20", "These days are over. Leave is asked for in advance."),
        ("ABSENT 2026-12-01 to 2028-01-01", "Leave is for a year at the most, and within the next two."),
        (
            "ABSENT from 5.12. to 1.12.",
            "The last day lies before the first, unless you are away until Wednesday 1 December 2027; leave over New"
            " Year of more than 92 days wants its years. If you mean that, write ABSENT 2026-12-05 to 2027-12-01. If"
            " you mean it the other way round, write ABSENT 2026-12-01 to 2026-12-05.",
        ),
        ("ABSENT 2026-12-05 to 1.12.", "If you mean that, write ABSENT 2026-12-05 to 2027-12-01."),
        ("ABSENT until 20 Nov", "If you mean that, write ABSENT 2026-11-24 to 2027-11-20."),
        ("ABSENT 1 Dec to 30 April", "If you mean that, write ABSENT 2026-12-01 to 2027-04-30."),
        ("ABSENT 1 Nov to 5 Nov", "if you mean those to come, write ABSENT 2027-11-01 to 2027-11-05."),
    ],
)
def test_days_that_cannot_be_meant_are_answered_and_nothing_is_kept(world: World, line: str, problem: str) -> None:
    assert problem in answer(world, line)
    assert leave(world) == []


@pytest.mark.parametrize(
    ("text", "today", "first", "last"),
    [
        ("20.12. to 5.1.", "2026-11-24", "2026-12-20", "2027-01-05"),
        ("20.12. to 5.1.", "2027-01-02", "2027-01-02", "2027-01-05"),  # it has begun
        ("20 Nov to 30 Nov", "2026-11-24", "2026-11-24", "2026-11-30"),
        ("1 Nov to 31 January", "2026-10-24", "2026-11-01", "2027-01-31"),
        ("1 June to 30 Sept", "2026-11-24", "2027-06-01", "2027-09-30"),
        ("5 to 9 December", "2026-11-24", "2026-12-05", "2026-12-09"),
        ("28 to 3 January", "2026-11-24", "2026-12-28", "2027-01-03"),
        ("5 Dec", "2026-11-24", "2026-12-05", "2026-12-05"),
        ("20.11.-3.1.2028", "2026-11-24", "2027-11-20", "2028-01-03"),
        ("5.12.2026 to 1.12.2027", "2026-11-24", "2026-12-05", "2027-12-01"),
        ("28.2. to 29.2.", "2028-02-01", "2028-02-28", "2028-02-29"),
    ],
)
def test_days_without_a_year_are_the_next_that_are_not_over(text: str, today: str, first: str, last: str) -> None:
    found = dates.read(text, "UTC", datetime.fromisoformat(f"{today}T12:00+00:00"))
    days = found.first.date(), (found.last - timedelta(days=1)).date()

    assert (days[0].isoformat(), days[1].isoformat()) == (first, last)


def test_leave_is_taken_back_and_told_on_request(world: World) -> None:
    answer(world, "ABSENT 2026-12-20 to 2027-01-03")

    told = answer(world, "STATUS")
    back = answer(world, "ABSENT OFF")
    none = answer(world, "ABSENT")

    assert "You are away from Sunday 20 December 2026 to Sunday 3 January 2027 (Berlin)." in told
    assert "You are not away any more. A deadline that was moved stays where it is." in back
    assert ("You have asked for no leave." in none, leave(world)) == (True, [])


def test_the_same_leave_asked_for_twice_is_one(world: World) -> None:
    answer(world, "ABSENT 2026-12-20 to 2027-01-03")
    again = answer(world, "ABSENT from 20 Dec to 3 Jan")

    assert "You have that leave already" in again
    assert leave(world) == CHRISTMAS


@pytest.mark.parametrize(
    ("line", "kept", "said"),
    [
        ("LEADS 2d 6h", [172800, 21600], "You are reminded 2 days before and 6 hours before a deadline,"),
        ("leads 90m, 1 day", [86400, 5400], "You are reminded 1 day before and 1 hour 30 minutes before a deadline,"),
        ("LEADS OFF", [0], "You are not reminded any more."),
        ("LEADS DEFAULT", [], "You are reminded 1 day before a deadline, as is usual here,"),
        ("LEADS soon", [7], "LEADS says how long before a deadline I remind you"),
        ("LEADS 30d", [7], "LEADS says how long before a deadline I remind you"),
        ("LEADS 1h 2h 3h 4h 5h 6h", [7], "LEADS says how long before a deadline I remind you"),
    ],
)
def test_one_says_when_one_is_reminded(world: World, line: str, kept: list[int], said: str) -> None:
    with world.campaign.store.writing() as tx:
        row = people.player(tx, player(world).id)
        row.leads = [7]
        tx.add(row)

    assert said in answer(world, line)
    assert player(world).leads == kept


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("LEADS DEFAULT", "You are reminded 1 day before a deadline, if nothing has come from you."),
        ("LEADS 2d 6h", "You are reminded 2 days before and 6 hours before a deadline, if nothing has come from you."),
        ("LEADS OFF", "You are not reminded of deadlines."),
    ],
)
def test_status_says_when_one_is_reminded(world: World, line: str, said: str) -> None:
    answer(world, line)

    assert said in answer(world, "STATUS")


@pytest.mark.parametrize(
    ("line", "quiet", "digest", "said"),
    [
        ("QUIET 22:00-07:00", "22:00-07:00", 3, "from 22:00 to 07:00 (Berlin)."),
        ("quiet 22 to 7", "22:00-07:00", 3, "from 22:00 to 07:00 (Berlin)."),
        ("QUIET OFF", "", 3, "Mail is sent to you at any hour."),
        ("QUIET 25:00-07:00", "01:00-02:00", 3, "Write QUIET 22:00-07:00, or QUIET OFF."),
        ("QUIET night here", "01:00-02:00", 3, "Write QUIET 22:00-07:00, or QUIET OFF."),
        ("DIGEST 12h", "01:00-02:00", 12, "is gathered for 12 hours and sent in one letter."),
        ("DIGEST OFF", "01:00-02:00", 0, "What others write to you is sent at once."),
        ("DIGEST 8d", "01:00-02:00", 3, "Write DIGEST 12h, or DIGEST OFF."),
    ],
)
def test_quiet_hours_and_digests(world: World, line: str, quiet: str, digest: int, said: str) -> None:
    with world.campaign.store.writing() as tx:
        row = people.player(tx, player(world).id)
        row.quiet, row.digest = "01:00-02:00", timedelta(hours=3)
        tx.add(row)

    assert said in answer(world, line)
    assert (player(world).quiet, player(world).digest) == (quiet, timedelta(hours=digest))


def test_the_words_of_a_sentence_are_no_commands(world: World) -> None:
    world.write("Ana", "It was quiet here.\nBob was absent yesterday, as the digest leads one to think.")
    world.tick()

    assert (leave(world), player(world).quiet) == ([], "")


def test_the_gm_enters_leave_in_one_game_and_tells_the_player(world: World) -> None:
    carry_out(world.campaign, Leave(player="ana", text="2026-12-20 to 2027-01-03"), "duel")

    told = world.mails()
    assert leave(world) == CHRISTMAS
    assert [m.to for m in told] == ["ana@players.example"]
    said = " ".join(told[0].body.split())
    assert "The GM has entered leave for you. You are away from Sunday 20 December" in said
    assert "3 January 2027 (Berlin), in this game. ABSENT OFF takes that back." in said


def test_the_gm_excuses_a_silence_before_and_after_the_turn(world: World) -> None:
    carry_out(world.campaign, Excuse(player="Bob"), "duel")
    world.clock.forward(hours=9)
    world.tick()
    carry_out(world.campaign, Excuse(player="Ana", n=1), "duel")

    with world.campaign.store.reading() as tx:
        found = [(row.seat, row.excused) for row in attendance.silences(tx, world.row().id)]
    assert found == [("Ana", "the GM"), ("Bob", "the GM")]


def test_every_command_of_a_player_is_carried_out_or_is_another_way_to_write_one() -> None:
    assert set(HANDLERS) | {PressByName, NoWait} == set(COMMANDS)
