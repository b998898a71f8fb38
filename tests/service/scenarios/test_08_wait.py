"""Scenario 8: all have valid orders ten hours early, and one holds the WAIT flag; then it is removed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.gm.deadlines import Extend, Shorten
from referee.service.gm.preview import Preview
from referee.service.gm.status import Status
from referee.service.gm.turns import Process, Rollback
from referee.service.rounds.command import carry_out
from tests.service.world import TUESDAY, Mail, World

TEXT = "New orders put that off by as long again, and WAIT FLAG ON until the flag is down."


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a duel that is due at 20:00 in Berlin, ten hours after Ana and Bob sent orders; Bob holds the flag."""
    made = World.made(tmp_path, now=TUESDAY - timedelta(hours=3))
    made.game(early="yes", policy={"early_delay": "30m"})
    made.write("Ana", "LEAD LOWEST")
    made.write("Bob", "LEAD LOWEST\nWAIT FLAG ON")
    made.tick()
    yield made.quiet()
    made.campaign.close()


def due(world: World) -> str:
    moment = world.row().due_at
    assert moment is not None
    return moment.isoformat()


def notices(mails: list[Mail]) -> list[tuple[str, str]]:
    return sorted((m.to, m.subject) for m in mails if TEXT in " ".join(m.body.split()))


BOTH = [
    ("ana@players.example", "[The duel] Turn 1 is adjudicated early"),
    ("bob@players.example", "[The duel] Turn 1 is adjudicated early"),
]


def test_nothing_happens_while_the_flag_stands(world: World) -> None:
    world.clock.forward(hours=5)
    world.tick()

    assert (world.row().step, world.row().early_at, world.mails()) == (0, None, [])


def test_half_an_hour_after_the_flag_is_down_the_turn_is_run_and_the_next_deadline_stays_on_its_grid(
    world: World,
) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    told = world.mails()
    world.clock.forward(minutes=29, seconds=59)
    world.tick()
    before = world.row().step
    world.clock.forward(seconds=1)
    world.tick()

    assert notices(told) == BOTH
    ana = next(m for m in told if m.to == "ana@players.example")
    deadline = "today, Tuesday 24 November, 20:00 (Berlin)"
    assert f"is adjudicated today at 10:30 (Berlin), before its deadline, {deadline}." in " ".join(ana.body.split())
    assert (before, world.row().step, due(world)) == (0, 1, "2026-11-27T19:00:00+00:00")


def test_who_left_the_flag_up_is_told_so_with_the_next_report_and_so_is_the_gm(world: World) -> None:
    world.adjudicate()
    reports = {mail.to.partition("@")[0]: " ".join(mail.body.split()) for mail in world.mails()}
    status = carry_out(world.campaign, Status(), "duel").texts[0].lines

    up = "Your WAIT flag is still up, so this turn is not adjudicated before its time. WAIT FLAG OFF takes it down."
    assert [name for name, told in sorted(reports.items()) if up in told] == ["bob"]
    assert "WAIT FLAG" not in reports["ana"]
    assert "The WAIT flag of Bob is up, so the turn is not adjudicated early." in status


