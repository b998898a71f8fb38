"""The templates that letters are made from: the shipped ones, and a campaign's own, which run in a sandbox."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.runtime import Macro
from jinja2.sandbox import SandboxedEnvironment

from referee.engine.ruleset import Ruleset
from referee.reports import compiled
from referee.reports.frame import Marks
from referee.resources import Resources

PLAIN = (str, bytes, int, float, list, tuple, dict, set, frozenset)
"""What templates reckon with; its methods reach nothing outside."""


class LinesError(ValueError):
    """A game's lines that cannot be used; the message names the file and what it lacks."""


class Sandbox(SandboxedEnvironment):
    """Runs templates that came with a campaign, as from a backup: they say words, and touch nothing else.

    Jinja's sandbox keeps them from Python's insides. Beside that they call only macros, the words they are given,
    methods of plain values, and what games and pages offer, all of which is pure.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.packages = {"referee", "jinja2"}

    def is_safe_callable(self, obj: Any) -> bool:
        """Say whether a template may call this."""
        match obj:
            case BuiltinFunctionType():
                return isinstance(obj.__self__, PLAIN)
            case FunctionType() | MethodType():
                plain: Any = getattr(obj, "__func__", obj)
                home = str(plain.__globals__["__name__"])
                return home.partition(".")[0] in self.packages and super().is_safe_callable(obj)
            case Macro():
                return True
            case _:
                known = obj in self.globals.values() or type(obj).__module__.startswith("jinja2.")
                return known and super().is_safe_callable(obj)


def environment(rules: Ruleset[Any, Any], resources: Resources, words: Mapping[str, Callable[..., Any]]) -> Environment:
    """Make the environment of one game's letters: plain text, strict about names, with the words that all games use."""
    own = resources.has_templates
    made = (Sandbox if own else Environment)(
        loader=FileSystemLoader(resources.template_folders(rules.slug, rules.folder)),
        bytecode_cache=None if own else compiled.cache(resources.campaign),
        undefined=StrictUndefined,
        autoescape=False,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Marks],
    )
    if isinstance(made, Sandbox):
        made.packages.add(rules.play.__module__.partition(".")[0])
    made.globals.update(words)
    made.filters.update(words)
    return made


def fault(error: BaseException) -> str:
    """Say what is wrong in which line of which template, without a word that a letter could have held."""
    if isinstance(error, TemplateSyntaxError):
        return f"{_own_name(error.filename or '')}, line {error.lineno}: {error.message}"
    said = str(error) if isinstance(error, TemplateError | LinesError) else type(error).__name__
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(".j2")]
    return f"{_own_name(frames[-1].filename)}, line {frames[-1].lineno}: {said}" if frames else said


def _own_name(file: str) -> str:
    """Name a template as a campaign's folder has it."""
    _, found, name = file.rpartition("/templates/")
    return f"templates/{name}" if found else name
