"""A small mail server for trying things out on one machine: SMTP in, mailboxes, POP3 out.

It stands in for the Internet in demos and tests: mail for the referee's own domain goes on to the referee,
everything else into mailboxes. It listens on the loopback alone and relays to nobody else.
"""

import smtplib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from .address import ascii_domain
from .intake import Arrival, Intake
from .pop3 import Mailboxes, Pop3Server

__all__ = ["Mailboxes", "PostOffice"]

Delivered = Callable[[str, bytes], object]
"""Told of every letter put into a mailbox: address and bytes; runs in the server's thread."""

_PATIENCE = 10.0


def _now() -> datetime:
    return datetime.now(UTC)


class PostOffice:
    """`async with PostOffice(folder, password=..., routes={"referee.test": ("127.0.0.1", 2525)}) as office: ...`.

    A mail program is set up with SMTP at `smtp_port` (no password, no encryption) and POP3 at `pop3_port` (user:
    the address; password: that of this run).
    """

    def __init__(
        self,
        folder: Path,
        *,
        password: str,
        routes: Mapping[str, tuple[str, int]] | None = None,
        delivered: Delivered | None = None,
        smtp_port: int = 0,
        pop3_port: int = 0,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        if len(password) < 8:
            raise ValueError("a password of at least eight characters, made anew for each run")
        self.mailboxes = Mailboxes(folder)
        self.routes = {ascii_domain(domain): server for domain, server in (routes or {}).items()}
        self.delivered = delivered
        self.clock = clock
        self._smtp = Intake(self.deliver, port=smtp_port, hostname="postoffice.test")
        self._pop3 = Pop3Server(self.mailboxes, password, port=pop3_port)

    @property
    def smtp_port(self) -> int:
        """Where mail comes in."""
        return self._smtp.port

    @property
    def pop3_port(self) -> int:
        """Where mailboxes are read."""
        return self._pop3.port

    async def start(self) -> None:
        """Open both counters."""
        await self._smtp.start()
        await self._pop3.start()

    async def stop(self) -> None:
        """Close both."""
        await self._smtp.stop()
        await self._pop3.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def deliver(self, arrival: Arrival) -> None:
        """Put one letter where it belongs; raises if the next server does not take it, so that it is sent again."""
        received = f"Received: by postoffice.test for <{arrival.recipient}>; {format_datetime(self.clock())}\r\n"
        raw = received.encode() + arrival.raw
        route = self.routes.get(ascii_domain(arrival.recipient.rpartition("@")[2]))
        if route is not None:
            with smtplib.SMTP(*route, timeout=_PATIENCE) as server:
                server.sendmail(arrival.mail_from, [arrival.recipient], raw)
            return
        raw = f"Return-Path: <{arrival.mail_from}>\r\n".encode() + raw
        self.mailboxes.add(arrival.recipient, raw)
        if self.delivered is not None:
            self.delivered(arrival.recipient, raw)
