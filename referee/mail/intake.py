"""Taking letters in by SMTP (RFC 5321) or LMTP (RFC 2033): 250 is said only after the letter is kept.

Whatever is wrong with us is answered with 451, so that the sending host tries again; a 5xx would make it write
to a possibly forged sender. A letter that is too large is read to its end, and its beginning kept.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import KW_ONLY, dataclass, field
from types import TracebackType
from typing import Any, Literal, Self

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

log = logging.getLogger(__name__)

_LATER = "451 4.3.0 not kept, please try again later"
_KEPT = "250 2.0.0 kept"
_ENDLESS = 64
_LAST_WAIT = 5.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """One letter for one recipient, as it came; `truncated` when only its first bytes were kept.

    `mail_from` is '' for the null sender (RFC 5321 4.5.5).
    """

    raw: bytes
    mail_from: str
    recipient: str
    truncated: bool = False


@dataclass(eq=False)
class Intake:
    """A server in the running loop: `async with Intake(keep, protocol="lmtp") as intake: ... intake.port`.

    Bound to the loopback unless told otherwise; port 0 lets the system choose one, and is then the port really bound.
    What is asked here runs in one thread, one letter at a time in order of arrival.
    """

    keep: Callable[[Arrival], object]
    """Returns once the letter is committed; its exception is answered with 451. The same letter may come again when our
    answer was lost."""
    _: KW_ONLY
    protocol: Literal["smtp", "lmtp"] = "smtp"
    host: str = "127.0.0.1"
    port: int = 0
    accepts: Callable[[str], bool] = lambda recipient: True
    """May letters to this address come in? If not, 550 at once."""
    paced: Callable[[str, str], bool] = lambda sender, recipient: True
    """May one more letter come from this sender to this address now? If not, 451."""
    room: Callable[[], bool] = lambda: True
    """Is there room to keep letters? If not, 452."""
    size: int = 1_048_576
    kept_of_oversize: int = 65_536
    connections: int = 100
    idle: float = 60.0
    hostname: str = "localhost"
    talks: set["_Talk"] = field(default_factory=set, init=False)
    _server: asyncio.Server | None = field(default=None, init=False)
    _writer: ThreadPoolExecutor | None = field(default=None, init=False)

    @property
    def listens(self) -> bool:
        """Can letters come in?"""
        return self._server is not None and self._server.is_serving()

    async def start(self) -> None:
        """Bind and serve in the running loop."""
        # The server's own log would repeat addresses, and at DEBUG every line of every letter.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        loop = asyncio.get_running_loop()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="intake")
        talk = _LmtpTalk if self.protocol == "lmtp" else _Talk
        self._server = await loop.create_server(lambda: talk(self, loop), self.host, self.port)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Accept no more, let letters in hand be kept, and hang up."""
        if self._server is None or self._writer is None:
            return
        self._server.close()
        deadline = asyncio.get_running_loop().time() + _LAST_WAIT
        while any(talk.busy for talk in self.talks) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.01)
        for talk in list(self.talks):
            talk.hang_up()
        await self._server.wait_closed()
        await asyncio.get_running_loop().run_in_executor(None, self._writer.shutdown)
        self._server = self._writer = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def answer(self, arrival: Arrival) -> str:
        """The status of one letter, which is kept before that is known."""
        try:
            await self._in_thread(self.keep, arrival)
        except Exception as error:  # noqa: BLE001 - whatever it is, the sending host keeps the letter
            # The type alone: a database's message may hold the letter.
            log.error("a letter of %d bytes could not be kept: %s", len(arrival.raw), type(error).__name__)
            return _LATER
        return _KEPT

    async def admits(self, sender: str, recipient: str) -> str | None:
        """None if a recipient may be written to by this sender now, else the refusal."""
        try:
            refusal: str | None = await self._in_thread(self._judge, sender, recipient)
        except Exception as error:  # noqa: BLE001 - whatever it is, it says nothing about the recipient
            log.error("a recipient could not be looked up: %s", type(error).__name__)
            return "451 4.3.0 please try again later"
        return refusal

    def _judge(self, sender: str, recipient: str) -> str | None:
        if not self.accepts(recipient):
            return "550 5.1.1 no such address here"
        if not self.room():
            return "452 4.3.1 no room to keep letters now, please try again later"
        if not self.paced(sender, recipient):
            return "451 4.7.1 too many letters in an hour, please try again later"
        return None

    async def _in_thread(self, work: Callable[..., Any], *what: object) -> Any:
        assert self._writer is not None, "not started"
        return await asyncio.get_running_loop().run_in_executor(self._writer, work, *what)


