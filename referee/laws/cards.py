"""Finding and exchanging cards in anything, without knowing a game: a card is whatever an oracle calls hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any

from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.engine.values import field_names

Path = tuple[Any, ...]
"""The names that lead to something in a value."""


def kinds(game: Game[Any, Any]) -> tuple[type, ...]:
    """The types of this game's cards, as its oracle shows them."""
    found = {type(card) for seat in game.setup.seats for card in game.rules.hidden(game.state, seat)}
    return tuple(sorted(found, key=lambda kind: kind.__name__))


def cards_in(value: Any, kinds: tuple[type, ...]) -> list[Any]:
    """Every card in a value, as often as it is there."""
    found: list[Any] = []
    _gather(value, kinds, found)
    return found


def _gather(value: Any, kinds: tuple[type, ...], found: list[Any]) -> None:
    if isinstance(value, kinds):
        found.append(value)
    elif (inside := _inside(value.__class__)) is not None:
        for item in inside(value):
            _gather(item, kinds, found)


@cache
def _inside(kind: type) -> Callable[[Any], Iterable[Any]] | None:
    """How one comes to what lies in the values of a type; nothing lies in most."""
    if names := field_names(kind):
        return lambda value: [getattr(value, name) for name in names]
    if issubclass(kind, Mapping):
        return lambda value: chain.from_iterable(value.items())
    return iter if issubclass(kind, list | tuple | set | frozenset) else None


def piles(value: Any, kinds: tuple[type, ...]) -> Iterator[Any]:
    """Every list of cards of several names and nothing else in a value, wherever it lies."""
    if isinstance(value, list | tuple) and value and all(isinstance(one, kinds) for one in value):
        if len(set(map(str, value))) > 1:
            yield value
    elif not isinstance(value, kinds) and (inside := _inside(value.__class__)) is not None:
        for item in inside(value):
            yield from piles(item, kinds)


def rows(value: Any, found: tuple[type, ...], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every list of nothing but cards in a value, with the path of names to it."""
    if isinstance(value, list | tuple) and value and all(isinstance(one, found) for one in value):
        yield path, value
    elif not isinstance(value, found):
        for name, inner in parts(value):
            yield from rows(inner, found, (*path, name))


def exchanged(value: Any, one: Any, other: Any) -> Any:
    """A copy of a value with two cards in each other's place."""
    if value == one and type(value) is type(one):
        return other
    if value == other and type(value) is type(other):
        return one
    match value:
        case Enum():
            return value
        case Mapping():
            return type(value)((exchanged(k, one, other), exchanged(v, one, other)) for k, v in value.items())  # type: ignore[call-arg]
        case list() | set() | frozenset():
            return type(value)(exchanged(item, one, other) for item in value)
        case tuple():
            return tuple(exchanged(item, one, other) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            names = [f.name for f in fields(value) if f.init]
            changed = {n: exchanged(getattr(value, n), one, other) for n in names}
            if all(changed[n] is getattr(value, n) for n in names):
                return value
            return replace(value, **changed)
        case _:
            return value


def places(value: Any, kinds: tuple[type, ...], path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Every card in a value with the zone where it lies: the path of names to it, its place in a list left out."""
    if isinstance(value, kinds):
        yield value, path
    elif names := field_names(value.__class__):
        for name in names:
            yield from places(getattr(value, name), kinds, (*path, name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from places(item, kinds, (*path, key))
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from places(item, kinds, path)


def kind_of_zone(path: tuple[Any, ...], seats: tuple[Seat, ...]) -> tuple[Any, ...]:
    """A zone without its owner: all hands are one kind."""
    return tuple("*" if part in seats else part for part in path)


def parts(value: Any) -> Iterator[tuple[Any, Any]]:
    """What a value is made of, by name, key or place; nothing for one that is a whole."""
    if names := field_names(value.__class__):
        yield from ((name, getattr(value, name)) for name in names)
    elif isinstance(value, Mapping):
        yield from value.items()
    elif type(value) in (list, tuple):
        yield from enumerate(value)
