"""kill -9 between the steps of what a GM does: taken up again it is done once, and the story is the same."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Campaign
from referee.service.gm.turns import Process
from referee.service.intake import backlog
from referee.service.rounds.command import carry_out
from referee.service.turns.advance import advance
from referee.service.turns.turn import Advanced
from referee.store import actions
from referee.store.tables import Occasion
from tests.service.child import Job
from tests.service.processes import DEADLINE, KILLED, LUCK, Children, Story, told
from tests.service.world import FakeClock, SmtpSink, World, opened

ACTS = {
    "process": ("process",),
    "rolled back, rerun, replaced": ("roll back", "rerun", "replace"),
    "set and an option set": ("set", "set an option", "process"),
    "corrected and withdrawn": ("set an option", "withdraw", "process"),
    "ended": ("set", "end"),
    "cancelled": ("set", "cancel"),
    "declined and deleted": ("set", "decline", "delete"),
}


def scene(folder: Path, sink: SmtpSink) -> Job:
    """Play one turn of a duel; each has a letter under way for the next one."""
    world = World.made(folder, smtp_port=sink.port)
    world.game(start=False)
    world.settle_luck(LUCK)
    world.start()
    for seat in ("Ana", "Bob"):
        world.write(seat, "LEAD LOWEST")
    world.adjudicate()
    world.quiet()
    who = world.address("Ana")
    letters = ((0, who, world.reply_address("Ana"), world.letter("LEAD HIGHEST", who).decode()),)
    world.campaign.close()
    return Job(folder=str(world.campaign.settings.folder), letters=letters, times=(DEADLINE.isoformat(),))


def copied(job: Job, name: str) -> Job:
    """Return the work on a fresh copy of the campaign."""
    there = Path(job.folder).with_name(name)
    shutil.copytree(job.folder, there)
    return replace(job, folder=str(there))


def logged_in(campaign: Campaign) -> list[str]:
    """Return what the log says was done."""
    with campaign.store.reading() as tx:
        return [row.what for row in actions.log(tx)]


def log_of(folder: str) -> list[str]:
    """Return the same of a campaign that nobody has open."""
    with opened(Path(folder), FakeClock()) as campaign:
        return logged_in(campaign)


def invited(folder: Path, sink: SmtpSink) -> Job:
    """Create a duel to which two are invited."""
    world = World.made(folder, smtp_port=sink.port)
    world.game(start=False)
    world.quiet()
    world.campaign.close()
    return Job(folder=str(world.campaign.settings.folder), times=(DEADLINE.isoformat(),))


def story(job: Job, sink: SmtpSink) -> Story | list[str]:
    """Return a campaign's story; of one whose game was deleted the letters that went out."""
    if "delete" not in job.acts:
        return told(job.folder, sink)
    return sorted({str(mail.message["Message-ID"]) for mail in sink.mails()})


@pytest.mark.parametrize("acts", ACTS.values(), ids=ACTS)
def test_what_a_gm_does_is_done_once_wherever_it_was_cut_off(
    tmp_path: Path, children: Children, sink: SmtpSink, acts: tuple[str, ...]
) -> None:
    made = replace((invited if "delete" in acts else scene)(tmp_path, sink), acts=acts)
    whole = copied(made, "whole")
    assert children.do(whole) == 0
    expected, logged, kills = story(whole, sink), log_of(whole.folder), 0

    for n in range(1, 100):
        sink.taken.clear()
        job = copied(made, f"killed-{n}")
        if (code := children.do(replace(job, kill=f"after {n}"))) == 0:
            break
        assert code == KILLED
        kills += 1
        assert children.do(job) == 0

        assert (story(job, sink), log_of(job.folder)) == (expected, logged), f"killed after commit {n}"

    assert kills >= 3


def test_of_a_gm_and_the_clock_at_once_one_advances_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World.made(tmp_path)
    world.game()

    def the_clock_is_first(campaign: Campaign) -> list[int]:
        due = world.row().due_at
        assert due is not None
        world.clock.moment = due
        assert advance(campaign, world.row().id, Occasion.DEADLINE) is Advanced.PLAYED
        return []

    monkeypatch.setattr(backlog, "read_all", the_clock_is_first)

    assert (carry_out(world.campaign, Process(), "duel").value, world.row().step) == (Advanced.NOT_NOW, 1)
    assert [row for row in logged_in(world.campaign) if row == "process"] == []
    world.campaign.close()


def test_of_two_gms_at_once_one_advances_the_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.made(tmp_path)
    world.game()
    both, found = threading.Barrier(2), list[Advanced]()
    monkeypatch.setattr(backlog, "read_all", lambda campaign: both.wait(10))

    def run() -> None:
        found.append(carry_out(world.campaign, Process(), "duel").value)

    ends = [threading.Thread(target=run) for _ in range(2)]
    for end in ends:
        end.start()
    for end in ends:
        end.join()

    assert (sorted(found), world.row().step) == ([Advanced.NOT_NOW, Advanced.PLAYED], 1)
    world.campaign.close()


def test_a_turn_that_is_not_the_open_one_is_not_run(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game()

    with pytest.raises(SetupError, match="Turn 2 is not open: turn 1 is"):
        carry_out(world.campaign, Process(step=2), "duel")

    assert world.row().step == 0
    world.campaign.close()
