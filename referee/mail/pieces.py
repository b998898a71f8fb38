"""The words of a letter's HTML, one by one, as mail programs may quote them: each cell and each item by itself."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

THEIRS = frozenset(("order", "tap", "said", "code"))
"""Classes in which an order stands, or words of others; in text such lines are indented."""

FORM = "form"
BLOCKS = frozenset(("p", "h1", "h2", "h3", "table", "ul", "ol", "pre"))


def pieces(source: str) -> list[str]:
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
    for node in body.traverse(include_text=True):
        if node.tag != "-text" or not (node.text_content or "").strip():
            continue
        above = list(_above(node))
        kinds = {kind for one in above for kind in (one.attributes.get("class") or "").split()}
        lines = [" ".join(line.split()) for line in (node.text_content or "").split("\n") if line.strip()]
        if FORM in kinds:
            lines[1:-1] = [f"  {line}" for line in lines[1:-1]]
        elif THEIRS & kinds:
            lines = [f"  {line}" for line in lines]
        yield next((one.mem_id for one in above if one.tag in BLOCKS), 0), lines


def _above(node: LexborNode) -> Iterator[LexborNode]:
    above = node.parent
    while above is not None and above.tag != "body":
        yield above
        above = above.parent
