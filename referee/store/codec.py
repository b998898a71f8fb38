"""Values of the engine and of one ruleset as JSON, and back to exactly what they were.

Bytes follow from the value alone. Dataclasses and dictionaries keep their
order, for rules may go through a dictionary and must do so alike after it was
stored; sets are sorted. Things with one identity (`key` and `of`) come back as
themselves. Where a type hint leaves the class open, the value is written as
`{"ClassName": value}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_args

import orjson

from referee.engine.asks import Given, Why
from referee.engine.audience import Audience, Seat
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import OnFile
from referee.engine.table import S, V
from referee.store.hints import (
    DICTS,
    LISTS,
    PLAIN,
    SETS,
    TUPLES,
    CodecError,
    classes,
    field_hints,
    is_interned,
    is_open,
    is_plain,
    is_record,
    is_union,
    is_word,
    optional,
    origin,
    stripped,
)  # fmt: skip

__all__ = ["Codec", "CodecError", "audience_from", "audience_to", "codec", "on_file_to", "prepared"]

EVENTS: tuple[type[Event], ...] = (Answered, OrderLapsed, GameEnded)
WRONG = (TypeError, ValueError, LookupError, AttributeError)

Turn = Callable[[Any], Any]
"""Turns a value into plain data, or plain data into a value."""

Both = tuple[Turn, Turn]
"""How values of a type are written, and how they are read."""

K = TypeVar("K")
T = TypeVar("T")


def as_it_is(one: Any) -> Any:
    """Leave it as it is, as JSON has it."""
    return one


class Ready(dict[K, T]):
    """What is put together for a key when it is first asked for."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        """Put it together, once."""
        made = self[key] = self._make(key)
        return made


class Codec(Generic[S, V]):
    """Writes and reads the values of one ruleset; made once (`codec`), then used from any thread.

    How a type is stored is put together when it is first met: a single turn has few of them.
    """

    def __init__(self, rules: Ruleset[S, V]) -> None:
        """Find the types that the ruleset stores; raises `CodecError` if two have the same name."""
        self.rules = rules
        kept = rules.stored
        events = {kind: kind for kind in (*EVENTS, *kept.events)}
        self._known = classes((kept.state, kept.view, *events, *kept.asks, Why))
        names = [kind.__name__ for kind in self._known]
        if twice := {name for name in names if names.count(name) > 1}:
            raise CodecError(f"Two classes have the same name: {', '.join(sorted(twice))}.")
        known = dict(zip(names, self._known, strict=True))
        self._named = {kind.__name__: kind for kind in events}
        self._ready = Ready(self._made)
        exact = Ready(self._exactly)
        self._tags = Ready[type, tuple[str, Turn]](lambda kind: (kind.__name__, exact[kind][0]))
        self._kinds = Ready[str, Turn](lambda name: exact[known[name]][1])
        self._write_event = Ready[type[Event], Turn](lambda kind: self._both(events[kind])[0])
        self._read_event = Ready[str, Turn](lambda name: self._both(self._named[name])[1])

    def prepare(self) -> None:
        """Put all of them together now; raises `CodecError` for a type that cannot be stored."""
        for hint in (self.rules.stored.state, self.rules.stored.view, *self._named.values()):
            self._both(hint)
        for kind in self._known:
            self._tags[kind], self._kinds[kind.__name__]

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
        return self._dump(self._tagged, value)

    def load_value(self, data: bytes) -> Any:
        """Read an answer or a choice."""
        return self._load(self._untagged, data)

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
        answers = {key: self._tagged(value) for key, value in sorted(given.answers.items())}
        return {"answers": answers, "silent": sorted(given.silent), "live": given.live}

    def _given_from(self, data: dict[str, Any]) -> Given:
        answers = {key: self._untagged(value) for key, value in data["answers"].items()}
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

    def _both(self, hint: Any) -> Both:
        """Return the writer and the reader of a type."""
        try:
            return self._ready[hint]
        except RecursionError as error:
            raise CodecError(f"{hint} cannot be stored, for it may hold itself.") from error

    def _tagged(self, value: Any) -> Any:
        """Write a value of any type we know, with its class where JSON does not show it."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is tuple:
            return [self._tagged(one) for one in value]
        if kind is Audience:
            return {"Audience": audience_to(value)}
        name, write = self._tags[kind]
        return {name: write(value)}

    def _untagged(self, data: Any) -> Any:
        """Read what `_tagged` wrote."""
        kind = type(data)
        if kind is dict:
            ((name, inner),) = data.items()
            return self._kinds[name](inner)
        return tuple([self._untagged(one) for one in data]) if kind is list else data

    def _exactly(self, kind: type) -> Both:
        """Return the writer and the reader of a value that is of this class and of no subclass."""
        if kind not in self._known:
            raise KeyError(kind.__name__)
        return self._record(kind) if is_record(kind) and kind is not Audience else self._both(kind)

    def _made(self, hint: Any) -> Both:
        """Put a type's writer and reader together."""
        hint = stripped(hint)
        if (leaf := _leaf(hint)) is not None:
            return leaf
        if is_open(hint) or self._is_parent(hint):
            return self._tagged, self._untagged
        if is_union(hint):
            return self._union(hint)
        if origin(hint) in LISTS | TUPLES | SETS:
            return self._many(hint)
        if origin(hint) in DICTS:
            return self._dict(hint)
        if is_record(hint):
            return self._record(origin(hint))
        raise CodecError(f"{hint} cannot be stored.")

    def _is_parent(self, hint: Any) -> bool:
        """Say whether values of this dataclass may be of a subclass, so that the class must be written too."""
        if not isinstance(hint, type) or not is_record(hint):
            return False
        return any(kind is not hint and issubclass(kind, hint) for kind in self._known)

    def _record(self, kind: type) -> Both:
        """Return how a dataclass is written by its fields, and made of them again; it refuses what is none of them."""
        both = {name: self._both(hint) for name, hint in field_hints(kind).items()}
        writers = [(name, write) for name, (write, _) in both.items() if write is not as_it_is]
        readers = [(name, read) for name, (_, read) in both.items() if read is not as_it_is]

        def write(value: Any) -> Any:
            data = {name: getattr(value, name) for name in both}
            for name, turn in writers:
                data[name] = turn(data[name])
            return data

        def read(data: Any) -> Any:
            given = data.copy()
            for name, turn in readers:
                if name in given:
                    given[name] = turn(given[name])
            return kind(**given)

        return write, read

    def _union(self, hint: Any) -> Both:
        inner = optional(hint)
        if inner is None:
            return self._tagged, self._untagged
        write, read = self._both(inner)
        return _unless_none(write), _unless_none(read)

    def _many(self, hint: Any) -> Both:
        inner, make = _elements(hint), _made_of(origin(hint))
        if isinstance(inner, tuple):
            return self._row(inner)
        write, read = self._both(inner)
        if origin(hint) in SETS:
            return (lambda value: sorted(map(write, value), key=orjson.dumps)), (lambda data: make(map(read, data)))
        return (
            list if write is as_it_is else lambda value: list(map(write, value)),
            make if read is as_it_is else lambda data: make(map(read, data)),
        )

    def _row(self, kinds: tuple[Any, ...]) -> Both:
        """Return how a tuple is written and read of which each place has a type of its own."""
        both = [self._both(one) for one in kinds]
        writers, readers = [write for write, _ in both], [read for _, read in both]
        return (
            lambda value: [write(one) for write, one in zip(writers, value, strict=True)],
            lambda data: tuple([read(one) for read, one in zip(readers, data, strict=True)]),
        )

    def _dict(self, hint: Any) -> Both:
        key, inner = get_args(hint) or (Any, Any)
        write, read = self._both(inner)
        if (as_text := _key(key)) is not None:
            to_text, of_text = as_text
            return (
                lambda value: {to_text(k): write(v) for k, v in value.items()},
                lambda data: {of_text(k): read(v) for k, v in data.items()},
            )
        write_key, read_key = self._both(key)
        return (
            lambda value: [[write_key(k), write(v)] for k, v in value.items()],
            lambda data: {read_key(k): read(v) for k, v in data},
        )


