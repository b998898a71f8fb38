"""Keeps a campaign's own templates from going on without end: so many steps a letter, and so much room."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from jinja2 import Environment

MOST_STEPS = 200_000
"""Of lines that a letter's templates go through; one takes some thousands."""

MOST_ROOM = 256 * 1024
"""Kilobytes that the program may grow by while a letter is written."""

LONGEST = 1_000_000
"""Letters of a text, or things in a list, that one sum in a template may make."""

MOST_DIGITS = 1_000
ENDING = ".j2"


class WithoutEnd(BaseException):
    """A template goes on without end; nothing that makes up for a mistake on the way may swallow that."""


@contextmanager
def bounded() -> Iterator[None]:
    """Break a template off that goes on without end; `WithoutEnd` is raised with the line where it was then.

    Steps are counted rather than seconds, so that the same template is broken off on every machine.
    """
    before = sys.gettrace()
    sys.settrace(_counting())
    try:
        yield
    except WithoutEnd:
        Environment().handle_exception()  # which names the template's lines in place of those it was compiled to
    finally:
        sys.settrace(before)


def _counting() -> Callable[[FrameType, str, Any], Any]:
    """Make what Python asks at each line of a template, and of nothing else."""
    steps, room = 0, _room() + MOST_ROOM

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            raise WithoutEnd("it goes on without end, as loops within long loops do")
        if _room() > room:
            raise WithoutEnd("it fills the memory without end, as a text does that is doubled again and again")
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line if frame.f_code.co_filename.endswith(ENDING) else None

    return call


def _room() -> int:
    """Return the most memory that the program has had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def too_large(operator: str, left: Any, right: Any) -> bool:
    """Say whether one sum would make more than any letter wants: ``"-" * 10 ** 9``."""
    if operator == "**":
        return isinstance(right, int | float) and abs(right) > MOST_DIGITS
    many, one = (left, right) if isinstance(left, int) else (right, left)
    return isinstance(many, int) and isinstance(one, str | bytes | list | tuple) and len(one) * many > LONGEST
