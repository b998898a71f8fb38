"""Words of letters, and spans among them: those that stand for something, such as a card, so that programs find it.

In a template they are `Marked`: words like any others, with signs around them that nobody sees and that no words of
others can hold (`wrap.clean` takes them out). So a sentence stays one string while it is made and joined to others;
when it becomes a part of a document, `read` makes `Words` of it. A span tells what its words tell and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache, partial
from html import escape
from typing import Any, TypeAlias

from markupsafe import Markup

from referee.engine.audience import OBSERVER
from referee.engine.lexicon import spoken as spoken
from referee.engine.slots import NUMBERS
from referee.engine.values import value

OPEN, THEN, CLOSE = "\x0e", "\x0f", "\x10"
"""Around a span: its kind and what it stands for, its words, its end."""

BLANK = "\x11"
"""A blank in what a span stands for, so that a mark is one word."""

IN_WORDS = tuple(word.lower() for word in NUMBERS)
"""Numbers that are said in words, each in its place."""

CODE = Markup('<abbr class="coded" title="{}" style="{}">{}</abbr>')
"""A code alone can be sent as it is read; who asks an abbreviation, by ear or pointer, is told the card's name."""

_SAFE = lru_cache(2048)(partial(escape, quote=False))
"""Most words of a turn stand in the letters of all its seats."""

written: Callable[[str], Markup] = partial(str.__new__, Markup)
"""Take for HTML what was put together as such; `Markup` itself looks first what sort of thing it was given."""

_UNSEEN = re.compile("[\x00-\x09\x0b-\x0d\x12-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@value
class Card:
    """A card: its code, its name, and what is said of it there."""

    code: str
    name: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.note}" if self.note else self.name


@value
class Spoken:
    """Words that stand for something."""

    words: str

    def __str__(self) -> str:
        return self.words


@value
class Seat(Spoken):
    """A player in a sentence: the words, such as ``You`` or ``Ana's``, whose seat it is, and if it is the reader's."""

    name: str
    me: bool = False


@value
class Order(Spoken):
    """A line that can be sent as it stands."""


@value
class Rule(Spoken):
    """The number of a rule."""


@value
class Moment(Spoken):
    """A time, said as its reader's clocks show it, and the same by ISO 8601 to the minute."""

    at: str


@value
class Strong(Spoken):
    """Words that a reader should not pass over."""


@value
class Coded(Spoken):
    """A card that is said by its code alone, and its name."""

    name: str


Span: TypeAlias = Card | Coded | Seat | Order | Rule | Moment | Strong


@value
class Words:
    """Words with spans among them, in the order they are read."""

    parts: tuple[str | Span, ...]

    def __str__(self) -> str:
        return "".join(map(str, self.parts))


Prose: TypeAlias = str | Words
"""Words with spans among them or without."""


class Marked(str):
    """A span as templates have it: compared, cut and counted as what is read, and put among other words with its mark.

    What is cut out of it is plain.
    """

    __slots__ = ("_whole",)
    _whole: str

    def __new__(cls, words: str, kind: str, fact: str = "") -> Marked:
        """Mark words by the sign of their kind, one of `KINDS`, and by what they stand for; they hold no other span."""
        one = super().__new__(cls, words)
        one._whole = f"{OPEN}{kind}{fact.replace(' ', BLANK)}{THEN}{words}{CLOSE}"
        return one

    def __str__(self) -> str:
        return self._whole


KINDS: dict[str, Callable[[str, str], Span]] = {
    "1": lambda words, code: Card(code, words),
    "2": lambda words, name: Seat(words, name),
    "3": lambda words, name: Seat(words, name, me=True),
    "4": lambda words, _: Order(words),
    "5": lambda words, _: Rule(words),
    "6": Moment,
    "7": lambda words, _: Strong(words),
    "8": Coded,
}
"""What the signs of spans make of words and what these stand for. Signs are no letters, so that they have no case."""


@lru_cache(1024)
def card(name: str, code: str) -> Marked:
    """Mark the name of a card."""
    return Marked(name, "1", code)


@lru_cache(1024)
def coded(code: str, name: str) -> Marked:
    """Mark the code of a card that stands without its name."""
    return Marked(code, "8", name)


@lru_cache(1024)
def seat(words: str, name: str, me: bool) -> Marked:
    """Mark what names a player, or the reader."""
    return Marked(words, "3" if me else "2", name)


def order(line: str) -> Marked:
    """Mark a line that can be sent as it stands."""
    return Marked(line, "4")


def rule(number: str) -> Marked:
    """Mark the number of a rule."""
    return Marked(number, "5")


def moment(words: str, at: datetime) -> Marked:
    """Mark what says a time, which is aware."""
    return Marked(words, "6", at.isoformat(timespec="minutes"))


def strong(words: str) -> Marked:
    """Mark words that should not be passed over."""
    return Marked(plain(words), "7")


@lru_cache(1024)
def read(text: str) -> Prose:
    """Read words with marks among them; a mark that was cut apart marks nothing."""
    if OPEN not in text:
        return text
    first, *rest = text.split(OPEN)
    parts: list[str | Span] = [first]
    for one in rest:
        inside, _, after = one.partition(CLOSE)
        fact, _, words = inside.partition(THEN)
        kind = KINDS.get(fact[:1])
        parts += [kind(words, fact[1:].replace(BLANK, " ")) if kind else words, after]
    return Words(tuple(part for part in parts if part != ""))


