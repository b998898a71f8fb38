"""A whole small world on this machine: a campaign, the referee's own service, and its readers' mailboxes.

Everything listens on the loopback, at ports that happen to be free, and is gone when the block ends; the mailboxes
stay, each a Maildir that mail programs open.
"""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Callable
from mailbox import Maildir
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

from referee import __version__, config
from referee.engine.errors import SetupError
from referee.mail.intake import Arrival, Intake
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

    It runs in the thread of the server that the referee sends to. ``interval`` is the time between two rounds of the
    service, in seconds.
    """

    def __init__(self, folder: Path, delivered: Callable[[str, bytes], None], *, interval: float = 0.15) -> None:
        self.folder = folder
        self.interval = interval
        self.smtp_port = 0
        """Where players' mail programs send: the referee's own intake."""
        self._delivered = delivered
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
        """Open the mailboxes, then the referee, who sends to them."""
        self._loop = asyncio.get_running_loop()
        mailboxes(self.folder).mkdir(parents=True, exist_ok=True)
        async with Intake(self._deliver) as office:
            with new_campaign(self.folder, office.port) as campaign:
                self._service = Service(campaign, interval=self.interval, signals=False)
                await self._service.run(self._open)

    def _open(self, port: int) -> None:
        self.smtp_port = port
        self._ready.set()

    def _deliver(self, arrival: Arrival) -> None:
        Maildir(mailbox(self.folder, arrival.recipient)).add(arrival.raw)
        self._delivered(arrival.recipient, arrival.raw)


def mailboxes(folder: Path) -> Path:
    """Return the folder of all mailboxes of a world."""
    return folder / "mailboxes"


def mailbox(folder: Path, address: str) -> Path:
    """Return the Maildir of an address, which is there from its first letter on."""
    return mailboxes(folder) / quote(address.strip().lower(), safe="@.-_")


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
