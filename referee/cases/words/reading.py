"""Reading the situations of rule cases: keys, numbers, lists, and who sits at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.audience import Seat
from referee.engine.errors import SetupError
from referee.engine.lexicon import nearest

REST = "REST"
"""In a list: whatever lies nowhere else."""


def only_known(data: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Refuse a key that does not exist, and offer the nearest."""
    for key in data:
        if key not in known:
            hint = nearest(str(key), known) or f"There are {', '.join(known)}."
            raise SetupError(f"There is no key {key} in {where}. {hint}")


def whole_number(value: Any, what: str, least: int | None = None) -> int:
    """Read a whole number, perhaps with a least value."""
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        wanted = "a whole number" if least is None else f"a whole number, {least} or more"
        raise SetupError(f"{what} is {wanted}, not {value}.")
    return value


def listed(value: Any) -> list[str]:
    """Read a list of words, one word alone, or none."""
    if value is None or value == "none":
        return []
    return [str(item) for item in value] if isinstance(value, list | tuple) else [str(value)]


def words_in(value: Any) -> Iterator[str]:
    """List all words and numbers among what a case gives, in capital letters; the keys of maps are none."""
    match value:
        case None:
            return
        case Mapping():
            yield from (word for one in value.values() for word in words_in(one))
        case list() | tuple():
            yield from (word for one in value for word in words_in(one))
        case _:
            yield str(value).upper()


def counted(value: Any) -> int | None:
    """Read how many cards a pile has where a case writes a number in place of the cards, else nothing."""
    return None if isinstance(value, bool) or not isinstance(value, int) else whole_number(value, "a pile of cards", 0)


def seat_named(seats: Sequence[Seat], name: Any) -> Seat:
    """Find a seat by its name, in small or capital letters."""
    for seat in seats:
        if seat.casefold() == str(name).casefold():
            return seat
    hint = nearest(str(name), seats) or f"There are {' and '.join(seats)}."
    raise SetupError(f"There is no player {name}. {hint}")


def by_seat(seats: Sequence[Seat], value: Any, where: str) -> dict[Seat, Any]:
    """Read values by name, or a list of one for each seat in seat order."""
    if value is None:
        return {}
    if isinstance(value, list) and len(value) == len(seats) and not any(isinstance(one, str) for one in value):
        return dict(zip(seats, value, strict=True))
    if not isinstance(value, Mapping):
        raise SetupError(f"{where} is written by name, such as {where}: {{Ana: ...}}, not {value}.")
    return {seat_named(seats, name): one for name, one in value.items()}


def players_of(
    data: Mapping[str, Any], by_name: Iterable[str], first: Any, least: int, names: Sequence[str],
    fields: Mapping[str, str],
) -> tuple[tuple[Seat, ...], Mapping[str, Any]]:  # fmt: skip
    """Read who plays: names, a number, or a map of what each has; else all who are named, see `seated`.

    Returns also what is given, with the map's members under keys of their own, see `players_apart`.
    """
    players = data.get("players", 0)
    if isinstance(players, int):
        return tuple(seated(data, by_name, first, least, names)), data
    return tuple(Seat(str(name)) for name in players), players_apart(data, fields)


def seated(data: Mapping[str, Any], by_name: Iterable[str], first: Any, least: int, names: Sequence[str]) -> list[Seat]:
    """Seat all whom a case names under these keys, ``first`` before them, and others until there are enough.

    ``players`` may be their number; without it there are ``least`` of them, or as many as are named. If all of them
    have the customary ``names``, these sit in their customary order.
    """
    maps = [data[key] for key in by_name if isinstance(data.get(key), Mapping)]
    named = list(dict.fromkeys(str(name) for one in maps for name in one))
    if isinstance(first, str) and first not in named:
        named.insert(0, first)
    count = data["players"] if "players" in data else max(least, len(named))
    if all(name in names for name in named):
        count, named = max(count, *(names.index(name) + 1 for name in named), 0), []
    others = (*(name for name in names if name not in named), *(f"Player {n}" for n in range(count)))
    return [Seat(name) for name in [*named, *others][:count]]


def players_apart(data: Mapping[str, Any], fields: Mapping[str, str]) -> Mapping[str, Any]:
    """Lay what a map of players says of each under the keys that say it by name: ``hand`` is of ``hands``."""
    players = data.get("players")
    if not isinstance(players, Mapping):
        return data
    apart: dict[str, dict[str, Any]] = {}
    for name, own in players.items():
        only_known(own or {}, tuple(fields), "a player")
        for key, value in (own or {}).items():
            apart.setdefault(fields[key], {})[str(name)] = value
    return {**data, **{key: {**(data.get(key) or {}), **value} for key, value in apart.items()}}
