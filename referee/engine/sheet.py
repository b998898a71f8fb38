"""A letter's lines as they were read, and what is on file for its seat: the orders of each turn, and what stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import lru_cache

from referee.engine.commands import Command, WaitFlag
from referee.engine.errors import Misplaced, OrderError
from referee.engine.lexicon import first_word, split
from referee.engine.orders import Grammar, Order
from referee.engine.values import changed, value

MOST_QUOTED = 200
"""Of a longer line that cannot be used no more is said back."""

REMEMBERED = 2048
"""Of so many lines the verb is remembered."""


class Heard(StrEnum):
    """What a line of a letter was."""

    ORDER = "order"
    STANDING = "standing order"
    ADVANCE = "order for a later turn"
    CANCEL = "cancellation"
    COMMAND = "command"
    AT_ONCE = "order that works at once"
    ADD = "add"
    CLEAR = "clear"
    UNREADABLE = "unreadable"
    CHATTER = "no order"
    AFTER_END = "after END"
    COMMENT = "comment"


def quoted(text: str) -> str:
    """Cut a line that is said back, if it is very long."""
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."


@value
class Line:
    """One line and what became of it: the order it gave or the error, the turn it is for, the verb it cancels.

    ``greets`` marks one that says no more than a greeting or a name, ``like`` talk of what orders speak of.
    ``printed`` is the order in its stored form, where whoever read the line knows it.
    """

    text: str
    heard: Heard
    order: Order | None = None
    error: OrderError | None = None
    turn: int = 0
    word: str = ""
    greets: bool = False
    like: bool = False
    printed: str = field(default="", compare=False)

    @property
    def quoted(self) -> str:
        """The line as it is said back, cut if it is very long."""
        return quoted(self.text)


def unreadable(text: str, problem: str, hint: str) -> Line:
    """Return a line that cannot be used, with why and what would be right."""
    return Line(text, Heard.UNREADABLE, error=Misplaced(problem, hint))


@value
class Sheet:
    """All lines of one letter, in order; nothing is dropped."""

    lines: tuple[Line, ...]

    def orders(self, heard: Heard = Heard.ORDER) -> list[Order]:
        """Return the orders that lines of this kind gave."""
        return [line.order for line in self.lines if line.heard is heard and line.order is not None]

    def commands(self) -> list[Command]:
        """Return the commands, press included."""
        return [line.order for line in self.lines if isinstance(line.order, Command)]

    def requests(self) -> list[Order]:
        """Return what works at once: commands, and orders of that kind, in the order written."""
        heard = (Heard.COMMAND, Heard.AT_ONCE)
        return [line.order for line in self.lines if line.heard in heard and line.order is not None]

    def cancelled(self, standing: Sequence[str]) -> tuple[str, ...]:
        """Say what this letter cancels of these standing lines: verbs, or all of them."""
        words = tuple(dict.fromkeys(line.word for line in self.lines if _cancels(line, standing)))
        return ("all standing orders",) if "ALL" in words else words

    def cancels_nothing(self, standing: Sequence[str]) -> list[Line]:
        """Return the lines that are to cancel what is not among these standing lines."""
        return [line for line in self.lines if line.heard is Heard.CANCEL and not _cancels(line, standing)]

    @property
    def kinds(self) -> frozenset[Heard]:
        """What its lines were."""
        return frozenset(line.heard for line in self.lines)

    def small_talk(self) -> list[str]:
        """Return the lines that were taken for words to the referee, greetings aside."""
        return [line.text for line in self.lines if line.heard is Heard.CHATTER and not line.greets]

    def like_orders(self) -> list[str]:
        """Return those of them that speak of what orders speak of."""
        return [line.text for line in self.lines if line.heard is Heard.CHATTER and line.like]

    @property
    def useful(self) -> bool:
        """Whether the letter changes or asks for anything."""
        return bool(self.kinds - {Heard.UNREADABLE, Heard.CHATTER, Heard.AFTER_END, Heard.COMMENT, Heard.ADD})


@value
class OnFile:
    """What one seat has on file: canonical lines for each turn still to come, standing lines, and the WAIT flag."""

    turns: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    standing: tuple[str, ...] = ()
    waits: bool = False

    def after(self, sheet: Sheet, grammar: Grammar, turn: int) -> OnFile:
        """File a letter: orders for a turn replace that turn's, standing lines those of their verb.

        A letter without orders for a turn leaves that turn's as they are.
        """
        adds = Heard.ADD in sheet.kinds
        turns = {n: lines for n, lines in self.turns.items() if n >= turn}
        standing = list(self.standing)
        if Heard.CLEAR in sheet.kinds:
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
        return [changed(read(line), number=i, lasting=i > own) for i, line in enumerate(self.lines(turn), 1)]

    def lines(self, turn: int) -> tuple[str, ...]:
        """Return the lines in force for a turn as they are printed, in the order of their numbers."""
        return (*self.turns.get(turn, ()), *self.standing)

    def lost(self, after: OnFile, turn: int) -> OnFile:
        """Return what of this is no longer on file ``after`` a letter, from this turn on.

        An order of a turn that has become a standing one still counts.
        """
        turns = {n: _lost(lines, (*after.turns.get(n, ()), *after.standing)) for n, lines in self.turns.items()}
        return OnFile(
            {n: gone for n, gone in sorted(turns.items()) if gone and n >= turn}, _lost(self.standing, after.standing)
        )

    def silent(self, turn: int) -> bool:
        """Say whether nothing is on file for this turn (no moves received)."""
        return not self.turns.get(turn) and not self.standing


def form_lines(suggested: Iterable[str], standing: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of an order form: those that stand, and the suggested ones of verbs without any."""
    words = {_word(line) for line in standing}
    return (*(line for line in suggested if _word(line) not in words), *standing)


def _cancels(line: Line, standing: Sequence[str]) -> bool:
    return line.heard is Heard.CANCEL and any(line.word in ("ALL", _word(one)) for one in standing)


def _lost(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """Return the lines that do not stand there any more, each as often as it is missing."""
    left, gone = Counter(after), []
    for line in before:
        if left[line]:
            left[line] -= 1
        else:
            gone.append(line)
    return tuple(gone)


def _shown(grammar: Grammar, lines: Iterable[Line]) -> list[str]:
    return [line.printed or grammar.show(line.order) for line in lines if line.order is not None]


@lru_cache(REMEMBERED)
def _word(line: str) -> str:
    """Return the verb of a canonical line; an IF is known by the verb behind its THEN."""
    if (first := first_word(line)) != "IF":
        return first
    words = [w.text for w in split(line)]
    return words[words.index("THEN") + 1] if "THEN" in words else first
