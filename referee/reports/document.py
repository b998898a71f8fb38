"""A letter as a document: blocks of words in the order they are read.

Nothing in a document knows a width, a colour or a font; how it looks is decided by what turns it into a form: `text`,
`html`, `data`. It is made from what its reader was told and from nothing else, so every form of it tells the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from referee.engine.values import field_names, value
from referee.reports.spans import Card, Prose

NUMBER = re.compile(r"[+-]?[0-9]+")
NONE = ("", "-")
"""What stands in a column of numbers where there is none."""

LIST = 2
"""The level of a heading that is a list's within a section, and has no others below it."""

MARK, END = "\x02", "\x03"
"""Signs that no words of others can hold: what stands between them in a filled template is a block's place."""


class Block:
    """A part of a document. In a template it stands for itself: ``{{ orders }}`` on a line of its own."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{MARK}{id(self)}{END}"

    def __bool__(self: Any) -> bool:
        """Say whether anything stands in it."""
        return any(getattr(self, name) for name in field_names(self.__class__))

    def blocks(self) -> tuple[Block, ...]:
        """Return the blocks inside it."""
        return ()


@value
class Title(Block):
    """Which game, by its own title and that of its rules, which occasion, and for whom it is.

    Without a headline the letter's subject says what it is about.
    """

    game: str
    rules: str
    occasion: str
    headline: str
    reader: str = ""

    @property
    def line(self) -> str:
        """Return what it says above the headline, on one line."""
        name = self.game if self.rules.lower() in self.game.lower() else f"{self.game}, {self.rules}"
        reader = [f"for {self.reader}"] if self.reader else []
        return " \N{MIDDLE DOT} ".join([name, self.occasion, *reader])


@value
class Para(Block):
    """Sentences of the referee, in one line or in several that stand close together."""

    lines: tuple[Prose, ...]


@value
class Alert(Block):
    """What must not be missed, such as when orders are due."""

    lines: tuple[Prose, ...]


@value
class Foot(Block):
    """The last line: whom to ask."""

    text: str


@value
class Section(Block):
    """A heading and what stands below it; ``level`` 2 is a list within a letter. The hint stands beside the heading."""

    title: str
    inside: tuple[Block, ...]
    level: int = 1
    hint: str = ""

    def blocks(self) -> tuple[Block, ...]:
        return self.inside


@value
class Table(Block):
    """Rows of cells, the first a header or not; one of a deeper ``level`` belongs to the sentence before it."""

    rows: tuple[tuple[Prose | Card, ...], ...]
    header: bool = False
    level: int = 0

    def numeric(self) -> frozenset[int]:
        """Return the columns that hold numbers alone, from 0."""
        return _numeric(self.rows[self.header :])

    def carded(self, cards: Mapping[str, str]) -> Table:
        """Tell the cells that name a card from others (`carded`)."""
        return Table(tuple(tuple([_cell(cell, cards) for cell in row]) for row in self.rows), self.header, self.level)


@value
class Sentence(Block):
    """A sentence of what happened or how things stand; one of a deeper ``level`` belongs to the one before it."""

    text: Prose
    level: int = 0


@value
class Said(Block):
    """Words that are not the referee's own, set apart on every line so that nobody takes them for the referee's."""

    lines: tuple[str, ...]
    level: int = 0


@value
class Code(Block):
    """Lines that are copied, or looked at, as they stand."""

    lines: tuple[str, ...]


@value
class Told(Block):
    """What a reader is told, in groups that stand a little apart."""

    groups: tuple[tuple[Block, ...], ...] = ()

    def blocks(self) -> tuple[Block, ...]:
        return tuple(line for group in self.groups for line in group)

    def in_words(self) -> Told:
        """Return what is told in sentences, without rows."""
        groups = (tuple(line for line in group if not isinstance(line, Table)) for group in self.groups)
        return Told(tuple(filter(None, groups)))


@value
class Several(Block):
    """Blocks that go to one place."""

    inside: tuple[Block, ...]

    def blocks(self) -> tuple[Block, ...]:
        return self.inside


@value
class Entry:
    """An order with its number (0: it is about all; None: it has none), whether it stands, and what it means."""

    number: int | None
    text: str
    standing: bool = False
    meaning: Prose = ""


@value
class Orders(Block):
    """Orders with their meaning."""

    entries: tuple[Entry, ...]

    @property
    def stand(self) -> bool:
        """Whether any of them is in force and stands; those in force have numbers."""
        return any(one.standing and one.number is not None for one in self.entries)


@value
class Offers(Block):
    """Orders that the reader could send; numbered, so that none stands as bare as one that was written."""

    lines: tuple[str, ...]


@value
class Fates(Block):
    """A seat's orders with what became of each as their meaning, and what else answered for it.

    ``idle`` are reasons why orders did not come into play, each with those orders in one line.
    """

    entries: tuple[Entry, ...]
    others: tuple[tuple[str, Prose], ...] = ()
    idle: tuple[tuple[str, str], ...] = ()


@value
class Remarked:
    """A line that somebody wrote, and what is said of it; ``foreign`` if it may be another's than the reader's."""

    text: str
    why: Prose
    foreign: bool = False


@value
class Remarks(Block):
    """Lines that somebody wrote, each with a word on it below."""

    entries: tuple[Remarked, ...]


@value
class Listing(Block):
    """Items of a list; words of others in one have lines of their own, behind a bar."""

    items: tuple[str, ...]


@value
class Point:
    """An item of an outline, what it is marked with (a dash or a number), and how deep it stands."""

    text: Prose
    mark: str = "-"
    level: int = 0


@value
class Outline(Block):
    """A list of which items may have lists of their own."""

    points: tuple[Point, ...]


@value
class Facts(Block):
    """Names, each with a few words: options with their values and what they mean."""

    rows: tuple[tuple[str, str], ...]


@value
class Usage:
    """How an order is written, and what is said of it."""

    forms: tuple[str, ...]
    said: tuple[str, ...]


@value
class Usages(Block):
    """How orders are written."""

    entries: tuple[Usage, ...]


BELOW_A_TAP = "# Orders sent before are replaced; a line ADD on top keeps them."
"""Stands below a tapped order in the answer that it opens; whoever taps one more sees it in time."""


@value
class Form(Block):
    """The order form at the end of a letter: its first marker, the order lines, its last marker, each as printed.

    It is stored, so that an answer's changed lines can be told from unchanged ones.
    """

    begin: str
    lines: tuple[str, ...]
    end: str


@value
class Document:
    """A whole letter: its subject, and its blocks in the order they are read."""

    subject: str
    blocks: tuple[Block, ...]


def parted(subject: str) -> tuple[str, str]:
    """Part a subject into the game and the rest."""
    game, found, rest = subject.partition("] ")
    return (game.removeprefix("["), rest) if found else ("", subject)


@lru_cache(256)
def _numeric(rows: tuple[tuple[Prose | Card, ...], ...]) -> frozenset[int]:
    """Find them; both forms of a letter want to know, and those of all seats in which a table stands."""
    numbers = [
        n for n, cells in enumerate(zip_longest(*rows, fillvalue=""))
        if all(isinstance(c, str) and (c in NONE or NUMBER.fullmatch(c)) for c in cells)
        and any(c not in NONE for c in cells)
    ]  # fmt: skip
    return frozenset(numbers)


def _cell(cell: Prose | Card, cards: Mapping[str, str]) -> Prose | Card:
    """Find the card that a cell names, with what is said of it in brackets behind it."""
    if isinstance(cell, Card):
        return cell
    whole = str(cell)
    if whole in cards:
        return Card(cards[whole], whole)
    name, bracket, note = whole.partition(" (")
    return Card(cards[name], name, f"({note}") if bracket and name in cards else cell


def carded(blocks: tuple[Block, ...], cards: Mapping[str, str]) -> tuple[Block, ...]:
    """Tell the cells of tables that name a card from others; ``cards`` holds their codes by their names."""
    return changed(blocks, lambda block: block.carded(cards) if isinstance(block, Table) else block)


def changed(blocks: tuple[Block, ...], swap: Callable[[Block], Block]) -> tuple[Block, ...]:
    """Put others in the place of blocks, also of those within others."""
    return tuple(swap(_changed_within(one, swap)) for one in blocks)


def _changed_within(block: Block, swap: Callable[[Block], Block]) -> Block:
    match block:
        case Section(): return Section(block.title, changed(block.inside, swap), block.level, block.hint)
        case Several(): return Several(changed(block.inside, swap))
        case Told(): return Told(tuple(changed(group, swap) for group in block.groups))
        case _: return block


def nested(blocks: Iterable[Block], level: int = 1) -> tuple[Block, ...]:
    """Put below each heading that has nothing below it yet what follows it, up to the next one of its level."""
    if level > LIST:
        return tuple(blocks)
    before: list[Block] = []
    parts: list[tuple[Section, list[Block]]] = []
    for block in blocks:
        if isinstance(block, Section) and block.level == level and not block.inside:
            parts.append((block, []))
        else:
            (parts[-1][1] if parts else before).append(block)
    below = (Section(one.title, nested(inside, level + 1), level, one.hint) for one, inside in parts)
    return (*nested(before, level + 1), *below)


def form_in(blocks: tuple[Block, ...]) -> Form | None:
    """Find the order form among blocks and below their headings, where a letter has its one."""
    for block in blocks:
        if isinstance(block, Form):
            return block
        if isinstance(block, Section | Several) and (found := form_in(block.inside)) is not None:
            return found
    return None


def walked(blocks: tuple[Block, ...]) -> list[Block]:
    """List blocks and all that is inside them, in the order in which they are read."""
    found: list[Block] = []
    for block in blocks:
        found.append(block)
        if inside := block.blocks():
            found += walked(inside)
    return found
