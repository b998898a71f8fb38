"""A picture of the table as a drawing, SVG, for browsers and paper: it needs nothing from elsewhere, and no colour.

What lies in the middle stands at the top, the seats below it by where they are; with a table that knows no such parts
they sit round it, the first ones above and the others below, so that neighbours in the drawing are neighbours.
Who is bound to whom is joined by a broken line. The same picture is the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.reports.spans import Card
from referee.reports.tabletop import Picture, Pile, Place

WIDTH, MARGIN, GAP, PAD = 600, 8, 12, 8
CARD, TALL, STEP = 34, 52, 38
"""How wide and high a card is, and how far from it the next one lies."""

LINE, SMALL = 16, 12
LETTER = 6.4
"""How high a line is and how large its letters are, and how much room one takes at the most on average."""

FONT = 'font-family="Arial, Helvetica, sans-serif"'
FITTED = ' style="max-width:100%;height:auto"'
"""How a drawing fits a narrow screen; what sets paper takes such a height for none, and makes a square of it."""

SVG = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" role="img" class="drawing" width="{width}" height="{height}"'
    f'{FITTED} viewBox="0 0 {{width}} {{height}}"><title>{{title}}</title>\n{{inside}}</svg>\n'
)
RECT = Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="{}" stroke="{}" stroke-width="{}"/>\n')
TEXT = Markup('<text x="{}" y="{}" {} font-size="{}" font-weight="{}" fill="{}">{}</text>\n')
FACE = Markup('<image x="{}" y="{}" width="{}" height="{}" href="{}"/>\n')
BOND = Markup('<path d="M{} {}L{} {}" stroke="#6b6459" stroke-width="3" stroke-dasharray="6 4"/>\n')
INK, PALE, FELT, PAPER = "#222222", "#55524b", "#e9efe6", "#faf8f3"


class Drawn(NamedTuple):
    """A part of the drawing, and how high it is."""

    inside: Markup
    height: int


class Spot(NamedTuple):
    """Where a seat's part of the drawing begins."""

    place: Place
    x: int
    y: int


def drawing(picture: Picture, reader: str, faces: Mapping[str, str]) -> Markup:
    """Draw a picture; cards in ``faces`` show theirs, by their names, the others their codes."""
    return _Sheet(picture, reader, faces).drawn()


