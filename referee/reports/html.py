"""A document as HTML, for mail programs and browsers: one column, no script, nothing from elsewhere.

Mail programs drop much of what stands in a letter's head, so each element carries its own style. What it is stands in
``letter.css``, which a campaign may put its own in the place of; a library sets it into the elements.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import singledispatch
from textwrap import dedent
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from referee.reports import spans, wrap
from referee.reports.bounds import WithoutEnd, bounded
from referee.reports.document import (
    BELOW_A_TAP,
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
    Point,
    Remarked,
    Remarks,
    Said,
    Section,
    Sentence,
    Several,
    Table,
    Title,
    Told,
    Usage,
    Usages,
    parted,
)
from referee.reports.drawing import drawing
from referee.reports.faults import Tell, fault
from referee.reports.look import Look, Styles, escaped, look_of
from referee.reports.spans import Card, Prose, written
from referee.reports.tabletop import Picture, cells
from referee.reports.text import STANDING, YOUR_ORDERS
from referee.resources import Resources

MOST_TAPS = 8
"""So many orders of the form can be tapped; the others are written."""

OR_TAP = "Or tap:"
BELOW = quote(f"\r\n\r\n{BELOW_A_TAP}", safe="")

Faces = Mapping[str, str]
"""Addresses of the images of cards, by the cards' names."""

FACE = Markup('<img src="{}" alt="" width="52" height="80" class="face" style="{}">{}')
"""An image needs no other words: the card's name stands below it."""

NO_FACES: Faces = MappingProxyType({})
"""For those who see drawings, of cards that have no faces."""

BARE = Styles()


class Reply(NamedTuple):
    """Where an answer goes, and its subject: what a tap on an order opens a letter to."""

    address: str
    subject: str


def html(document: Document, resources: Resources, reply: Reply | None = None, faces: Faces | None = None) -> str:
    """Return a letter as a whole page of HTML; with ``reply``, the orders of its form can be tapped.

    With ``faces`` it is for a browser, which shows drawings: cards in them show theirs. Mail programs show none.
    """
    return _framed(document, look_of(resources), reply, faces)


def bare(document: Document, faces: Faces = NO_FACES) -> Markup:
    """Return a letter's HTML without any look, for a style sheet that knows its classes; no subject is no title."""
    return inside(document, BARE, faces=faces)


def _framed(document: Document, look: Look, reply: Reply | None, faces: Faces | None) -> str:
    return look.framed(parted(document.subject)[1], inside(document, look.styles, reply, faces))


def inside(document: Document, styles: Styles, reply: Reply | None = None, faces: Faces | None = None) -> Markup:
    """Return what stands on a letter's page, each element written as these styles do."""
    game, subject = parted(document.subject)
    page = _Page(styles, subject, reply, faces)
    blocks = page.each(document.blocks)
    if not document.subject or any(isinstance(block, Title) for block in document.blocks):
        return blocks
    return page.title(game, subject) + blocks


def drawn(
    document: Document, resources: Resources, tell: Tell, reply: Reply | None = None, faces: Faces | None = None
) -> str:
    """Return a letter as HTML in the campaign's look, or in the shipped one where that cannot be used."""
    try:
        look = look_of(resources)
        with bounded() if look.own else nullcontext():
            return _framed(document, look, reply, faces)
    except (Exception, WithoutEnd) as error:  # what a campaign brings may fail in any way
        if not resources.has_look:
            raise
        said = html(document, replace(resources, own_templates=False), reply, faces)
        tell(fault(error, resources))
        return said


class _Page:
    """Draws the blocks of one letter."""

    def __init__(self, styles: Styles, subject: str, reply: Reply | None, faces: Faces | None) -> None:
        self.styles, self.part, self.subject, self.reply, self.faces = styles, styles.part, subject, reply, faces
        self.answer = ""
        if reply:
            self.answer = f"mailto:{quote(reply.address, safe='@+')}?subject={quote(reply.subject, safe='')}&body="
        self.reader, self.below = "", False

    def each(self, blocks: Iterable[Block]) -> Markup:
        """Draw blocks one below the other."""
        return _joined(draw(block, self) for block in blocks)

    def title(self, small: str, headline: str) -> Markup:
        """Write the headline below which game it is about."""
        return self.part("div", "small", small) + self.part("h1", "headline", spans.begun(headline, str.upper))

    def prose(self, said: Prose) -> str:
        """Write words, and the spans among them."""
        return said if isinstance(said, str) else spans.html(said, self.styles, self.reader)

    def cell(self, cell: Prose | Card) -> str:
        """Write what stands in a row, a card as one."""
        if not isinstance(cell, Card):
            return self.prose(cell)
        face = (self.faces or NO_FACES).get(cell.name)
        shown = FACE.format(face, self.styles.get("face", ""), cell.name) if face else cell.name
        named = self.part("span", "card", shown)
        return named + f" {cell.note}" if cell.note else named

    def items(self, kind: str, items: Iterable[Markup], tag: str = "ul") -> Markup:
        """Write a list."""
        return self.part(tag, kind, _joined(items))

    def remark(self, why: Prose) -> Markup:
        """Write what is said of a line; words of others in it stay apart."""
        if not isinstance(why, str):
            return self.part("div", "meaning", self.prose(why))
        parts = [" ".join(part.split()) for part in why.split("\n\n")]
        return _joined(
            self.part("blockquote", "said", part.removeprefix(wrap.BAR), dir="auto") if part.startswith(wrap.BAR)
            else self.part("div", "meaning", part)
            for part in parts if part
        )  # fmt: skip


