"""Text in 72 columns: hanging indents, columns, and letters that are wider or narrower than one column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

WIDTH = 72
RULE = "=" * (WIDTH - 2)
HANG = "     "

GAP = "  "
"""What parts columns."""

NARROWEST = 16
"""A column of words is not wrapped to fewer columns of a screen."""

BAR = "| "
"""What words of others stand behind, on every line."""

_PIECE = re.compile(r"( *)([^ ]+)")
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def clean(text: str) -> str:
    """Return text without control marks and marks that turn the direction of writing; only line feeds stay."""
    return _UNSEEN.sub("", text.replace("\t", "    ")) if _UNSEEN.search(text) else text


def width(text: str) -> int:
    """Count the columns that a text takes on a screen (Unicode Standard Annex 11)."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@lru_cache(1024)
def wrapped(line: str, limit: int = WIDTH) -> tuple[str, ...]:
    """Wrap one line; those that follow are indented as far as it is. A word is broken only if no line could hold it.

    What stands behind a bar stays behind it, and is wrapped as if there were no more room.
    """
    line = line.rstrip()
    if width(line) <= limit:
        return (line,)
    start = margin(line)
    if not start.endswith(BAR):
        return hung(line, start, limit)
    inner = line[len(start) :]
    blanks = " " * (len(inner) - len(inner.lstrip(" ")))
    return tuple(f"{start}{part}" for part in hung(inner, blanks, limit - len(start)))


def hung(line: str, indent: str, limit: int = WIDTH) -> tuple[str, ...]:
    """Wrap one line; those that follow begin with this indent."""
    out: list[str] = []
    now, used = "", 0
    for gap, word in _PIECE.findall(line.rstrip()):
        length = width(word)
        if now.strip() and used + len(gap) + length > limit:
            out.append(now)
            now, used, gap = "", 0, indent
        if used + width(gap) + length <= limit:
            now, used = now + gap + word, used + width(gap) + length
        else:
            *full, now = _fitted(now + gap, word, limit)
            out, used = out + full, width(now)
    return (*out, now)


def indent(line: str) -> int:
    """Count the blanks that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def margin(line: str) -> str:
    """Return the blanks that a line begins with, and the bar behind them if words of others do."""
    text = line.lstrip(" ")
    return " " * (len(line) - len(text)) + (BAR if text.startswith(BAR) else "")


def layout(text: str, fixed: Collection[str] = (), gap: int = 2) -> str:
    """Finish a letter: lines wrapped unless ``fixed``, no trailing blanks, at most ``gap`` empty lines in a row."""
    out: list[str] = []
    empty, plain = gap, text.isascii()
    for line in map(str.rstrip, clean(text).split("\n")):
        if not line:
            empty += 1
            if empty <= gap:
                out.append(line)
            continue
        empty = 0
        if (len(line) <= WIDTH and (plain or line.isascii())) or line in fixed:
            out.append(line)
        else:
            out += wrapped(line)
    return "\n".join(out).rstrip("\n") + "\n"


def pad(text: str, columns: int) -> str:
    """Fill a text up with blanks on its right."""
    return text + " " * (columns - width(text))


def lpad(text: str, columns: int) -> str:
    """Fill a text up with blanks on its left."""
    return " " * (columns - width(text)) + text


def columns(
    rows: Sequence[Sequence[str]], right: Collection[int] = (), limit: int = WIDTH, *, header: bool = False
) -> list[str]:
    """Set rows in columns, those named ``right`` (from 0) flush right; no blanks at the ends.

    Where they are too wide, the widest column is wrapped, or several where it alone would have too little room; where
    they would, too, each row becomes a sentence that names the columns.
    """
    sizes = [max(map(width, column)) for column in zip_longest(*rows, fillvalue="")]
    excess = sum(sizes) + len(GAP) * (len(sizes) - 1) - limit
    sizes = _narrowed(sizes, excess)
    if not sizes:
        return [line for row in _sentences(rows, header) for line in hung(row, GAP, limit)]
    return [line for row in rows for line in _set(row, sizes, right)]


def _narrowed(sizes: list[int], excess: int) -> list[int]:
    """Take what is too much from the widest column, or bit by bit from the widest of all; empty if none has so much."""
    each = excess if max(sizes, default=0) - excess >= NARROWEST else 1
    while excess > 0:
        widest = max(sizes)
        if widest <= NARROWEST:
            return []
        sizes[sizes.index(widest)] -= each
        excess -= each
    return sizes


def _set(row: Sequence[str], sizes: Sequence[int], right: Collection[int]) -> list[str]:
    cells = [hung(cell, "", size) if width(cell) > size else (cell,) for cell, size in zip(row, sizes, strict=False)]
    return [
        GAP.join((lpad if i in right else pad)(cell, sizes[i]) for i, cell in enumerate(line)).rstrip()
        for line in zip_longest(*cells, fillvalue="")
    ]


def _sentences(rows: Sequence[Sequence[str]], header: bool) -> list[str]:
    """Say each row on its own, every cell with the name of its column."""
    if not header:
        return [", ".join(filter(None, row)) for row in rows]
    names = rows[0]
    pairs = ([(name, cell) for name, cell in zip(names, row, strict=False) if cell] for row in rows[1:])
    return ["; ".join(f"{name}: {cell}" if name else cell for name, cell in row) for row in pairs]


def beside(left: str, right: str, column: int, limit: int = WIDTH) -> list[str]:
    """Set a text to the right of another, from this column on; below it, further left, if there is too little room."""
    if not right:
        return list(hung(left, margin(left) + HANG, limit))
    if width(left) + 2 <= column and width(right) <= limit - column:
        return [pad(left, column) + right]
    below = margin(left) + HANG
    return [*hung(left, below, limit), *hung(below + right, below, limit)]


def _fitted(now: str, word: str, limit: int) -> Iterator[str]:
    """Put a word on its line: further left if only so it fits, in pieces if it is longer than a line."""
    room = limit - width(now)
    if width(word) <= room:
        yield now + word
    elif width(word) <= limit:
        yield " " * (limit - width(word)) + word
    else:
        yield from _pieces(now, word, limit)


def _pieces(now: str, word: str, limit: int) -> Iterator[str]:
    used = width(now)
    for letter in word:
        if used + _columns(letter) > limit:
            yield now
            now, used = "", 0
        now += letter
        used += _columns(letter)
    yield now


@lru_cache(2048)
def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
