"""Forgeries by chance: one thing of a bundle changed in some way, whatever tells of it changed too, all hashes anew."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import orjson

from referee.archive.bundle import HEAD, SIGNATURE
from tests.archive.touching import HASHED, Files, Way, chained

DEEP: Any = []
for _ in range(200):
    DEEP = [DEEP]

OTHERS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 9999, 2**53 - 1, 2**53, -(2**53), 2**53 + 1, 2**64, 10**30, 1.5, -0.0, 1e300, DEEP,
    "", "a", "1", "GM", "Ana", "over", "\ud800", "\u2028\U0001f600", "\x1ca\x85b\ufeff", [], [""], [[]], [1], {},
    {"": ""}, {"a": 1}, {"only": ["Ana"]}, {"only": ["Bob", "Ana"]}, {"but": [], "only": []}, {"but": [1]},
    {"GameEnded": {"to": {"but": []}}}, "2026-11-24T12:00:00", "2026-11-24T12:00:00+01:00", "2026-02-30T12:00:00+00:00",
    "2026-11-24T12:00:00.000000+00:00", "0000-11-24T12:00:00+00:00", "0999-01-02T00:00:00+00:00",
    "20261124T120000+00:00", "2026-11-24T12:00:00.5+00:00", "2026-11-24T24:00:00+00:00",
)  # fmt: skip
"""What stands in the place of something else."""

TOLD_TWICE = {"name": "game", "commitment": "commitment", "options": "options", "ruleset": "ruleset", "seats": "seats"}
"""What game.json tells and what goes into a turn tells too, by its names there and here."""


def forged(files: Files, luck: Random) -> tuple[str, Files]:
    """Change one thing; half the time what else tells of it too, and then the hashes. Say what was done."""
    path = luck.choice([path for path in files if path != SIGNATURE])
    if path != HEAD and (not path.endswith(".json") or luck.random() < 0.1):
        return f"{path}: its bytes", {**files, path: bytes_changed(files[path], luck)}
    data = orjson.loads(files[path])
    did, data = value_changed(data, luck)
    out = {**files, path: written(data, as_hashed=bool(HASHED.fullmatch(path)))}
    if luck.random() < 0.7 and path != HEAD:
        out, did = agreeing(out, path, data), f"{did}, and all that follows"
    return f"{path}: {did}", out


def changed_to(files: Files, path: str, way: Way, value: Any) -> Files:
    """Let another value stand in one place of a file."""
    data = orjson.loads(files[path])
    if not way:
        return {**files, path: written(value)}
    inner = data
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return {**files, path: written(data, as_hashed=bool(HASHED.fullmatch(path)))}


def bytes_changed(data: bytes, luck: Random) -> bytes:
    """Change the writing alone, or a byte."""
    at = luck.randrange(len(data)) if data else 0
    match luck.randrange(5):
        case 0:
            return data[:at] + b" " + data[at:]
        case 1:
            return re.sub(rb"([A-Za-z])", lambda found: rb"\u%04x" % ord(found[1]), data, count=1)
        case 2:
            return re.sub(rb"(\d)([,}\]])", luck.choice([rb"\1.0\2", rb"\1e0\2", rb"-\1\2"]), data, count=1)
        case 3:
            return data[:at] + bytes([luck.randrange(256)]) + data[at + 1 :]
        case _:
            return data[:at] + data[at + 1 :]


def value_changed(data: Any, luck: Random) -> tuple[str, Any]:
    """Change something in plain data."""
    way = luck.choice([*nodes(data)])
    if not way:
        found = luck.choice(OTHERS)
        return f"all is {found!r:.60}", found
    inner = data
    for key in way[:-1]:
        inner = inner[key]
    key, old = way[-1], inner[way[-1]]
    match luck.randrange(8):
        case 0:
            del inner[key]
            return f"{way} is gone", data
        case 1 if isinstance(inner, list):
            inner.insert(int(key), old)
            return f"{way} twice", data
        case 2 if isinstance(inner, list):
            inner.reverse()
            return f"{way[:-1]} backwards", data
        case 1 | 2:
            inner[luck.choice(["a", "step", "to", "__proto__", "\U0001f600"])] = luck.choice([old, *OTHERS])
            return f"more in {way[:-1]}", data
        case 3 if isinstance(old, str):
            inner[key] = luck.choice([old.upper(), old[:-1], old + "\n", " " + old, old + "é", old + "0"])
        case 3 | 4 if isinstance(old, int):
            inner[key] = luck.choice([old + 1, -old, str(old), float(old)])
        case _:
            inner[key] = luck.choice(OTHERS)
    return f"{way}: {old!r:.60} is {inner[key]!r:.60}", data


def nodes(data: Any, way: Way = ()) -> Iterator[Way]:
    """Find the ways to all there is in plain data."""
    yield way
    if isinstance(data, dict | list):
        for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from nodes(inner, (*way, key))


def written(data: Any, *, as_hashed: bool = False) -> bytes:
    """Write JSON as bundles do, of values too that none holds."""
    said = json.dumps(data, sort_keys=not as_hashed, separators=(",", ":"), ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", said).encode()


def agreeing(files: Files, path: str, data: Any) -> Files:
    """Let what else tells of a thing tell the same, and compute the hashes anew, as far as that can be done."""
    out = dict(files)
    try:
        if path == "game.json":
            for name in [name for name in out if name.endswith("/input.json")]:
                told = {there: data[here] for here, there in TOLD_TWICE.items() if here in data}
                out[name] = written(json.loads(out[name]) | told, as_hashed=True)
        elif path == "letters.json":
            for name in [name for name in out if name.endswith("/output.json")]:
                its = [x for x in data if x["of_step"] == int(name[6:10]) and not x["undone"]]
                fields = ("seat", "kind", "number", "subject", "body", "document", "form")
                letters = sorted([one[field] for field in fields] for one in its)
                out[name] = written(json.loads(out[name]) | {"letters": letters}, as_hashed=True)
        return chained(out, json.loads, written)
    except (ValueError, LookupError, TypeError, AttributeError):
        return out
