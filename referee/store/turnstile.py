"""The order in which threads of one process write: whoever came first goes first."""

from __future__ import annotations

from collections import deque
from datetime import timedelta
from threading import Lock
from types import TracebackType

from referee.store.errors import Busy


class Turnstile:
    """Lets one thread in at a time, in the order in which they came.

    SQLite lets in whoever asks at the right moment: a thread that writes again and again, as while two hundred games
    are adjudicated, would keep one that has a single letter to keep waiting for seconds.
    """

    def __init__(self, patience: timedelta) -> None:
        self.patience = patience
        self._one = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def __enter__(self) -> None:
        """Wait for one's turn; raises `Busy` if it does not come in time."""
        with self._one:
            if not self._taken:
                self._taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=self.patience.total_seconds()):
            return
        with self._one:
            if mine in self._waiting:  # else it was let in just now
                self._waiting.remove(mine)
                raise Busy("another part of this process writes for too long. Nothing was lost; try again")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one in."""
        with self._one:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
