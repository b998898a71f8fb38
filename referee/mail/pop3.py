"""A small POP3 server (RFC 1939, 2449), so that any mail program can look into the mailboxes of a demo."""

import asyncio
import hashlib
import hmac
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from mailbox import Maildir
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote, unquote

_IDLE = 600.0
_LINE = 512


@dataclass(frozen=True, slots=True)
class Stored:
    """One letter in a mailbox."""

    uid: str
    raw: bytes


class Mailboxes:
    """A Maildir for each address, made when the first letter comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, address: str, raw: bytes) -> None:
        """Put a letter into the mailbox of an address."""
        self._open(address).add(raw)

    def letters(self, address: str) -> list[Stored]:
        """The letters of an address, oldest first; line ends are CRLF."""
        if not self._path(address).is_dir():
            return []
        box = self._open(address)
        keys = sorted(box.keys(), key=_age)
        return [Stored(key, b"\r\n".join(box.get_bytes(key).splitlines()) + b"\r\n") for key in keys]

    def remove(self, address: str, uid: str) -> None:
        """Delete one letter; one that is gone already is no matter."""
        self._open(address).discard(uid)

    def addresses(self) -> list[str]:
        """Everybody who has a mailbox."""
        return sorted(unquote(path.name) for path in self.folder.iterdir() if path.is_dir())

    def _path(self, address: str) -> Path:
        return self.folder / quote(address.strip().lower(), safe="@.-_")

    def _open(self, address: str) -> "Maildir":
        self.folder.mkdir(parents=True, exist_ok=True)
        return Maildir(self._path(address), create=True)


def _age(uid: str) -> tuple[int, int, int]:
    """A Maildir name as seconds, microseconds and count: `1700000000.M12345P1Q7.host`."""
    seconds, middle = uid.split(".")[:2]
    micro, _, rest = middle.partition("P")
    return int(seconds), int(micro.removeprefix("M") or 0), int(rest.partition("Q")[2] or 0)


class Pop3Server:
    """Serves mailboxes on the loopback; everybody's password is that of this run."""

    def __init__(self, mailboxes: Mailboxes, password: str, *, host: str = "127.0.0.1", port: int = 0) -> None:
        self.mailboxes = mailboxes
        self.password = password
        self._bind = (host, port)
        self._server: asyncio.Server | None = None
        self._talks: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        """The port really bound."""
        assert self._server is not None, "not started"
        return int(self._server.sockets[0].getsockname()[1])

    async def start(self) -> None:
        """Bind and serve in the running loop."""
        self._server = await asyncio.start_server(self._talk, *self._bind, limit=4096)

    async def stop(self) -> None:
        """Close, and end what is being said."""
        if self._server is not None:
            self._server.close()
            for talk in self._talks:
                talk.cancel()
            await asyncio.gather(*self._talks, return_exceptions=True)
            await self._server.wait_closed()
            self._server = None

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talks.add(task)
        try:
            await _Session(self, reader, writer).run()
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            writer.transport.abort()
        except asyncio.CancelledError:
            # Only `stop` cancels; a cancelled task would be reported by the stream's own callback.
            writer.transport.abort()
        finally:
            self._talks.discard(task)
            writer.close()


class Refused(Exception):
    """An answer that begins with -ERR."""


