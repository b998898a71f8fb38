"""What breaks a law, in words for the author of a game; also when laws or rules break off or never come back."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Self

from referee.engine.asks import Ask, NoAnswer
from referee.engine.audience import OBSERVER, Audience, Seat
from referee.engine.events import Event
from referee.engine.lexicon import spoken
from referee.engine.table import Endless
from referee.reports.templates import LinesError


class Breach(str):
    """What breaks a law, in words; ``seat`` is whom it is about and ``turn`` when it was, as far as that is known.

    ``cause`` names the fault in the game by which the law could not be looked at; the same fault has the same name.
    """

    seat: Seat
    turn: int | None
    cause: str

    def __new__(cls, words: str, seat: Seat = OBSERVER, turn: int | None = None, cause: str = "") -> Self:
        """Make a text that knows whom it is about, and when it was."""
        made = super().__new__(cls, words)
        made.seat = seat
        made.turn = turn
        made.cause = cause
        return made


def worded(value: Any) -> str:
    """Say a value as its author would write it: things as they print, and of an event all but who is told."""
    match value:
        case Audience(seats=seats, others=others):
            return (f"all but {spoken(seats)}" if seats else "all") if others else spoken(seats) or "nobody"
        case Mapping():
            return "{" + ", ".join(f"{worded(key)}: {worded(one)}" for key, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(worded, value)) + "]"
        case set() | frozenset():
            return "{" + ", ".join(sorted(map(worded, value))) + "}"
        case _ if is_dataclass(value) and type(value).__str__ is object.__str__:
            names = [f.name for f in fields(value) if not (isinstance(value, Event) and f.name == "to")]
            return f"{type(value).__name__}({', '.join(f'{name}={worded(getattr(value, name))}' for name in names)})"
        case _:
            return str(value)


def beside(one: Any, other: Any) -> tuple[str, str]:
    """Say two values that are not alike; of events that differ in nothing else, who is told."""
    said, instead = worded(one), worded(other)
    if said == instead and isinstance(one, Event) and isinstance(other, Event):
        return f"{said} to {worded(one.to)}", f"{instead} to {worded(other.to)}"
    return said, instead


PATIENCE = 60.0
"""So many seconds a game, or a law on one turn of it, may take."""


WAY = 3
"""So many lines of the game's code are named of one that goes round in circles."""


class TooLong(BaseException):
    """Something did not come back; no `except Exception` of a game may swallow that."""


@contextmanager
def patient(seconds: float = PATIENCE) -> Iterator[None]:
    """Break off what takes more processor time than this, where the system can; an alarm set before is set again."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    left = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, *left)
        signal.signal(signal.SIGPROF, before)


def guarded(law: Callable[..., Iterator[Breach]], folder: Path, *given: Any) -> list[Breach]:
    """Hold a law against something; if it breaks off or takes too long, that is what breaks it."""
    found: list[Breach] = []
    try:
        with patient():
            for breach in law(*given):
                found.append(breach)
    except (Exception, TooLong) as e:  # noqa: BLE001 - a game may fail in any way, and its author is told how
        found.append(broken_off(e, folder))
    return found


NO_LINES, IN_CIRCLES = "no lines", "in circles"
"""What a fault is called that keeps the laws from looking: lines that are missing, a game that does not come back."""


def broken_off(error: BaseException, folder: Path, turn: int | None = None) -> Breach:
    """Make a breach of what broke off, which knows its cause."""
    match error:
        case NoAnswer(ask=ask):
            cause = unanswered(ask)
        case LinesError():
            cause = NO_LINES
        case TooLong() | Endless():
            cause = IN_CIRCLES
        case _:
            cause = f"{type(error).__name__}{where(error, folder)}"
    return Breach(broke_off(error, folder), turn=turn, cause=cause)


def unanswered(ask: Ask[Any]) -> str:
    """Name the fault that a desk has no answer to such a question."""
    return f"no answer to {type(ask).__name__}"


def broke_off(error: BaseException, folder: Path) -> str:
    """Say in words what broke off in a game's code, and in which line of it."""
    place, circles = where(error, folder), f"something goes round in circles{way(error, folder)}"
    match error:
        case TooLong():
            return f"it does not come back within {PATIENCE:.0f} seconds: {circles}"
        case NoAnswer():
            return f"{error}{place}"
        case LinesError():
            return str(error)
        case Endless():
            return f"{error}: {circles}"
        case AttributeError(obj=None, name="value" | "because" | "lapsed"):
            return f"a desk returns nothing where an Answer is wanted{place}"
        case _ if type(error).__module__.startswith("jinja2"):
            return f"lines.txt.j2 breaks off: {error}{place}"
        case _:
            said = f": {error}" if str(error) else ""
            return f"the rules break off with {type(error).__name__}{said}{place}"


def where(error: BaseException, folder: Path) -> str:
    """Name the innermost line of the game's own code, or the one of ours that found the fault in a declaration."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    last, ours = (own or frames)[-1], "" if own else "found by "
    return f" ({ours}{Path(last.filename).name}, line {last.lineno}, in {last.name})"


def way(error: BaseException, folder: Path) -> str:
    """Name the lines of the game's own code that led to what goes round in circles, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    places = [f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}" for frame in reversed(own)]
    return f" ({'; from '.join(places[:WAY])})" if places else where(error, folder)
