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
from typing import Any, Generic

import orjson

from referee.engine.asks import Given, Why
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.ruleset import Ruleset
from referee.engine.state import S, V
from referee.store.codec.hints import CodecError
from referee.store.codec.values import Ready, Turn, Values, audience_from, audience_to, on_file_to

__all__ = ["Codec", "CodecError", "audience_from", "audience_to", "codec", "on_file_to", "prepared"]

EVENTS: tuple[type[Event], ...] = (Answered, OrderLapsed, GameEnded)
WRONG = (TypeError, ValueError, LookupError, AttributeError)


class Codec(Generic[S, V]):
    """Writes and reads the values of one ruleset; made once (`codec`), then used from any thread.

    How a type is stored is worked out when it is first met: a single turn has few of them.
    """

    def __init__(self, rules: Ruleset[S, V]) -> None:
        """Find the types that the ruleset stores; raises `CodecError` if two have the same name."""
        self.rules = rules
        kept = rules.stored
        events = {kind: kind for kind in (*EVENTS, *kept.events)}
        self._values = values = Values((kept.state, kept.view, *events, *kept.asks, Why))
        self._both = values.both
        self._write_value, self._read_value = values.tagged, values.untagged
        self._named = {kind.__name__: kind for kind in events}
        if len(self._named) < len(events):
            raise CodecError(f"{rules.slug}: two kinds of events have the same name.")
        self._write_event = Ready[type[Event], Turn](lambda kind: self._both(events[kind])[0])
        self._read_event = Ready[str, Turn](lambda name: self._both(self._named[name])[1])

    def prepare(self) -> None:
        """Work out all of them now; raises `CodecError` for a type that cannot be stored."""
        for hint in (self.rules.stored.state, self.rules.stored.view, *self._named.values()):
            self._both(hint)
        self._values.prepare()

    def dump_state(self, state: S) -> bytes:
        """Write a state."""
        return self._dump(self._both(self.rules.stored.state)[0], state)

    def load_state(self, data: bytes) -> S:
        """Read a state."""
        found: S = self._load(self._both(self.rules.stored.state)[1], data)
        return found

    def dump_view(self, view: V) -> bytes:
        """Write a view."""
        return self._dump(self._both(self.rules.stored.view)[0], view)

    def load_view(self, data: bytes) -> V:
        """Read a view."""
        found: V = self._load(self._both(self.rules.stored.view)[1], data)
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
        write = self._write_event
        return [{type(one).__name__: write[type(one)](one)} for one in events]

    def _events_from(self, data: list[dict[str, Any]]) -> tuple[Event, ...]:
        read = self._read_event
        return tuple([read[name](inner) for one in data for name, inner in one.items()])

    def _given_to(self, given: Given) -> dict[str, Any]:
        answers = {key: self._write_value(value) for key, value in sorted(given.answers.items())}
        return {"answers": answers, "silent": sorted(given.silent), "live": given.live}

    def _given_from(self, data: dict[str, Any]) -> Given:
        answers = {key: self._read_value(value) for key, value in data["answers"].items()}
        return Given(answers, frozenset(data["silent"]), data["live"])

    def _dump(self, write: Turn, value: Any) -> bytes:
        try:
            return orjson.dumps(write(value), option=orjson.OPT_PASSTHROUGH_DATACLASS)
        except WRONG as error:
            raise CodecError(f"{self.rules.slug}: {type(value).__name__} cannot be stored: {error!r}") from error

    def _load(self, read: Turn, data: bytes) -> Any:
        try:
            return read(orjson.loads(data))
        except WRONG as error:
            edition = f"{self.rules.slug} {self.rules.edition}"
            raise CodecError(f"{edition}: what is stored is not of this edition: {error!r}") from error


@cache
def codec(rules: Ruleset[S, V]) -> Codec[S, V]:
    """Return the one codec of a ruleset, which all its campaigns use; raises `CodecError` as making one does."""
    return Codec(rules)


def prepared(rules: Ruleset[S, V]) -> Codec[S, V]:
    """Return it with all types worked out; raises `CodecError` if something cannot be stored."""
    made = codec(rules)
    made.prepare()
    return made
