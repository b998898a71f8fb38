"""Rule cases of a game that declares no words for them: their keys are the fields of its state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from referee.cases.words.reading import by_seat, listed, only_known, seat_named, whole_number
from referee.engine.asks import few
from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.lexicon import nearest
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.slots import Choice

SEATS, OPTIONS = "seats", "options"
"""Fields that no case gives: who plays is told by the others, and the options stand beside what is given."""

SEED = b"the things of a case"


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
        for field in fields(self.rules.stored.state):
            if field.name == SEATS:
                made[SEATS] = self.seats
            elif field.name == OPTIONS:
                made[OPTIONS] = self.rules.read_options and self.rules.read_options(self.setup.options)
            elif field.name in self.data or field.default is field.default_factory is MISSING:
                made[field.name] = self._read(self.hints[field.name], self.data.get(field.name), field.name)
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
        for field in fields(value):
            yield from within(getattr(value, field.name))
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