@cache
def codec(rules: Ruleset[S, V]) -> Codec[S, V]:
    """Return the one codec of a ruleset, which all its campaigns use; raises `CodecError` as making one does."""
    return Codec(rules)


def prepared(rules: Ruleset[S, V]) -> Codec[S, V]:
    """Return it with all types worked out; raises `CodecError` if something cannot be stored."""
    made = codec(rules)
    made.prepare()
    return made


def _leaf(hint: Any) -> Both | None:
    """Return how a value without values in it is written and read; nothing for a type of others."""
    if is_plain(hint):
        return as_it_is, as_it_is
    if is_word(hint):
        # To write, its members are left to orjson, which writes their values.
        return as_it_is, {one.value: one for one in hint}.__getitem__
    if is_interned(hint):
        return attrgetter("key"), _things(hint).__getitem__
    return (audience_to, audience_from) if hint is Audience else None


def _unless_none(turn: Turn) -> Turn:
    return turn if turn is as_it_is else lambda one: None if one is None else turn(one)


@cache
def _things(kind: Any) -> Ready[str, Any]:
    """Return the things of a class that have one identity each, by their keys; a pack has few, and many are read."""
    return Ready(kind.of)


def _elements(hint: Any) -> Any:
    """Return the type of all elements, or a tuple of the types of each."""
    arguments = get_args(hint)
    if origin(hint) is not tuple:
        return arguments[0] if arguments else Any
    match arguments:
        case ():
            return Any
        case (inner, last) if last is Ellipsis:
            return inner
        case _:
            return arguments


def _made_of(kind: Any) -> Callable[[Iterable[Any]], Any]:
    """Return what makes a collection of this type; an open Sequence comes back as a tuple."""
    if kind in TUPLES:
        return tuple
    made: Callable[[Iterable[Any]], Any] = frozenset if kind in SETS and kind is not set else kind
    return made


def _key(hint: Any) -> Both | None:
    """Return how the keys of a dictionary become text and are read again, or nothing if they cannot."""
    hint = stripped(hint)
    if hint is str:
        return as_it_is, as_it_is
    if hint is int:
        return str, int
    if is_interned(hint):
        return attrgetter("key"), _things(hint).__getitem__
    return (attrgetter("value"), hint) if is_word(hint) and issubclass(hint, str) else None


def on_file_to(on_file: OnFile) -> dict[str, Any]:
    """Write what is on file as plain data."""
    turns = {str(turn): list(lines) for turn, lines in on_file.turns.items()}
    return {"turns": turns, "standing": list(on_file.standing), "waits": on_file.waits}


@cache
def audience_to(to: Audience) -> dict[str, list[str]]:
    """Write an audience: `only` these seats, or everybody `but` these."""
    return {"but" if to.others else "only": list(to.seats)}


def audience_from(data: Mapping[str, Sequence[str]]) -> Audience:
    """Read an audience."""
    if "but" in data:
        return _audience(tuple(data["but"]), True)
    return _audience(tuple(data["only"]), False)


@cache
def _audience(seats: tuple[Seat, ...], others: bool) -> Audience:
    return Audience(seats, others)
