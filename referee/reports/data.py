"""A document as plain data: what is archived beside a letter's text, and what a reader's own tools may read.

Each block is an object that says what it ``is``, with its fields by name; ``version`` counts the changes of this form.
Other programs find it described in ``document.schema.json``.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import orjson

from referee.reports.document import Block, Document, Entry, Point, Remarked, Usage
from referee.reports.spans import Card, Coded, Moment, Order, Rule, Seat, Strong, Words
from referee.reports.tabletop import Pile, Place

AT_HAND = 128
"""So many of the latest documents are not read again: most letters are sent by the process that has written them."""

VERSION = 2
READ = (1, VERSION)
"""Forms that letters were archived in, all of which this one holds."""

IN_ONE_FORM = orjson.OPT_SORT_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS
SCHEMA = Path(__file__).with_name("document.schema.json")

PARTS: tuple[type[Any], ...] = (
    Words, Card, Coded, Seat, Order, Rule, Moment, Strong, Entry, Pile, Place, Point, Remarked, Usage,
    *Block.__subclasses__(),
)  # fmt: skip
NAMES = {kind: kind.__name__.lower() for kind in PARTS}
FIELDS = {kind: tuple(f.name for f in fields(kind)) for kind in PARTS}
KINDS = {name: kind for kind, name in NAMES.items()}


def dumps(one: Document) -> str:
    """Write a document as JSON in the one form in which it is archived."""
    packed = {"version": VERSION, "subject": one.subject, "blocks": one.blocks}
    text = orjson.dumps(packed, default=_packed, option=IN_ONE_FORM).decode()
    _at_hand(text)[:] = [one]
    return text


def loads(text: str) -> Document:
    """Return a document that was archived; raises `ValueError` on one of another version."""
    found = _at_hand(text)
    if not found:
        found.append(read(text))
    return found[0]


@lru_cache(AT_HAND)
def _at_hand(text: str) -> list[Document]:
    """Return where the document of this text is put when it is written or read; the list is empty before."""
    return []


def read(text: str) -> Document:
    """Read a document from its JSON, at hand or not; raises as `loads` does."""
    packed = orjson.loads(text)
    if (version := packed.get("version")) not in READ:
        raise ValueError(f"This letter was archived in form {version}; this program reads form {VERSION}.")
    return Document(packed["subject"], tuple(_unpacked(block) for block in packed["blocks"]))


def _packed(one: Any) -> dict[str, Any]:
    """Pack a block, or a part of one; what is inside it comes here in its turn."""
    kind = type(one)
    packed: dict[str, Any] = {"is": NAMES[kind]}
    for name in FIELDS[kind]:
        packed[name] = getattr(one, name)
    return packed


def _unpacked(packed: Any) -> Any:
    """Make the parts again; most of what lies in them are words, which are passed over at once."""
    if type(packed) is list:
        return tuple([one if type(one) is str else _unpacked(one) for one in packed])
    if type(packed) is not dict:
        return packed
    kind = KINDS[packed.pop("is")]
    return kind(**{name: one if type(one) is str else _unpacked(one) for name, one in packed.items()})
