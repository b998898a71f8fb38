"""What of our letters to one reader stands, word for word, in words for another.

A mail program may put the letter that is answered right behind what was written, without a line end. So words are
compared by their letters and digits alone, whatever was wrapped, joined, quoted or indented.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from .address import look

FEWEST = 4
"""A line or a sentence of fewer words is anybody's: *You drew nothing.*"""

RUN = 40
"""So many letters in a row are no chance, wherever they begin: two long names of cards have fewer."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CLAUSE = re.compile(r"(?<=[.!?:;])\s+")


class Piece(NamedTuple):
    """A line, a sentence or a run of a letter, as it stands there and by its letters, and the lines it reaches over."""

    text: str
    key: str
    within: tuple[str, ...] = ()


def key(text: str) -> str:
    """Reduce a text to what no mail program changes, and nobody who reads it can tell: what its letters look like."""
    return look(text)


def repeated(words: str, letters: Sequence[str], told: Sequence[Callable[[], str]] = ()) -> str:
    """Return the first piece of these letters that stands in the words and that not every reader was told; or ''.

    ``told`` gives for each reader the `key` of all that they were told; it is asked for only where it matters.
    """
    said = key(words)
    runs = {said[at : at + RUN] for at in range(len(said) - RUN + 1)}
    found = list(dict.fromkeys(piece for letter in letters for piece in _standing_in(said, runs, letter)))
    if not found:
        return ""
    for known in [each() for each in told] or [""]:
        for piece in found:
            if piece.key not in known and not (piece.within and all(one in known for one in piece.within)):
                return piece.text
    return ""


def _standing_in(said: str, runs: set[str], letter: str) -> Iterator[Piece]:
    """The pieces of one letter that stand in what is said, of which these are all the runs."""
    for lines in _paragraphs(letter):
        whole, above = " ".join(lines), tuple(map(key, lines))
        for text in dict.fromkeys((*lines, *_SENTENCE.split(whole), *_CLAUSE.split(whole))):
            if len(text.split()) >= FEWEST and (found := key(text)) in said:
                yield Piece(text, found, () if text in lines else above)
        if runs:
            yield from _runs(runs, lines)


def _paragraphs(letter: str) -> Iterator[list[str]]:
    """The lines of a letter in groups between blank ones, bare of indentation and of the bar before words of others."""
    bare = (line.strip().removeprefix("| ") for line in letter.splitlines())
    for blank, lines in groupby(bare, key=lambda line: not key(line)):
        if not blank:
            yield list(lines)


def _runs(runs: set[str], lines: Sequence[str]) -> Iterator[Piece]:
    """The runs of words in a paragraph that are among these, each from the beginning of a word."""
    keys = list(map(key, lines))
    flat, ends = "".join(keys), list(accumulate(map(len, keys)))
    lengths = (len(key(word)) for line in lines for word in line.split())
    for start in accumulate(lengths, initial=0):
        if (run := flat[start : start + RUN]) in runs:
            first, last = bisect_right(ends, start), bisect_left(ends, start + RUN)
            yield Piece(lines[first], run, tuple(keys[first : last + 1]))
