"""Laws and rules that break off or never come back: what happened, in words, and where."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from referee.engine.asks import Answer, Ask
from referee.laws.breach import Breach, NoAnswer

PATIENCE = 60.0
"""So many seconds a game, or a law on one turn of it, may take."""


class TooLong(BaseException):
    """Something did not come back; no `except Exception` of a game may swallow that."""


@contextmanager
def patient(seconds: float = PATIENCE) -> Iterator[None]:
    """Break off what takes longer than this, where the system can; whatever alarm was set before is set again."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *left)
        signal.signal(signal.SIGALRM, before)


def guarded(law: Callable[..., Iterator[Breach]], folder: Path, *given: Any) -> list[Breach]:
    """Hold a law against something; if it breaks off or takes too long, that is what breaks it."""
    found: list[Breach] = []
    try:
        with patient():
            for breach in law(*given):
                found.append(breach)
    except (Exception, TooLong) as e:  # noqa: BLE001 - a game may fail in any way, and its author is told how
        found.append(Breach(broke_off(e, folder)))
    return found


def broke_off(error: BaseException, folder: Path) -> str:
    """Say in words what broke off in a game's code, and in which line of it."""
    place = where(error, folder)
    match error:
        case TooLong():
            return f"it does not come back within {PATIENCE:.0f} seconds: something goes round in circles{place}"
        case NoAnswer():
            return f"{error}{place}"
        case AssertionError(args=[(Ask() as ask, Answer(value=value))]):
            return f"{NoAnswer(ask, value)}{place}"
        case AttributeError(obj=None, name="value" | "because" | "lapsed"):
            return f"a desk returns nothing where an Answer is wanted{place}"
        case _ if type(error).__module__.startswith("jinja2"):
            return f"lines.txt.j2 breaks off: {error}{place}"
        case _:
            said = f": {error}" if str(error) else ""
            return f"the rules break off with {type(error).__name__}{said}{place}"


def where(error: BaseException, folder: Path) -> str:
    """Name the innermost line of the game's own code, or of whatever broke off."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    last = (own or frames)[-1]
    return f" ({Path(last.filename).name}, line {last.lineno}, in {last.name})"


