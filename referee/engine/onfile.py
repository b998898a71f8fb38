"""What is on file for a seat: its orders for each turn, and what stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from referee.engine.commands import WaitFlag
from referee.engine.lexicon import first_word, split
from referee.engine.orders import Grammar, Order
from referee.engine.sheet import Heard, Line, Sheet

REMEMBERED = 2048
"""Of so many lines the verb is remembered."""


@dataclass(frozen=True)
class OnFile:
    """What one seat has on file: canonical lines for each turn still to come, standing lines, and the WAIT flag."""

    turns: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    waits: bool = False

    def after(self, sheet: Sheet, grammar: Grammar, turn: int) -> OnFile:
        """File a letter: orders for a turn replace that turn's, standing lines those of their verb.

        A letter without orders for a turn leaves that turn's as they are.
        """
        adds = sheet.has(Heard.ADD)
        turns = {n: lines for n, lines in self.turns.items() if n >= turn}
        standing = list(self.standing)
        if sheet.has(Heard.CLEAR):
            turns.pop(turn, None)
        for n in sorted({line.turn for line in sheet.lines if line.heard in (Heard.ORDER, Heard.ADVANCE)}):
            new = _shown(grammar, (x for x in sheet.lines if x.turn == n and x.heard in (Heard.ORDER, Heard.ADVANCE)))
            turns[n] = (*(turns.get(n, ()) if adds else ()), *new)
        cancelled = {line.word for line in sheet.lines if line.heard is Heard.CANCEL}
        brought = [line for line in sheet.lines if line.heard is Heard.STANDING]
        replaced = set() if adds else {line.word for line in brought}
        if cancelled or replaced:
            gone = cancelled | replaced
            standing = [s for s in standing if "ALL" not in cancelled and _word(s) not in gone]
        standing += _shown(grammar, brought)
        flags = [c.setting == "ON" for c in sheet.commands() if isinstance(c, WaitFlag)]
        return OnFile(turns, tuple(dict.fromkeys(standing)), flags[-1] if flags else self.waits)

    def in_force(self, turn: int, read: Callable[[str], Order]) -> list[Order]:
        """Return the orders that count this turn, numbered from 1: the turn's own, then the standing ones."""
        own = len(self.turns.get(turn, ()))
        return [replace(read(line), number=i, lasting=i > own) for i, line in enumerate(self.lines(turn), 1)]

    def lines(self, turn: int) -> tuple[str, ...]:
        """Return the lines in force for a turn as they are printed, in the order of their numbers."""
        return (*self.turns.get(turn, ()), *self.standing)

    def silent(self, turn: int) -> bool:
        """Say whether nothing is on file for this turn (no moves received)."""
        return not self.turns.get(turn) and not self.standing


def form_lines(suggested: Iterable[str], standing: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of an order form: those that stand, and the suggested ones of verbs without any."""
    words = {_word(line) for line in standing}
    return (*(line for line in suggested if _word(line) not in words), *standing)


def _shown(grammar: Grammar, lines: Iterable[Line]) -> list[str]:
    return [grammar.show(line.order) for line in lines if line.order is not None]


@lru_cache(REMEMBERED)
def _word(line: str) -> str:
    """Return the verb of a canonical line; an IF is known by the verb behind its THEN."""
    if (first := first_word(line)) != "IF":
        return first
    words = [w.text for w in split(line)]
    return words[words.index("THEN") + 1] if "THEN" in words else first
