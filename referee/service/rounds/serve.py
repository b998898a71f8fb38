"""The resident service: intake, clock and delivery in one process; stops cleanly, and may be killed at any moment."""

import asyncio
import errno
import os
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from referee.engine.errors import SetupError
from referee.mail.delivery import Transport
from referee.mail.fetched import Fetched
from referee.mail.intake import Arrival, Intake
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.service.deadlines import outage
from referee.service.letters import disk
from referee.service.letters.keeping import Gate, keep, keep_fetched
from referee.service.letters.sources import Sources
from referee.service.post.alarm import Siren
from referee.service.post.delivery import deliver, transports
from referee.service.post.lookout import look
from referee.service.rounds.tick import tick
from referee.store.lately import MOST

INTAKE = "intake"
"""The name of the socket among the sources of letters."""

UNHEARD = {
    errno.EADDRINUSE: "something listens there already. Is a referee running? If not, choose another intake.port",
    errno.EACCES: "ports below 1024 are for root. Choose another intake.port",
    errno.EADDRNOTAVAIL: "this machine has no such address. See intake.host",
}
"""Why a socket cannot be opened, and what to do, by the system's number."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)

LOOK_EVERY = 30.0
"""After so many seconds it is looked whether the GM must hear of something."""

LAST_WAIT = 5.0
"""For how many seconds mail is still sent after we were told to stop."""


class Service:
    """One running referee. ``interval`` is the time between two rounds, in seconds.

    It stops at the process's signals, unless ``signals`` is off: only a main thread may listen for them.
    """

    def __init__(self, campaign: Campaign, *, interval: float = 1.0, signals: bool = True) -> None:
        self.campaign = campaign
        self.interval = interval
        self.signals = signals
        self.stopping = asyncio.Event()
        settings = campaign.settings
        self.gate = Gate(campaign)
        self.sources = Sources(settings, self._keep_fetched, self._alive)
        self.intake = Intake(
            self._keep,
            protocol="smtp" if settings.intake.protocol == "smtp" else "lmtp",
            host=settings.intake.host,
            port=settings.intake.port,
            size=settings.limits.letter_bytes,
            kept_of_oversize=settings.limits.kept_bytes,
            accepts=self.gate.accepts,
            paced=self.gate.admits,
            room=self._has_room,
            hostname=settings.mail.domain,
        )
        self.siren = Siren(campaign)
        campaign.store.lately.most = MOST
        self._work = asyncio.Lock()
        self._sending = asyncio.Lock()

    async def run(self, ready: Callable[[int], None] = lambda port: None) -> None:
        """Serve until told to stop; ``ready`` is called with the intake's port once letters are taken."""
        if self.signals:
            self._listen_for_signals()
        ways = transports(self.campaign)
        scheduler = AsyncIOScheduler(timezone="UTC")
        jobs = {"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        scheduler.add_job(self._tick, "interval", seconds=self.interval, id="tick", **jobs)
        scheduler.add_job(self._deliver, "interval", args=[ways], seconds=self.interval, id="deliver", **jobs)
        scheduler.add_job(self._look, "interval", seconds=max(LOOK_EVERY, self.interval), id="look", **jobs)
        protocol, port = self.campaign.settings.intake.protocol, 0
        if protocol != "none":
            await self._listen()
            port = self.intake.port
        parts = [INTAKE] if protocol != "none" else []
        outage.started(self.campaign, [*parts, *(source.name for source in self.sources.all)])
        self.sources.start()
        scheduler.start()
        minding = asyncio.create_task(self._mind_the_clock(scheduler))
        log.info("serving", port=port, protocol=protocol, sources=[source.name for source in self.sources.all])
        ready(port)
        try:
            await self.stopping.wait()
        finally:
            minding.cancel()
            scheduler.remove_all_jobs()
            await self.intake.stop()
            await asyncio.to_thread(self.sources.stop)
            await self._finish(ways)
            scheduler.shutdown(wait=False)
            log.info("stopped")

    async def _listen(self) -> None:
        """Open the socket that letters come to; raises `SetupError` that says why it cannot be opened."""
        try:
            await self.intake.start()
        except OSError as error:
            intake = self.campaign.settings.intake
            why = UNHEARD.get(error.errno or 0, error.strerror or type(error).__name__)
            raise SetupError(f"Letters cannot be taken in at {intake.host}:{intake.port}: {why}.") from error

    def stop(self) -> None:
        """Ask the service to come to an end; what is under way is finished first."""
        self.stopping.set()

    async def _mind_the_clock(self, scheduler: AsyncIOScheduler) -> None:
        """Begin all rounds anew when the machine's clock was set back: the scheduler goes by it, and would wait.

        The loop that sleeps here goes by a clock that only goes forward.
        """
        while True:
            before = datetime.now(UTC)
            await asyncio.sleep(self.interval)
            if (now := datetime.now(UTC)) < before:
                log.warning("the clock was set back", seconds=int((before - now).total_seconds()))
                for job in scheduler.get_jobs():
                    job.modify(next_run_time=now)

    async def _tick(self) -> None:
        async with self._work:
            await asyncio.to_thread(self._round)

    def _round(self) -> None:
        if self.intake.listens and self._has_room():
            outage.seen(self.campaign, INTAKE)
        outage.watch(self.campaign)
        tick(self.campaign, self.stopping.is_set)

    async def _look(self) -> None:
        await asyncio.to_thread(look, self.campaign, self.siren)

    async def _deliver(self, ways: Sequence[Transport]) -> None:
        async with self._sending:
            await deliver(self.campaign, ways, stop=self.stopping.is_set)

    async def _finish(self, ways: Sequence[Transport]) -> None:
        """Let the work in hand come to its end and send what is due, for a short while; the rest is for the next start.

        A server that does not answer keeps nobody from stopping: what it was being sent goes out again, byte by byte
        the same.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_WAIT
        try:
            async with asyncio.timeout(2 * LAST_WAIT), self._work, self._sending:
                await deliver(self.campaign, ways, stop=lambda: loop.time() > end)
                for way in ways:
                    await way.close()
        except TimeoutError:
            log.warning("stopped while a mail was under way")

    def _has_room(self) -> bool:
        """Say whether letters can be kept; while they cannot, they count as not coming in, and deadlines wait."""
        return disk.has_room(self.campaign)

    def _keep(self, arrival: Arrival) -> None:
        keep(
            self.campaign,
            arrival.raw,
            sender=arrival.mail_from,
            recipient=arrival.recipient,
            source=self.campaign.settings.intake.protocol,
            truncated=arrival.truncated,
        )
        self.gate.note(arrival.mail_from, arrival.recipient)

    def _keep_fetched(self, fetched: Fetched, source: str) -> None:
        keep_fetched(self.campaign, fetched, source, self.gate)

    def _alive(self, source: str) -> None:
        outage.seen(self.campaign, source)

    def _listen_for_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.stop)


def tell_systemd(port: int) -> None:
    """Say that letters are taken to who started us, where that is systemd and waits for it (sd_notify(3))."""
    if place := os.environ.get("NOTIFY_SOCKET"):
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as supervisor:
            supervisor.sendto(b"READY=1", f"\0{place[1:]}" if place.startswith("@") else place)


def serve(campaign: Campaign, *, interval: float = 1.0, ready: Callable[[int], None] = tell_systemd) -> None:
    """Run the service in this process until SIGTERM or SIGINT."""

    async def run() -> None:
        await Service(campaign, interval=interval).run(ready)

    asyncio.run(run())
