"""A document as plain text in 72 columns, for mail programs that show letters as they were typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from referee.reports import document as doc
from referee.reports import others, wrap
from referee.reports.document import Block, Document
from referee.reports.tabletop import Picture

T = TypeVar("T")

MARGIN = "  "
DEEPER = " " * 4
"""How much further in a sentence stands that belongs to the one before it."""

MOST_BESIDE = 48

SLOT = re.compile(r"(?:[a-z][a-z ]*|For instance): ")
"""How a line begins that says what may stand for a name in small letters, or is an order; it hangs below that."""

CLOSE = (doc.Title, doc.Form)
"""What the next block stands close to."""

YOUR_ORDERS = "Your orders:"
STANDING = "     Standing orders hold every time, until you change or cancel them."


def text(document: Document) -> str:
    """Return a letter's text, which ends with a line feed; the lines of its form keep their length."""
    form = doc.form_in(document.blocks)
    return wrap.layout("\n".join(stacked(document.blocks)), form.lines if form else ())


def stacked(blocks: Iterable[Block]) -> list[str]:
    """Set blocks below each other: parted by an empty line, sections by two."""
    out: list[str] = []
    before: Block | None = None
    for block in blocks:
        if before is not None and not isinstance(before, CLOSE):
            out.append("")
        if isinstance(block, doc.Section) and block.level == 1:
            out.append("")
        out += lines(block)
        before = block
    return out


def lines(block: Block) -> list[str]:
    """Return the lines of a block, those that may be wrapped as any text still in one piece."""
    match block:
        case doc.Title(): return _title(block)
        case doc.Para() | doc.Alert(): return list(map(str, block.lines))
        case doc.Foot(): return [block.text]
        case doc.Section(): return _section(block)
        case doc.Several(): return stacked(block.inside)
        case doc.Told(): return _parted(_each(lines, group) for group in block.groups)
        case Picture(): return lines(block.words)
        case doc.Sentence(): return list(wrap.wrapped(f"{MARGIN}{DEEPER * block.level}{block.text}"))
        case doc.Table(): return list(_rows(block))
        case doc.Said(): return others.said_by("\n".join(block.lines), 2 + 2 * block.level)
        case doc.Code(): return list(block.lines)
        case doc.Orders(): return _orders(block)
        case doc.Offers(): return _each(_numbered, (doc.Entry(n, order) for n, order in enumerate(block.lines, 1)))
        case doc.Fates(): return _fates(block)
        case doc.Remarks(): return _each(_remarked, block.entries)
        case doc.Listing(): return _each(_listed, block.items)
        case doc.Outline(): return _each(_point, block.points)
        case doc.Facts(): return _each(lambda row: wrap.hung(f"{MARGIN}{row[0]}   {row[1]}", " " * 6), block.rows)
        case doc.Usages(): return _parted(map(_usage, block.entries))
        case doc.Form(): return [block.begin, *block.lines, block.end]
    raise TypeError(f"{type(block).__name__} has no text.")


def _title(block: doc.Title) -> list[str]:
    """Name the game on the left, the occasion on the right; in two lines if one is too short."""
    name = block.game.upper()
    left = name if block.rules.upper() in name else f"{name}, {block.rules}"
    right = f"{block.occasion}, for {block.reader.upper()}" if block.reader else block.occasion
    room = len(wrap.RULE) - wrap.width(left)
    if room >= wrap.width(right) + 2:
        return [left + wrap.lpad(right, room), wrap.RULE]
    # A line of a title that takes several could read as a heading of ours.
    named = wrap.wrapped(left if wrap.width(left) <= len(wrap.RULE) else wrap.BAR + left)
    return [*named, wrap.lpad(right, len(wrap.RULE)), wrap.RULE]


def _section(block: doc.Section) -> list[str]:
    title = block.title.upper() if block.level == 1 else block.title
    heading = f"{title}      {block.hint}" if block.hint else title
    gap = [] if isinstance(next(iter(block.inside), None), doc.Form) else [""]
    return [heading, *gap, *stacked(block.inside)]


@lru_cache(256)
def _rows(block: doc.Table) -> tuple[str, ...]:
    """Set a table; most of those of a turn stand in the letters of all its seats."""
    margin = MARGIN + DEEPER * block.level
    cells = [tuple(map(str, row)) for row in block.rows]
    rows = wrap.columns(cells, block.numeric(), wrap.WIDTH - len(margin), header=block.header)
    return tuple(margin + row for row in rows)


def _orders(block: doc.Orders) -> list[str]:
    out: list[str] = []
    for one in block.entries:
        out += _numbered(one)
        if one.meaning:
            out += wrap.wrapped(f"{' ' * 7}{one.meaning}")
    if block.stand:
        out += ["", *wrap.wrapped(STANDING)]
    return out


def _fates(block: doc.Fates) -> list[str]:
    """Set what became of orders at their right."""
    lefts = [f"{one.number:>5}  {one.text}{_stands(one)}" for one in block.entries]
    column = max((w + 3 for w in map(wrap.width, lefts) if w + 3 <= MOST_BESIDE), default=MOST_BESIDE)
    out = [MARGIN + YOUR_ORDERS] if lefts else []
    for one, left in zip(block.entries, lefts, strict=True):
        out += wrap.beside(left, str(one.meaning), column)
    for why, orders in block.idle:
        out += wrap.hung(f"{MARGIN}{why}: {orders}", " " * 6)
    for source, said in block.others:
        out += wrap.wrapped(f"{MARGIN}{source}: {said}")
    return out


def _remarked(one: doc.Remarked) -> list[str]:
    written = " ".join(wrap.clean(one.text).split())
    line = others.said_by(written) if one.foreign else wrap.hung(MARGIN + written, " " * 7)
    parts = [" ".join(part.split()) for part in str(one.why).split("\n\n")]
    return [*line, *_each(wrap.wrapped, (" " * 7 + part for part in parts if part))]


def _listed(item: str) -> list[str]:
    lines = f"{MARGIN}{item}".split("\n")
    return _each(lambda line: wrap.wrapped(line) if line.startswith(others.BAR) else wrap.hung(line, " " * 6), lines)


def _point(one: doc.Point) -> Sequence[str]:
    mark = f"{MARGIN * one.level}{one.mark} "
    return wrap.hung(f"{mark}{one.text}", " " * len(mark))


def _usage(one: doc.Usage) -> list[str]:
    forms = _each(lambda form: wrap.hung(MARGIN + form, " " * 8), one.forms)
    return forms + _each(lambda said: wrap.hung(" " * 6 + said, " " * (8 if SLOT.match(said) else 6)), one.said)


def _numbered(one: doc.Entry) -> tuple[str, ...]:
    if one.number is None:
        return wrap.hung(f"     {one.text}{_stands(one)}", " " * 7)
    return wrap.hung(f"{one.number or '':>3}  {one.text}{_stands(one)}", " " * 5)


def _stands(one: doc.Entry) -> str:
    return "  (standing)" if one.standing else ""


def _each(say: Callable[[T], Sequence[str]], found: Iterable[T]) -> list[str]:
    return [line for one in found for line in say(one)]


def _parted(groups: Iterable[list[str]]) -> list[str]:
    """Set groups of lines below each other, with an empty line between."""
    out: list[str] = []
    for group in groups:
        out += ["", *group] if out else group
    return out
