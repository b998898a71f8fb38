"""Bundles that somebody laid hands on: one leaf of one file changed, and the list of files made anew or not."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from zipfile import ZipFile, ZipInfo

import orjson

from referee.archive import packing, signature
from referee.archive.bundle import HEAD, SIGNATURE
from referee.store.chain import canonical, hashes

Files = dict[str, bytes]
Way = tuple[str | int, ...]
"""The keys and places that lead to a leaf of plain data."""

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
HASHED = re.compile(r"steps/\d+/(input|output)\.json")


def remade(files: Mapping[str, bytes], key: bytes | None = None) -> bytes:
    """Pack files with a list that fits them; signed with this key, or not at all."""
    rest = {path: data for path, data in files.items() if path not in (HEAD, SIGNATURE)}
    listed = {path: hashlib.sha256(data).hexdigest() for path, data in rest.items()}
    head = with_list(files[HEAD], listed)
    signed = {}
    if key is not None:
        by = {"key": signature.public_half(key).hex(), "signature": signature.sign(key, head).hex()}
        signed = {SIGNATURE: canonical(by)}
    return stored({HEAD: head, **signed, **rest})


def stored(files: Mapping[str, bytes]) -> bytes:
    """Pack files without making them smaller, as a bundle may be too: a thousand of them are packed here."""
    out = io.BytesIO()
    with ZipFile(out, "w") as made:
        for path, data in files.items():
            made.writestr(ZipInfo(path, packing.MADE), data)
    return out.getvalue()


def with_list(head: bytes, listed: dict[str, str]) -> bytes:
    """Put this list of files into a head, if it can hold one: forgers may have made it something else."""
    try:
        return canonical(orjson.loads(head) | {"files": listed})
    except (orjson.JSONDecodeError, TypeError):
        return head


def chained(
    files: Files, read: Callable[[bytes], Any] = orjson.loads, write: Callable[[Any], bytes] = canonical
) -> Files:
    """Compute the hashes of all turns anew, as somebody does who knows how they are made."""
    out, previous = dict(files), "0" * 64
    for path in sorted(path for path in files if path.endswith("/step.json")):
        at = path.removesuffix("step.json")
        made = hashes(out[f"{at}input.json"], out[f"{at}output.json"], previous)
        told = {"input_hash": made.input, "output_hash": made.output, "previous_hash": previous}
        out[path] = write(read(out[path]) | told | {"chain_hash": made.chain})
        previous = made.chain
    return out


def leaves(data: Any, way: Way = ()) -> Iterator[Way]:
    """Find the leaves of plain data: all that is neither a list nor a dictionary, and what is empty."""
    if isinstance(data, dict | list) and data:
        for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(inner, (*way, key))
    else:
        yield way


def kind_of(way: Way) -> str:
    """Name the kind of a leaf: its keys, without places in lists, names of seats and keys of questions."""
    return ".".join("*" if isinstance(key, int) or not re.fullmatch(r"[a-z_]+", key) else key for key in way)


def changed(files: Mapping[str, bytes], path: str, way: Way) -> Files:
    """Change one leaf of a file by one character or figure."""
    data = orjson.loads(files[path])
    if not way:
        return {**files, path: b'[""]'}
    inner = data
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = other(inner[way[-1]])
    written = orjson.dumps(data) if HASHED.fullmatch(path) else canonical(data)
    return {**files, path: written}


def other(leaf: Any) -> Any:
    """Return a leaf that is nearly the same; of a text or number in hexadecimal still such a one."""
    match leaf:
        case bool():
            return not leaf
        case int():
            return leaf + 1
        case str() if MOMENT.match(leaf):
            return f"{leaf[:17]}{(int(leaf[17:19]) + 1) % 60:02}{leaf[19:]}"
        case str() if leaf:
            last = leaf[-1]
            return leaf[:-1] + ("1" if last == "0" else "0" if last.isdigit() else "b" if last == "a" else "a")
        case "" | None:
            return "a"
        case list():
            return ["a"]
        case _:
            return {"a": "a"}
