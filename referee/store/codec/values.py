"""How each type of a ruleset is written as plain data and read back, put together from its type hints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, get_args

import orjson
from cattrs import Converter
from cattrs.errors import StructureHandlerNotFoundError
from cattrs.fns import identity
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from referee.engine.audience import Audience, Seat
from referee.store.codec.hints import (
    DICTS,
    LISTS,
    PLAIN,
    SETS,
    TUPLES,
    CodecError,
    classes,
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

Write = Callable[[Any], Any]
Read = Callable[[Any, Any], Any]
K = TypeVar("K")
T = TypeVar("T")


class Ready(dict[K, T]):
    """What is put together for a key when it is first asked for."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        """Put it together, once."""
        made = self[key] = self._make(key)
        return made


class Values:
    """How to write and read each type that is reachable from some roots: put together once, when it is first met."""

    def __init__(self, roots: Sequence[Any]) -> None:
        """Find the types; raises `CodecError` if they cannot be told apart."""
        self._known = classes(roots)
        names = [kind.__name__ for kind in self._known]
        if twice := {name for name in names if names.count(name) > 1}:
            raise CodecError(f"Two classes have the same name: {', '.join(sorted(twice))}.")
        self._converter = self._prepared()
        known = {kind.__name__: kind for kind in self._known}
        direct = Ready(self._direct)
        self._tags = Ready[type, tuple[str, Write]](lambda kind: (kind.__name__, direct[kind][0]))
        self._kinds = Ready[str, Read](lambda name: direct[known[name]][1])

    def prepare(self) -> None:
        """Put all of it together now; raises `CodecError` for a type that cannot be stored."""
        for kind in self._known:
            self._tags[kind], self._kinds[kind.__name__]

    def both(self, hint: Any) -> tuple[Write, Read]:
        """Return the writer and the reader of a type."""
        if is_plain(hint):
            return identity, _same
        if is_word(kind := stripped(hint)):
            return identity, _word_reader(kind)
        try:
            write: Write = self._converter.get_unstructure_hook(hint)
            return write, self._converter.get_structure_hook(hint)
        except (StructureHandlerNotFoundError, RecursionError) as error:
            raise CodecError(f"{hint} cannot be stored: {type(error).__name__}.") from error

    def tagged(self, value: Any) -> Any:
        """Write a value of any type we know, with its class where JSON does not show it."""
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind is tuple:
            return [self.tagged(one) for one in value]
        if kind is Audience:
            return {"Audience": audience_to(value)}
        name, write = self._tags[kind]
        return {name: write(value)}

    def untagged(self, data: Any, _: Any = None) -> Any:
        """Read what `tagged` wrote."""
        kind = type(data)
        if kind is dict:
            ((name, inner),) = data.items()
            return self._kinds[name](inner, None)
        return tuple([self.untagged(one) for one in data]) if kind is list else data

    def _direct(self, kind: type) -> tuple[Write, Read]:
        """Return the writer and the reader of a value that is of this class and of no subclass."""
        if kind not in self._known:
            raise KeyError(kind.__name__)
        if not is_record(kind) or kind is Audience:
            return self.both(kind)
        return (
            make_dict_unstructure_fn(kind, self._converter),
            make_dict_structure_fn(
                kind, self._converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
            ),
        )

    def _prepared(self) -> Converter:
        """Make the converter. Of several hooks that fit a type, it takes the one named last."""
        made = Converter(detailed_validation=False, forbid_extra_keys=True)
        for fits, writer, reader in (
            (_is_unstorable, self._refuse, self._refuse),
            (is_word, lambda _: identity, _word_reader),
            (is_plain, lambda _: identity, lambda _: _same),
            (is_interned, lambda _: attrgetter("key"), _interned_reader),
            (self._is_parent, lambda _: self.tagged, lambda _: self.untagged),
            (is_open, lambda _: self.tagged, lambda _: self.untagged),
            (is_union, self._union_writer, self._union_reader),
            (_is_many, self._many_writer, self._many_reader),
            (_is_dict, self._dict_writer, self._dict_reader),
            (lambda hint: hint is Audience, lambda _: audience_to, lambda _: audience_from),
        ):
            made.register_unstructure_hook_factory(fits, writer)
            made.register_structure_hook_factory(fits, reader)
        return made

    def _is_parent(self, hint: Any) -> bool:
        """Say whether values of this dataclass may be of a subclass, so that the class must be written too."""
        if not isinstance(hint, type) or not is_record(hint):
            return False
        return any(kind is not hint and issubclass(kind, hint) for kind in self._known)

    def _refuse(self, hint: Any) -> Any:
        raise CodecError(f"{hint} cannot be stored.")

    def _union_writer(self, hint: Any) -> Write:
        inner = optional(hint)
        if inner is None:
            return self.tagged
        write = self.both(inner)[0]
        return write if write is identity else lambda value: None if value is None else write(value)

    def _union_reader(self, hint: Any) -> Read:
        inner = optional(hint)
        if inner is None:
            return self.untagged
        read = self.both(inner)[1]
        return lambda value, _: None if value is None else read(value, None)

    def _many_writer(self, hint: Any) -> Write:
        inner = _elements(hint)
        if isinstance(inner, tuple):
            writers = [self.both(one)[0] for one in inner]
            return lambda value: [write(one) for write, one in zip(writers, value, strict=True)]
        write = self.both(inner)[0]
        if origin(hint) in SETS:
            return lambda value: sorted(map(write, value), key=orjson.dumps)
        return list if write is identity else lambda value: list(map(write, value))

    def _many_reader(self, hint: Any) -> Read:
        inner, make = _elements(hint), _made_of(origin(hint))
        if isinstance(inner, tuple):
            readers = [self.both(one)[1] for one in inner]
            return lambda data, _: tuple([read(one, None) for read, one in zip(readers, data, strict=True)])
        if is_plain(inner):
            return lambda data, _: make(data)
        if is_interned(inner):
            of = _things(inner).__getitem__
            return lambda data, _: make(map(of, data))
        read = self.both(inner)[1]
        return lambda data, _: make([read(one, None) for one in data])

    def _dict_writer(self, hint: Any) -> Write:
        key, inner = get_args(stripped(hint)) or (Any, Any)
        write, write_key = self.both(inner)[0], _key_writer(key)
        if write_key is None:
            other = self.both(key)[0]
            return lambda value: [[other(k), write(v)] for k, v in value.items()]
        return lambda value: {write_key(k): write(v) for k, v in value.items()}

    def _dict_reader(self, hint: Any) -> Read:
        key, inner = get_args(stripped(hint)) or (Any, Any)
        read, read_key = self.both(inner)[1], _key_reader(key)
        if read_key is None:
            other = self.both(key)[1]
            return lambda data, _: {other(k, None): read(v, None) for k, v in data}
        return lambda data, _: {read_key(k): read(v, None) for k, v in data.items()}


def _same(value: Any, _: Any) -> Any:
    return value


def _word_reader(kind: type[Enum]) -> Read:
    """Return the reader of an enumeration; to write, its members are left to orjson, which writes their values."""
    members = {one.value: one for one in kind}
    return lambda value, _: members[value]


@cache
def _things(kind: Any) -> Ready[str, Any]:
    """Return the things of a class that have one identity each, by their keys; a pack has few, and many are read."""
    return Ready(kind.of)


def _interned_reader(kind: Any) -> Read:
    there = _things(kind)
    return lambda value, _: there[value]


def _is_many(hint: Any) -> bool:
    return origin(hint) in LISTS | TUPLES | SETS


def _is_dict(hint: Any) -> bool:
    return origin(hint) in DICTS


def _is_unstorable(hint: Any) -> bool:
    """Say whether it is something that nothing here knows; records are left to the converter."""
    return not is_record(hint)


def _elements(hint: Any) -> Any:
    """Return the type of all elements, or a tuple of the types of each."""
    arguments = get_args(stripped(hint))
    if origin(hint) is not tuple:
        return arguments[0] if arguments else Any
    match arguments:
        case ():
            return Any
        case (inner, last) if last is Ellipsis:
            return inner
        case _:
            return arguments


def _made_of(kind: Any) -> Callable[[Any], Any]:
    """Return what makes a collection of this type; an open Sequence comes back as a tuple."""
    if kind in TUPLES:
        return tuple
    return frozenset if kind in SETS and kind is not set else kind


def _key_writer(hint: Any) -> Write | None:
    """Return how the keys of a dictionary become text, or nothing if they cannot."""
    hint = stripped(hint)
    if hint is str:
        return identity
    if hint is int:
        return str
    if is_interned(hint):
        return attrgetter("key")
    return attrgetter("value") if is_word(hint) and issubclass(hint, str) else None


def _key_reader(hint: Any) -> Write | None:
    hint = stripped(hint)
    if hint is str:
        return identity
    if is_interned(hint):
        return _things(hint).__getitem__
    return hint if hint is int or (is_word(hint) and issubclass(hint, str)) else None


@cache
def audience_to(to: Audience) -> dict[str, list[str]]:
    """Write an audience: `only` these seats, or everybody `but` these."""
    return {"but" if to.others else "only": list(to.seats)}


def audience_from(data: Mapping[str, Sequence[str]], _: Any = None) -> Audience:
    """Read an audience."""
    if "but" in data:
        return _audience(tuple(data["but"]), True)
    return _audience(tuple(data["only"]), False)


@cache
def _audience(seats: tuple[Seat, ...], others: bool) -> Audience:
    return Audience(seats, others)
