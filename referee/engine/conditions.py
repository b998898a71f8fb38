"""Conditions behind IF: each looks at the view of the seat that wrote it, at the moment it is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, ClassVar, TypeVar

from referee.engine.errors import OrderError, Unreadable
from referee.engine.frame import fitting
from referee.engine.lexicon import JOINING, Word, Words, marked, spoken
from referee.engine.slots import Slot, compare
from referee.engine.usage import Keyword, usages
from referee.engine.values import Named, defaults_of, field_names, value

O = TypeVar("O")  # noqa: E741 - the type of an order

MANY = 1_000_000
"""More than any number in an order; a number of a game that has no end may be so much."""


OR_MORE = {"MORE": ">=", "HIGHER": ">=", "LESS": "<=", "FEWER": "<=", "LOWER": "<="}
"""What may stand behind a number and OR, ``CARDS 3 OR MORE``, and the sign that it is."""

DENYING = ("NOT", "NO")
"""Words inside a condition that turn it round."""


class Condition(Named):
    """One fact that a player may test: its usage line is its parser and print, ``holds`` its meaning.

    The words keep their order; of several usage lines the first is printed.
    ``figures`` are all values that a number may have which it compares with ``n``.
    """

    usage: ClassVar[str | tuple[str, ...]]
    example: ClassVar[str]
    figures: ClassVar[range | None] = None

    def holds(self, seen: Any) -> bool:
        """Say whether it is so, as far as this view knows."""
        raise AssertionError(f"{type(self).__name__} has no meaning")


class Comparison(Condition):
    """A fact that is a number, compared with another: ``figure`` gives it, or None while there is none."""

    usage: ClassVar[str | tuple[str, ...]] = ""
    example = ""
    compare: str
    n: int

    def figure(self, seen: Any) -> int | None:
        """Return the number as this view knows it."""
        raise AssertionError(f"{type(self).__name__} has no figure")

    def holds(self, seen: Any) -> bool:
        """Say whether there is a number, and it compares so."""
        figure = self.figure(seen)
        return figure is not None and compare(figure, self.compare, self.n)


@value
class Test:
    """A condition or its opposite."""

    condition: Condition
    wanted: bool = True

    def holds(self, seen: Any) -> bool:
        """Say whether the condition is as wanted."""
        return self.condition.holds(seen) is self.wanted

    def never(self) -> str:
        """Say why it can't hold whatever happens, or nothing."""
        figures, kind = self.condition.figures, self.condition
        if figures is None:
            return ""
        sign, n = getattr(kind, "compare", ">="), getattr(kind, "n", 0)
        if any(compare(value, sign, n) is self.wanted for value in (figures[0], figures[-1], n) if value in figures):
            return ""
        said = " ".join(word.partition("|")[0] for word in usages(type(kind))[0].split() if word.isupper())
        most = "or more" if figures[-1] >= MANY else f"to {figures[-1]}"
        return f"That can never be so: {said} is {figures[0]} {most}."


Tests = tuple[Test, ...]


def all_hold(tests: Tests, seen: Any) -> bool:
    """Say whether all of them hold in this view."""
    return all(test.holds(seen) for test in tests)


def impossible(orders: Iterable[O]) -> list[tuple[O, str]]:
    """List the orders with tests that can't hold whatever happens, each with why, once."""
    return [(one, why) for one in orders for why in dict.fromkeys(test.never() for test in tests_in(one)) if why]


def tests_in(value: Any) -> list[Test]:
    """Find the tests in an order, wherever they stand in it; without recursion, for every order is looked at so."""
    found, todo = list[Test](), list[Any]([value])
    while todo:
        match one := todo.pop():
            case Test(): found.append(one)
            case tuple(): todo += reversed(one)
            case _: todo += [getattr(one, name) for name in reversed(field_names(one.__class__))]
    return found


def put_first(line: Sequence[Word], place: int) -> list[Word]:
    """Put an IF that stands behind its order at this place first, ``BID 3 IF ... ELSE 1``; empty if none does."""
    if not 0 < place < len(line) or line[place].text != "IF":
        return []
    tests, otherwise = branches(line[place:])
    if any(word.text == "THEN" for word in tests):
        return []
    then, other = (replace(line[place], text=word, written=word) for word in ("THEN", "ELSE"))
    return [*tests, then, *line[:place], *([] if otherwise is None else [other, *otherwise])]


def branches(line: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word] | None]:
    """Cut at the line's own ELSE; one behind a semicolon belongs to a plan."""
    for i, w in enumerate(line):
        if w.text == "ELSE" and i and line[i - 1].text != ";":
            return line[:i], line[i + 1 :]
    return line, None


def unparted(line: Sequence[Word]) -> list[list[Word]]:
    """Return a line without the semicolon before its last ELSE that has one, and without that before its first."""
    places = [i for i, word in enumerate(line) if word.text == "ELSE" and i and line[i - 1].text == ";"]
    return [[*line[: i - 1], *line[i:]] for i in dict.fromkeys((*places[-1:], *places[:1]))]


