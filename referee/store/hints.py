"""Reading the type hints of what a ruleset stores: which classes there are, and what sort of thing each is."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, Union, get_args, get_origin

PLAIN: frozenset[type] = frozenset({str, int, bool, NoneType})
"""What JSON has itself. Floats are not stored: no rule needs them, and they have no one form."""

LISTS: frozenset[type] = frozenset({list})
TUPLES: frozenset[type] = frozenset({tuple, collections.abc.Sequence})
SETS: frozenset[type] = frozenset({set, frozenset, collections.abc.Set})
DICTS: frozenset[type] = frozenset({dict, collections.abc.Mapping, collections.abc.MutableMapping})


class CodecError(ValueError):
    """A type or value that cannot be stored, or stored data that is none of this ruleset's."""


def stripped(hint: Any) -> Any:
    """Return a hint without its wrappings: of NewTypes and annotated types, what they are made of."""
    while True:
        if hasattr(hint, "__supertype__"):
            hint = hint.__supertype__
        elif get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        else:
            return hint


def origin(hint: Any) -> Any:
    """Return the class behind a hint: of `tuple[int, ...]`, tuple; of a plain class, itself."""
    hint = stripped(hint)
    return get_origin(hint) or hint


def is_union(hint: Any) -> bool:
    """Say whether the hint allows several types."""
    return get_origin(hint) in (Union, UnionType)


def is_open(hint: Any) -> bool:
    """Say whether the hint says nothing about the type."""
    return hint is Any or hint is object or isinstance(hint, TypeVar)


def is_plain(hint: Any) -> bool:
    """Say whether all values of a hint are JSON as they are."""
    hint = stripped(hint)
    if get_origin(hint) is Literal:
        return all(type(value) in PLAIN for value in get_args(hint))
    return isinstance(hint, type) and hint in PLAIN


def is_word(hint: Any) -> TypeGuard[type[Enum]]:
    """Say whether it is an enumeration."""
    return isinstance(hint, type) and issubclass(hint, Enum)


def is_interned(hint: Any) -> bool:
    """Say whether things of a class have one identity each: named by `key`, found again with `of`."""
    if not isinstance(hint, type) or not callable(getattr(hint, "of", None)):
        return False
    return hasattr(hint, "key") or any("key" in get_annotations(one) for one in hint.__mro__)


def is_record(hint: Any) -> bool:
    """Say whether it is a dataclass, to be stored field by field."""
    return isinstance(origin(hint), type) and is_dataclass(origin(hint)) and not is_interned(origin(hint))


def optional(hint: Any) -> Any:
    """Return what a hint allows besides None, if that is one type and None is allowed; else nothing."""
    arms = [arm for arm in get_args(hint) if arm is not NoneType]
    return arms[0] if is_union(hint) and len(arms) == 1 else None


def classes(roots: Iterable[Any]) -> list[type]:
    """List the dataclasses, enumerations and interned classes that values of these types may hold, each once."""
    found: dict[type, None] = {}
    todo = list(roots)
    while todo:
        hint = stripped(todo.pop())
        if is_plain(hint) or is_open(hint) or hint is Ellipsis:
            continue
        kind = get_origin(hint) or hint
        todo += get_args(hint) if kind is not Literal else ()
        if not isinstance(kind, type) or kind in found:
            continue
        if is_word(kind) or is_interned(kind):
            found[kind] = None
        elif is_dataclass(kind):
            found[kind] = None
            todo += field_hints(kind).values()
            todo += [given for parent in getattr(kind, "__orig_bases__", ()) for given in get_args(parent)]
    return sorted(found, key=lambda kind: (kind.__name__, kind.__module__))


def field_hints(kind: type) -> dict[str, Any]:
    """Return the hints of a dataclass's fields by their names; raises `CodecError` for one that cannot be given."""
    hints = {name: hint for one in reversed(kind.__mro__) for name, hint in _own_hints(one).items()}
    for one in fields(kind):
        if not one.init:
            raise CodecError(f"{kind.__qualname__}.{one.name} is not given to its __init__, so it cannot be read back.")
    return {one.name: hints[one.name] for one in fields(kind)}


@cache
def _own_hints(kind: type) -> dict[str, Any]:
    """Evaluate the hints that stand in a class itself; `get_type_hints` does its parents' once more for each child."""
    try:
        return get_annotations(kind, eval_str=True)
    except NameError as error:
        raise CodecError(f"{kind.__qualname__}: {error}. Import what its fields need at run time, too.") from error