def _lines(lines: Sequence[Prose], page: _Page) -> Markup:
    return written("<br>\n".join(escaped(page.prose(line)) for line in lines))


def _said(lines: Iterable[str], page: _Page) -> Markup:
    """Write words of others; some mail programs part lines at nothing but a break."""
    return page.part("blockquote", "said", Markup("<br>".join(map(escape, lines))), dir="auto")


def _joined(parts: Iterable[Markup]) -> Markup:
    """Put parts one behind the other; they are escaped already, so nothing is looked at again."""
    return written("".join(parts))


def _row(cells: Markup) -> Markup:
    return written(f"<tr>{cells}</tr>\n")


@singledispatch
def draw(block: Block, page: _Page) -> Markup:
    """Draw one block on a page."""
    raise TypeError(f"{type(block).__name__} has no HTML.")


@draw.register(Title)
def _(block: Title, page: _Page) -> Markup:
    page.reader = block.reader
    return page.title(block.line, block.headline or page.subject)


@draw.register(Para)
@draw.register(Alert)
def _(block: Para | Alert, page: _Page) -> Markup:
    tag, kind = ("p", "para") if isinstance(block, Para) else ("div", "alert")
    return page.part(tag, kind, _lines(block.lines, page))


@draw.register(Foot)
def _(block: Foot, page: _Page) -> Markup:
    return page.part("p", "foot", block.text)


@draw.register(Section)
def _(block: Section, page: _Page) -> Markup:
    kind = "section" if block.level == 1 else "list"
    page.below = page.below or block.level == 1  # a heading of a list stands below one of a section, or for one
    tag = "h3" if block.level > 1 and page.below else "h2"
    hint = [page.part("p", "hint", f"{block.hint[:1].upper()}{block.hint[1:]}.")] if block.hint else []
    return _joined([page.part(tag, kind, block.title), *hint, page.each(block.inside)])


@draw.register(Several)
def _(block: Several, page: _Page) -> Markup:
    return page.each(block.inside)


@draw.register(Told)
def _(block: Told, page: _Page) -> Markup:
    return _joined(page.part("div", "group", page.each(group)) for group in block.groups)


@draw.register(Sentence)
def _(block: Sentence, page: _Page) -> Markup:
    return page.part("p", "deeper" if block.level else "sentence", page.prose(block.text))


@draw.register(Said)
def _(block: Said, page: _Page) -> Markup:
    return _said(block.lines, page)


@draw.register(Table)
def _(block: Table, page: _Page) -> Markup:
    """Write a table: each cell of the first row heads its column, each first cell its row, but for a played card."""
    right = block.numeric()
    rows = list(block.rows)
    out = list[Markup]()
    if block.header:
        out.append(_row(_joined(_head(str(cell), i in right, page) for i, cell in enumerate(rows.pop(0)))))
    for row in rows:
        mine = "you" if spans.names(row[0], page.reader) else "name"
        played, named = block.level and isinstance(row[0], Card), page.cell(row[0])
        first = page.part("th", mine, named, scope="row") if named and not played else page.part("td", "cell", named)
        rest = [page.part("td", "number" if i in right else "cell", page.cell(cell)) for i, cell in enumerate(row) if i]
        out.append(_row(_joined([first, *rest])))
    return page.part("table", "deeptable" if block.level else "table", _joined(out))


@draw.register(Picture)
def _(block: Picture, page: _Page) -> Markup:
    if page.faces is None:
        return cells(block, page.reader, page.part)
    return page.part("div", "drawn", drawing(block, page.reader, page.faces))


@draw.register(Orders)
def _(block: Orders, page: _Page) -> Markup:
    numbered = any(one.number is not None for one in block.entries)
    out = page.items("orders", (_entry(one, page) for one in block.entries), "ol" if numbered else "ul")
    if block.stand:
        out += page.part("p", "hint", STANDING.strip())
    return out


