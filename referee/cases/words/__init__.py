"""What a game says in rule cases: how a table is written in them, declared in one module of its own, ``<game>.case``.

No other module of a game imports that one, so rules, state and desks cannot know that a case is played; without it the
game plays as it does, and the keys of its cases are the fields of its state.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, field, fields, is_dataclass
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Generic, Union, get_args, get_origin, get_type_hints

from referee.cases.words.reading import by_seat, listed, only_known, seat_named, whole_number
from referee.engine.asks import Answer, Ask, few
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.lexicon import nearest
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.slots import Choice
from referee.engine.table import Desk, S, Table
from referee.engine.values import value

MODULE, RECORD = "case", "CASE_WORDS"
"""The module of a game's package, and the record in it."""

MIDDLE = 3
"""The step that a case in mid-game plays where its game does not say which."""


SEATS, OPTIONS = "seats", "options"
"""Fields that no case gives: who plays is told by the others, and the options stand beside what is given."""

SEED = b"the things of a case"


@value
class CaseStart(Generic[S]):
    """Where a rule case begins: the set-up, the state in mid-game, and the step to be played; 0 is the set-up.

    ``play`` runs a part of a step that a case is about in place of a whole one, ``desk`` answers for the seats in place
    of the game's own desk. ``luck`` is told in advance by what the case gives, before what its script says.
    """

    setup: Setup
    state: S
    step: int
    play: Callable[[Table[S]], None] | None = None
    desk: Callable[[Seat, Sequence[Order], Callable[[], Any]], Desk] | None = None
    luck: Mapping[str, Sequence[Any]] = field(default_factory=dict)


@value
class Moment(Generic[S]):
    """One thing that happened in the step of a case: an event, or an answer to an ask; and the state at that moment."""

    state: S
    event: Event | None = None
    ask: Ask[Any] | None = None
    answer: Answer[Any] | None = None


@value
class Behind(Generic[S]):
    """How things are behind the step of a case: the state, what happened before, and what the case gave.

    Before the step, and behind a set-up, nothing has happened.
    """

    state: S
    given: Mapping[str, Any] = field(default_factory=dict)
    story: Sequence[Moment[S]] = ()

    @property
    def events(self) -> list[Event]:
        """List what was told, in its order."""
        return [moment.event for moment in self.story if moment.event is not None]


def _as_given(
    given: Mapping[str, Any],
    orders: Mapping[str, Sequence[str]],
    chance: Mapping[str, Sequence[Any]],
    untold: Collection[str],
) -> Mapping[str, Any]:
    return given


def _to_the_end(expect: Mapping[str, Any], behind: Behind[Any]) -> int:
    return len(behind.story)


