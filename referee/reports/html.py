"""A document as HTML, for mail programs and browsers: one column, no script, nothing from elsewhere.

Mail programs drop much of what stands in a letter's head, so each element carries its own style (`look`). They make
text of the page in their own ways when it is answered, but all of them part what stands in two of its elements: cells,
items, headings; so an answer is known by the page's lines. There orders and words of others are indented, and an empty
line parts blocks.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import groupby
from textwrap import dedent
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from referee.reports import document as doc
from referee.reports import spans, wrap
from referee.reports.document import BELOW_A_TAP, Block, Document
from referee.reports.drawing import drawing
from referee.reports.spans import Card, Prose, written
from referee.reports.tabletop import Picture, cells
from referee.reports.text import STANDING, YOUR_ORDERS

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

MARGIN = "  "
"""Before orders and words of others in a page's lines."""

THEIRS = frozenset(("order", "tap", "said", "code"))
"""Classes of elements in which those stand."""

APART = frozenset(("p", "h1", "h2", "h3", "table", "ul", "ol", "pre"))
"""Elements that stand apart from others on the page."""

BREAK, INSET, PARTING = "<br>", "<q>", "<hr>"
"""What stands for the end of a line, the margin before one, and an empty line, until all else is read."""

_TAG = re.compile(r"<[^>]*>")
_REMEMBERED = lru_cache(2048)(escape)
"""Most names, cards and figures of a turn stand in the letters of all its seats, and often in each."""


def escaped(words: object) -> Markup:
    """Escape words; what is HTML already stays as it is."""
    return words if type(words) is Markup else _REMEMBERED(str(words))


class Styles(dict[str, str]):
    """The style of each class, which the elements of a letter carry."""

    def part(self, tag: str, kind: str, inside: str, **more: object) -> Markup:
        """Write one element with its class, its style and more attributes; what stands in it is escaped."""
        said = "".join([f' {name.replace("_", "-")}="{escaped(what)}"' for name, what in more.items()]) if more else ""
        style = self.get(kind, "")
        return written(f'<{tag} class="{kind}"{said} style="{style}">{escaped(inside)}</{tag}>\n')


class _Lines(Styles):
    """Writes elements as lines of their own."""

    def part(self, tag: str, kind: str, inside: str, **more: object) -> Markup:
        lines = str(escaped(inside)).replace("\n", BREAK if tag == "pre" else " ").split(BREAK)
        if kind == "form":
            lines[1:-1] = [INSET + line for line in lines[1:-1]]
        elif kind in THEIRS:
            lines = [INSET + line for line in lines]
        edge = BREAK + PARTING + BREAK if tag in APART or kind == "alert" else BREAK
        return written(f"{edge}{BREAK.join(lines)}{edge}")


BARE, LINES = Styles(), _Lines()


class Reply(NamedTuple):
    """Where an answer goes, and its subject: what a tap on an order opens a letter to."""

    address: str
    subject: str


def bare(document: Document, faces: Faces = NO_FACES) -> Markup:
    """Return a letter's HTML without any look, for a style sheet that knows its classes; no subject is no title."""
    return inside(document, BARE, faces=faces)


def inside(document: Document, styles: Styles, reply: Reply | None = None, faces: Faces | None = None) -> Markup:
    """Return what stands on a letter's page, each element written as these styles do."""
    game, subject = doc.parted(document.subject)
    page = _Page(styles, subject, reply, faces)
    blocks = page.each(document.blocks)
    if not document.subject or any(isinstance(block, doc.Title) for block in document.blocks):
        return blocks
    return page.title(game, subject) + blocks


