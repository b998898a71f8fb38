"""A report once more: with the deadline as it is now, for a newcomer with a code of its own, or as one of the past."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from referee.reports import spans
from referee.reports.document import Alert, Block, Document, Form, changed, form_in
from referee.reports.parts import Head
from referee.reports.spans import Prose
from referee.reports.when import When

UNTIMED = "No time is set for"
DUE = ("Your orders for", "Orders for", UNTIMED)
"""How the sentence begins that names when orders are due; it stands among what must not be missed."""


CODE = re.compile(r"(?<=, )(code )\w+")
"""What stands in the markers of a form."""


def current(document: Document, head: Head, due: datetime | None) -> Document:
    """Put the deadline as it is now in the place of the one that a letter named; ``due`` None where none is set."""

    def swap(block: Block) -> Block:
        if not isinstance(block, Alert):
            return block
        return Alert(tuple(_now(str(line), head, due) if _tells_due(line) else line for line in block.lines))

    return replace(document, blocks=changed(document.blocks, swap))


def _tells_due(line: Prose) -> bool:
    return str(line).startswith(DUE)


def _now(line: str, head: Head, due: datetime | None) -> Prose:
    number = line.partition(f"{head.turn} ")[2].split()[0].rstrip(";")
    if due is None:
        return untimed(head.turn, number)
    how = "".join(line.partition(";")[1:]) if not line.startswith(UNTIMED) else ""
    return spans.read(
        f"Your orders for {head.turn} {number} are due {When(head.zone, head.now).marked().full(due)}{how or '.'}"
    )


def untimed(turn: str, number: object) -> str:
    """Say of a turn for which no time is set when it is adjudicated."""
    return f"{UNTIMED} {turn} {number}; it is adjudicated when the GM runs it."


def recoded(document: Document, code: str) -> Document:
    """Give a letter's form another code, for somebody who has not seen the letter before."""

    def swap(block: Block) -> Block:
        if not isinstance(block, Form):
            return block
        begin, end = (CODE.sub(rf"\g<1>{code}", line) for line in (block.begin, block.end))
        return replace(block, begin=begin, end=end)

    return replace(document, blocks=changed(document.blocks, swap))


def bygone(document: Document) -> Document:
    """Return a letter of the past as one reads it: without its form, and without when its orders were due."""
    left = (_untimely(block) for block in document.blocks if form_in((block,)) is None)
    return replace(document, blocks=tuple(block for block in left if block != Alert(())))


def _untimely(block: Block) -> Block:
    return Alert(tuple(one for one in block.lines if not _tells_due(one))) if isinstance(block, Alert) else block