@value
class CaseWords(Generic[S]):
    """How one game reads and writes rule cases.

    ``given`` makes a start of the settled options and of what a case gives; it raises `SetupError` for what no game
    has. ``shown`` shows how things are in the keys of cases. ``staged`` adds to what a case gives what its orders, its
    luck and what must not be told take for granted; ``until`` says how many moments of a step played whole belong to
    the case; and ``meant`` puts what it expects into the fields shown, and returns both.
    """

    given: Callable[[Mapping[str, str], Mapping[str, Any]], CaseStart[S]]
    shown: Callable[[Behind[S]], Mapping[str, Any]]
    staged: Callable[
        [Mapping[str, Any], Mapping[str, Sequence[str]], Mapping[str, Sequence[Any]], Collection[str]],
        Mapping[str, Any],
    ] = _as_given
    until: Callable[[Mapping[str, Any], Behind[S]], int] = _to_the_end
    meant: Callable[[Mapping[str, Any], Behind[S]], tuple[Mapping[str, Any], Mapping[str, Any]]] | None = None

    def compared(self, expect: Mapping[str, Any], behind: Behind[S]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return what a case expects and what is shown, as they are to be compared."""
        return self.meant(expect, behind) if self.meant is not None else (expect, self.shown(behind))


def words_of(rules: Ruleset[Any, Any]) -> CaseWords[Any]:
    """Find a game's words for cases beside its rules; where it declares none, the fields of its state are the keys."""
    package = _package(rules)
    name = f"{package}.{MODULE}"
    if not package or find_spec(name) is None:
        return _fields(rules)
    words = getattr(import_module(name), RECORD, None)
    assert isinstance(words, CaseWords), f"{name} has no {RECORD}"
    return words


def _fields(rules: Ruleset[Any, Any]) -> CaseWords[Any]:
    """Read and show the fields of a state; lists of nobody's keep their order and need not stay as they were given."""
    hints = keys_of(rules)
    piles = [name for name, hint in hints.items() if get_origin(hint) is list]

    def given(options: Mapping[str, str], data: Mapping[str, Any]) -> CaseStart[Any]:
        case = Reader(rules, options, data)
        return CaseStart(case.setup, case.state(), 0 if data.keys() == {SEATS} else MIDDLE)

    def shown(behind: Behind[Any]) -> Mapping[str, Any]:
        found = {name: printed(getattr(behind.state, name)) for name in hints}
        return {**found, "_loose": [*piles, *(name for name in hints if name not in behind.given)], "_ordered": piles}

    return CaseWords(given, shown)


def _package(rules: Ruleset[Any, Any]) -> str:
    """Name the package whose folder is the game's own."""
    name = rules.stored.state.__module__
    while name:
        if any(Path(path).resolve() == rules.folder.resolve() for path in getattr(sys.modules[name], "__path__", ())):
            return name
        name = name.rpartition(".")[0]
    return ""


def keys_of(rules: Ruleset[Any, Any]) -> dict[str, Any]:
    """List the fields of a game's state that a case may give, with their types."""
    return {name: hint for name, hint in get_type_hints(rules.stored.state).items() if name not in (SEATS, OPTIONS)}


class Reader:
    """Reads what one case gives: who plays is whom it names, and a card is any of this game that prints so."""

    def __init__(self, rules: Ruleset[Any, Any], options: Mapping[str, str], data: Mapping[str, Any]) -> None:
        self.rules, self.data, self.hints = rules, data, keys_of(rules)
        only_known(data, (*self.hints, SEATS), f"a case of {rules.title}")
        named = data.get(SEATS) or [name for one in data.values() if isinstance(one, Mapping) for name in one]
        self.seats = tuple(Seat(str(name)) for name in dict.fromkeys(named))
        self.setup = Setup(self.seats, options)

    def state(self) -> Any:
        """Make the state; raises `SetupError` for what no game has."""
        made: dict[str, Any] = {}
        for one in fields(self.rules.stored.state):
            if one.name == SEATS:
                made[SEATS] = self.seats
            elif one.name == OPTIONS:
                made[OPTIONS] = self.rules.read_options and self.rules.read_options(self.setup.options)
            elif one.name in self.data or one.default is one.default_factory is MISSING:
                made[one.name] = self._read(self.hints[one.name], self.data.get(one.name), one.name)
        return self.rules.stored.state(**made)

    def _read(self, hint: Any, value: Any, where: str) -> Any:
        kind, inner = get_origin(hint) or hint, get_args(hint)
        if kind in (Union, UnionType):
            one = next(arm for arm in inner if arm is not NoneType)
            return None if value in (None, "none") else self._read(one, value, where)
        if kind is dict and inner[0] is Seat:
            given = by_seat(self.seats, value, where)
            return {seat: self._read(inner[1], given.get(seat), where) for seat in self.seats}
        if kind in (list, tuple):
            items = value if isinstance(value, list) else listed(value)
            return kind(self._read(inner[0], one, where) for one in items)
        return self._one(hint, value, where)

    def _one(self, hint: Any, value: Any, where: str) -> Any:
        if hint is Seat:
            return seat_named(self.seats, value)
        if hint is int:
            return whole_number(value or 0, where)
        if hint in (bool, str):
            return hint(value or "")
        things = {str(one): one for one in self._things() if isinstance(one, hint)}
        if value not in things:
            known = nearest(str(value), things) or f"There are {few(sorted(things))}."
            raise SetupError(f"There is no {value} for {where} in {self.rules.title}. {known}")
        return things[value]

    def _things(self) -> Iterator[Any]:
        """List all that is in a game just set up, and all that its orders may name."""
        game = Game.start(self.rules, self.setup, SEED)
        yield from within((game.state, game.events))
        for slot in self.rules.orders.slots:
            if isinstance(slot, Choice):
                yield from slot.choices.values()


def within(value: Any) -> Iterator[Any]:
    """List a value and all that is in it."""
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from within(getattr(value, one.name))
    elif isinstance(value, Mapping):
        yield from (one for part in value.values() for one in within(part))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (one for part in value for one in within(part))


def printed(value: Any) -> Any:
    """Show a value in words, numbers, lists and maps."""
    if isinstance(value, Mapping):
        return {str(key): printed(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [printed(one) for one in value]
    return value if value is None or isinstance(value, int | Enum) else str(value)
