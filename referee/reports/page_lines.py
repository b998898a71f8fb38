"""A letter's words line by line, as its page of HTML shows them: by these an answer to that page is known.

Mail programs make text of the page in their own ways, but all of them part what stands in two of its elements: cells,
items, headings. Orders and words of others are indented; an empty line parts blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from itertools import groupby

from markupsafe import Markup

from referee.reports.document import Block, Document
from referee.reports.html import Reply, inside
from referee.reports.look import Styles, escaped
from referee.reports.spans import written

MARGIN = "  "
"""Before orders and words of others."""

THEIRS = frozenset(("order", "tap", "said", "code"))
"""Classes of elements in which those stand."""

APART = frozenset(("p", "h1", "h2", "h3", "table", "ul", "ol", "pre"))
"""Elements that stand apart from others on the page."""

BREAK, INSET, PARTING = "<br>", "<q>", "<hr>"
"""What stands for the end of a line, the margin before one, and an empty line, until all else is read."""

_TAG = re.compile(r"<[^>]*>")


class _Undrawn(Styles):
    """Writes elements as lines of their own."""

    def part(self, tag: str, kind: str, inside: str, **more: object) -> Markup:
        lines = str(escaped(inside)).replace("\n", BREAK if tag == "pre" else " ").split(BREAK)
        if kind == "form":
            lines[1:-1] = [INSET + line for line in lines[1:-1]]
        elif kind in THEIRS:
            lines = [INSET + line for line in lines]
        edge = BREAK + PARTING + BREAK if tag in APART or kind == "alert" else BREAK
        return written(f"{edge}{BREAK.join(lines)}{edge}")


UNDRAWN, ANSWERED = _Undrawn(), Reply("", "")


def page_lines(document: Document) -> list[str]:
    """Return the lines of a letter's page."""
    found = filter(None, map(_read, str(inside(document, UNDRAWN, ANSWERED)).split(BREAK)))
    runs = [list(run) for parting, run in groupby(found, PARTING.__eq__) if not parting]
    return [line for n, run in enumerate(runs) for line in ("", *run)[not n :]]


def lines_of(blocks: Iterable[Block]) -> list[str]:
    """Return the lines of blocks without a subject."""
    return page_lines(Document("", tuple(blocks)))


def _read(line: str) -> str:
    """Return the words of a line behind its margin; one without words says nothing, or that a block ends."""
    if line == PARTING:
        return line
    words = " ".join(unescape(_TAG.sub("", line)).split())
    return MARGIN * (INSET in line) + words if words else ""
