"""Mailboxes as sources of letters, each fetched in a thread of its own: a Maildir, a mailbox on an IMAP server.

One that is down is said to be so once, tried again at growing intervals, and said to be up once.
"""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_when_event_set, wait_random_exponential
from tenacity.nap import sleep_using_event

from referee.config import ConfigError, Settings
from referee.mail.fetched import Fetched, NotThere
from referee.service.campaign.logbook import log

LONGEST_PAUSE = 120.0
"""Seconds between two looks, or two tries to reach a mailbox that is down: a silence must not seem an outage."""

Keep = Callable[[Fetched], object]
Alive = Callable[[str], object]
"""Told of each source, by its name, whenever it was just seen to work."""


class Failed(NotThere):
    """A mailbox was reached, but nothing from it could be kept."""


class Box(Protocol):
    """An open mailbox."""

    def look(self) -> None:
        """Raise `NotThere` if letters cannot be fetched."""

    def take(self, keep: Keep) -> tuple[int, Exception | None]:
        """Hand over what is new; say how much was kept, and what went wrong."""

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Wait for more."""


@dataclass
class Source:
    """One mailbox, and how often it is looked at."""

    name: str
    opened: Callable[[], AbstractContextManager[Box]]
    pause: timedelta
    keep: Keep
    alive: Alive
    up: bool | None = None

    def run(self, stop: threading.Event) -> None:
        """Fetch until told to stop."""
        while not stop.is_set():
            again = Retrying(
                retry=retry_if_exception_type(NotThere),
                wait=wait_random_exponential(multiplier=1, min=0.5, max=LONGEST_PAUSE),
                stop=stop_when_event_set(stop),
                sleep=sleep_using_event(stop),
                before_sleep=self._is_down,
                retry_error_callback=_enough,
            )
            again(self._session, stop)

    def once(self) -> int:
        """Fetch what is there now; raises `NotThere`."""
        with self.opened() as box:
            return self._round(box)

    def reach(self) -> None:
        """Open it, and fetch nothing; raises `NotThere`."""
        with self.opened() as box:
            box.look()

    def _session(self, stop: threading.Event) -> None:
        """Fetch as long as the mailbox is open. When it breaks off later, that begins a new count of tries."""
        with self.opened() as box:
            self._round(box)
            while not stop.is_set():
                try:
                    box.wait(min(self.pause.total_seconds(), LONGEST_PAUSE), stop)
                    if not stop.is_set():
                        self._round(box)
                except NotThere as error:
                    self._say_down(error)
                    return

    def _round(self, box: Box) -> int:
        kept, failure = box.take(self.keep)
        if failure is not None and not kept:
            raise Failed(f"nothing could be kept: {type(failure).__name__}") from failure
        if self.up is not True:
            log.info("source is up", source=self.name)
        self.up = True
        self.alive(self.name)
        return kept

    def _is_down(self, state: RetryCallState) -> None:
        assert state.outcome is not None
        self._say_down(state.outcome.exception())

    def _say_down(self, error: BaseException | None) -> None:
        if self.up is not False:
            log.warning("source is down", source=self.name, why=str(error))
        self.up = False


def _enough(state: RetryCallState) -> None:
    """We were told to stop; what is left comes with the next start."""


class Sources:
    """All mailboxes of a campaign. ``keep`` is called in their threads."""

    def __init__(self, settings: Settings, keep: Callable[[Fetched, str], object], alive: Alive = str) -> None:
        made = (_imap(settings, keep, alive), _maildir(settings, keep, alive))
        self.all = [source for source in made if source is not None]
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin to fetch."""
        for source in self.all:
            thread = threading.Thread(target=source.run, args=[self._stop], name=f"fetch-{source.name}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self, seconds: float = 10.0) -> None:
        """End it, after the letter in hand; who waits for a dead server is not waited for."""
        self._stop.set()
        for thread in self._threads:
            thread.join(seconds)


def _imap(settings: Settings, keep: Callable[[Fetched, str], object], alive: Alive) -> Source | None:
    """Make the mailbox on an IMAP server, if the settings name one; raises `ConfigError` without the library."""
    if not settings.imap.host:
        return None
    if find_spec("imap_tools") is None:
        raise ConfigError(["To fetch letters from a mailbox, install the extra: pip install 'referee-pbem[imap]'"])
    from referee.mail.imap import Account, ImapMailbox

    here, limits, tries = settings.imap, settings.limits, dict[str, int]()
    account = Account(here.host, here.port, here.security, here.user, here.password, here.folder)

    def opened() -> AbstractContextManager[Box]:
        return ImapMailbox(account, size=limits.letter_bytes, kept_of_oversize=limits.kept_bytes, tries=tries)

    return Source("imap", opened, here.poll, lambda fetched: keep(fetched, "imap"), alive)


def _maildir(settings: Settings, keep: Callable[[Fetched, str], object], alive: Alive) -> Source | None:
    """Make the Maildir, if the settings name one; a relative path is one in the campaign's folder."""
    if not settings.maildir.path:
        return None
    from referee.mail.fetched import Maildir

    here, limits = settings.maildir, settings.limits
    folder = settings.folder / Path(here.path).expanduser()
    box = Maildir(folder, size=limits.letter_bytes, kept_of_oversize=limits.kept_bytes)
    return Source("maildir", lambda: nullcontext(box), here.poll, lambda fetched: keep(fetched, "maildir"), alive)
