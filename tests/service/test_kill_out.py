"""kill -9 at every commit while a mail comes back and press is gathered: nothing is lost, and nothing goes twice."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from referee.store import people
from referee.store.tables import AddressRow, BounceRow, MailRow, PlayerRow
from tests.mail.dsn import report
from tests.service.child import Job
from tests.service.processes import Children, Scene, killed_at_every_commit, told
from tests.service.world import FakeClock, SmtpSink, opened

PRESS = {(0, "Bob"): "TO Ana: one\nTO Ana: two", (0, "Ana"): "LEAD LOWEST"}


def made(folder: Path, sink: SmtpSink) -> Scene:
    """Make a duel in which Ana's press is gathered and the welcome to Bob, who has two addresses, comes back."""
    scene = Scene.made(folder, sink, PRESS)
    with opened(scene.folder, FakeClock()) as campaign, campaign.store.writing() as tx:
        ana, bob = people.players(tx)
        ana.digest = timedelta(hours=1)
        tx.add(ana)
        now = FakeClock().now() - timedelta(days=1)
        tx.add(AddressRow(player=bob.id, address="b@work.example", normal="b@work.example", added_at=now))
        mails = tx.exec(select(MailRow).where(MailRow.kind == "welcome", MailRow.seat == "Bob")).all()
        token = mails[0].return_token
    letter = (0, "", f"back+{token}@referee.example", report().decode())
    return replace(scene, job=replace(scene.job, letters=(*scene.job.letters, letter)))


def counted(job: Job) -> tuple[int, bool]:
    """Count the bounces, and say whether Bob's first address is marked."""
    with opened(Path(job.folder), FakeClock()) as campaign, campaign.store.reading() as tx:
        bob = tx.exec(select(PlayerRow).where(PlayerRow.name == "Bob")).one()
        marked = [a.bouncing_since is not None for a in people.addresses_of(tx, bob.id) if "players" in a.address]
        return len(list(tx.exec(select(BounceRow)))), marked[0]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_every_commit_bounces_and_gathered_press_come_to_the_same(
    tmp_path: Path, children: Children, sink: SmtpSink, moment: str
) -> None:
    scene = made(tmp_path, sink)
    whole = scene.copied("whole")
    assert children.do(whole) == 0
    expected, kills = told(whole.folder, sink), 0
    gathered = [one for one in sink.mails() if "letters" in one.subject]
    welcomes = [one.to for one in sink.mails() if "welcome" in str(one.message["Message-ID"])]

    for job in killed_at_every_commit(scene, children, sink, moment):
        kills += 1

        assert told(job.folder, sink) == expected, f"killed {job.kill}"
        assert counted(job) == (1, True)

    assert kills >= 14
    assert [(one.to, one.subject.rpartition(": ")[2]) for one in gathered] == [("ana@players.example", "2 letters")]
    assert welcomes == ["b@work.example"]
