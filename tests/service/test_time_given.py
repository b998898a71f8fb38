"""Time to play in: for the first turn, after a rerun, for a newcomer; and games that have no deadlines at all."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from referee.service.gm.deadlines import Extend
from referee.service.gm.seats import Replace
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.rounds.command import carry_out
from tests.service.test_gm_commands import to, words
from tests.service.world import World

ANA, EVE = "ana@players.example", "eve@players.example"


@pytest.mark.parametrize(
    ("rule", "policy", "due"),
    [
        ("Tue,Fri 20:00 Europe/Berlin", {}, "2026-11-27T19:00:00+00:00"),
        ("Tue,Fri 20:00 Europe/Berlin", {"min_first": "2h"}, "2026-11-24T19:00:00+00:00"),
        ("daily 20:00", {"min_first": "3d"}, "2026-11-27T19:00:00+00:00"),
        ("every 2 hours", {}, "2026-11-24T14:00:00+00:00"),
    ],
)
def test_the_first_turn_of_a_game_gives_its_players_time(
    tmp_path: Path, rule: str, policy: dict[str, str], due: str
) -> None:
    world = World.made(tmp_path)
    row = world.game(deadline=rule, policy={"min_first": "24h"} | policy)

    assert row.due_at is not None
    assert row.due_at.isoformat() == due


def test_a_rerun_gives_fresh_time_and_says_so(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(policy={"min_first": "24h"})
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="I read a rule wrongly."), "duel")
    world.clock.forward(days=3, hours=23)  # it is Tuesday, an hour before the deadline
    world.quiet()

    carry_out(world.campaign, Rerun(), "duel")

    (ana,) = to(world.mails(), ANA)
    due = world.row().due_at
    assert due is not None
    assert due - world.clock.now() >= timedelta(hours=24)
    assert "Your orders for turn 2 are due Friday 4 December, 20:00 (Berlin)" in words(ana)
    assert "The time for your next orders begins anew with this report." in words(ana)


@pytest.mark.parametrize("rule", ["Tue,Fri 20:00 Europe/Berlin", ""])
def test_a_rerun_gives_no_less_time_than_the_turn_had(tmp_path: Path, rule: str) -> None:
    world = World.made(tmp_path)
    world.game(deadline=rule)
    carry_out(world.campaign, Process(), "duel")
    carry_out(world.campaign, Extend(time="2026-12-07 20:00", reason="I am away."), "duel")
    carry_out(world.campaign, Rollback(n=1, text="I read a rule wrongly."), "duel")
    world.quiet()

    carry_out(world.campaign, Rerun(), "duel")

    (ana,) = to(world.mails(), ANA)
    due = world.row().due_at
    assert due is not None
    assert due.isoformat() == "2026-12-07T19:00:00+00:00"
    assert "Your orders for turn 2 are due Monday 7 December, 20:00 (Berlin)" in words(ana)
    assert "The deadline for your next orders is the one that was running when the turn was taken back." in words(ana)
    assert "begins anew" not in words(ana)


def test_the_report_that_a_newcomer_is_given_names_the_deadline_as_it_is_now(world: World) -> None:
    world.clock.forward(hours=6)
    carry_out(world.campaign, Replace(player="Ana", address=EVE, due="4d", local=True), "duel")

    welcome = next(mail for mail in to(world.mails(), EVE) if "Welcome" in mail.subject)
    assert "Your orders for turn 1 are due Saturday 28 November, 19:00 (Berlin)." in words(welcome)
    assert "24 November" not in words(welcome)


def test_a_report_asked_for_once_more_names_the_deadline_as_it_is_now(world: World) -> None:
    world.write("Ana", "RESEND")
    world.tick()
    before = next(mail for mail in to(world.mails(), ANA) if "Welcome" in mail.subject)
    carry_out(world.campaign, Extend(time="1d", reason=""), "duel")
    world.quiet()
    world.write("Ana", "RESEND")
    world.tick()

    after = next(mail for mail in to(world.mails(), ANA) if "Welcome" in mail.subject)
    assert "Your orders for turn 1 are due Tuesday 24 November, 20:00 (Berlin)." in words(before)
    assert "Your orders for turn 1 are due Wednesday 25 November, 20:00 (Berlin)." in words(after)


def test_a_game_without_deadlines_says_when_it_is_adjudicated(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(deadline="")

    welcome = next(mail for mail in to(world.mails(), ANA) if "Welcome" in mail.subject)
    assert "No time is set for turn 1; it is adjudicated when the GM runs it." in words(welcome)

    carry_out(world.campaign, Process(), "duel")
    report = next(mail for mail in to(world.mails(), ANA) if "Turn 1" in mail.subject)
    assert "No time is set for turn 2; it is adjudicated when the GM runs it." in words(report)
