"""Plain data read strictly: nothing is taken for something else that is like it, as a text for a number or a list.

So whatever reads a bundle in another language (BUNDLE.md) comes to the same values, or refuses it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

import orjson
from cattrs import Converter
from cattrs.errors import ForbiddenExtraKeysError

from referee.archive.told import ALL, YOU
from referee.engine.audience import Audience
from referee.store.codec import audience_from

T = TypeVar("T")
Texts = tuple[str, ...]

WRONG = (TypeError, ValueError, LookupError, AttributeError, OverflowError, ForbiddenExtraKeysError)
"""What reading raises over data that are not such as they should be."""

MOST = 2**53 - 1
"""The largest whole number in a bundle: the largest that every language reads as it is written."""

DEEPEST = 100
"""So deep may lists and dictionaries lie in one another."""


def is_plain(data: Any, room: int = DEEPEST) -> bool:
    """Say whether data are such as bundles hold: no fractions, no number too large, nothing too deep in something."""
    kind = type(data)
    if kind is int:
        return -MOST <= int(data) <= MOST
    if kind is dict:
        return room > 0 and all(is_plain(inner, room - 1) for inner in data.values())
    if kind is list:
        return room > 0 and all(is_plain(inner, room - 1) for inner in data)
    return kind is not float


def just(data: Any, kind: type[T]) -> T:
    """Return data that are of just this kind; raises `TypeError` for any other."""
    if type(data) is not kind:
        raise TypeError(f"{data!r} is no {kind.__name__}")
    return data


def as_written(text: str) -> Any:
    """Return the data of JSON that stands in a bundle as text; raises `ValueError` if it would be written otherwise."""
    data = orjson.loads(text)
    if not is_plain(data) or orjson.dumps(data) != text.encode():
        raise ValueError("it is not written as bundles are")
    return data


def reads_strictly(made: Converter) -> None:
    """Let a converter read what has one form in all bundles, and nothing that is only like it."""
    for kind in (str, int, bool):
        made.register_structure_hook(kind, just)
    made.register_structure_hook(datetime, _moment)
    made.register_structure_hook(timedelta, _span)
    made.register_structure_hook(Audience, _audience)


def events(data: Any, *, told: bool = False) -> list[Any]:
    """Return events as they are, each a dictionary of one name; raises an error of `WRONG` if they are none.

    Each has its audience or, where its reader was ``told`` it, a word instead.
    """
    for one in just(data, list):
        ((name, said),) = just(one, dict).items()
        if told and said["to"] not in (ALL, YOU):
            raise ValueError(f"{said['to']!r} is no audience")
        if not told:
            _audience(said["to"])
        if name == "GameEnded":
            just(said["reason"], str)
            _texts([*just(said["winners"], list), *just(said["losers"], list)])
    return just(data, list)


def answers(data: Any) -> Mapping[str, Any]:
    """Return the answers out of what was given to a step beside its orders (CHAIN.md 2); raises an error of `WRONG`."""
    if set(just(data, dict)) != {"answers", "live", "silent"}:
        raise ValueError("it is not what is given to a step")
    just(data["live"], bool)
    _texts(data["silent"])
    return just(data["answers"], dict)


def _texts(data: Any) -> Texts:
    return tuple([just(one, str) for one in just(data, list)])


def _moment(data: Any, _: Any) -> datetime:
    found = datetime.fromisoformat(just(data, str))
    if found.utcoffset() != timedelta(0):
        raise ValueError(f"{data} is not in UTC")
    return found


def _span(data: Any, _: Any) -> timedelta:
    if just(data, int) < 0:
        raise ValueError("there is no such length of time")
    return timedelta(seconds=data)


def _audience(data: Any, _: Any = None) -> Audience:
    ((_way, seats),) = just(data, dict).items()
    _texts(seats)
    return audience_from(data)
