"""A Maildir as a source of letters: each is a file in `new`, and moves to `cur` when it is kept."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from time import monotonic

from .fetched import AGAIN, Fetched, NotNow, NotThere

MOST_TRIES = 5
"""A letter that could not be taken so often, while others could, is flagged and left alone."""


class Maildir:
    """The folder with `new`, `cur` and `tmp` in it; a file that is in `new` is whole."""

    def __init__(self, path: Path, *, size: int, kept_of_oversize: int) -> None:
        self.path = path
        self.size = size
        self.kept_of_oversize = kept_of_oversize
        self.tries: dict[str, int] = {}
        self.later: dict[str, float] = {}

    def take(self, keep: Callable[[Fetched], object]) -> tuple[int, Exception | None]:
        """Hand each new letter over, and mark it as seen once `keep` has come back; those that fail stay where they
        are. Returns how many were kept and what went wrong last. Raises `NotThere` if this is no Maildir.
        """
        kept, failure = 0, None
        failed: list[Path] = []
        for file in self._new():
            if self.later.get(file.name, 0.0) > monotonic():
                continue
            try:
                keep(self._read(file))
                self._move(file, "S")
            except NotNow:
                self.later[file.name] = monotonic() + AGAIN
                continue
            except FileNotFoundError:
                # Another program has moved it meanwhile; if it was kept, it is known by its bytes.
                continue
            except Exception as error:  # noqa: BLE001 - the others are taken all the same; this one comes again
                failed.append(file)
                failure = error
                continue
            self.tries.pop(file.name, None)
            self.later.pop(file.name, None)
            kept += 1
        if kept:
            self._blame(failed)
        return kept, failure

    def look(self) -> None:
        """Raise `NotThere` if this is no Maildir."""
        self._new()

    def wait(self, seconds: float, stop: Event) -> None:
        """Wait until it is time to look again."""
        stop.wait(seconds)

    def _blame(self, failed: list[Path]) -> None:
        """Flag what failed often while others were kept; where nothing can be kept, no letter is to blame."""
        for file in failed:
            self.tries[file.name] = self.tries.get(file.name, 0) + 1
            if self.tries[file.name] >= MOST_TRIES and file.exists():
                self._move(file, "F")

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