@draw.register(Offers)
def _(block: Offers, page: _Page) -> Markup:
    if page.reply is None:
        return page.items("orders", (_entry(Entry(n, one), page) for n, one in enumerate(block.lines, 1)), "ol")
    return page.part("p", "taps", _joined(_tap(one, page) for one in block.lines))


@draw.register(Fates)
def _(block: Fates, page: _Page) -> Markup:
    answered = (Markup("{}: {}").format(source, page.prose(said)) for source, said in block.others)
    others_said = _joined(page.part("p", "sentence", one) for one in answered)
    entries = (_entry(one, page, "span") for one in block.entries)
    listed = page.part("p", "sentence", YOUR_ORDERS) + page.items("orders", entries, "ol") if block.entries else ""
    idle = written(" ".join(f"<strong>{escaped(why)}:</strong> {escaped(orders)}" for why, orders in block.idle))
    said = page.part("p", "hint", idle) if idle else ""
    return listed + said + others_said


@draw.register(Remarks)
def _(block: Remarks, page: _Page) -> Markup:
    return page.items("plain", (_remarked(one, page) for one in block.entries))


@draw.register(Listing)
def _(block: Listing, page: _Page) -> Markup:
    return page.items("plain", (_listed(one, page) for one in block.items))


@draw.register(Outline)
def _(block: Outline, page: _Page) -> Markup:
    return _outline(list(block.points), page)


def _outline(points: list[Point], page: _Page) -> Markup:
    """Write a list; the items behind one that stand deeper are a list within it."""
    out: list[Markup] = []
    while points:
        first = points.pop(0)
        deeper = next((n for n, one in enumerate(points) if one.level <= first.level), len(points))
        inner, points = points[:deeper], points[deeper:]
        said = ("" if first.mark == "-" else escape(f"{first.mark} ")) + escaped(page.prose(first.text))
        out.append(page.part("li", "item", said + (_outline(inner, page) if inner else "")))
    return page.items("plain", out)


@draw.register(Facts)
def _(block: Facts, page: _Page) -> Markup:
    rows = (
        page.part("li", "item", page.part("span", "order", name) + page.part("div", "meaning", words))
        for name, words in block.rows
    )
    return page.items("plain", rows)


@draw.register(Usages)
def _(block: Usages, page: _Page) -> Markup:
    return page.items("plain", (_usage(one, page) for one in block.entries))


@draw.register(Code)
def _(block: Code, page: _Page) -> Markup:
    return page.part("pre", "code", dedent("\n".join(block.lines)))


@draw.register(Form)
def _(block: Form, page: _Page) -> Markup:
    form = page.part("pre", "form", "\n".join((short(block.begin), *block.lines, short(block.end))))
    if page.reply is None or not any(map(str.strip, block.lines)):
        return form
    taps = _joined(_tap(line, page) for line in block.lines[:MOST_TAPS] if line.strip())
    return form + page.part("p", "taps", page.part("span", "small", OR_TAP) + taps)


def short(marker: str) -> str:
    """Draw a marker that a narrow screen holds; a dash at its end tells a whole one from one that was cut."""
    return f"{marker.rstrip('-').rstrip()} -"


def _tap(line: str, page: _Page) -> Markup:
    """Write a link that opens an answer with this order in it."""
    return page.part("a", "tap", line, href=page.answer + quote(line, safe="") + BELOW)


def _head(cell: str, number: bool, page: _Page) -> Markup:
    """Write the head of a column; one without a name heads nothing."""
    kind = "headnumber" if number else "head"
    return page.part("th", kind, cell, scope="col") if cell else page.part("td", kind, "")


def _entry(one: Entry, page: _Page, tag: str = "div") -> Markup:
    """Write an order with its meaning, in a line of its own or, in a span, behind it."""
    standing = " (standing)" if one.standing else ""
    said = [page.part("span", "order", f"{one.text}{standing}")]
    said += [page.part(tag, "meaning", page.prose(one.meaning))] if one.meaning else []
    more = {"value": one.number} if one.number else {}
    return page.part("li", "item", _joined(said), **more)


def _remarked(one: Remarked, page: _Page) -> Markup:
    written = " ".join(wrap.clean(one.text).split())
    line = page.part("blockquote", "said", written, dir="auto") if one.foreign else page.part("span", "order", written)
    return page.part("li", "item", line + page.remark(one.why))


def _listed(item: str, page: _Page) -> Markup:
    first, *rest = item.split("\n")
    said = _said([line.strip().removeprefix(wrap.BAR) for line in rest], page) if rest else Markup()
    return page.part("li", "item", escape(first) + said)


def _usage(one: Usage, page: _Page) -> Markup:
    forms = _joined(page.part("div", "order", form) for form in one.forms)
    return page.part("li", "item", forms + _joined(page.part("div", "meaning", said) for said in one.said))
