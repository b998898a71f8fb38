"""A mailbox on an IMAP server as a source of letters (RFC 3501), for those who have nothing else.

What is known of a letter stands in its flags alone: it is marked as seen once it is kept, so a crash between the
two brings it once more, and it is then known by its bytes.
"""

import imaplib
import re
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from threading import Event
from time import mktime
from types import TracebackType
from typing import Literal, Self

from imap_tools import AND, BaseMailBox, ImapToolsError, MailBox, MailBoxStartTls, MailBoxUnencrypted

from .fetched import Fetched, NotThere, Taking

FAILED = "RefereeFailed"
"""The keyword of a letter that could not be taken again and again, while others could."""

_TIMEOUT = 60.0
_CALL = 5.0
"""Seconds of one call (IDLE): a letter that comes as a call begins may be told of only at its end."""
_SIZE = re.compile(rb"RFC822\.SIZE (\d{1,12})")
_TROUBLE = (OSError, imaplib.IMAP4.error, ImapToolsError, ssl.SSLError)


@dataclass(frozen=True, slots=True)
class Account:
    """Where the mailbox is, and how one gets in."""

    host: str
    port: int
    security: Literal["none", "starttls", "tls"]
    user: str
    password: str = field(repr=False)
    folder: str = "INBOX"


@dataclass
class ImapMailbox:
    """One connection: `with ImapMailbox(account, ...) as box: box.take(keep); box.wait(60, stop)`. Not for two threads.

    Every method raises `NotThere` when the server does not answer as it should. `tries` outlives connections: it
    counts by UID how often a letter could not be kept.
    """

    account: Account
    size: int
    kept_of_oversize: int
    tries: dict[str, int]
    later: dict[str, float] = field(default_factory=dict)
    _box: BaseMailBox | None = None
    _heard: bool = False

    def __enter__(self) -> Self:
        try:
            with _reached("cannot be opened"):
                self._box = self._connected()
                self._box.login(self.account.user, self.account.password, initial_folder=None)
                self._box.folder.set(self.account.folder)
        except NotThere:
            self._hang_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    @property
    def calls(self) -> bool:
        """Does the server tell of new letters by itself (IDLE, RFC 2177)?"""
        return "IDLE" in self._open.client.capabilities

    def look(self) -> None:
        """Ask the server for what waits, and leave it there."""
        with _reached():
            self._unseen()

    def take(self, keep: Callable[[Fetched], object]) -> tuple[int, Exception | None]:
        """Hand each unseen letter over, and mark it as seen once `keep` has come back.

        Returns how many were kept and what went wrong last. A letter that fails comes again, but not forever.
        """
        taking = Taking(self.tries, self.later)
        with _reached():
            for uid in taking.due(sorted(self._unseen(), key=int)):
                fetched = self._fetched(uid)
                if fetched is not None and taking.tried(uid, partial(keep, fetched)):
                    self._store(uid, r"(\Seen)")
                    taking.done(uid)
            for uid in taking.to_blame():
                self._store(uid, f"({FAILED})")
        return taking.kept, taking.failure

    def wait(self, seconds: float, stop: Event) -> None:
        """Wait until something happens there, or until time is up."""
        if not self.calls:
            stop.wait(seconds)
            return
        with _reached():
            while seconds > 0 and not stop.is_set() and not self._told():
                self._listen(min(_CALL, seconds), stop)
                seconds -= _CALL

    def _listen(self, seconds: float, stop: Event) -> None:
        """Let the server call for a while. What it said with its last answer is heard only when the call ends."""
        with self._open.idle as idle:
            while seconds > 0 and not stop.is_set() and not self._heard:
                self._heard = bool(idle.poll(timeout=min(1.0, seconds)))
                seconds -= 1.0

    def _told(self) -> bool:
        """Say whether the server told of anything since we last looked, between two commands or in a call."""
        told = self._open.client.response("EXISTS")[1] != [None] or self._heard
        self._heard = False
        return told

    @property
    def _open(self) -> BaseMailBox:
        assert self._box is not None, "not opened"
        return self._box

    def _connected(self) -> BaseMailBox:
        at = self.account
        if at.security == "none":
            return MailBoxUnencrypted(at.host, at.port, timeout=_TIMEOUT)
        kind = MailBox if at.security == "tls" else MailBoxStartTls
        return kind(at.host, at.port, timeout=_TIMEOUT, ssl_context=ssl.create_default_context())

    def _hang_up(self) -> None:
        box, self._box = self._box, None
        if box is None:
            return
        try:
            box.client.logout()
        except _TROUBLE:
            # The line was dead before; a letter that was not marked comes again.
            box.client.shutdown()

    def _unseen(self) -> list[str]:
        """The UIDs of what waits. The folder is looked at anew first, for some servers tell of nothing else."""
        self._open.client.noop()
        self._told()
        criteria = AND(seen=False, no_keyword=FAILED)
        kind, data = self._open.client.uid("SEARCH", str(criteria))
        if kind != "OK":
            raise imaplib.IMAP4.error("SEARCH failed")
        words = data[0].decode("ascii", "replace").split() if data and data[0] else []
        return [word for word in words if word.isdigit()]

    def _fetched(self, uid: str) -> Fetched | None:
        """One letter, of an oversized one the beginning; None if it was taken away meanwhile."""
        most = self.size + 1
        kind, data = self._open.client.uid("FETCH", uid, f"(RFC822.SIZE INTERNALDATE BODY.PEEK[]<0.{most}>)")
        found = next((part for part in data if isinstance(part, tuple)), None)
        if kind != "OK":
            raise imaplib.IMAP4.error("FETCH failed")
        if found is None:
            return None
        about, raw = b" ".join(part if isinstance(part, bytes) else part[0] for part in data), found[1]
        size = _SIZE.search(about)
        cut = len(raw) > self.size or (size is not None and int(size[1]) > self.size)
        return Fetched(raw[: self.kept_of_oversize] if cut else raw, _arrived(about), truncated=cut)

    def _store(self, uid: str, flags: str) -> None:
        kind, _ = self._open.client.uid("STORE", uid, "+FLAGS.SILENT", flags)
        if kind != "OK":
            raise imaplib.IMAP4.error("STORE failed")


@contextmanager
def _reached(what: str = "does not answer") -> Iterator[None]:
    """Say that the mailbox is not there, whatever goes wrong; by the type alone, for a server may repeat its orders."""
    try:
        yield
    except _TROUBLE as error:
        raise NotThere(f"the mailbox {what}: {type(error).__name__}") from None


def _arrived(about: bytes) -> datetime:
    """When the server had it: its INTERNALDATE."""
    local = imaplib.Internaldate2tuple(about)
    if local is None:
        return datetime.now(UTC)
    return datetime.fromtimestamp(mktime(local), UTC)
