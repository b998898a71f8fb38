"""The schema of letters as data, made from the blocks of documents; run as a module, it writes it anew."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from referee.reports.data import KINDS, NAMES, SCHEMA, VERSION
from referee.reports.document import Block

SIMPLE: dict[Any, str] = {str: "string", int: "integer", bool: "boolean", NoneType: "null"}


def schema() -> dict[str, Any]:
    """The JSON Schema of every letter that this program can archive."""
    names = {name for name, kind in KINDS.items() if issubclass(kind, Block)}
    blocks = [{"$ref": f"#/$defs/{name}"} for name in sorted(names)]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:referee:letter:{VERSION}",
        "title": "A letter of the referee",
        "description": "What a letter tells, as blocks in the order they are read. Its text and its HTML are made from"
        " this. The version changes when a reader of the former one could no longer read it.",
        "type": "object",
        "properties": {
            "version": {"const": VERSION},
            "subject": {"type": "string"},
            "blocks": {"type": "array", "items": {"$ref": "#/$defs/block"}},
        },
        "required": ["version", "subject", "blocks"],
        "additionalProperties": False,
        "$defs": {"block": {"anyOf": blocks}}
        | {name: part(KINDS[name]) for name in sorted(KINDS)},
    }


def part(kind: type[Any]) -> dict[str, Any]:
    """A block or a part of one: its fields by name, and what it is."""
    hints, names = get_type_hints(kind), [field.name for field in fields(kind)]
    return {
        "description": (inspect.getdoc(kind) or "").replace("``", "").partition("\n\n")[0].replace("\n", " "),
        "type": "object",
        "properties": {"is": {"const": NAMES[kind]}} | {name: typed(hints[name]) for name in names},
        "required": ["is", *names],
        "additionalProperties": False,
    }


def typed(hint: Any) -> dict[str, Any]:
    """What may stand in a field."""
    if hint is Block:
        return {"$ref": "#/$defs/block"}
    if hint in NAMES:
        return {"$ref": f"#/$defs/{NAMES[hint]}"}
    if hint in SIMPLE:
        return {"type": SIMPLE[hint]}
    if get_origin(hint) is UnionType:
        return {"anyOf": [typed(one) for one in get_args(hint)]}
    assert get_origin(hint) is tuple, hint
    each = get_args(hint)
    if each[-1] is Ellipsis:
        return {"type": "array", "items": typed(each[0])}
    return {"type": "array", "prefixItems": [typed(one) for one in each], "items": False, "minItems": len(each)}


def written() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(written(), encoding="utf-8")
