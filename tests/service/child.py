"""A referee in a process of its own, which kills itself where it is told to; for `test_kill` and `test_wire`.

Started without arguments it reads jobs from its standard input, one line of JSON each, and forks for each one, so that
a hundred kills cost the imports once. Started with a job as its argument it does that one.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
import traceback
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

from referee.mail.worker import Worker, shared
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.clock import SystemClock
from referee.service.campaign.logbook import write_log
from referee.service.gm.ending import Cancel, Delete, EndGame
from referee.service.gm.ruling import Withdraw
from referee.service.gm.seats import Declined, Replace
from referee.service.gm.settings import Set
from referee.service.gm.turns import Process, Rerun, Rollback
from referee.service.letters.keeping import keep
from referee.service.post.delivery import deliver, transports
from referee.service.rounds import serve as rounds
from referee.service.rounds.command import carry_out
from referee.service.rounds.tick import tick
from referee.store import games, people, rollbacks, rulings
from referee.store.tables import Status
from tests.service.world import World, opened

HEIR = "carl@players.example"
"""Who gets a seat that passes on."""

TITLE = "The long duel"
"""What a GM calls the game anew."""


@dataclass(frozen=True, kw_only=True)
class Job:
    """What a child does in which campaign. ``kill`` is like ``before 3``: just before the third commit that writes."""

    folder: str
    kill: str = ""
    times: tuple[str, ...] = ()
    """The moments at which it does its rounds, one after the other."""
    begun: int = 0
    """How many of them are over."""
    acts: tuple[str, ...] = ()
    """What the GM does instead, in this order, each unless it is seen to be done; only then mail is sent."""
    letters: tuple[tuple[int, str, str, str], ...] = ()
    """What is handed in: at which of the moments, sender, recipient and text."""
    serve: bool = False
    name: str = "serving"
    """Of the file in which a service says where it is."""
    interval: float = 0.05
    last_wait: float = rounds.LAST_WAIT
    """For how many seconds a service still sends mail when it was told to stop."""
    log: str = ""
    """The file to which a service writes its log, all of it."""

    def written(self) -> str:
        """Write it as one line."""
        return json.dumps(asdict(self))


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.moment = SystemClock().now()

    def now(self) -> datetime:
        """Return what it shows."""
        return self.moment


def work(job: Job) -> None:
    """At each of the times take letters in, read them, adjudicate what is due and send what there is."""
    clock = Hands()
    with opened(Path(job.folder), clock) as campaign:
        for n, moment in list(enumerate(job.times))[job.begun :]:
            (Path(job.folder) / "begun").write_text(str(n))
            clock.moment = datetime.fromisoformat(moment)
            for when, sender, recipient, text in job.letters:
                if when <= n:
                    keep(campaign, text.encode(), sender=sender, recipient=recipient, source="lmtp")
            while not tick(campaign).idle:
                clock.moment += timedelta(seconds=1)
            asyncio.run(_deliver(campaign))


async def _deliver(campaign: Campaign) -> None:
    ways = transports(campaign, 1)
    await deliver(campaign, ways)
    for way in ways:
        await way.close()


def govern(job: Job) -> None:
    """Do what the GM does, as one does who was cut off: what is done already is not done again."""
    clock = Hands()
    clock.moment = datetime.fromisoformat(job.times[0])
    with opened(Path(job.folder), clock) as campaign:
        for when, sender, recipient, text in job.letters:
            if when == 0:
                keep(campaign, text.encode(), sender=sender, recipient=recipient, source="lmtp")
        for act in job.acts:
            _act(campaign, act)
        if not job.kill:
            asyncio.run(_deliver(campaign))


def _act(campaign: Campaign, act: str) -> None:
    with campaign.store.reading() as tx:
        row = next(iter(games.games(tx)), None)
        if row is None:  # it was deleted
            return
        seats = games.seats(tx, row.id)
        ruled, over = rulings.of_game(tx, row.id), row.status is Status.OVER
        taken_back, passed = bool(rollbacks.of_game(tx, row.id)), people.player_at(tx, HEIR) is not None
    match act:
        case "process":
            carry_out(campaign, Process(step=2), row.name)
        case "roll back" if not taken_back:
            carry_out(campaign, Rollback(n=1, text="A rule was read wrongly."), row.name)
        case "rerun" if row.anew:
            carry_out(campaign, Rerun(), row.name)
        case "replace" if not passed:
            carry_out(campaign, Replace(player="Bob", address=HEIR, due="9d", local=True), row.name)
        case "set" if row.title != TITLE:
            carry_out(campaign, Set(wanted={"title": TITLE, "grace": "12h"}, reason="A better name."), row.name)
        case "set an option" if not ruled:
            carry_out(campaign, Set(wanted={"rounds_per_turn": "2"}, reason="Four take too long."), row.name)
        case "withdraw" if ruled[0].step == row.step + 1:
            carry_out(campaign, Withdraw(n=1, text="I thought again."), row.name)
        case "end" if not over:
            carry_out(campaign, EndGame(result="Ana", reason="Nobody can stop Ana any more."), row.name)
        case "cancel" if not over:
            carry_out(campaign, Cancel(text="Too few can go on."), row.name)
        case "decline" if len(seats) > 1:
            carry_out(campaign, Declined(text="Bob"), row.name)
        case "delete":
            carry_out(campaign, Delete(), row.name)
        case _:
            return


def resident(job: Job) -> None:
    """Serve until told to stop; where it listens, and the process's number, stand in a file."""
    with opened(Path(job.folder), SystemClock()) as campaign:
        place = Path(job.folder) / job.name
        rounds.LAST_WAIT = job.last_wait
        rounds.serve(campaign, interval=job.interval, ready=lambda port: _announce(place, port))