@dataclass
class _Session:
    """One connection: first who, then what; deletions happen at QUIT (RFC 1939 section 6)."""

    server: Pop3Server
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    user: str = ""
    letters: list[Stored] | None = None
    gone: set[int] = field(default_factory=set)

    async def run(self) -> None:
        """Read commands until QUIT."""
        self._say("+OK Referee's post office")
        going = True
        while going:
            await self.writer.drain()
            line = await asyncio.wait_for(self.reader.readuntil(b"\n"), _IDLE)
            verb, *words = line[:_LINE].decode("utf-8", "replace").split() or [""]
            going = verb.upper() != "QUIT"
            try:
                await self._obey(verb.upper(), words)
            except Refused as refusal:
                self._say(f"-ERR {refusal}")
        await self.writer.drain()

    async def _obey(self, verb: str, words: list[str]) -> None:
        command = self._COMMANDS.get(verb)
        if command is None:
            raise Refused("no such command")
        if self.letters is None and verb not in ("USER", "PASS", "QUIT", "CAPA"):
            raise Refused("USER and PASS first")
        await command(self, words)

    def _say(self, line: str, body: bytes | None = None) -> None:
        """One line, and if there is a body its lines, dots stuffed, to a lone dot (RFC 1939 section 3)."""
        self.writer.write(line.encode() + b"\r\n")
        if body is not None:
            stuffed = (b"." + text if text.startswith(b".") else text for text in body.split(b"\r\n"))
            self.writer.write(b"\r\n".join(stuffed).removesuffix(b"\r\n") + b"\r\n.\r\n")

    def _say_all(self, line: str, lines: list[str]) -> None:
        self.writer.write("\r\n".join([line, *lines, ".", ""]).encode())

    async def _capa(self, words: list[str]) -> None:
        self._say_all("+OK", ["USER", "TOP", "UIDL"])

    async def _user(self, words: list[str]) -> None:
        if self.letters is not None or len(words) != 1:
            raise Refused("USER wants an address, once")
        self.user = words[0]
        self._say("+OK and the password?")

    async def _pass(self, words: list[str]) -> None:
        right = hmac.compare_digest(" ".join(words).encode(), self.server.password.encode())
        if not self.user or not right:
            self.user = ""
            await asyncio.sleep(0.2)
            raise Refused("wrong address or password")
        self.letters = self.server.mailboxes.letters(self.user)
        self._say(f"+OK {len(self.letters)} letters")

    async def _stat(self, words: list[str]) -> None:
        sizes = [len(letter.raw) for _, letter in self._left()]
        self._say(f"+OK {len(sizes)} {sum(sizes)}")

    async def _list(self, words: list[str]) -> None:
        self._listing(words, lambda letter: str(len(letter.raw)))

    async def _uidl(self, words: list[str]) -> None:
        self._listing(words, lambda letter: hashlib.sha256(letter.uid.encode()).hexdigest()[:32])

    def _listing(self, words: list[str], shown: Callable[[Stored], str]) -> None:
        if words:
            number, letter = self._wanted(words)
            self._say(f"+OK {number} {shown(letter)}")
        else:
            self._say_all("+OK", [f"{number} {shown(letter)}" for number, letter in self._left()])

    async def _retr(self, words: list[str]) -> None:
        self._say("+OK", self._wanted(words)[1].raw)

    async def _top(self, words: list[str]) -> None:
        head, blank, body = self._wanted(words)[1].raw.partition(b"\r\n\r\n")
        count = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 0
        self._say("+OK", head + blank + b"\r\n".join([*body.split(b"\r\n")[:count], b""]))

    async def _dele(self, words: list[str]) -> None:
        self.gone.add(self._wanted(words)[0])
        self._say("+OK")

    async def _rset(self, words: list[str]) -> None:
        self.gone.clear()
        self._say("+OK")

    async def _noop(self, words: list[str]) -> None:
        self._say("+OK")

    async def _quit(self, words: list[str]) -> None:
        for number in self.gone:
            assert self.letters is not None
            self.server.mailboxes.remove(self.user, self.letters[number - 1].uid)
        self._say("+OK goodbye")

    def _left(self) -> list[tuple[int, Stored]]:
        return [(n, letter) for n, letter in enumerate(self.letters or [], 1) if n not in self.gone]

    def _wanted(self, words: list[str]) -> tuple[int, Stored]:
        """The letter that a command names."""
        number = int(words[0]) if words and words[0].isdecimal() and len(words[0]) < 9 else 0
        found = dict(self._left()).get(number)
        if found is None:
            raise Refused("no such letter")
        return number, found

    _COMMANDS: ClassVar[dict[str, Callable[["_Session", list[str]], Awaitable[None]]]] = {
        "CAPA": _capa, "USER": _user, "PASS": _pass, "STAT": _stat, "LIST": _list, "UIDL": _uidl, "RETR": _retr,
        "TOP": _top, "DELE": _dele, "RSET": _rset, "NOOP": _noop, "QUIT": _quit,
    }  # fmt: skip
