"""A letter's page of HTML, read off line by line: what `page_lines` in `reports.html` says of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from selectolax.lexbor import LexborHTMLParser, LexborNode

from referee.reports.document import Document
from referee.reports.html import Reply, page_lines
from referee.reports.look import html
from referee.resources import Resources

THEIRS = frozenset(("order", "tap", "said", "code"))
"""Classes in which an order stands, or words of others; in text such lines are indented."""

FORM = "form"
INLINE, SPANS = frozenset(("span", "abbr", "strong", "time")), frozenset(("named", "known", "coded", "sendable"))
"""Elements within a sentence, and the classes of those that may also be something else."""

BLOCKS = frozenset(("p", "h1", "h2", "h3", "table", "ul", "ol", "pre"))


def misread(one: Document) -> list[tuple[str, str]]:
    """Where a page has other lines, or does not part what its lines part: each line that differs from its page's."""
    drawn, said = (_parted(lines) for lines in (read_off(html(one, Resources(), Reply("", ""))), page_lines(one)))
    if [line for line, _ in drawn] != [line for line, _ in said]:
        return [
            (one[0], other[0]) for one, other in zip_longest(drawn, said, fillvalue=("", False)) if one[0] != other[0]
        ]
    return [(line, "is not parted") for (line, apart), (_, ours) in zip(drawn, said, strict=True) if apart and not ours]


def _parted(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """The lines that say something, each with whether an empty one stands above."""
    return [(line, above == "") for above, line in pairwise(("-", *lines)) if line]


def read_off(source: str) -> list[str]:
    """Return the lines of a letter's HTML; orders and words of others are indented, an empty line parts blocks."""
    body = LexborHTMLParser(source).body
    found: list[str] = []
    before = -1
    for block, lines in _texts(body) if body is not None else ():
        if found and block != before:
            found.append("")
        found += lines
        before = block
    return found


def _texts(body: LexborNode) -> Iterator[tuple[int, list[str]]]:
    """Go through the words, with which block they stand in."""
    for holder, text in _said(body):
        if not text.strip():
            continue
        above = _within(holder)
        kinds = {kind for one in above for kind in (one.attributes.get("class") or "").split()}
        lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
        if FORM in kinds:
            lines[1:-1] = [f"  {line}" for line in lines[1:-1]]
        elif THEIRS & kinds:
            lines = [f"  {line}" for line in lines]
        yield next((one.mem_id for one in above if one.tag in BLOCKS), 0), lines


def _said(body: LexborNode) -> Iterator[tuple[LexborNode, str]]:
    """Go through the words with what they stand in; spans are words of the sentence around them."""
    holder, said = body, ""
    for node in body.traverse(include_text=True):
        if node.tag not in ("-text", "br"):
            continue
        here = node.parent or body
        while here.tag in INLINE and (here.tag not in ("span", "abbr") or here.attributes.get("class") in SPANS):
            here = here.parent or body
        if here.mem_id != holder.mem_id or node.tag == "br":
            yield holder, said
            holder, said = here, ""
        said += node.text_content or "" if node.tag == "-text" else ""
    yield holder, said


def _within(node: LexborNode) -> list[LexborNode]:
    """An element, and what it stands in, from the inside to the outside."""
    found, above = [node], node.parent
    while above is not None and above.tag != "body":
        found.append(above)
        above = above.parent
    return found
