"""Referees in processes of their own: started, killed, taken up again; and what became of their campaign."""

from __future__ import annotations

import os
import shutil
import signal
import smtplib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlmodel import select

from referee.service.records import archive
from referee.store import games, inbox, orders, reports, steps
from referee.store.tables import LetterRow, MailRow
from tests.service.child import Job
from tests.service.world import TUESDAY, FakeClock, SmtpSink, World, opened

KILLED = -9
DEADLINE = TUESDAY + timedelta(hours=7, minutes=1)
"""A minute past the first one."""

LEASE_OVER = timedelta(minutes=6)

LUCK = b"the same in every campaign of this page"


class Children:
    """Real processes that do one job after another."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.service.child"]
        self._parent = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def do(self, job: Job) -> int:
        """Do a job in a process of its own; return its exit code."""
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        self._parent.stdin.write(f"{job.written()}\n")
        self._parent.stdin.flush()
        return int(self._parent.stdout.readline())

    def close(self) -> None:
        """Let the last one go."""
        assert self._parent.stdin is not None
        self._parent.communicate()


@dataclass(frozen=True)
class Scene:
    """A campaign made ready once, with the letters that are to come; each run has a copy of it."""

    folder: Path
    job: Job

    @classmethod
    def made(
        cls,
        folder: Path,
        sink: SmtpSink,
        texts: Mapping[tuple[int, str], str],
        times: tuple[datetime, ...] = (TUESDAY, DEADLINE),
        policy: Mapping[str, str] | str = "",
        **options: str,
    ) -> Self:
        """Begin a duel in which people write letters, by the number of the moment and the seat."""
        world = World.made(folder, smtp_port=sink.port)
        world.game(start=False, policy=policy, **options)
        world.settle_luck(LUCK)
        world.start()
        world.quiet()
        letters = [
            (n, who := world.address(seat), world.reply_address(seat), world.letter(text, who).decode())
            for (n, seat), text in texts.items()
        ]
        world.campaign.close()
        moments = tuple(moment.isoformat() for moment in times)
        return cls(world.campaign.settings.folder, Job(folder="", letters=tuple(letters), times=moments))

    def copied(self, name: str) -> Job:
        """Return the work on a fresh copy."""
        there = self.folder.with_name(name)
        shutil.copytree(self.folder, there)
        return replace(self.job, folder=str(there))


def later(job: Job) -> Job:
    """Return the rest of the work as it is taken up after a crash, when leases have run out."""
    times = tuple((datetime.fromisoformat(moment) + LEASE_OVER).isoformat() for moment in job.times)
    begun = Path(job.folder) / "begun"
    return replace(job, kill="", times=times, begun=int(begun.read_text()) if begun.exists() else 0)


def killed_at_every_commit(scene: Scene, children: Children, sink: SmtpSink, moment: str) -> Iterator[Job]:
    """Do the work anew for each of its commits, killed "before" or "after" it and taken up again; say what was done."""
    for n in range(1, 100):
        sink.taken.clear()
        job = replace(scene.copied(f"killed-{n}"), kill=f"{moment} {n}")
        code = children.do(job)
        if code == 0:
            return
        assert code == KILLED
        assert children.do(later(job)) == 0
        yield job


@dataclass(frozen=True)
class Story:
    """All that happened in a campaign, but for the moments at which it did."""

    letters: tuple[tuple[str, str], ...]
    orders: tuple[tuple[str, int, int, tuple[str, ...]], ...]
    steps: tuple[tuple[int, str, str, bytes], ...]
    game: tuple[str, int, str]
    chain: bool
    written: tuple[tuple[str, int, str, int], ...]
    mails: tuple[tuple[str, str], ...]
    left_behind: int
    delivered: tuple[tuple[str, str, int], ...]


def told(folder: str, sink: SmtpSink) -> Story:
    """Read a campaign's story, and what the mail server saw of it: each mail by reader, id, and number of its forms."""
    with opened(Path(folder), FakeClock()) as campaign:
        with campaign.store.reading() as tx:
            game = games.games(tx)[0]
            kit = campaign.kit_of(game)
            played = [steps.played(tx, kit.codec, game.id, n) for n in range(game.step + 1)]
            story = Story(
                letters=tuple((x.state, x.outcome) for x in tx.exec(select(LetterRow))),
                orders=tuple(
                    (x.seat, x.step, x.revision, orders.on_file_from(x.on_file).lines(x.step))
                    for x in orders.revisions(tx, game.id)
                ),
                steps=tuple(
                    (x.step, str(sorted(x.orders.items())), str(x.given), kit.codec.dump_events(x.events))
                    for x in played
                ),
                game=(game.status, game.step, str(game.due_at)),
                chain=True,
                written=tuple(
                    sorted(
                        (x.seat, x.step, x.kind, x.number)
                        for n in range(game.step + 2)
                        for x in reports.of_step(tx, game.id, n)
                    )
                ),
                mails=tuple(sorted((x.message_id, x.state) for x in tx.exec(select(MailRow)))),
                left_behind=sum(x.leased_by is not None for x in tx.exec(select(MailRow))) + len(inbox.to_read(tx)),
                delivered=tuple(sorted(forms(sink))),
            )
        return replace(story, chain=archive.verify(campaign, "duel").ok)


def forms(sink: SmtpSink) -> Iterator[tuple[str, str, int]]:
    """Say of each mail who got it, its Message-ID, and in how many different forms it came."""
    found: dict[tuple[str, str], set[bytes]] = {}
    for mail, arrival in zip(sink.mails(), sink.taken, strict=True):
        found.setdefault((mail.to, str(mail.message["Message-ID"])), set()).add(arrival.raw)
    for (to, identity), wires in found.items():
        yield to, identity, len(wires)


class Resident:
    """A service in a process of its own, which is spoken to over its sockets and by signals."""

    def __init__(self, children: Children, job: Job) -> None:
        self._place, self._codes = Path(job.folder) / job.name, list[int]()
        self._thread = threading.Thread(target=lambda: self._codes.append(children.do(job)), daemon=True)

    def __enter__(self) -> Self:
        self._place.unlink(missing_ok=True)
        self._thread.start()
        until(self._place.exists)
        self.port, self.process = map(int, self._place.read_text().split())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._codes:
            os.kill(self.process, signal.SIGKILL)
        self._thread.join(20)

    def hand_in(self, raw: bytes, sender: str, recipient: str) -> None:
        """Hand a letter in as a mail server does."""
        with smtplib.LMTP("127.0.0.1", self.port) as host:
            host.sendmail(sender, [recipient], raw)

    def terminate(self) -> None:
        """Ask it to come to an end."""
        os.kill(self.process, signal.SIGTERM)

    def ended(self) -> int:
        """Wait for its end and return its exit code."""
        until(lambda: bool(self._codes))
        return self._codes[0]


def until(happened: Callable[[], bool], seconds: float = 300) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
