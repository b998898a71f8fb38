"""A whole small world on this machine: a campaign, the referee's own service, and a post office, in one thread.

Everything listens on the loopback, at ports that happen to be free, and is gone when the block ends.
"""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import Self

from referee import __version__, config
from referee.engine.errors import SetupError
from referee.mail.postoffice import PostOffice
from referee.resources import Resources
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.clock import SystemClock
from referee.service.rounds.serve import Service
from referee.store.database import Store

HOST = "127.0.0.1"
REFEREE, PLAYERS = "referee.test", "players.test"
"""The domains of this world; nobody outside has such names (RFC 6761)."""

PATIENCE = 20.0


class Loopback:
    """`with Loopback(folder, delivered) as world: ...`; ``delivered`` is told each letter's address and bytes.

    It runs in a thread of the post office. ``interval`` is the time between two rounds of the service, in seconds.
    """

    def __init__(self, folder: Path, delivered: Callable[[str, bytes], None], *, interval: float = 0.15) -> None:
        self.folder = folder
        self.password = token_hex(6)
        self.interval = interval
        self._office = PostOffice(folder / "mailboxes", password=self.password, delivered=delivered)
        self._thread = threading.Thread(target=self._run, name="loopback", daemon=True)
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._service: Service | None = None
        self._trouble: BaseException | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign that is played."""
        assert self._service is not None, "not started"
        return self._service.campaign

    @property
    def smtp_port(self) -> int:
        """Where mail programs send."""
        return self._office.smtp_port

    @property
    def pop3_port(self) -> int:
        """Where mail programs fetch."""
        return self._office.pop3_port

    def post(self, raw: bytes, sender: str, recipient: str) -> None:
        """Send a letter as a mail program does."""
        with smtplib.SMTP(HOST, self.smtp_port, timeout=PATIENCE) as server:
            server.sendmail(sender, [recipient], raw)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(PATIENCE)
        if self._trouble is not None or self._service is None:
            self._thread.join(PATIENCE)
            raise self._trouble or SetupError("The embedded mail server did not start. Try again.")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None and self._service is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._service.stop)
        self._thread.join(PATIENCE)
        if self._trouble is not None and error is None:
            raise self._trouble

    def _run(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as trouble:  # noqa: BLE001 - it is raised again in the thread that waits for us
            self._trouble = trouble
        finally:
            self._ready.set()

    async def _live(self) -> None:
        """Open the post office, then the referee, who sends to it and is sent to by it."""
        self._loop = asyncio.get_running_loop()
        async with self._office:
            with new_campaign(self.folder, self.smtp_port) as campaign:
                self._service = Service(campaign, interval=self.interval, signals=False)
                await self._service.run(self._open)

    def _open(self, port: int) -> None:
        self._office.routes[REFEREE] = (HOST, port)
        self._ready.set()


def new_campaign(folder: Path, smtp_port: int) -> Campaign:
    """Make the campaign of a demo; the environment has no say in it. Raises `ConfigError` if there is one already."""
    values: dict[str, object] = {
        "campaign.name": "Referee demo",
        "campaign.gms": [f"gm@{PLAYERS}"],
        "mail.domain": REFEREE,
        "mail.from_address": f"referee@{REFEREE}",
        "smtp.host": HOST,
        "smtp.port": smtp_port,
        "smtp.connections": 2,
        "intake.protocol": "smtp",
        "intake.host": HOST,
        "intake.port": 0,
        "limits.letters_per_hour": 100_000,  # a whole game is played within that hour
        "outbox.retry": ["1s", "2s", "5s"],
        "log.level": "warning",
    }
    config.write_default(folder, values)
    settings, clock = config.read(folder, {}), SystemClock()
    store = Store.create(settings.database, now=clock.now(), program=__version__)
    return Campaign(settings, store, clock, Resources(folder))
