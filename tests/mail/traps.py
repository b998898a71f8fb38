"""A reader that does to itself whatever the subject of a letter says; runs in the process of `Worker` alone."""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

from referee.mail import bounce, letter, worker

CARELESS = Path("/tmp/referee-was-careless")
"""What would be there if an answer were unpacked without care."""

CODE = f"cos\nsystem\n(S'touch {CARELESS}'\ntR.".encode()
"""A pickle that runs a command."""


def trapped(raw: bytes) -> Any:
    """Do what the subject says, if it says anything."""
    match letter.heading(raw).subject:
        case "hang":
            while True:
                pass
        case "toil":
            signal.setitimer(signal.ITIMER_REAL, 0)
            while True:
                pass
        case "deaf":
            signal.setitimer(signal.ITIMER_REAL, 0)
            time.sleep(60)
        case "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "exit":
            sys.exit(3)
        case "eat":
            return str(bytearray(10**9))
        case "lie":
            return {"problem": "not one of ours"}
        case "other":
            return {"lines": [5]}
        case "more":
            return {"more": "than a letter has"}
        case "babble":
            return "no letter"
        case "code":
            _write(CODE)
        case "deep":
            _write(b"[" * 100_000)
    return None


def _write(data: bytes) -> None:
    """Write an answer past the reader, to wherever it can be written."""
    for handle in range(3, 10):
        with suppress(OSError):
            os.write(handle, len(data).to_bytes(4, "big") + data)


def _set(work: Callable[..., Any]) -> worker.Work:
    """Put a trap before a reader."""

    @wraps(work)
    def read(raw: bytes, **how: Any) -> Any:
        return trapped(raw) or work(raw, **how)

    return read


def serve() -> None:
    """Serve as the reader does."""
    works = (letter.read, bounce.read)
    worker.serve({worker.named(work): _set(work) for work in works}.__getitem__)
