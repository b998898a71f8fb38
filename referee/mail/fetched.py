"""What a mailbox gives: a letter, and when the mail server had it; and what becomes of one that could not be kept."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
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
