"""kill -9 of a real process at every commit: afterwards nothing is lost, and nothing happened twice."""

from __future__ import annotations

import random
import smtplib
from dataclasses import replace
from pathlib import Path

import pytest
from sqlmodel import select

from referee.service.campaign.clock import SystemClock
from referee.store.tables import LetterRow
from tests.service.child import Job
from tests.service.processes import KILLED, Children, Resident, Scene, killed_at_every_commit, later, told, until
from tests.service.world import SmtpSink, World

ORDERS = {(0, "Ana"): "LEAD LOWEST\nREPLY HIGHEST", (0, "Bob"): "LEAD HIGHEST\nTO Ana: have at you"}


def test_a_run_that_nobody_kills_is_what_it_should_be(tmp_path: Path, children: Children, sink: SmtpSink) -> None:
    job = Scene.made(tmp_path, sink, ORDERS).copied("whole")

    assert children.do(job) == 0

    story = told(job.folder, sink)
    assert story.letters == (("done", "orders filed"), ("done", "orders filed"))
    assert [x[:3] for x in story.orders] == [("Ana", 1, 1), ("Bob", 1, 1)]
    assert story.game == ("running", 1, "2026-11-27 19:00:00+00:00")
    assert story.chain
    assert [x for x in story.written if x[1]] == [
        ("Ana", 1, "press", 1),
        ("Ana", 1, "receipt", 1),
        ("Ana", 1, "report", 1),
        ("Bob", 1, "receipt", 1),
        ("Bob", 1, "report", 1),
        ("GM", 1, "gm_turn", 1),
    ]
    assert {state for _, state in story.mails} == {"sent"}
    assert (len(story.delivered), {n for _, _, n in story.delivered}, len(sink.taken)) == (6, {1}, 6)
    assert story.left_behind == 0


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_every_commit_the_story_is_the_same(
    tmp_path: Path, children: Children, sink: SmtpSink, moment: str
) -> None:
    scene = Scene.made(tmp_path, sink, ORDERS)
    whole = scene.copied("whole")
    children.do(whole)
    expected, kills = told(whole.folder, sink), 0

    for job in killed_at_every_commit(scene, children, sink, moment):
        kills += 1

        assert told(job.folder, sink) == expected, f"killed {job.kill}"

    assert kills >= 14


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_between_the_letter_and_our_250_the_host_sends_again_and_it_is_one_letter(
    tmp_path: Path, children: Children, sink: SmtpSink, moment: str
) -> None:
    world = World.made(tmp_path, now=SystemClock().now(), smtp_port=sink.port, intake_port=0)
    world.game(deadline="every 10 hours")
    folder, raw = world.quiet().campaign.settings.folder, world.letter("LEAD LOWEST", "ana@players.example")
    to = world.reply_address("Ana")

    with Resident(children, Job(folder=str(folder), serve=True, kill=f"{moment} 2")) as first:
        with pytest.raises(smtplib.SMTPServerDisconnected):
            first.hand_in(raw, "ana@players.example", to)
        assert first.ended() == KILLED
    with Resident(children, Job(folder=str(folder), serve=True)) as second:
        second.hand_in(raw, "ana@players.example", to)
        until(lambda: bool(sink.taken))
        second.terminate()
        assert second.ended() == 0

    assert [world.outcome(n) for n in (1,)] == ["orders filed"]
    assert world.on_file("Ana") == ("LEAD LOWEST",)
    assert [mail.to for mail in sink.mails()] == ["ana@players.example"]
    with world.campaign.store.reading() as tx:
        assert len(list(tx.exec(select(LetterRow)))) == 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_hundred_random_kills_some_of_them_while_recovering_change_nothing(
    tmp_path: Path, children: Children, sink: SmtpSink
) -> None:
    scene, dice = Scene.made(tmp_path, sink, ORDERS), random.Random(20261124)
    whole = scene.copied("whole")
    children.do(whole)
    expected, kills, run = told(whole.folder, sink), 0, 0

    while kills < 200:
        sink.taken.clear()
        run += 1
        todo = job = scene.copied(f"killed-{run}")
        for _ in range(2):
            point = f"{dice.choice(('before', 'after'))} {dice.randrange(1, 20)}"
            kills += children.do(replace(todo, kill=point)) == KILLED
            todo = later(todo)
        assert children.do(todo) == 0

        assert told(job.folder, sink) == expected, f"run {run}"
