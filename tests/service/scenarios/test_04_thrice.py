"""Scenario 4: the same letter comes three times; or the process is killed between any two of its steps."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.service.processes import Children, Scene, killed_at_every_commit, told
from tests.service.world import TUESDAY, SmtpSink, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a duel that has just begun."""
    made = World.made(tmp_path)
    made.game()
    yield made.quiet()
    made.campaign.close()


def receipts(world: World) -> list[str]:
    return [m.to for m in world.mails() if "your orders" in m.subject]


def test_the_same_bytes_three_times_are_one_letter_with_one_receipt(world: World) -> None:
    raw = world.letter("LEAD LOWEST", world.address("Ana"))
    numbers = [world.write("Ana", "", raw=raw) for _ in range(3)]
    world.tick()

    assert len(set(numbers)) == 1
    assert (world.on_file("Ana"), receipts(world)) == (("LEAD LOWEST",), ["ana@players.example"])


def test_the_same_letter_by_three_routes_and_at_three_times_counts_once(world: World) -> None:
    raw = world.letter("LEAD LOWEST", world.address("Ana"))
    outcomes, answered = [], []
    for n in range(3):
        letter = world.write("Ana", "", raw=f"Received: from relay{n}.example by mx\r\n".encode() + raw)
        world.tick()
        outcomes.append(world.outcome(letter))
        answered += receipts(world)
        world.clock.forward(hours=1)

    assert outcomes == ["orders filed", "duplicate", "duplicate"]
    assert answered == ["ana@players.example"]


def test_a_letter_that_comes_again_after_newer_orders_brings_nothing_back(world: World) -> None:
    old = world.letter("LEAD LOWEST", world.address("Ana"))
    world.write("Ana", "", raw=old)
    world.tick()
    world.write("Ana", "LEAD HIGHEST")
    world.tick()
    world.write("Ana", "", raw=b"Received: from a.slow.relay.example by mx\r\n" + old)
    world.tick()

    assert world.on_file("Ana") == ("LEAD HIGHEST",)


HOURS = (0, 1, 2, 30, 54, 60, 78)
"""Letters at noon, twice more an hour later each; a reminder, the deadline, within its grace, its end."""

TEXTS = {(0, "Ana"): "LEAD LOWEST\nREPLY HIGHEST", (1, "Bob"): "LEADS 1d", (5, "Bob"): "TO Ana: I am ill"}


def scene(folder: Path, sink: SmtpSink) -> Scene:
    times = tuple(TUESDAY + timedelta(hours=hours) for hours in HOURS)
    rule = "on 2026-11-26 18:00, 2026-12-01 18:00 UTC"
    return Scene.made(folder, sink, TEXTS, times, deadline=rule, policy={"grace": "24h"})


def test_a_turn_with_reminder_and_grace_is_what_it_should_be(
    tmp_path: Path, children: Children, sink: SmtpSink
) -> None:
    job = scene(tmp_path, sink).copied("whole")

    assert children.do(job) == 0

    story = told(job.folder, sink)
    assert story.letters == (("done", "orders filed"), ("done", "nothing new"), ("done", "nothing new"))
    assert story.game == ("running", 1, str(datetime.fromisoformat("2026-12-01T18:00:00+00:00")))
    assert [x for x in story.written if x[1]] == [
        ("Ana", 1, "notice", 1),
        ("Ana", 1, "press", 1),
        ("Ana", 1, "receipt", 1),
        ("Ana", 1, "report", 1),
        ("Bob", 1, "receipt", 1),
        ("Bob", 1, "receipt", 2),
        ("Bob", 1, "reminder", 1),
        ("Bob", 1, "reminder", 2),
        ("Bob", 1, "report", 1),
        ("GM", 1, "gm_turn", 1),
    ]
    assert ({state for _, state in story.mails}, story.left_behind) == ({"sent"}, 0)


@pytest.mark.parametrize("moment", ["before", pytest.param("after", marks=pytest.mark.soak)])
def test_killed_at_every_commit_of_it_nothing_is_lost_and_nothing_happens_twice(
    tmp_path: Path, children: Children, sink: SmtpSink, moment: str
) -> None:
    made = scene(tmp_path, sink)
    whole = made.copied("whole")
    children.do(whole)
    expected, kills = told(whole.folder, sink), 0

    for job in killed_at_every_commit(made, children, sink, moment):
        kills += 1

        assert told(job.folder, sink) == expected, f"killed {job.kill}"

    assert kills >= 20
