"""What a mailbox gives: a letter, and when the mail server had it; and what becomes of one that could not be kept.

In a Maildir each is a file in `new`, and moves to `cur` when it is kept.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic


class NotThere(OSError):
    """The mailbox cannot be reached or read now; it is tried again."""


class NotNow(Exception):
    """A letter is not taken now, such as the hundredth of one sender in an hour; it stays and is offered again."""


AGAIN = 600.0
"""After so many seconds a letter that was not taken is offered again."""

MOST_TRIES = 5
"""A letter that could not be kept so often, while others could, is flagged and left alone."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """One letter from a mailbox, without an envelope; `truncated` when only its first bytes were fetched."""

    raw: bytes
    arrived: datetime
    truncated: bool = False


@dataclass(slots=True)
class Taking:
    """One look at what waits in a mailbox, letter by letter, under the names that the mailbox has for them.

    ``tries`` and ``later`` are the mailbox's own and last longer: how often a letter could not be kept, and until when
    one is left alone.
    """

    tries: dict[str, int]
    later: dict[str, float]
    kept: int = 0
    failure: Exception | None = None
    failed: list[str] = field(default_factory=list)

    def due(self, names: Iterable[str]) -> Iterator[str]:
        """Give those that are offered now."""
        return (name for name in names if self.later.get(name, 0.0) <= monotonic())

    def tried(self, name: str, keep: Callable[[], object], gone: tuple[type[Exception], ...] = ()) -> bool:
        """Say whether a letter could be kept; one that failed comes again, one that is ``gone`` is no failure."""
        try:
            keep()
        except NotNow:
            self.later[name] = monotonic() + AGAIN
        except gone:
            return False
        except Exception as error:  # noqa: BLE001 - the others are taken all the same; this one comes again
            self.failed.append(name)
            self.failure = error
        else:
            return True
        return False

    def done(self, name: str) -> None:
        """Count a letter that was kept and marked so."""
        self.tries.pop(name, None)
        self.later.pop(name, None)
        self.kept += 1

    def to_blame(self) -> Iterator[str]:
        """Give what failed often while others were kept; where nothing can be kept, no letter is to blame."""
        for name in self.failed if self.kept else ():
            self.tries[name] = self.tries.get(name, 0) + 1
            if self.tries[name] >= MOST_TRIES:
                yield name


@dataclass
class Maildir:
    """The folder with `new`, `cur` and `tmp` in it; a file that is in `new` is whole."""

    path: Path
    size: int
    kept_of_oversize: int
    tries: dict[str, int] = field(default_factory=dict)
    later: dict[str, float] = field(default_factory=dict)

    def take(self, keep: Callable[[Fetched], object]) -> tuple[int, Exception | None]:
        """Hand each new letter over, and mark it as seen once `keep` has come back; those that fail stay where they
        are. Returns how many were kept and what went wrong last. Raises `NotThere` if this is no Maildir.
        """
        taking = Taking(self.tries, self.later)
        waiting = {file.name: file for file in self._new()}
        for name in taking.due(waiting):
            # Another program may have moved it meanwhile; if it was kept, it is known by its bytes.
            if taking.tried(name, partial(self._keep, waiting[name], keep), gone=(FileNotFoundError,)):
                taking.done(name)
        for name in taking.to_blame():
            if waiting[name].exists():
                self._move(waiting[name], "F")
        return taking.kept, taking.failure

    def look(self) -> None:
        """Raise `NotThere` if this is no Maildir."""
        self._new()

    def wait(self, seconds: float, stop: Event) -> None:
        """Wait until it is time to look again."""
        stop.wait(seconds)

    def _keep(self, file: Path, keep: Callable[[Fetched], object]) -> None:
        keep(self._read(file))
        self._move(file, "S")

    def _move(self, file: Path, flag: str) -> None:
        file.rename(self.path / "cur" / f"{file.name.partition(':')[0]}:2,{flag}")

    def _new(self) -> list[Path]:
        """The letters that wait, those first that were delivered first."""
        try:
            (self.path / "cur").stat()
            files = [file for file in (self.path / "new").iterdir() if not file.name.startswith(".")]
            return sorted((file for file in files if file.is_file()), key=lambda file: (_delivered(file), file.name))
        except OSError as error:
            raise NotThere(f"{self.path} is no Maildir that can be read: {error.strerror}") from error

    def _read(self, file: Path) -> Fetched:
        """One letter, of an oversized one the beginning; the file's time is when it was delivered."""
        with file.open("rb") as opened:
            raw = opened.read(self.size + 1)
        cut = len(raw) > self.size
        arrived = datetime.fromtimestamp(_delivered(file), UTC)
        return Fetched(raw[: self.kept_of_oversize] if cut else raw, arrived, truncated=cut)


def _delivered(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0.0