class _Sheet:
    """Draws one picture from the top to the bottom."""

    def __init__(self, picture: Picture, reader: str, faces: Mapping[str, str]) -> None:
        self.picture, self.reader, self.faces = picture, reader, faces
        self.y = MARGIN
        self.parts: list[Markup] = []
        self.spots: dict[str, Spot] = {}
        self.wide = (WIDTH - 2 * MARGIN - GAP * (self.columns - 1)) // self.columns

    @property
    def columns(self) -> int:
        """How many seats stand side by side: as many as the longest row of cards leaves room for."""
        if any(one.area for one in self.picture.places):
            most = max(map(len, (places for _, places in self.picture.areas())))
        else:
            most = (len(self.picture.places) + 1) // 2
        longest = max((_room(pile) for one in self.picture.places for pile in one.piles), default=0)
        return max(1, min(3, most, (WIDTH + GAP) // max(longest + 2 * PAD + GAP, 1)))

    def drawn(self) -> Markup:
        groups = self.picture.areas()
        if len(groups) == 1 and not groups[0][0]:
            half = (len(groups[0][1]) + 1) // 2
            self.row(groups[0][1][:half])
            self.middle()
            self.row(groups[0][1][half:][::-1])
        else:
            self.middle()
            for area, places in groups:
                self.parts.append(_text(MARGIN, self.y + LINE - 3, area, weight="bold", size=14))
                self.y += LINE + 6
                self.row(places)
        paper = RECT.format(0, 0, WIDTH, self.y, 12, PAPER, PAPER, 0)  # where the page around it is dark, too
        inside = Markup().join([paper, *self.bonds(), *self.parts])
        return SVG.format(width=WIDTH, height=self.y, title=self.picture.caption, inside=inside)

    def bonds(self) -> Iterator[Markup]:
        """Join those who are bound to those to whom they are; what is drawn later covers the line's ends."""
        for one, x, y in self.spots.values():
            if lord := self.spots.get(one.lord):
                half = self.wide // 2
                yield BOND.format(x + half, y + LINE, lord.x + half, lord.y + LINE)

    def middle(self) -> None:
        """Draw the piles in the middle on the felt."""
        if not self.picture.middle:
            return
        drawn = self.flow(self.picture.middle, MARGIN + PAD, self.y + PAD, WIDTH - 2 * MARGIN - 2 * PAD)
        whole = drawn.height + 2 * PAD
        self.parts += [RECT.format(MARGIN, self.y, WIDTH - 2 * MARGIN, whole, 22, FELT, "#5b6b57", 2), drawn.inside]
        self.y += whole + GAP

    def flow(self, piles: Sequence[Pile], x: int, y: int, wide: int) -> Drawn:
        """Draw piles side by side, in as many rows as they need."""
        out: list[Markup] = []
        left, low, height = x, y, 0
        for pile in piles:
            room = min(_room(pile), wide)
            if left + room > x + wide and left > x:
                left, low, height = x, low + height, 0
            drawn = self.pile(pile, left, low, room)
            out.append(drawn.inside)
            left, height = left + room + GAP, max(height, drawn.height)
        return Drawn(Markup().join(out), low + height - y)

    def row(self, places: Sequence[Place]) -> None:
        """Draw seats side by side, in as many rows as they need."""
        for start in range(0, len(places), self.columns):
            some = places[start : start + self.columns]
            x, height = MARGIN, 0
            drawn = []
            for one in some:
                self.spots[one.seat] = Spot(one, x, self.y)
                drawn.append((one, x, self.place(one, x)))
                height = max(height, drawn[-1][2].height)
                x += self.wide + GAP
            for one, left, part in drawn:
                mine = one.seat == self.reader
                fill, thick = ("#f1f0ee", 1) if one.gone else ("#ffffff", 3 if mine else 1)
                self.parts += [RECT.format(left, self.y, self.wide, height, 8, fill, INK, thick), part.inside]
            self.y += height + GAP

    def place(self, one: Place, x: int) -> Drawn:
        name = f"{one.seat} (you)" if one.seat == self.reader else one.seat
        low = self.y + LINE + 2
        out = [_text(x + PAD, low, name, weight="bold", size=14)]
        said = [f"{name} {words}".strip() for name, words in one.facts]
        said += [f"lord {one.lord}"] if one.lord else []
        for line in _lines(" \N{MIDDLE DOT} ".join(said), self.wide - 2 * PAD):
            low += LINE
            out.append(_text(x + PAD, low, line))
        low += 6
        piles = self.flow(one.piles, x + PAD, low, self.wide - 2 * PAD)
        return Drawn(Markup().join([*out, piles.inside]), low + piles.height + 4 - self.y)

    def pile(self, pile: Pile, x: int, y: int, wide: int) -> Drawn:
        """Draw a pile below its name and number: its cards in rows, those not told apart as one on others."""
        out, low = [], y
        for line in _lines(f"{pile.name} {pile.down or ''}".strip(), wide):
            low += LINE - 2
            out.append(_text(x, low, line, weight="bold", colour=PALE))
        low += 4
        left, tall = x, 0
        if pile.down:
            out += [self.card(Card("", ""), left + 3 * n, low) for n in range(min(pile.down, 3))]
            left, tall = left + STEP + 6, TALL + 4
        for card in pile.cards:
            if left + CARD > x + wide and left > x:
                left, low = x, low + tall
            noted = [*_lines(card.note, STEP + 8, 9)] if card.note else []
            out.append(self.card(card, left, low))
            out += [_text(left, low + TALL + 10 * (n + 1), line, size=9) for n, line in enumerate(noted)]
            left, tall = left + STEP + (8 if noted else 0), max(tall, TALL + 4 + 10 * len(noted))
        low += tall
        for line in _lines(pile.note, wide) if pile.note else ():
            low += LINE - 2
            out.append(_text(x, low, line))
        return Drawn(Markup().join(out), low + 4 - y)

    def card(self, card: Card, x: int, y: int) -> Markup:
        if not card.code:
            back = Markup('<path d="M{} {}l14 20M{} {}l-14 20" stroke="#8a8372" stroke-width="2"/>\n')
            return RECT.format(x, y, CARD, TALL, 4, "#d9d3c4", INK, 1) + back.format(x + 10, y + 16, x + 24, y + 16)
        if card.name in self.faces:
            return FACE.format(x, y, CARD, TALL, self.faces[card.name])
        return RECT.format(x, y, CARD, TALL, 4, "#ffffff", INK, 1) + _text(x + 4, y + 30, card.code, weight="bold")


def _room(pile: Pile) -> int:
    """Say how wide a pile would like to be."""
    cards = sum(STEP + (8 if one.note else 0) for one in pile.cards) + (STEP + 6 if pile.down else 0)
    name = int(len(f"{pile.name} {pile.down or ''}") * LETTER * 1.1) + 8
    return max(cards, name, min(int(len(pile.note) * LETTER), 180))


def _lines(said: str, wide: int, size: int = SMALL) -> list[str]:
    """Break words into lines that have room."""
    return wrap(said, max(int(wide * SMALL / (LETTER * size)), 4))


def _text(x: int, y: int, said: str, *, weight: str = "normal", size: int = SMALL, colour: str = INK) -> Markup:
    return TEXT.format(x, y, Markup(FONT), size, weight, colour, escape(said))
