"""What a file of cases may contain, as plain data with the place where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from referee.engine.values import value

KEYS = (
    "id", "part", "title", "rules", "game", "options", "given", "chance", "orders", "answers", "expect",
    "told", "untold", "refused", "warned", "public", "secret", "check", "parts", "variants", "why",
)  # fmt: skip
"""The keys of a case (FORMAT.md)."""

ALIASES = {"cites": "rules", "switches": "options", "random": "chance"}
"""Other words for some of them."""

WORDS = ("public", "secret", "check")
"""Facts in words, for readers: counted, not checked, and refused where all is to be checked."""

SUFFIXES = ("_includes", "_include", "_top", "_bottom")
"""Endings of keys in ``expect`` that say something of a part of a list."""

CLAIMS = ("told", "untold", "refused", "warned", *WORDS)
"""What may stand beside ``expect`` or inside it."""


class CaseError(ValueError):
    """A case that cannot be read or run as it is written; says in which file, on which line, in which case."""

    def __init__(self, file: Path, line: int, problem: str, case: str = "") -> None:
        where = f"{file}:{line}" if line else f"{file}"
        super().__init__(f"{where}: {case}: {problem}" if case else f"{where}: {problem}")
        self.file, self.line, self.case, self.problem = file, line, case, problem


@value
class Written:
    """One case as it was written, parts and variants included; keys are those of ``KEYS``."""

    data: Mapping[str, Any]
    file: Path
    line: int

    @property
    def id(self) -> str:
        """The case's name."""
        return str(self.data["id"])


@value
class Case:
    """One case by itself: a part of what was written, with at most one variant laid over it.

    ``told`` to ``warned`` are lists by seat; ``in_words`` are the facts that nobody checks.
    """

    id: str
    file: Path
    line: int
    title: str = ""
    why: str = ""
    game: str = ""
    rules: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    chance: Mapping[str, list[Any]] = field(default_factory=dict)
    orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, Any] = field(default_factory=dict)
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    untold: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    warned: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    in_words: tuple[str, ...] = ()

    def error(self, problem: str) -> CaseError:
        """Make the error that names this case."""
        return CaseError(self.file, self.line, problem, self.id)


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and anything else as a list of it alone."""
    return value if isinstance(value, list) else [value]


def text_of(value: Any) -> str:
    """Say a scalar as a case would write it: ``none``, ``true``, ``12``, ``Corwin``."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)
