"""Copies of states and views, which are changed without touching what was copied.

What can change is copied: lists, dictionaries, sets, and dataclasses that are not frozen, at every depth. The rest is
shared. How the copy of a class is made is read once from its type hints and compiled, for games copy by the thousand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

Copy = Callable[[Any], Any]

COLLECTIONS = (list, set, Mapping)


def copied(one: T) -> T:
    """Return a copy of a state, a view, or any part of one, that can be changed without touching it."""
    kind: Any = type(one)
    made: T = _copier(kind)(one)
    return made


def recast(one: Any, kind: type[T], **instead: Any) -> T:
    """Make one of another kind, with the same fields, of what this one holds, but for what it is to hold instead.

    Nothing is copied: so an edition of a game's rules hands over a state or a view as its own.
    """
    return kind(**{f.name: getattr(one, f.name) for f in fields(one)} | instead)


@cache
def _copier(kind: type) -> Copy:
    """Compile the copying of one dataclass; collections are copied by what is in them, all else is its own copy."""
    if kind in (list, set, tuple, dict):
        return _whatever
    return _Source().compiled(kind) if _changes(kind) else lambda one: one


class _Source:
    """The source of one copying function, with the names that it calls."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.making: list[type] = []

    def compiled(self, kind: type) -> Copy:
        source = f"def copy(one): return {self.made('one', kind)}"
        exec(compile(source, f"<copy of {kind.__qualname__}>", "exec"), self.names)
        copy: Copy = self.names["copy"]
        return copy

    def made(self, what: str, kind: type) -> str:
        """Write down the copy of a dataclass, field by field; a part of its own kind is left to a call."""
        if kind in self.making:
            return self.called(what, copied)
        self.making.append(kind)
        hints = get_type_hints(kind, include_extras=True)
        said = [(f, self.written(f"{what}.{f.name}", hints[f.name])) for f in fields(kind)]
        self.making.pop()
        return self.called(", ".join(f"{f.name}={copy}" if f.kw_only else copy for f, copy in said), kind)

    def written(self, what: str, hint: Any) -> str:
        """Write down the copy of a value with this hint."""
        if not _may_change(hint):
            return what
        kind, inner = _class(hint), get_args(_bare(hint))
        if kind is list:
            return f"[{self.part('each', inner[0])} for each in {what}]" if _any_changes(inner) else f"{what}[:]"
        if _collects(kind):
            if not _any_changes(inner):
                return f"{what}.copy()"
            return f"{{key: {self.part('value', inner[-1])} for key, value in {what}.items()}}"
        arms = list(_arms(hint))
        if kind in (Union, UnionType) and len(arms) == 1:
            return f"None if {what} is None else {self.written(what, arms[0])}"
        return self.called(what, _copier(kind) if _changes(kind) else _whatever)

    def part(self, what: str, hint: Any) -> str:
        """Write down the copy of one of many; a dataclass is made on the spot, for a call takes longer."""
        return self.made(what, _bare(hint)) if _changes(_bare(hint)) else self.written(what, hint)

    def called(self, what: str, callee: Copy) -> str:
        name = f"made_{len(self.names)}"
        self.names[name] = callee
        return f"{name}({what})"


def _changes(kind: Any) -> bool:
    """Say whether a class is a dataclass whose values can be changed in place."""
    return isinstance(kind, type) and is_dataclass(kind) and kind.__setattr__ is object.__setattr__


def _collects(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, COLLECTIONS)


def _may_change(hint: Any) -> bool:
    """Say whether a value with this hint can be changed in place, or holds something that can."""
    kind = _class(hint)
    if kind in (Union, UnionType, tuple):
        return _any_changes(_arms(hint))
    return kind in (Any, object) or isinstance(kind, TypeVar) or _collects(kind) or _changes(kind)


def _any_changes(hints: Any) -> bool:
    return any(map(_may_change, hints))


def _arms(hint: Any) -> Iterator[Any]:
    return (arm for arm in get_args(_bare(hint)) if arm not in (NoneType, Ellipsis))


def _class(hint: Any) -> Any:
    return get_origin(_bare(hint)) or _bare(hint)


def _bare(hint: Any) -> Any:
    """Return a hint without its wrappings: of NewTypes and annotated types, what they are made of."""
    while hasattr(hint, "__supertype__") or get_origin(hint) is Annotated:
        hint = hint.__supertype__ if hasattr(hint, "__supertype__") else get_args(hint)[0]
    return hint


def _whatever(one: Any) -> Any:
    """Copy a value of which its hint says too little."""
    if isinstance(one, dict):
        made = one.copy()
        made.update((key, _whatever(value)) for key, value in one.items())
        return made
    return type(one)(map(_whatever, one)) if type(one) in (list, set, tuple) else copied(one)
