"""A letter's words line by line, as its page of HTML shows them: by these an answer to that page is known.

Mail programs make text of the page in their own ways, but all of them part what stands in two of its elements: cells,
items, headings. Orders and words of others are indented; an empty line parts blocks. What is drawn by `html` is not
drawn here, so a test holds the lines of every letter against its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import singledispatch
from html import unescape
from itertools import groupby

from markupsafe import Markup

from referee.reports import spans, wrap
from referee.reports.document import (
    Alert,
    Block,
    Code,
    Document,
    Entry,
    Facts,
    Fates,
    Foot,
    Form,
    Listing,
    Offers,
    Orders,
    Outline,
    Para,
    Remarks,
    Said,
    Section,
    Sentence,
    Several,
    Table,
    Title,
    Told,
    Usages,
    parted,
)
from referee.reports.html import MOST_TAPS, OR_TAP, short
from referee.reports.spans import Card, Prose
from referee.reports.tabletop import Picture, cells
from referee.reports.text import STANDING, YOUR_ORDERS

MARGIN = "  "
"""Before orders and words of others."""

_TAG = re.compile(r"<[^>]*>")


def page_lines(document: Document) -> list[str]:
    """Return the lines of a letter's page."""
    small, headline = parted(document.subject)
    titled = not document.subject or any(isinstance(block, Title) for block in document.blocks)
    return [*([] if titled else [*_title(small, headline), ""]), *lines_of(document.blocks, headline)]


def lines_of(blocks: Iterable[Block], headline: str = "") -> list[str]:
    """Return the lines of blocks; a title without a headline has this one."""
    return _apart(
        _title(block.line, block.headline or headline) if isinstance(block, Title) else _lines(block)
        for block in blocks
    )


@singledispatch
def _lines(block: Block) -> list[str]:
    raise TypeError(f"{type(block).__name__} has no lines.")


def _title(small: str, headline: str) -> list[str]:
    return [*_each(small), "", *_each(spans.begun(headline, str.upper))]


@_lines.register(Para)
@_lines.register(Alert)
def _(block: Para | Alert) -> list[str]:
    return _each(*block.lines)


@_lines.register(Foot)
def _(block: Foot) -> list[str]:
    return _each(block.text)


@_lines.register(Section)
def _(block: Section) -> list[str]:
    hint = ["", *_each(f"{block.hint[:1].upper()}{block.hint[1:]}.")] if block.hint else []
    return [*_each(block.title), *hint, "", *lines_of(block.inside)]


@_lines.register(Several)
@_lines.register(Told)
def _(block: Several | Told) -> list[str]:
    return lines_of(block.blocks())


@_lines.register(Sentence)
def _(block: Sentence) -> list[str]:
    return _each(block.text)


@_lines.register(Said)
def _(block: Said) -> list[str]:
    return _theirs(*block.lines)


@_lines.register(Table)
def _(block: Table) -> list[str]:
    heads = _each(*map(str, block.rows[0])) if block.header else []
    return [*heads, *(line for row in block.rows[block.header :] for cell in row for line in _cell(cell))]


@_lines.register(Picture)
def _(block: Picture) -> list[str]:
    return _each(*unescape(_TAG.sub("\n", cells(block, "", _element))).split("\n"))


@_lines.register(Orders)
def _(block: Orders) -> list[str]:
    return [*_entries(block.entries), *(["", *_each(STANDING)] if block.stand else [])]


@_lines.register(Offers)
def _(block: Offers) -> list[str]:
    return _theirs(*block.lines)


@_lines.register(Fates)
def _(block: Fates) -> list[str]:
    groups = [_each(YOUR_ORDERS), _entries(block.entries)] if block.entries else []
    groups += [_each(" ".join(f"{why}: {orders}" for why, orders in block.idle))] if block.idle else []
    others = (_each(f"{source}: {_text(said)}") for source, said in block.others)
    return _apart([*groups, *others])


@_lines.register(Remarks)
def _(block: Remarks) -> list[str]:
    return [line for one in block.entries for line in (*_theirs(wrap.clean(one.text)), *_remark(one.why))]


@_lines.register(Listing)
def _(block: Listing) -> list[str]:
    items = (item.split("\n") for item in block.items)
    return [line for first, *rest in items for line in (*_each(first), *_theirs(*map(_unbarred, rest)))]


@_lines.register(Outline)
def _(block: Outline) -> list[str]:
    groups = (
        _each(*(f"{'' if one.mark == '-' else one.mark} {_text(one.text)}" for one in group))
        for _, group in groupby(block.points, key=lambda one: one.level)
    )
    return _apart(groups)


@_lines.register(Facts)
def _(block: Facts) -> list[str]:
    return [line for name, words in block.rows for line in (*_theirs(name), *_each(words))]


@_lines.register(Usages)
def _(block: Usages) -> list[str]:
    return [line for one in block.entries for line in (*_theirs(*one.forms), *_each(*one.said))]


@_lines.register(Code)
def _(block: Code) -> list[str]:
    return _theirs(*block.lines)


@_lines.register(Form)
def _(block: Form) -> list[str]:
    form = [*_each(short(block.begin)), *_theirs(*block.lines), *_each(short(block.end))]
    taps = _theirs(*block.lines[:MOST_TAPS])
    return [*form, "", OR_TAP, *taps] if taps else form


def _entries(entries: Iterable[Entry]) -> list[str]:
    """Give each order, and what it means."""
    standing = ("", " (standing)")
    return [line for one in entries for line in (*_theirs(f"{one.text}{standing[one.standing]}"), *_each(one.meaning))]


def _remark(why: Prose) -> list[str]:
    """Give what is said of a line; words of others in it stay apart."""
    if not isinstance(why, str):
        return _each(why)
    parts = (" ".join(part.split()) for part in why.split("\n\n"))
    found = (_theirs(_unbarred(part)) if part.startswith(wrap.BAR) else _each(part) for part in parts)
    return [line for lines in found for line in lines]


def _cell(cell: Prose | Card) -> list[str]:
    return _each(cell.name, cell.note) if isinstance(cell, Card) else _each(cell)


def _unbarred(line: str) -> str:
    return line.strip().removeprefix(wrap.BAR)


def _apart(groups: Iterable[list[str]]) -> list[str]:
    """Set groups of lines below each other, with an empty line between."""
    out: list[str] = []
    for group in filter(None, groups):
        out += ["", *group] if out else group
    return out


def _element(tag: str, kind: str, inside: str, **_: object) -> Markup:
    """Write what stands in an element of a picture on lines of its own."""
    return Markup("\n{}\n").format(inside)


def _theirs(*said: str) -> list[str]:
    """Indent orders, and words of others."""
    return [MARGIN + line for line in _each(*said)]


def _each(*said: Prose) -> list[str]:
    """Give each on a line of its own, if it says something."""
    return [line for one in said if (line := " ".join(_text(one).split()))]


def _text(said: Prose) -> str:
    return said if isinstance(said, str) else spans.shown(said)
