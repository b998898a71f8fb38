"""The resident service: intake, clock and delivery in one process; stops cleanly, and may be killed at any moment."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence

import structlog
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from referee.mail.delivery import Transport
from referee.mail.intake import Arrival, Intake
from referee.service.campaign import Campaign
from referee.service.deliver import deliver, transports
from referee.service.receive import keep
from referee.service.tick import tick

log = structlog.get_logger()

SIGNALS = (signal.SIGTERM, signal.SIGINT)

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
        self.intake = Intake(
            self._keep,
            protocol="smtp" if settings.intake.protocol == "smtp" else "lmtp",
            host=settings.intake.host,
            port=settings.intake.port,
            size=settings.limits.letter_bytes,
            kept_of_oversize=settings.limits.kept_bytes,
            hostname=settings.mail.domain,
        )
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
        await self.intake.start()
        scheduler.start()
        log.info("serving", port=self.intake.port, protocol=self.campaign.settings.intake.protocol)
        ready(self.intake.port)
        try:
            await self.stopping.wait()
        finally:
            scheduler.remove_all_jobs()
            await self.intake.stop()
            await self._finish(ways)
            scheduler.shutdown(wait=False)
            log.info("stopped")

    def stop(self) -> None:
        """Ask the service to come to an end; what is under way is finished first."""
        self.stopping.set()

    async def _tick(self) -> None:
        async with self._work:
            await asyncio.to_thread(tick, self.campaign, self.stopping.is_set)

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

    def _keep(self, arrival: Arrival) -> None:
        keep(
            self.campaign,
            arrival.raw,
            sender=arrival.mail_from,
            recipient=arrival.recipient,
            source=self.campaign.settings.intake.protocol,
            truncated=arrival.truncated,
        )

    def _listen_for_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            loop.add_signal_handler(number, self.stop)


def serve(campaign: Campaign, *, interval: float = 1.0, ready: Callable[[int], None] = lambda port: None) -> None:
    """Run the service in this process until SIGTERM or SIGINT."""

    async def run() -> None:
        await Service(campaign, interval=interval).run(ready)

    asyncio.run(run())
