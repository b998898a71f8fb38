"""Orders as receipts and reports print them, copied back into a letter: a number in front, *(standing)* behind."""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.engine.lexicon import first_word
from referee.engine.orders import Grammar

NUMBER = re.compile(r"(\d{1,3})(\s+)(?=\S)")
STANDS = re.compile(r"\s*\(\s*standing\s*\)[.,;]?$", re.IGNORECASE)
PREFIXES = ("IF", "STANDING", "TURN")

NUMBERING = re.compile(r"\(?\d{1,2}[.)](?=\s)\s*")
"""Many people number their orders."""

IN_QUOTES = re.compile(r'["“”„«»]([^"“”„«»]+)["“”„«»][.,;!]?')
"""Some put a whole order between quotation marks, as a page on how to play may do."""


def bare(text: str) -> str:
    """Return a line without the number before it, or the quotation marks around it."""
    text = text[m.end() :] if (m := NUMBERING.match(text)) else text
    return m[1] if (m := IN_QUOTES.fullmatch(text)) else text


class Printed:
    """Takes our own print from the lines of one letter, from the first on.

    A number with two blanks behind it is ours before any verb. With one blank, as some programs leave of two, it may
    be the writer's own: it is ours if it counts on from the one before, and the order reads without it.
    """

    def __init__(self, grammar: Grammar, reads: Callable[[str], bool]) -> None:
        self.grammar = grammar
        self.reads = reads
        self.number = 0

    def bare(self, text: str) -> str:
        """Return a line as it is written when nobody prints it."""
        stands = STANDS.search(text)
        said = self._unnumbered(text[: stands.start()] if stands else text)
        if stands is None:
            return said
        if not self._is_order(said):
            return text
        return said if first_word(said) in ("STANDING", "TURN") else f"STANDING {said}"

    def _unnumbered(self, text: str) -> str:
        m = NUMBER.match(text)
        if m is None or not self._is_order(rest := text[m.end() :]):
            return text
        number = int(m[1])
        follows = number > 0 and number - self.number in (0, 1)  # a line may be looked at twice
        if len(m[2]) == 1 and not (follows and " " in rest and self.reads(rest)):
            return text
        self.number = number
        return rest

    def _is_order(self, text: str) -> bool:
        first = first_word(text)
        return bool(self.grammar.named(first)) or first in PREFIXES
