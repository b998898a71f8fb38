"""Deadlines that the GM moves: time is added to them, and none comes to lie earlier unless that is said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.deadlines import Extend, Hold, Pause, Shorten
from referee.service.gm.seats import Replace
from referee.service.rounds.command import carry_out
from tests.service.test_gm_commands import command, to, words
from tests.service.world import World

EARLIER = "That is earlier than the deadline, Tuesday 24 November, 20:00 (Berlin), so nothing was changed."
HEIR = "eve@players.test.example.org"


def test_a_length_of_time_is_added_to_the_deadline_wherever_it_is_written(world: World) -> None:
    due = world.row().due_at
    assert due is not None

    carry_out(world.campaign, Extend(time="24h", reason=""), "duel")
    assert world.row().due_at == due + timedelta(hours=24)

    command(world, "EXTEND +24h")
    assert world.row().due_at == due + timedelta(hours=48)


def test_a_deadline_that_is_over_has_time_added_from_now_on(world: World) -> None:
    carry_out(world.campaign, Hold(text="a look"), "duel")
    world.clock.forward(days=2)

    until = carry_out(world.campaign, Extend(time="3h", reason=""), "duel").value

    assert until == world.clock.now() + timedelta(hours=3) == world.row().due_at


@pytest.mark.parametrize("line", ["EXTEND UNTIL 2026-11-24 18:00", "EXTEND to 2026-11-24 19:59: hurry"])
def test_no_command_of_more_time_takes_time_away(world: World, line: str) -> None:
    before = world.row().due_at

    _, mails = command(world, line)

    assert (world.row().due_at, len(mails)) == (before, 1)
    assert f"{EARLIER} If you mean it, write SHORTEN UNTIL and the time." in words(mails[0])


def test_a_deadline_moved_to_where_it_lies_is_said_to_lie_there_and_nobody_is_written_to(world: World) -> None:
    already = "The turn is due Wednesday 25 November, 20:00 (Berlin) already; nothing was changed, and nobody is told."
    until = "2026-11-25 20:00"
    command(world, f"EXTEND UNTIL {until}: I was ill.")
    _, mails = command(world, f"EXTEND UNTIL {until}: I was ill.")
    said = [carry_out(world.campaign, one(time=until), "duel").typed for one in (Extend, Shorten)]

    assert already in words(mails[0])
    assert (len(mails), said) == (1, [already, already])
    assert world.mails() == []


@pytest.mark.parametrize("line", ["EXTEND -2h", "EXTEND ALL -2h", "EXTEND by -2h: hurry", "EXTEND ALL 0h"])
def test_nor_does_less_than_nothing(world: World, line: str) -> None:
    before = world.row().due_at

    _, mails = command(world, line)

    assert (world.row().due_at, len(mails)) == (before, 1)
    assert "A deadline is moved forward. Give a length of time such as 2d or 12h." in words(mails[0])


def test_nor_at_the_command_line(world: World) -> None:
    before = world.row().due_at
    for everywhere in (True, False):
        for time in ("-2h", "0h"):
            with pytest.raises(SetupError, match="length of time"):
                carry_out(world.campaign, Extend(time=time, everywhere=everywhere), "duel")

    assert world.row().due_at == before


def test_at_the_command_line_it_names_the_option(world: World) -> None:
    due = world.row().due_at
    assert due is not None
    with pytest.raises(SetupError) as refused:
        carry_out(world.campaign, Extend(time=(due - timedelta(minutes=1)).isoformat(), reason=""), "duel")

    assert str(refused.value) == f"{EARLIER} If you mean it: referee game extend ... --shorten"


def test_a_newcomer_never_has_the_deadline_moved_back_for_all(world: World) -> None:
    due = world.row().due_at
    assert due is not None
    earlier = (due - timedelta(hours=1)).isoformat()
    with pytest.raises(SetupError, match="earlier than the deadline"):
        carry_out(world.campaign, Replace(player="Ana", address=HEIR, due=earlier, local=True), "duel")

    assert (world.row().due_at, world.mails()) == (due, [])


def test_nor_is_a_deadline_given_to_no_purpose_where_none_is_running(world: World) -> None:
    carry_out(world.campaign, Pause(), "duel")
    world.quiet()
    with pytest.raises(SetupError, match="No deadline is running in The duel, so there is none to move"):
        carry_out(world.campaign, Replace(player="Ana", address=HEIR, due="2026-12-03 20:00", local=True), "duel")

    assert world.mails() == []


@pytest.mark.parametrize("line", ["SHORTEN 2h: All are ready", "SHORTEN UNTIL 2026-11-24 18:00: All are ready"])
def test_a_deadline_is_moved_back_by_who_says_so_and_all_are_told(world: World, line: str) -> None:
    _, mails = command(world, line)

    due = world.row().due_at
    assert due is not None
    assert due.isoformat() == "2026-11-24T17:00:00+00:00"
    (ana,) = to(mails, "ana@players.example")
    assert ana.subject == "[The duel] the deadline is earlier now"
    so_far = "; until now they were due today, Tuesday 24 November, 20:00 (Berlin)."
    assert f"All are ready. Orders are due today, Tuesday 24 November, 18:00 (Berlin){so_far}" in words(ana)


def test_who_is_told_of_a_moved_deadline_is_told_the_one_that_they_knew(world: World) -> None:
    moved = {}
    for name, command_ in {
        "extended": Extend(time="2d"),
        "all": Extend(time="1d", everywhere=True),
        "replaced": Replace(player="Ana", address=HEIR, due="2026-12-03 20:00", local=True),
    }.items():
        carry_out(world.campaign, command_, "" if name == "all" else "duel")
        (bob,) = to(world.mails(), "bob@players.example")
        told = words(bob).partition("Orders are due ")
        moved[name] = told[2].partition(" With TO GM")[0]
        if name == "extended":
            assert told[0] == "Dear Bob, The GM has moved the deadline of this turn. "

    assert moved == {
        "extended": "Thursday 26 November, 20:00 (Berlin); until now they were due today, Tuesday 24 November,"
        " 20:00 (Berlin).",
        "all": "Friday 27 November, 20:00 (Berlin); until now they were due Thursday 26 November, 20:00 (Berlin).",
        "replaced": "Thursday 3 December, 20:00 (Berlin); until now they were due Friday 27 November, 20:00 (Berlin).",
    }


def test_all_games_are_not_shortened_at_once(world: World) -> None:
    before = world.row().due_at

    _, mails = command(world, "SHORTEN ALL 1h")

    assert (world.row().due_at, len(mails)) == (before, 1)
    assert "in one game at a time" in words(mails[0])


@pytest.mark.parametrize("line", ["EXTEND duel by 2 days", "Extend duel 2d", "EXTEND the deadline by 2d"])
def test_a_gm_may_name_the_game_whose_deadline_is_moved(world: World, line: str) -> None:
    before = world.row().due_at
    assert before is not None

    command(world, line)

    assert world.row().due_at == before + timedelta(days=2)
