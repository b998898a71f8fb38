"""What a game says in rule cases: how a table is written in them, declared in one module of its own, ``<game>.case``.

No other module of a game imports that one, so rules, state and desks cannot know that a case is played; without it the
game plays as it does, and has no cases.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic

from referee.engine.events import Event
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.state import S

MODULE, RECORD = "case", "CASE_WORDS"
"""The module of a game's package, and the record in it."""


class NoCaseWordsError(LookupError):
    """A game without a module for rule cases, so that none can be played."""


@dataclass(frozen=True)
class CaseStart(Generic[S]):
    """Where a rule case begins: the set-up, the state in mid-game, and the step to be played; 0 is the set-up."""

    setup: Setup
    state: S
    step: int


def _as_given(
    given: Mapping[str, Any], orders: Mapping[str, Sequence[str]], chance: Mapping[str, Sequence[Any]]
) -> Mapping[str, Any]:
    return given


def _as_played(expect: Mapping[str, Any], state: Any, events: Sequence[Event]) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True)
class CaseWords(Generic[S]):
    """How one game reads and writes rule cases.

    ``given`` makes a start of the settled options and of what a case gives; it raises `SetupError` for what no game
    has. ``shown`` shows a state in the keys of cases. ``staged`` adds to what a case gives what its orders and its luck
    take for granted, ``shortened`` what ends the step where the orders do, and ``meant`` puts what it expects, from the
    state and the events behind the step, into the fields shown, and returns both.
    """

    given: Callable[[Mapping[str, str], Mapping[str, Any]], CaseStart[S]]
    shown: Callable[[S], Mapping[str, Any]]
    staged: Callable[
        [Mapping[str, Any], Mapping[str, Sequence[str]], Mapping[str, Sequence[Any]]], Mapping[str, Any]
    ] = _as_given
    shortened: Callable[[Mapping[str, Any], S, Sequence[Event]], Mapping[str, Any]] = _as_played
    meant: Callable[[Mapping[str, Any], S, Sequence[Event]], tuple[Mapping[str, Any], Mapping[str, Any]]] | None = None


def words_of(rules: Ruleset[Any, Any]) -> CaseWords[Any]:
    """Find a game's words for cases beside its rules; raises `NoCaseWordsError` if it declares none."""
    package = _package(rules)
    name = f"{package}.{MODULE}"
    if not package or find_spec(name) is None:
        file = rules.folder / f"{MODULE}.py"
        raise NoCaseWordsError(
            f"{rules.title} can be played, but has no rule cases: how they are written would stand in {file}."
        )
    words = getattr(import_module(name), RECORD, None)
    assert isinstance(words, CaseWords), f"{name} has no {RECORD}"
    return words


def _package(rules: Ruleset[Any, Any]) -> str:
    """Name the package whose folder is the game's own."""
    name = rules.stored.state.__module__
    while name:
        if any(Path(path).resolve() == rules.folder.resolve() for path in getattr(sys.modules[name], "__path__", ())):
            return name
        name = name.rpartition(".")[0]
    return ""
