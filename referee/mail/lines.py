"""The lines of one text, and what is read off each of them, which the search for quotations wants again and again."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Self

from .marks import bare, is_quoted, unquoted

_FINERY = str.maketrans({"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": ".", "*": None})
_RUNS = re.compile(r"([-=_.~])\1+")
_SHORT = 120

_BETWEEN = re.compile(r"[\W_]+")
_LINE = 200
"""Texts as long as lines mostly are, and no longer ones, are remembered."""


def key(text: str) -> str:
    """A line reduced to what no mail program changes; short ones are remembered, for they are asked for again."""
    return _short_key(text) if len(text) <= _SHORT else _key(text)


def _key(text: str) -> str:
    bare = "".join(text.split())
    bare = bare.lower().replace("*", "") if bare.isascii() else bare.casefold().translate(_FINERY)
    return _RUNS.sub(r"\1", bare)


_short_key = lru_cache(2048)(_key)


def keys_of(lines: Iterable[str]) -> list[str]:
    """What lines are known by, but for blank ones."""
    return [found for line in lines if (found := key(line))]


def letters(text: str) -> str:
    """Reduce a text to its letters and digits, one for one in small ones where that can be."""
    return _of_line(text) if len(text) <= _LINE else _reduced(text)


@lru_cache(4096)
def _of_line(text: str) -> str:
    """Reduce a line, which is wanted a dozen times while one answer is read."""
    return _reduced(text)


def _reduced(text: str) -> str:
    found = _BETWEEN.sub("", text)
    return found.lower() if found.isascii() else "".join(letter.lower()[:1] for letter in found)


class Text(tuple[str, ...]):
    """The lines of a text; what is read off all of them is worked out when it is first wanted, and once."""

    @classmethod
    def of(cls, lines: Iterable[str]) -> Self:
        """The text that has these lines; one that is a text stays what it is, with all that was read off it."""
        return lines if isinstance(lines, cls) else cls(lines)

    @cached_property
    def quoted(self) -> list[bool]:
        """Whether each line begins with the quote mark."""
        return list(map(is_quoted, self))

    @cached_property
    def unquoted(self) -> Self:
        """The lines without their quote marks."""
        return self._with(map(unquoted, self))

    @cached_property
    def bare(self) -> Self:
        """Their words as they stood on a page."""
        return self._with(map(bare, self))

    @cached_property
    def keys(self) -> list[str]:
        """What each line is known by."""
        return [_short_key(line) if len(line) <= _SHORT else _key(line) for line in self]

    @cached_property
    def letters(self) -> list[str]:
        """The letters and digits of each line."""
        return [_of_line(line) if len(line) <= _LINE else _reduced(line) for line in self]

    @cached_property
    def row(self) -> str:
        """All of them, one behind the other."""
        return "".join(self.letters)

    @cached_property
    def reached(self) -> list[int]:
        """Where in the row each line ends."""
        return list(accumulate(map(len, self.letters)))

    def each(self, done: Callable[[str], Sequence[str]], to: Callable[[str], bool]) -> Self:
        """The text with something done to each unmarked line to which it may be; what comes of it takes its place."""
        found: list[str] = []
        for line, quoted in zip(self, self.quoted, strict=True):
            found += [line] if quoted or not to(line) else done(line)
        return self._with(found)

    def _with(self, lines: Iterable[str]) -> Self:
        """Another text, or this one if it has the same lines."""
        other = type(self)(lines)
        return self if other == self else other


@lru_cache(maxsize=4)
def sent(letter: tuple[str, ...]) -> Text:
    """The text of a letter of ours, which is wanted again for each part of an answer to it."""
    return Text(letter)