def test_new_orders_within_the_delay_put_it_off_without_another_notice(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    world.quiet()
    world.clock.forward(minutes=20)
    world.write("Ana", "LEAD HIGHEST")
    world.tick()
    told = notices(world.mails())
    world.clock.forward(minutes=29)
    world.tick()
    before = world.row().step
    world.clock.forward(minutes=1)
    world.tick()

    assert (told, before, world.row().step) == ([], 0, 1)


def test_a_flag_set_within_the_delay_stops_it_until_it_is_down_again(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    world.clock.forward(minutes=20)
    world.write("Ana", "WAIT FLAG ON")
    world.tick()
    world.quiet()
    stopped = world.row().early_at
    world.clock.forward(hours=2)
    world.tick()
    waited = world.row().step
    world.write("Ana", "WAIT FLAG OFF")
    world.tick()
    told = notices(world.mails())
    world.clock.forward(minutes=30)
    world.tick()

    assert (stopped, waited, told, world.row().step) == (None, 0, BOTH, 1)


def test_a_flag_that_goes_up_and_down_again_and_again_is_announced_once_an_hour(world: World) -> None:
    for _ in range(12):
        world.write("Bob", "WAIT FLAG OFF")
        world.tick()
        world.write("Bob", "WAIT FLAG ON")
        world.tick()

    told = [m for m in world.mails() if TEXT in " ".join(m.body.split())]
    assert len(told) == 2


def test_at_its_deadline_the_turn_is_run_though_the_flag_stands(world: World) -> None:
    world.clock.forward(hours=10)
    world.tick()

    assert (world.row().step, due(world)) == (1, "2026-11-27T19:00:00+00:00")


def test_the_announced_time_survives_a_restart_and_is_used_once(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    world.again()
    world.tick()
    told = notices(world.mails())
    world.clock.forward(minutes=30)
    world.tick()
    world.again()
    world.tick()

    assert (told, world.row().step) == (BOTH, 1)


def test_the_turn_is_not_run_by_hand_before_its_deadline_unless_the_gm_means_it(world: World) -> None:
    with pytest.raises(SetupError, match=r"Waiting is asked for by Bob \(WAIT FLAG ON\).* Say --anyway if you mean it"):
        carry_out(world.campaign, Process(anyway=False), "duel")
    before = world.row().step
    said = carry_out(world.campaign, Preview(), "duel").words
    carry_out(world.campaign, Process(anyway=True), "duel")

    assert (before, world.row().step) == (0, 1)
    assert "Waiting is asked for by Bob (WAIT FLAG ON)" in said


def test_once_the_deadline_is_over_no_flag_is_in_the_way(world: World) -> None:
    world.clock.forward(hours=13)
    carry_out(world.campaign, Process(anyway=False), "duel")

    assert world.row().step == 1


def test_a_moved_deadline_is_told_with_the_time_at_which_the_turn_is_adjudicated_all_the_same(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    world.quiet()
    answer = carry_out(world.campaign, Extend(time="2d"), "duel")
    world.tick()

    said = "All orders are in, so it is adjudicated early all the same, unless you PAUSE."
    assert said in answer.words
    ana = [mail for mail in world.mails() if mail.to == "ana@players.example"]
    deadline = "Thursday 26 November, 20:00 (Berlin)"
    early = f"is adjudicated today at 10:30 (Berlin), before its deadline, {deadline}."
    assert [deadline in " ".join(mail.body.split()) for mail in ana] == [True, True]
    assert early in " ".join(ana[-1].body.split())


def test_where_the_deadline_comes_first_the_gm_hears_of_no_early_turn(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    early = world.row().early_at
    answer = carry_out(world.campaign, Shorten(time="2026-11-24 10:15"), "duel")

    assert early is not None
    assert answer.value < early
    assert "adjudicated early" not in answer.words


def test_a_turn_open_to_orders_again_waits_for_a_word_from_all_who_must_act(world: World) -> None:
    world.write("Bob", "WAIT FLAG OFF")
    world.tick()
    world.clock.forward(minutes=30)
    world.tick()
    carry_out(world.campaign, Rollback(n=1, text="I read a rule wrongly.", reopen=True), "duel")
    (said, *_) = (m.body for m in world.mails() if m.to == "ana@players.example" and "taken back" in m.subject)
    world.clock.forward(minutes=45)
    world.tick()
    world.write("Bob", "LEAD HIGHEST")
    world.clock.forward(minutes=45)
    world.tick()
    waited = (world.row().step, world.row().early_at)
    world.write("Ana", "All is well.")
    world.tick()
    world.clock.forward(minutes=30)
    world.tick()

    assert "The turn is adjudicated early only when all who must act have written since." in " ".join(said.split())
    assert (waited, world.row().step) == ((0, None), 1)
