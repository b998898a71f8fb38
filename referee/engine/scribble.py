"""Random letters for laws and simulations: lines of a game's own making, with garbled ones strewn between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.engine.chance import Chance

T = TypeVar("T")


class Scribe:
    """Somebody who writes at random; each of their habits has luck of its own."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def pick(self, words: Sequence[str]) -> str:
        """Pick one of these words."""
        return self.chance.pick(words, "scribble", "words")

    def number(self, most: int) -> int:
        """Pick a number, ``most`` at the most."""
        return self.chance.below(most + 1, "scribble", "numbers")

    def card(self, pack: Sequence[T]) -> T:
        """Pick any card of a pack, held or not."""
        return self.chance.pick(pack, "scribble", "cards")

    def lines(self, line: Callable[[], str], fewer_than: int) -> list[str]:
        """Write some lines, or none."""
        return [line() for _ in range(self.chance.below(fewer_than, "scribble", "lines"))]

    def letter(
        self, line: Callable[[], str], fewer_than: int, garbled: Sequence[str], *, wild: bool, one_in: int = 0
    ) -> list[str]:
        """Write some lines; if ``wild``, garbled ones among them, and once in so many letters RESIGN."""
        lines = self.lines(line, fewer_than)
        if wild:
            self.strew(lines, garbled)
        if wild and one_in and self.chance.below(one_in, "scribble", "resign") == 0:
            lines.append("RESIGN")
        return lines

    def strew(self, lines: list[str], garbled: Sequence[str]) -> None:
        """Put up to two garbled lines somewhere among the others."""
        for _ in range(self.chance.below(3, "scribble", "wild")):
            at = self.chance.below(len(lines) + 1, "scribble", "wild")
            lines.insert(at, self.chance.pick(garbled, "scribble", "garbled"))
