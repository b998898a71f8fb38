"""What is wrong in which line of a campaign's own template, without a word that a letter could have held."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from pathlib import Path

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError, UndefinedError
from jinja2.exceptions import SecurityError

from referee.engine.values import value
from referee.reports.templates import ENDING, NOT_THERE, LinesError, WithoutEnd
from referee.resources import Resources

UNSAFE = "it reaches for what is not a template's: it may say words, and call what letters offer"
LACKS = re.compile("(.*) has no (attribute|element) (.*)", re.DOTALL)
IN_CIRCLES = "it calls or includes itself without end"


@value
class Fault:
    """A file that cannot be used."""

    file: str
    """Its name in the campaign's folder."""
    line: int
    """The line; 0 if it is in none."""
    problem: str
    """What is wrong."""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}" if self.line else self.file
        return f"{place}: {self.problem}" if place else self.problem


Tell = Callable[[Fault], None]
"""Is told what is wrong in which line of which template."""


def fault(error: BaseException, resources: Resources) -> Fault:
    """Say what is wrong, where the campaign's own files led to it; else where it showed."""
    match error:
        case TemplateSyntaxError():
            return Fault(_name(error.filename or "", resources), error.lineno, error.message or "")
        case LinesError(): return Fault(_name(error.file, resources), 0, str(error))
    places = [(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]
    found = [(file, line) for file, line in places if file.endswith(ENDING)]
    own = [(file, line) for file, line in found if _is_own(file, resources)]
    file, line = (own or found or [("", 0)])[-1]
    return Fault(_name(file, resources), line, _problem(error, file))


def _problem(error: BaseException, file: str) -> str:
    """Say what is wrong; a name that the template only came to while it ran may be out of somebody's hand."""
    match error:
        case SecurityError(): return UNSAFE
        case TemplateNotFound(name=str(name)) if not _stands(name, file): return NOT_THERE.format("such file")
        case UndefinedError() if (found := LACKS.fullmatch(str(error))) and not _stands(found[3].strip("'"), file):
            return f"{found[1]} has no such {found[2]}"
        case TemplateError() | WithoutEnd(): return str(error)
        case RecursionError(): return IN_CIRCLES
        case _: return type(error).__name__


def _stands(name: str, file: str) -> bool:
    return bool(file) and name in Path(file).read_text(encoding="utf-8")


def _is_own(file: str, resources: Resources) -> bool:
    return resources.campaign is not None and Path(file).is_relative_to(resources.campaign)


def _name(file: str, resources: Resources) -> str:
    """Name a file as the campaign's folder has it, or as one that was shipped."""
    if not file:
        return ""
    if resources.campaign is not None and _is_own(file, resources):
        return Path(file).relative_to(resources.campaign).as_posix()
    return f"the shipped {Path(file).name}"
