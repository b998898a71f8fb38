"""A reader that does to itself whatever the subject of a letter says; runs in the process of `Reader` alone."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from referee.mail import bounce, letter, worker

CARELESS = Path("/tmp/referee-was-careless")
"""What would be there if an answer were unpacked without care."""


def work(raw: bytes, **how: Any) -> Any:
    """Read a letter, or do something else."""
    match letter.heading(raw).subject:
        case "hang":
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
            return bytearray(10**9)
        case "lie":
            return Path("/etc/passwd")
        case "other":
            return _Call()
        case "babble":
            return "no letter"
    return letter.read(raw, **how)


class _Call:
    """What runs a command when it is unpacked by somebody careless."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.system, (f"touch {CARELESS}",)


def returned(raw: bytes, **how: Any) -> Any:
    """Read a report, or do something else."""
    work(raw)
    return bounce.read(raw, **how)


def serve() -> None:
    """Serve as the reader does."""
    worker.serve(work, returned)
