"""Values of the engine and of one ruleset as JSON, and back to exactly what they were.

Bytes follow from the value alone. Dataclasses and dictionaries keep their
order, for rules may go through a dictionary and must do so alike after it was
stored; sets are sorted. Things with one identity (`key` and `of`) come back as
themselves. Where a type hint leaves the class open, the value is written as
`{"ClassName": value}`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

import orjson
from cattrs.errors import ForbiddenExtraKeysError

from referee.engine.asks import Given, Why
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.ruleset import Ruleset, State, View
from referee.store.hints import CodecError
from referee.store.values import Read, Values, Write, audience_from, audience_to

__all__ = ["Codec", "CodecError", "audience_from", "audience_to", "codec"]

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

EVENTS: tuple[type[Event], ...] = (Answered, OrderLapsed, GameEnded)
WRONG = (TypeError, ValueError, LookupError, AttributeError, ForbiddenExtraKeysError)


class Codec(Generic[S, V]):
    """Writes and reads the values of one ruleset; made once, then used from any thread."""

    def __init__(self, rules: Ruleset[S, V]) -> None:
        """Prepare all types that the ruleset stores; raises `CodecError` for one that cannot be."""
        self.rules = rules
        events = dict.fromkeys((*EVENTS, *rules.events))
        values = Values((rules.state, rules.views, *events, *rules.moves, *rules.asks, Why))
        self._state = values.both(rules.state)
        self._view = values.both(rules.views)
        self._write_value, self._read_value = values.tagged, values.untagged
        self._events = {kind: (kind.__name__, values.both(kind)[0]) for kind in events}
        self._kinds = {kind.__name__: values.both(kind)[1] for kind in events}
        if len(self._kinds) < len(events):
            raise CodecError(f"{rules.slug}: two kinds of events have the same name.")

    def dump_state(self, state: S) -> bytes:
        """Write a state."""
        return self._dump(self._state[0], state)

    def load_state(self, data: bytes) -> S:
        """Read a state."""
        found: S = self._load(self._state[1], data)
        return found

    def dump_view(self, view: V) -> bytes:
        """Write a view."""
        return self._dump(self._view[0], view)

    def load_view(self, data: bytes) -> V:
        """Read a view."""
        found: V = self._load(self._view[1], data)
        return found

    def dump_events(self, events: Sequence[Event]) -> bytes:
        """Write events."""
        return self._dump(self._events_to, events)

    def load_events(self, data: bytes) -> tuple[Event, ...]:
        """Read events."""
        found: tuple[Event, ...] = self._load(self._events_from, data)
        return found

    def dump_value(self, value: Any) -> bytes:
        """Write an answer or a choice, of whatever type of this ruleset."""
        return self._dump(self._write_value, value)

    def load_value(self, data: bytes) -> Any:
        """Read an answer or a choice."""
        return self._load(self._read_value, data)

    def dump_given(self, given: Given) -> bytes:
        """Write what a step was given from outside its orders."""
        return self._dump(self._given_to, given)

    def load_given(self, data: bytes) -> Given:
        """Read what a step was given from outside its orders."""
        found: Given = self._load(self._given_from, data)
        return found

    def _events_to(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        out = []
        for one in events:
            name, write = self._events[type(one)]
            out.append({name: write(one)})
        return out

    def _events_from(self, data: list[dict[str, Any]], _: Any) -> tuple[Event, ...]:
        kinds = self._kinds
        return tuple([kinds[name](inner, None) for one in data for name, inner in one.items()])

    def _given_to(self, given: Given) -> dict[str, Any]:
        answers = {key: self._write_value(value) for key, value in sorted(given.answers.items())}
        return {"answers": answers, "silent": sorted(given.silent), "live": given.live}

    def _given_from(self, data: dict[str, Any], _: Any) -> Given:
        answers = {key: self._read_value(value, None) for key, value in data["answers"].items()}
        return Given(answers, frozenset(data["silent"]), data["live"])

    def _dump(self, write: Write, value: Any) -> bytes:
        try:
            return orjson.dumps(write(value), option=orjson.OPT_PASSTHROUGH_DATACLASS)
        except WRONG as error:
            raise CodecError(f"{self.rules.slug}: {type(value).__name__} cannot be stored: {error!r}") from error

    def _load(self, read: Read, data: bytes) -> Any:
        try:
            return read(orjson.loads(data), None)
        except WRONG as error:
            edition = f"{self.rules.slug} {self.rules.edition}"
            raise CodecError(f"{edition}: what is stored is not of this edition: {error!r}") from error


@cache
def codec(rules: Ruleset[S, V]) -> Codec[S, V]:
    """Return the one codec of a ruleset."""
    return Codec(rules)