class Conditions(Slot[Tests]):
    """The slot ``conditions``: one condition, or several joined by AND; NOT before one turns it round."""

    name = "conditions"
    usage = "one or several, joined by AND; NOT turns one round"

    def __init__(self, kinds: Sequence[type[Condition]], slots: dict[str, Slot[Any]]) -> None:
        self.frames = [
            (kind, fitting(kind, usage, slots, strict=True), defaults_of(kind))
            for kind in kinds
            for usage in usages(kind)
        ]
        firsts = [frame.clauses[0].parts[0] for _, frame, _ in self.frames]
        self._first = [first.words if isinstance(first, Keyword) else () for first in firsts]
        self.example = kinds[0].example if kinds else ""

    def read(self, words: Words) -> Tests:
        """Read conditions until no AND follows; AND and THEN join them and are no fillers here."""
        lexicon = words.lexicon
        words.lexicon = lexicon.joining
        try:
            return self._joined(words)
        finally:
            words.lexicon = lexicon

    def _joined(self, words: Words) -> Tests:
        found = [self._test(words)]
        while True:
            start = words.at
            if not words.take("AND"):
                self._no_other(words)
                return tuple(found)
            try:
                found.append(self._test(words))
            except Unreadable as e:
                if e.reached > start + 1:
                    raise
                words.at = start
                return tuple(found)

    def _no_other(self, words: Words) -> None:
        """Refuse a condition behind OR, which joins none; anything else may stand there."""
        start = words.at
        if words.take("OR"):
            words.take("IF")
            if self._longest(words) is not None:
                raise Unreadable("OR joins no conditions.", "Say it twice, once with each.", reached=start)
        words.at = start

    def show(self, value: Tests) -> str:
        return " AND ".join(("" if t.wanted else "NOT ") + self._show(t.condition) for t in value)

    def vocabulary(self, words: Words) -> Iterable[str]:
        return [str(frame).split()[0] for _, frame, _ in self.frames if str(frame)[:1].isupper()]

    def _show(self, value: Condition) -> str:
        for kind, frame, defaults in self.frames:
            if type(value) is kind:
                return frame.show({f: getattr(value, f) for f in frame.fields}, defaults)
        raise AssertionError(f"{value} is no condition of this game")

    def _test(self, words: Words) -> Test:
        """Read the condition that takes the most words; fillers before it are stepped over if none begins with them."""
        if not self.frames:
            raise Unreadable("Nothing can be tested here.", "Write the order alone, without IF.", reached=words.at)
        wanted = not words.take("NOT")
        while words.idle and not any(words.word in keywords for keywords in self._first):
            words.at += 1
        if (best := self._counted(words) or self._longest(words)) is not None:
            return Test(best, wanted)
        if wanted and (best := self._turned_inside(words)) is not None:
            return Test(best, False)
        raise self._wrong(words)

    def _wrong(self, words: Words) -> OrderError:
        """Say what is wrong with words that are no condition, by the reading that came farthest and says most.

        Of several that only say what would fit there, one error names all of it.
        """
        start, failed = words.at, list[tuple[OrderError, str]]()
        self._longest(words, failed)
        reached = max((error.reached for error, _ in failed), default=-1)
        errors = [error for error, _ in failed if error.reached == reached]

        def hint(begun: str, examples: Iterable[str]) -> str:
            near = (error.hint for error in errors if error.hint.startswith("Did you mean"))
            return next(near, f"{begun}, for instance: {', '.join(list(dict.fromkeys(examples))[:4])}.")

        if reached <= start:
            examples = [kind.example for kind, _, _ in self.frames]
            return words.unreadable("a condition", self.vocabulary(words), lambda: hint("Conditions are", examples))
        telling = [error for error in errors if not error.wanted]
        wanted = list(dict.fromkeys(error.wanted for error in errors))
        if telling or len(wanted) < 2 or reached >= len(words.line):
            return (telling or errors)[0]
        problem = f"{marked(words.line[reached].written)} is nothing I can test here; {spoken(wanted, 'or')} would be."
        fitting = [example for error, example in failed if error.reached == reached]
        return Unreadable(problem, hint("You can test", fitting), reached=reached)

    def _longest(self, words: Words, failed: list[tuple[OrderError, str]] | None = None) -> Condition | None:
        """Read the condition that takes the most words at the cursor, and step over it; or stay.

        Those that want a word which is not on the line are tried only for how they ``failed``: each error, with the
        example of its condition.
        """
        start, best, after = words.at, None, -1
        said = frozenset(words.texts)
        for (kind, frame, _), openers in zip(self.frames, self._first, strict=True):
            words.at = start
            if openers and words.word not in openers:
                continue  # it fails at its first word, and of that nothing is told
            if failed is None and frame.wants_more_than(said):
                continue
            try:
                values = frame.begin(words)
            except OrderError as e:
                if failed is not None:
                    failed.append((e.alone(), kind.example))
                continue
            if words.at > after:
                best, after = kind(**values), words.at
        words.at = max(start, after)
        return best

    def _turned_inside(self, words: Words) -> Condition | None:
        """Read a condition with a NOT or NO inside, such as THRONE IS NOT EMPTY, without it."""
        for i, word in enumerate(words.texts[words.at + 1 :], words.at + 1):
            if word in JOINING:
                return None
            if word in DENYING:
                return self._shortened(words, i, ())
        return None

    def _counted(self, words: Words) -> Condition | None:
        """Read a condition with OR MORE or OR LESS behind a number as if its sign stood before it."""
        for i, (word, after) in enumerate(pairwise(words.texts[words.at :]), words.at):
            if word in JOINING:
                return None
            if word == "OR" and after in OR_MORE and i > words.at:
                sign = replace(words.line[i], text=OR_MORE[after])
                return self._shortened(words, i - 1, (sign, words.line[i - 1]), 3)
        return None

    def _shortened(self, words: Words, place: int, put: Sequence[Word], out: int = 1) -> Condition | None:
        """Read a condition with other words in the place of some there, one less in all, if it goes so far."""
        line = (*words.line[:place], *put, *words.line[place + out :])
        bare = Words(line, words.lexicon, words.me, words.written)
        bare.at = words.at
        found = self._longest(bare)
        if bare.at < place + max(1, len(put)):
            return None
        words.at = bare.at + 1
        return found