class _Talk(SMTP):
    """One connection, which handles what the protocol asks about itself; for mail programs and hosts without LMTP."""

    def __init__(self, intake: Intake, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            self,
            data_size_limit=None,
            enable_SMTPUTF8=True,
            hostname=intake.hostname,
            ident="Referee",
            timeout=intake.idle,
            loop=loop,
        )
        self.intake = intake
        self.busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection, unless there are too many."""
        self.intake.talks.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Forget it."""
        self.intake.talks.discard(self)
        super().connection_lost(error)

    async def handle_EHLO(  # noqa: N802 - the hook's name
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Say how large a letter may be (RFC 1870); one that is larger all the same is not refused."""
        session.host_name = hostname
        return [responses[0], f"250-SIZE {self.intake.size}", *responses[1:]]

    async def handle_RCPT(  # noqa: N802 - the hook's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Refuse unknown recipients now, when the sending host can still tell its writer."""
        sender = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
        refusal = await self.intake.admits(_readable(sender), _readable(address))
        if refusal is not None:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_exception(self, error: Exception) -> str:
        """Our fault, so: try again."""
        log.error("intake failed with %s", type(error).__name__)
        return "451 4.3.0 please try again later"

    def hang_up(self) -> None:
        """Close without another word."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.close()

    async def _handle_client(self) -> None:
        if len(self.intake.talks) > self.intake.connections:
            await self.push("421 4.7.0 too many connections, please try again later")
            self.hang_up()
            return
        await super()._handle_client()

    async def smtp_DATA(self, arg: str | None) -> None:  # noqa: N802 - the command's name
        """Read a letter to its final dot, keep it once for each recipient, answer (RFC 5321 4.1.1.4)."""
        if await self.check_helo_needed():
            return
        assert self.envelope is not None
        if not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 RCPT first")
        elif arg:
            await self.push("501 5.5.4 DATA takes no argument")
        else:
            self.busy = True
            try:
                await self._receive(self.envelope)
            finally:
                self.busy = False

    async def _receive(self, envelope: Envelope) -> None:
        await self.push("354 end with a dot on a line of its own")
        raw, truncated = await self._letter()
        sender = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
        arrivals = [Arrival(raw, _readable(sender), _readable(to), truncated) for to in envelope.rcpt_tos]
        statuses = [await self.intake.answer(one) for one in arrivals]
        self._set_post_data_state()  # type: ignore[no-untyped-call]
        await self.push(self.verdict(statuses))

    def verdict(self, statuses: list[str]) -> str:
        """SMTP has one answer for all recipients: who was not kept is tried again, and so are the others."""
        return next((status for status in statuses if status != _KEPT), _KEPT)

    async def _letter(self) -> tuple[bytes, bool]:
        """The bytes up to the final dot, stuffed dots removed (RFC 5321 4.5.2), and whether the rest was dropped."""
        lines: list[bytes] = []
        size = 0
        starts_line = True
        while True:
            piece = await self._piece()
            if starts_line and piece == b".\r\n":
                break
            if size <= self.intake.size:
                lines.append(piece[1:] if starts_line and piece.startswith(b".") else piece)
            size += len(piece)
            starts_line = piece.endswith(b"\r\n")
            if size > _ENDLESS * self.intake.size:
                self.hang_up()
                raise ConnectionAbortedError("a letter without end")
        raw = b"".join(lines)
        if size > self.intake.size:
            return raw[: self.intake.kept_of_oversize], True
        return raw, False

    async def _piece(self) -> bytes:
        """A line with its CRLF, or the next part of one that is longer than the buffer; time starts anew."""
        self._reset_timeout()
        try:
            return bytes(await self._reader.readuntil(b"\r\n"))
        except asyncio.LimitOverrunError as overrun:
            return bytes(await self._reader.read(max(overrun.consumed, 1)))


def _readable(address: str) -> str:
    """An address without the halves of characters that stand for bytes which were no UTF-8."""
    return address.encode("utf-8", "replace").decode("utf-8")


class _LmtpTalk(_Talk, LMTP):
    """LMTP, from the host's own mail server: one answer for each recipient (RFC 2033 4.2)."""

    def verdict(self, statuses: list[str]) -> str:
        """Every recipient's own."""
        return "\r\n".join(statuses)