def _announce(place: Path, port: int) -> None:
    written = place.with_suffix(".new")
    written.write_text(f"{port} {os.getpid()}")
    written.replace(place)


def die_at(point: str) -> None:
    """Let this process kill itself before or after its n-th commit that changed anything."""
    moment, _, number = point.partition(" ")
    last, count, seen = int(number), 0, dict[int, int]()
    honest: Any = SQLiteDialect_pysqlite.do_commit

    def commit(self: Any, connection: Any) -> None:
        nonlocal count
        raw = connection.driver_connection
        wrote = raw.total_changes > seen.get(id(raw), 0)
        seen[id(raw)] = raw.total_changes
        count += wrote
        if wrote and count == last and moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        honest(self, connection)
        if wrote and count == last and moment == "after":
            os.kill(os.getpid(), signal.SIGKILL)

    SQLiteDialect_pysqlite.do_commit = commit  # type: ignore[method-assign]


def main() -> None:
    """Do the job in the argument, or those that are read."""
    write_log("json", "warning")
    if len(sys.argv) > 1:
        _do(Job(**json.loads(sys.argv[1])))
        return
    with tempfile.TemporaryDirectory() as folder:
        reader = _warm_up(Path(folder))
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _end(Job(**json.loads(line)), reader)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _warm_up(folder: Path) -> Worker:
    """Play one turn, so that everything is imported and made before the first fork; return what read its letters."""
    world = World.made(folder)
    world.game()
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    world.clock.forward(hours=9)
    world.tick()
    world.campaign.close()
    limits = world.campaign.settings.limits
    return shared(limits.parse_time, limits.parse_bytes)


def _lend(reader: Worker) -> None:
    """Let this process use the reader of letters of the one it was forked from, which alone may ask if it lives."""
    process: Any = reader._process
    process.poll = lambda: None


def _end(job: Job, reader: Worker) -> None:
    if not job.serve:
        _lend(reader)
    try:
        _do(job)
    except BaseException:  # noqa: BLE001 - whatever it is, the parent is told by the exit code
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _do(job: Job) -> None:
    if job.log:
        write_log("json", "debug", open(job.log, "w"))  # noqa: SIM115 - it is open as long as we live
    if job.kill:
        die_at(job.kill)
    if job.serve:
        resident(job)
    elif job.acts:
        govern(job)
    else:
        work(job)


if __name__ == "__main__":
    main()
