"""A document as plain data: what is archived beside a letter's text, and what a reader's own tools may read.

Each block is an object that says what it ``is``, with its fields by name; ``version`` counts the changes of this form.
Other programs find it described in ``document.schema.json``.
"""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from referee.reports.document import Block, Document, Entry, Point, Remarked, Usage
from referee.reports.spans import Card, Seat, Words
from referee.reports.tabletop import Pile, Place

VERSION = 2
READ = (1, VERSION)
"""Forms that letters were archived in, all of which this one holds."""

SCHEMA = Path(__file__).with_name("document.schema.json")

PARTS: tuple[type[Any], ...] = (
    Words, Card, Seat, Entry, Pile, Place, Point, Remarked, Usage, *Block.__subclasses__()
)  # fmt: skip
NAMES = {kind: kind.__name__.lower() for kind in PARTS}
FIELDS = {kind: tuple(f.name for f in fields(kind)) for kind in PARTS}
KINDS = {name: kind for kind, name in NAMES.items()}


def dumps(one: Document) -> str:
    """Write a document as JSON in the one form in which it is archived."""
    packed = {"version": VERSION, "subject": one.subject, "blocks": one.blocks}
    return json.dumps(packed, default=_packed, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def loads(text: str) -> Document:
    """Read a document as it was archived; raises `ValueError` on one of another version."""
    packed = json.loads(text)
    if (version := packed.get("version")) not in READ:
        raise ValueError(f"This letter was archived in form {version}; this program reads form {VERSION}.")
    return Document(packed["subject"], tuple(_unpacked(block) for block in packed["blocks"]))


def _packed(one: Any) -> dict[str, Any]:
    """Pack a block, or a part of one; what is inside it comes here in its turn."""
    kind = type(one)
    return {"is": NAMES[kind]} | {name: getattr(one, name) for name in FIELDS[kind]}


def _unpacked(packed: Any) -> Any:
    if isinstance(packed, list):
        return tuple(_unpacked(part) for part in packed)
    if not isinstance(packed, dict):
        return packed
    given = {name: _unpacked(part) for name, part in packed.items() if name != "is"}
    return KINDS[packed["is"]](**given)