def joined(said: Iterable[Prose | Card], glue: str) -> Words:
    """Put words one behind the other with ``glue`` between."""
    parts: list[str | Span] = []
    for one in said:
        parts += [glue] if parts else []
        parts += one.parts if isinstance(one, Words) else [one]
    return Words(tuple(parts))


@lru_cache(1024)
def plain(text: str) -> str:
    """Return words without the marks among them."""
    return str(read(text)) if OPEN in text else text


def clean(text: str) -> str:
    """Return marked words without any other sign that is not seen; only line feeds stay."""
    return _UNSEEN.sub("", text.replace("\t", "    ")) if _UNSEEN.search(text) else text


def line(text: str) -> str:
    """Return marked words on one line, without any other sign that is not seen."""
    return oneline(clean(text))


def begun(text: str, change: Callable[[str], str]) -> str:
    """Change the first letter that is read, as to a capital one."""
    text = str(text)
    mark, then, words = text.partition(THEN) if text.startswith(OPEN) else ("", "", text)
    return f"{mark}{then}{change(words[:1])}{words[1:]}"


def first(text: str) -> str:
    """Return the first letter that is read."""
    return (text.partition(THEN)[2] if text.startswith(OPEN) else text)[:1]


def html(said: Words, styles: Mapping[str, str], reader: str = "") -> Markup:
    """Write words with spans among them; the code of a card stands behind its name, once and if no word is it."""
    out: list[str] = []
    codes: set[str] = set()
    for one in said.parts:
        match one:
            case str(): out.append(_SAFE(one))
            case Card(code, name):
                out.append(_span("named", name, styles))
                if _stands_behind(one, codes, said):
                    out += (" ", _span("known", code, styles))
                codes.add(code)
            case Coded(code, name):
                out.append(_abbreviated(code, name, styles.get("coded", "")))
                codes.add(code)
            case Seat(words, name):
                out.append(f"<strong>{_SAFE(words)}</strong>" if words == name == reader else _SAFE(words))
            case Order(words): out.append(_span("sendable", words, styles))
            case Rule(words): out.append(_span("named", words, styles))
            case Moment(words, at): out.append(f'<time datetime="{at}">{_SAFE(words)}</time>')
            case Strong(words): out.append(f"<strong>{_SAFE(words)}</strong>")
    return written("".join(out))


@lru_cache(1024)
def _abbreviated(code: str, name: str, style: str) -> Markup:
    return CODE.format(name, style, code)


def names(cell: Prose | Card, reader: str) -> bool:
    """Say whether a cell names the reader and nothing else."""
    match cell:
        case Words((Seat(me=True),)): return True
        case _: return str(cell) == reader


def _stands_behind(card: Card, codes: Collection[str], said: Words) -> bool:
    """Say whether a card's code is to stand behind its name: once, and if no word says it, in brackets or not."""
    code = card.code
    return code not in (card.name, *codes) and not any(
        code in one and code in one.replace("(", " ").replace(")", " ").split()
        for one in said.parts if isinstance(one, str)
    )  # fmt: skip


def _span(kind: str, words: str, styles: Mapping[str, str]) -> str:
    return f'<span class="{kind}" style="{styles.get(kind, "")}">{_SAFE(words)}</span>'


def who(seat: str, me: str = "") -> str:
    """Begin a sentence with a player: ``You`` or ``Ana``."""
    return "You" if is_me(seat, me) else seat


def whom(seat: str, me: str = "") -> str:
    """Name a player within a sentence: ``you`` or ``Ana``."""
    return "you" if is_me(seat, me) else seat


def whose(seat: str, me: str = "") -> str:
    """Say whose something is: ``your`` or ``Ana's``."""
    return "your" if is_me(seat, me) else f"{seat}'s"


def does(seat: str, me: str, you: str, other: str) -> str:
    """Pick the verb's form: ``lead`` for you, ``leads`` for another."""
    return you if is_me(seat, me) else other


def is_me(seat: str, me: str) -> bool:
    """Say whether a seat is the reader's own; an observer is nobody."""
    return seat == me and me != OBSERVER


def plural(n: int, one: str, many: str) -> str:
    """Pick the word for one or for many."""
    return one if n == 1 else many


def number(n: int) -> str:
    """Say a number: in words up to twelve, then in figures."""
    return IN_WORDS[n] if 0 <= n < len(IN_WORDS) else str(n)


def ranked(figures: Mapping[str, Any], *, lowest: bool = False) -> list[tuple[int, str, Any]]:
    """Rank players by a figure, the highest first or the lowest: place, player, figure; equal ones share a place."""
    ordered = sorted(figures.items(), key=lambda one: one[1], reverse=not lowest)
    places = [figure for _, figure in ordered]
    return [(places.index(figure) + 1, player, figure) for player, figure in ordered]


def oneline(text: str) -> str:
    """Put a text on one line, whatever blanks and line feeds it has."""
    return " ".join(text.split())


def cap(text: str) -> str:
    """Begin with a capital letter and leave the rest as it is."""
    return begun(text, str.upper)
