"""Reading letters in a process that may be killed, so that one which hangs, eats memory or crashes harms nobody.

The process is started with the first letter and serves them one after another. What it sends back is taken apart
with an allow-list, for who has overrun a parser might write what he likes there.
"""

import io
import os
import pickle
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
from atexit import register
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from time import monotonic
from types import TracebackType
from typing import Any

from . import bounce
from .bounce import Bounce
from .letter import Letter, Limits, Problem, heading, read

_LENGTH = struct.Struct(">I")
_PATIENCE = 60.0
"""For how many seconds a process may start; that is our machine's affair, not the letter's."""

_KNOWN = {
    ("referee.mail.letter", "Letter"), ("referee.mail.scan", "Problem"), ("referee.mail.sender", "Machine"),
    ("referee.mail.sender", "SenderProblem"), ("datetime", "datetime"), ("datetime", "timezone"),
    ("datetime", "timedelta"), ("referee.mail.bounce", "Bounce"), ("referee.mail.bounce", "Fate"),
}  # fmt: skip


class NoWorker(OSError):
    """No process could be started; the letter is not to blame and waits."""


class Reader:
    """Reads letters in a process with a limit of time for each, and of memory. May be used from many threads."""

    def __init__(
        self, time: timedelta, memory: int, *, entry: str = "from referee.mail.worker import serve; serve()"
    ) -> None:
        self.time = time.total_seconds()
        self.memory = memory
        self.started = 0
        self._entry = entry
        self._process: subprocess.Popen[bytes] | None = None
        self._one = threading.Lock()

    def read(self, raw: bytes, *, limits: Limits, mail_from: str | None = None) -> Letter:
        """Read any bytes whatever; what kills the process is a letter that is broken. Raises `NoWorker`."""
        found = self._asked(Letter, raw, {"limits": limits, "mail_from": mail_from})
        if isinstance(found, Letter):
            return found
        return heading(raw, limits=limits, mail_from=mail_from, problem=Problem.BROKEN)

    def bounce(self, raw: bytes, *, sent_to: str, limits: Limits) -> Bounce | None:
        """Read what came to a return path; what kills the process reports no trouble. Raises `NoWorker`."""
        found = self._asked(Bounce, raw, {"sent_to": sent_to, "limits": limits})
        return found if isinstance(found, Bounce) else None

    def _asked(self, wanted: type, raw: bytes, how: dict[str, Any]) -> object:
        """Have some bytes read for what is wanted, once more if the process had died before; None if they kill it."""
        with self._one:
            for _ in range(2):
                process = self._running()
                end = _Until(self.time)
                try:
                    self._send(process, pickle.dumps((wanted.__name__, raw, how)))
                    return _unpacked(self._answer(process, end), wanted)
                except (OSError, EOFError, ValueError, pickle.UnpicklingError):
                    self._kill()
                    if end.over:
                        break
        return None

    def close(self) -> None:
        """Let the process go."""
        with self._one:
            self._kill()

    def _running(self) -> "subprocess.Popen[bytes]":
        """The process, begun and ready; it may have died meanwhile, of whatever."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._kill()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; {self._entry}",
                 str(self.memory), str(2 * self.time + 1)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                close_fds=True,
            )  # fmt: skip
            self.started += 1
            self._answer(self._process, _Until(_PATIENCE))
        except (OSError, EOFError, ValueError) as error:
            self._kill()
            raise NoWorker("no process to read letters in could be started") from error
        return self._process

    def _send(self, process: "subprocess.Popen[bytes]", data: bytes) -> None:
        """Hand a letter over; the process reads before it thinks, so this does not wait."""
        assert process.stdin is not None
        process.stdin.write(_LENGTH.pack(len(data)) + data)
        process.stdin.flush()

    def _answer(self, process: "subprocess.Popen[bytes]", end: "_Until") -> bytes:
        """What it says, if it says it in time."""
        assert process.stdout is not None
        handle = process.stdout.fileno()
        size = _LENGTH.unpack(_exactly(handle, _LENGTH.size, end))[0]
        if size > self.memory:
            raise ValueError("an answer larger than its memory")
        return _exactly(handle, size, end)

    def _kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                # What was left in the buffer was for the one who is dead.
                continue
        process.wait()


@lru_cache(8)
def shared(time: timedelta, memory: int) -> Reader:
    """The one reader of this process with these limits."""
    reader = Reader(time, memory)
    register(reader.close)
    return reader


class _Until:
    """A moment by the clock that nobody sets."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Is it past?"""
        return self.left == 0.0


def _exactly(handle: int, size: int, end: _Until) -> bytes:
    """So many bytes of a pipe; TimeoutError if they do not come in time, EOFError if they never will."""
    pieces: list[bytes] = []
    poll = select.poll()
    poll.register(handle, select.POLLIN | select.POLLHUP)
    while size:
        if not poll.poll(end.left * 1000):
            raise TimeoutError("too slow")
        piece = os.read(handle, min(size, 1 << 20))
        if not piece:
            raise EOFError("the process is gone")
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


class _Careful(pickle.Unpickler):
    """Makes nothing but letters."""

    def find_class(self, module: str, name: str) -> Any:
        """Refuse everything that is in no letter."""
        if (module, name) not in _KNOWN:
            raise pickle.UnpicklingError("not in a letter")
        return super().find_class(module, name)


def _unpacked(data: bytes, wanted: type) -> object:
    found = _Careful(io.BytesIO(data)).load()
    if found is not None and not isinstance(found, wanted):
        raise pickle.UnpicklingError("not what was asked for")
    return found


def serve(work: Callable[..., Letter] = read, returned: Callable[..., Bounce | None] = bounce.read) -> None:
    """The other side: read letters from standard input until it ends, which it does when the referee does.

    Signals to the whole group are the referee's affair; a letter that is still being read when nobody can want it
    any more ends this process.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    memory, longest = int(sys.argv[1]), float(sys.argv[2])
    sys.excepthook = _ended
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    letters, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _say(answers, b"")
    while head := letters.read(_LENGTH.size):
        wanted, raw, how = pickle.loads(letters.read(_LENGTH.unpack(head)[0]))
        signal.setitimer(signal.ITIMER_REAL, longest)
        found = (returned if wanted == Bounce.__name__ else work)(raw, **how)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(answers, pickle.dumps(found))


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the process, but nothing that might be a letter's own words."""
    sys.stderr.write(f"the reader of letters ended: {kind.__name__}\n")


def _say(answers: io.BufferedWriter, data: bytes) -> None:
    answers.write(_LENGTH.pack(len(data)) + data)
    answers.flush()
