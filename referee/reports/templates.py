"""The templates that letters are made from: the shipped ones, and a campaign's own, which run in a sandbox.

Its walls keep a campaign's templates from what is no template's, its bounds from going on without end: so many steps a
letter, and so much room. What is wrong in one is a `Fault`, which says no word that a letter could have held.
"""

from __future__ import annotations

import re
import resource
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.exceptions import (
    SecurityError,
    TemplateError,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    UndefinedError,
)
from jinja2.runtime import Macro
from jinja2.sandbox import SandboxedEnvironment

from referee.engine.ruleset import Ruleset
from referee.engine.values import value
from referee.reports import compiled
from referee.reports.blocks import Marks
from referee.resources import Resources

NOT_THERE = "there is no {} among the templates of this campaign, of the game and of the program; none lies elsewhere"

PLAIN = (str, bytes, int, float, list, tuple, dict, set, frozenset)
"""What templates reckon with; its methods reach nothing outside."""


class LinesError(ValueError):
    """A game's lines that cannot be used; the message names the file and what it lacks."""

    def __init__(self, words: str, file: str = "") -> None:
        super().__init__(words)
        self.file = file


class Files(FileSystemLoader):
    """Reads the templates of some folders, and none that lies elsewhere; says why one cannot be read."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template with the file that it stands in; raises `TemplateNotFound` or `TemplateSyntaxError`."""
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:
            raise TemplateNotFound(template, NOT_THERE.format(template)) from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            words = "this is not UTF-8. Save it as UTF-8"
            raise TemplateSyntaxError(words, line, template, self._at(template)) from None
        except OSError as error:
            words = f"it cannot be read ({(error.strerror or type(error).__name__).lower()})"
            raise TemplateSyntaxError(words, 1, template, self._at(template)) from None

    def _at(self, template: str) -> str:
        found = (Path(folder) / template for folder in self.searchpath)
        return str(next(file for file in found if file.exists()))


class Plain(Environment):
    """Gives each template a dictionary of the words: Jinja's own chain of two is gone through in Python every time."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template may name."""
        return {**self.globals, **(d or {})}


class Sandbox(Plain, SandboxedEnvironment):
    """Runs templates that came with a campaign, as from a backup: they say words, and touch nothing else.

    Jinja's sandbox keeps them from Python's insides. Beside that they call only macros, the words they are given,
    methods of plain values, and what games and pages offer, all of which is pure.
    """

    intercepted_binops = frozenset(("*", "**"))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.packages = {"referee", "jinja2"}

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Reckon, unless it comes to more than any letter wants."""
        if too_large(operator, left, right):
            raise TemplateRuntimeError(f"what this {operator} makes is too large for a letter")
        return super().call_binop(context, operator, left, right)

    def is_safe_callable(self, obj: Any) -> bool:
        """Say whether a template may call this."""
        match obj:
            case BuiltinFunctionType(): return isinstance(obj.__self__, PLAIN)
            case FunctionType() | MethodType():
                plain: Any = getattr(obj, "__func__", obj)
                home = str(plain.__globals__["__name__"])
                return home.partition(".")[0] in self.packages and super().is_safe_callable(obj)
            case Macro(): return True
            case _:
                known = obj in self.globals.values() or type(obj).__module__.startswith("jinja2.")
                return known and super().is_safe_callable(obj)


def environment(rules: Ruleset[Any, Any], resources: Resources, words: Mapping[str, Callable[..., Any]]) -> Environment:
    """Make the environment of one game's letters: plain text, strict about names, with the words that all games use."""
    own = resources.has_templates
    made = (Sandbox if own else Plain)(
        loader=Files(resources.template_folders(rules.slug, rules.folder)),
        bytecode_cache=compiled.SANDBOXED if own else compiled.cache(__file__, resources.campaign),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Marks],
    )
    if isinstance(made, Sandbox):
        made.packages.add(rules.stored.state.__module__.partition(".")[0])
    made.globals.update(words)
    made.filters.update(words)
    return made


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
