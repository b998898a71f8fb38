"""Reading letters in a process that may be killed, so that one which hangs, eats memory or crashes harms nobody.

The process is started with the first letter and serves them one after another. What goes there and back is plain data
as JSON: a call of a function, then what it returned. Both sides know beforehand what is sent: a function's arguments by
its signature, or what it returns. Nothing else can come of the data, whatever it says, for who has overrun a parser
might write anything there.
"""

import importlib
import io
import json
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import threading
from atexit import register
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache, lru_cache
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, get_type_hints

from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError

from .letter import Letter, Limits, Problem, heading, read

_LENGTH = struct.Struct(">I")
_PATIENCE = 60.0
"""For how many seconds a process may start; that is our machine's affair, not the letter's."""

_BUSY = 6
"""So many times as long as its limit a letter may take by the clock, for a machine that has other work, too."""

Work = Callable[..., Any]
"""A function at the top of a module, with types of plain data; its first argument are the bytes of a letter."""


class NoWorker(OSError):
    """No process could be started; the letter is not to blame and waits."""


class Worker:
    """Reads letters in a process with a limit of processor time for each, and of memory; for many threads."""

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
        found: Letter | None = self.ask(read, raw, limits=limits, mail_from=mail_from)
        return found or heading(raw, limits=limits, mail_from=mail_from, problem=Problem.BROKEN)

    def ask(self, work: Work, raw: bytes, **how: Any) -> Any:
        """Have a function read some bytes, once more if the process had died before; None if they kill it.

        Raises `NoWorker`.
        """
        asked = call(work, how)
        with self._one:
            for _ in range(2):
                process = self._running()
                end = monotonic() + _BUSY * self.time
                try:
                    self._send(process, asked, raw)
                    return answered(self._answer(process, end), work)
                except (OSError, EOFError, ValueError):
                    self._kill()
                    if monotonic() >= end:
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
                 str(self.memory), str(self.time)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                close_fds=True,
            )  # fmt: skip
            self.started += 1
            self._answer(self._process, monotonic() + _PATIENCE)
        except (OSError, EOFError, ValueError) as error:
            self._kill()
            raise NoWorker("no process to read letters in could be started") from error
        return self._process

    def _send(self, process: "subprocess.Popen[bytes]", *pieces: bytes) -> None:
        """Hand a letter over; the process reads before it thinks, so this does not wait."""
        assert process.stdin is not None
        for piece in pieces:
            process.stdin.write(_LENGTH.pack(len(piece)) + piece)
        process.stdin.flush()

    def _answer(self, process: "subprocess.Popen[bytes]", end: float) -> bytes:
        """What it says, if it says it by then, on the clock that nobody sets."""
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
            with suppress(BrokenPipeError):  # what was left in the buffer was for the one who is dead
                pipe.close()
        process.wait()


@lru_cache(8)
def shared(time: timedelta, memory: int) -> Worker:
    """The one reader of this process with these limits."""
    reader = Worker(time, memory)
    register(reader.close)
    return reader


def _exactly(handle: int, size: int, end: float) -> bytes:
    """So many bytes of a pipe; TimeoutError if they do not come in time, EOFError if they never will."""
    pieces: list[bytes] = []
    poll = select.poll()
    poll.register(handle, select.POLLIN | select.POLLHUP)
    while size:
        if not poll.poll(max(0.0, end - monotonic()) * 1000):
            raise TimeoutError("too slow")
        piece = os.read(handle, min(size, 1 << 20))
        if not piece:
            raise EOFError("the process is gone")
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def serve(found: Callable[[str], Work] | None = None) -> None:
    """The other side: read letters from standard input until it ends, which it does when the referee does.

    Signals to the whole group are the referee's affair; a letter that is still being read when nobody can want it
    any more ends this process.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    memory, time = int(sys.argv[1]), float(sys.argv[2])
    sys.excepthook = _ended
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    letters, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _say(answers, b"")
    while asked := _piece(letters):
        raw = _piece(letters)
        signal.setitimer(signal.ITIMER_PROF, time)
        signal.setitimer(signal.ITIMER_REAL, (_BUSY + 1) * time)
        wanted = json.loads(asked)
        work = (found or _by_name)(wanted["work"])
        result = answer(work(raw, **arguments(wanted["how"], work)), work)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _say(answers, result)


def _piece(letters: BinaryIO) -> bytes:
    """The next piece of what was handed over; nothing at the end."""
    head = letters.read(_LENGTH.size)
    return letters.read(_LENGTH.unpack(head)[0]) if head else b""


def _by_name(name: str) -> Work:
    """The function that the referee means; it is the referee who names it, never a letter."""
    module, _, inner = name.rpartition(".")
    work: Work = getattr(importlib.import_module(module), inner)
    return work


def _ended(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say what ended the process, but nothing that might be a letter's own words."""
    sys.stderr.write(f"the reader of letters ended: {kind.__name__}\n")


def _say(answers: io.BufferedWriter, data: bytes) -> None:
    answers.write(_LENGTH.pack(len(data)) + data)
    answers.flush()


_WRONG = (TypeError, ValueError, LookupError, AttributeError, RecursionError, ForbiddenExtraKeysError)
_PLAIN = Converter(detailed_validation=False, forbid_extra_keys=True)


class NotPlain(ValueError):
    """Data that is not what was to come over the border."""


def _keep(kind: type) -> None:
    """Read plain values of a kind as they are, and nothing else; an enum of words is no text."""

    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"not a {kind.__name__}")
        return value

    _PLAIN.register_structure_hook_func(lambda wanted: wanted is kind, read)


for _kind in (str, int, bool):
    _keep(_kind)
_PLAIN.register_structure_hook(datetime, lambda value, _: datetime.fromisoformat(value))
_PLAIN.register_unstructure_hook(datetime, datetime.isoformat)


def call(work: Callable[..., object], how: Mapping[str, Any]) -> bytes:
    """Write down a call: the function's name, and its arguments but for the bytes of the letter."""
    hints = _hints(work)
    plain = {name: _PLAIN.unstructure(value, hints[name]) for name, value in how.items()}
    return json.dumps({"work": named(work), "how": plain}).encode()


def named(work: Callable[..., object]) -> str:
    """Return the name by which both sides know a function."""
    return f"{work.__module__}.{work.__qualname__}"


def arguments(data: Any, work: Callable[..., object]) -> dict[str, Any]:
    """Read a call's arguments as the function wants them; raises `NotPlain`."""
    try:
        return {name: _PLAIN.structure(value, _hints(work)[name]) for name, value in data.items()}
    except _WRONG as error:
        raise NotPlain(f"not the arguments of {named(work)}") from error


def answer(found: object, work: Callable[..., object]) -> bytes:
    """Write down what a function returned."""
    return json.dumps(_PLAIN.unstructure(found, _hints(work)["return"])).encode()


def answered(data: bytes, work: Callable[..., object]) -> Any:
    """Read what a function returned; raises `NotPlain` for anything else."""
    try:
        return _PLAIN.structure(json.loads(data), _hints(work)["return"])
    except _WRONG as error:
        raise NotPlain(f"not what {named(work)} returns") from error


@cache
def _hints(work: Callable[..., object]) -> dict[str, Any]:
    return get_type_hints(work)
