"""Words to others: how people begin them, and whose names stand there (``TO p, q: text``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from referee.engine.audience import Seat
from referee.engine.commands import SAYING
from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import Lexicon, Word, Words, split, unquoted
from referee.engine.orders import Grammar
from referee.engine.slots import Listed, Slot

T = TypeVar("T")

LEADING = ("TO", "PRESS")
"""Words that begin nothing but words to others."""

OPENING = (*LEADING, *SAYING)
"""All words that may begin them."""


class Head(NamedTuple):
    """A line of words to others: what stands before the colon, without its first word, and what is said.

    ``closed`` says that the names have a colon behind them; ``To: name`` has none.
    """

    first: Word
    named: str
    said: str
    closed: bool = True


class Addressing:
    """Reads to whom the lines of one seat go; words that begin an order of the game begin nothing here."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, me: Seat, taken: Sequence[str]) -> None:
        """``taken`` are those of these words that the game itself needs."""
        slot = grammar.slots["addressees"]
        assert isinstance(slot, Listed)
        self.slot: Listed[Seat] = slot
        self.lexicon = lexicon
        self.me = me
        self.leading = tuple(word for word in LEADING if word not in taken)
        self.words = tuple(word for word in OPENING if word not in taken)

    def head(self, text: str) -> Head | None:
        """Take a line apart if it begins words to others: with TO, or with TELL and a name; perhaps ``To: name``."""
        before, colon, behind = text.partition(":")
        line = split(before) if colon else ()
        if not line or line[0].text not in self.words:
            return None
        named = before[line[0].end :]
        if not line[1:]:
            named, colon, behind = behind.partition(":")
        found = Head(line[0], named, behind.strip(), bool(colon))
        return found if line[0].text in self.leading or self._reads(named) else None

    def read(self, named: str, *, closed: bool = True) -> tuple[Seat, ...]:
        """Read whom a line names; raise an `OrderError` where anybody is not known, or more is said than names."""
        words = self._words(split(named), named)
        try:
            seats = self._past_fillers(self.slot, words)
        except Unreadable:
            if not closed and self._first(split(named)) is not None:
                raise self.uncoloned(split(named)) from None
            raise
        if not words.done:
            raise words.unreadable("a player", self.slot.vocabulary(words), "Write TO name: text, or TO ALL: text.")
        return tuple(dict.fromkeys(seats))

    def names_another(self, line: Sequence[Word]) -> bool:
        """Say whether words begin with the name of somebody else."""
        return self._first(line) not in (None, self.me)

    def calls(self, line: Sequence[Word]) -> bool:
        """Say whether a line begins with the name of somebody else and a colon, or an ``@``."""
        end = next((i for i, word in enumerate(line) if word.text == ":"), 0)
        return bool(end) and self.names_another(line[:end]) and self._reads(" ".join(w.written for w in line[:end]))

    def uncoloned(self, line: Sequence[Word]) -> Unreadable:
        """Say that a name wants a colon behind it."""
        return Unreadable("Behind the name a colon is wanted.", self.rightly(line))

    def rightly(self, line: Sequence[Word]) -> str:
        """Say how words to the first one named here are written."""
        first = self._first(line)
        named = self.slot.show((first,)) if first is not None else line[0].written
        return f"Write TO {named}: and your words."

    def _reads(self, named: str) -> bool:
        try:
            return bool(self.read(named))
        except OrderError:
            return False

    def _first(self, line: Sequence[Word]) -> Seat | None:
        """Find the first one named, whatever stands behind."""
        try:
            return self._past_fillers(self.slot.each, self._words(line, ""))
        except OrderError:
            return None

    def _words(self, line: Sequence[Word], written: str) -> Words:
        """Make the words of a head; marks between names are commas."""
        marked = [replace(word, text=",") if word.text in (";", "+") else word for word in unquoted(line)]
        words = Words(marked, self.lexicon, self.me, written)
        words.take("TO", "FOR")
        return words

    def _past_fillers(self, slot: Slot[T], words: Words) -> T:
        """Read a slot; little words before it are stepped over where it does not begin with them."""
        while True:
            start = words.at
            try:
                return slot.read(words)
            except Unreadable:
                words.at = start
                if words.word not in words.lexicon.fillers:
                    raise
                words.at += 1