class _Page:
    """Draws the blocks of one letter."""

    def __init__(self, styles: Styles, subject: str, reply: Reply | None, faces: Faces | None) -> None:
        self.styles, self.part, self.subject, self.reply, self.faces = styles, styles.part, subject, reply, faces
        self.answer = ""
        if reply:
            self.answer = f"mailto:{quote(reply.address, safe='@+')}?subject={quote(reply.subject, safe='')}&body="
        self.reader, self.below = "", False

    def draw(self, block: Block) -> Markup:
        match block:
            case doc.Title(): return self.titled(block)
            case doc.Para(): return self.part("p", "para", self.lines(block.lines))
            case doc.Alert(): return self.part("div", "alert", self.lines(block.lines))
            case doc.Foot(): return self.part("p", "foot", block.text)
            case doc.Section(): return self.section(block)
            case doc.Several(): return self.each(block.inside)
            case doc.Told(): return _joined(self.part("div", "group", self.each(group)) for group in block.groups)
            case doc.Sentence(): return self.part("p", "deeper" if block.level else "sentence", self.prose(block.text))
            case doc.Said(): return self.said(block.lines)
            case doc.Table(): return self.table(block)
            case Picture(): return self.picture(block)
            case doc.Orders(): return self.orders(block)
            case doc.Offers(): return self.offers(block)
            case doc.Fates(): return self.fates(block)
            case doc.Remarks(): return self.items(map(self.remarked, block.entries))
            case doc.Listing(): return self.items(map(self.listed, block.items))
            case doc.Outline(): return self.outline(list(block.points))
            case doc.Facts(): return self.items(self.explained("span", [name], [said]) for name, said in block.rows)
            case doc.Usages(): return self.items(self.explained("div", one.forms, one.said) for one in block.entries)
            case doc.Code(): return self.part("pre", "code", dedent("\n".join(block.lines)))
            case doc.Form(): return self.form(block)
        raise TypeError(f"{type(block).__name__} has no HTML.")

    def each(self, blocks: Iterable[Block]) -> Markup:
        return _joined(map(self.draw, blocks))

    def titled(self, block: doc.Title) -> Markup:
        self.reader = block.reader
        return self.title(block.line, block.headline or self.subject)

    def title(self, small: str, headline: str) -> Markup:
        """Write the headline below which game it is about."""
        return self.part("div", "small", small) + self.part("h1", "headline", spans.begun(headline, str.upper))

    def prose(self, said: Prose) -> str:
        return said if isinstance(said, str) else spans.html(said, self.styles, self.reader)

    def lines(self, lines: Sequence[Prose]) -> Markup:
        return written("<br>\n".join(escaped(self.prose(line)) for line in lines))

    def said(self, lines: Iterable[str]) -> Markup:
        """Write words of others; some mail programs part lines at nothing but a break."""
        return self.part("blockquote", "said", Markup("<br>".join(map(escape, lines))), dir="auto")

    def section(self, block: doc.Section) -> Markup:
        kind = "section" if block.level == 1 else "list"
        self.below = self.below or block.level == 1  # a heading of a list stands below one of a section, or for one
        tag = "h3" if block.level > 1 and self.below else "h2"
        hint = [self.part("p", "hint", f"{block.hint[:1].upper()}{block.hint[1:]}.")] if block.hint else []
        return _joined([self.part(tag, kind, block.title), *hint, self.each(block.inside)])

    def table(self, block: doc.Table) -> Markup:
        """Write a table: each cell of the first row heads its column, each first one its row, but for a played card."""
        right = block.numeric()
        rows = list(block.rows)
        out = list[Markup]()
        if block.header:
            out.append(_row(_joined(self.head(str(cell), i in right) for i, cell in enumerate(rows.pop(0)))))
        for row in rows:
            mine = "you" if spans.names(row[0], self.reader) else "name"
            played, named = block.level and isinstance(row[0], Card), self.cell(row[0])
            heads = named and not played
            first = self.part("th", mine, named, scope="row") if heads else self.part("td", "cell", named)
            rest = [self.part("td", "number" if n in right else "cell", self.cell(c)) for n, c in enumerate(row) if n]
            out.append(_row(_joined([first, *rest])))
        return self.part("table", "deeptable" if block.level else "table", _joined(out))

    def head(self, cell: str, number: bool) -> Markup:
        """Write the head of a column; one without a name heads nothing."""
        kind = "headnumber" if number else "head"
        return self.part("th", kind, cell, scope="col") if cell else self.part("td", kind, "")

    def cell(self, cell: Prose | Card) -> str:
        """Write what stands in a row, a card as one."""
        if not isinstance(cell, Card):
            return self.prose(cell)
        face = (self.faces or NO_FACES).get(cell.name)
        shown = FACE.format(face, self.styles.get("face", ""), cell.name) if face else cell.name
        named = self.part("span", "card", shown)
        return named + f" {cell.note}" if cell.note else named

    def picture(self, block: Picture) -> Markup:
        if self.faces is None:
            return cells(block, self.reader, self.part)
        return self.part("div", "drawn", drawing(block, self.reader, self.faces))

    def items(self, items: Iterable[Markup], kind: str = "plain", tag: str = "ul") -> Markup:
        return self.part(tag, kind, _joined(items))

    def orders(self, block: doc.Orders) -> Markup:
        numbered = any(one.number is not None for one in block.entries)
        out = self.items(map(self.entry, block.entries), "orders", "ol" if numbered else "ul")
        if block.stand:
            out += self.part("p", "hint", STANDING.strip())
        return out

    def offers(self, block: doc.Offers) -> Markup:
        if self.reply is None:
            return self.items((self.entry(doc.Entry(n, one)) for n, one in enumerate(block.lines, 1)), "orders", "ol")
        return self.part("p", "taps", _joined(map(self.tap, block.lines)))

    def fates(self, block: doc.Fates) -> Markup:
        answered = (Markup("{}: {}").format(source, self.prose(said)) for source, said in block.others)
        others_said = _joined(self.part("p", "sentence", one) for one in answered)
        entries = (self.entry(one, "span") for one in block.entries)
        listed = self.part("p", "sentence", YOUR_ORDERS) + self.items(entries, "orders", "ol") if block.entries else ""
        idle = written(" ".join(f"<strong>{escaped(why)}:</strong> {escaped(orders)}" for why, orders in block.idle))
        said = self.part("p", "hint", idle) if idle else ""
        return listed + said + others_said

    def entry(self, one: doc.Entry, tag: str = "div") -> Markup:
        """Write an order with its meaning, in a line of its own or, in a span, behind it."""
        standing = " (standing)" if one.standing else ""
        said = [self.part("span", "order", f"{one.text}{standing}")]
        said += [self.part(tag, "meaning", self.prose(one.meaning))] if one.meaning else []
        more = {"value": one.number} if one.number else {}
        return self.part("li", "item", _joined(said), **more)

    def remarked(self, one: doc.Remarked) -> Markup:
        text = " ".join(wrap.clean(one.text).split())
        line = self.said([text]) if one.foreign else self.part("span", "order", text)
        return self.part("li", "item", line + self.remark(one.why))

    def remark(self, why: Prose) -> Markup:
        """Write what is said of a line; words of others in it stay apart."""
        if not isinstance(why, str):
            return self.part("div", "meaning", self.prose(why))
        parts = filter(None, (" ".join(part.split()) for part in why.split("\n\n")))
        return _joined(
            self.said([part.removeprefix(wrap.BAR)]) if part.startswith(wrap.BAR) else self.part("div", "meaning", part)
            for part in parts
        )

    def listed(self, item: str) -> Markup:
        first, *rest = item.split("\n")
        said = self.said(line.strip().removeprefix(wrap.BAR) for line in rest) if rest else Markup()
        return self.part("li", "item", escape(first) + said)

    def outline(self, points: list[doc.Point]) -> Markup:
        """Write a list; the items behind one that stand deeper are a list within it."""
        out: list[Markup] = []
        while points:
            first = points.pop(0)
            deeper = next((n for n, one in enumerate(points) if one.level <= first.level), len(points))
            inner, points = points[:deeper], points[deeper:]
            said = ("" if first.mark == "-" else escape(f"{first.mark} ")) + escaped(self.prose(first.text))
            out.append(self.part("li", "item", said + (self.outline(inner) if inner else "")))
        return self.items(out)

    def explained(self, tag: str, forms: Iterable[str], said: Iterable[str]) -> Markup:
        """Write how something is written, and below it what it means."""
        means = (self.part("div", "meaning", one) for one in said)
        return self.part("li", "item", _joined([*(self.part(tag, "order", form) for form in forms), *means]))

    def form(self, block: doc.Form) -> Markup:
        form = self.part("pre", "form", "\n".join((short(block.begin), *block.lines, short(block.end))))
        if self.reply is None or not any(map(str.strip, block.lines)):
            return form
        taps = _joined(self.tap(line) for line in block.lines[:MOST_TAPS] if line.strip())
        return form + self.part("p", "taps", self.part("span", "small", OR_TAP) + taps)

    def tap(self, line: str) -> Markup:
        """Write a link that opens an answer with this order in it."""
        return self.part("a", "tap", line, href=self.answer + quote(line, safe="") + BELOW)


def short(marker: str) -> str:
    """Draw a marker that a narrow screen holds; a dash at its end tells a whole one from one that was cut."""
    return f"{marker.rstrip('-').rstrip()} -"


def _joined(parts: Iterable[Markup]) -> Markup:
    """Put parts one behind the other; they are escaped already, so nothing is looked at again."""
    return written("".join(parts))


def _row(cells: Markup) -> Markup:
    return written(f"<tr>{cells}</tr>\n")


def page_lines(document: Document) -> list[str]:
    """Return the lines of a letter's page."""
    found = filter(None, map(_read, str(inside(document, LINES, Reply("", ""))).split(BREAK)))
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
