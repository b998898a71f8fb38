"""`referee health` says what a monitor must know, and is silent about what is well."""

from __future__ import annotations

from datetime import timedelta

import pytest

from referee.service.deadlines import outage
from referee.service.gm.deadlines import Hold, Resume
from referee.service.gm.turns import Rollback
from referee.service.rounds.command import carry_out
from referee.service.turns.advance import hold
from referee.service.upkeep.health import health
from referee.store import games
from tests.service.reading import attention_of
from tests.service.world import World


def beaten(world: World) -> None:
    """Let the service show that it lives."""
    outage.watch(world.campaign)


def test_a_service_that_lives_is_well(world: World) -> None:
    beaten(world)
    world.clock.forward(seconds=90)

    assert health(world.campaign).wrong == ()


def test_a_service_that_never_ran_is_not(world: World) -> None:
    assert health(world.campaign).wrong == ("The service has not run yet: referee serve",)


@pytest.mark.parametrize(("minutes", "told"), [(3, "3 minutes"), (60 * 5, "5 hours"), (60 * 24 * 4, "4 days")])
def test_a_service_that_fell_silent_is_not(world: World, minutes: int, told: str) -> None:
    beaten(world)
    world.row()
    with world.campaign.store.writing() as tx:
        games.set_due(tx, world.row().id, world.clock.now() + timedelta(days=30))
    world.clock.forward(minutes=minutes)

    assert health(world.campaign).wrong == (f"The service has shown no sign of life for {told}: referee serve",)


@pytest.mark.parametrize("hours", [0, 5, -2])
def test_a_service_that_was_started_just_now_is_starting_until_its_first_heartbeat(world: World, hours: int) -> None:
    if hours:
        beaten(world)
        world.clock.forward(hours=hours)
    outage.started(world.campaign, ["lmtp"])
    first = health(world.campaign)
    told = [item.words for item in attention_of(world.campaign) if item.what == "service"]
    beaten(world)
    then = health(world.campaign)

    assert (first.wrong, first.starting, told) == ((), True, [])
    assert (then.wrong, then.starting) == ((), False)


def test_a_service_that_was_started_and_came_to_nothing_is_told(world: World) -> None:
    beaten(world)
    world.clock.forward(minutes=30)
    outage.started(world.campaign, ["lmtp"])
    world.clock.forward(minutes=3)

    found = health(world.campaign)

    assert (found.starting, found.wrong) == (
        False, ("The service has shown no sign of life for 33 minutes: referee serve",)
    )  # fmt: skip


def test_a_clock_that_was_set_back_under_a_service_that_sleeps_is_told(world: World) -> None:
    beaten(world)
    world.clock.forward(hours=-2)

    assert health(world.campaign).wrong == (
        "The machine's clock was set back by 120 minutes, and the service has shown no sign of life since: "
        "referee serve",
    )

    beaten(world)
    assert health(world.campaign).wrong == ()


@pytest.mark.parametrize("minutes", [15, -15])
def test_letters_that_nobody_reads_are_told_whatever_the_heart_says(world: World, minutes: int) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.clock.forward(minutes=minutes)
    beaten(world)

    assert health(world.campaign).wrong == ("Letters wait to be read, the first for 15 minutes: referee serve",)


def test_the_status_tells_of_a_service_that_fell_silent_and_what_to_do_about_the_turn(world: World) -> None:
    beaten(world)
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due + timedelta(hours=1)

    found = {item.what: (item.words, item.remedy) for item in attention_of(world.campaign)}

    assert found["service"] == ("The service has shown no sign of life for 8 hours.", "referee serve")
    assert found["overdue"] == (
        "Turn 1 was due and is not adjudicated.", "referee serve, or by hand: referee turn run duel",
    )  # fmt: skip


def test_a_turn_that_is_due_and_is_not_played_is_told_whatever_the_heart_says(world: World) -> None:
    due = world.row().due_at
    assert due is not None
    world.clock.moment = due + timedelta(minutes=31)
    beaten(world)

    assert health(world.campaign).wrong[-1] == "duel is overdue for 31 minutes: referee turn status duel"


def test_a_held_game_is_told(world: World) -> None:
    hold(world.campaign, world.row().id, "the rules broke off")
    world.quiet()
    beaten(world)

    assert health(world.campaign).wrong == ("duel is held: the rules broke off",)


@pytest.mark.parametrize("words", ["I look at a card.", ""])
def test_what_the_gm_does_to_a_game_is_no_trouble_of_the_service(world: World, words: str) -> None:
    carry_out(world.campaign, Hold(text=words), "duel")
    beaten(world)
    held = health(world.campaign).wrong
    carry_out(world.campaign, Resume(), "duel")
    world.adjudicate()
    carry_out(world.campaign, Rollback(n=1, text="I read a rule wrongly."), "duel")
    world.quiet()
    beaten(world)

    assert (held, health(world.campaign).wrong) == ((), ())


def test_mail_that_does_not_get_away_is_told(world: World) -> None:
    world.write("Ana", "STATUS")
    world.tick()
    world.clock.forward(hours=2)
    beaten(world)

    assert health(world.campaign).wrong == ("1 mails wait to be sent, the oldest for 120 minutes: referee mail outbox",)
