"""A quotation that ran on in one line, and was then wrapped anew: our letter's lines end where they never did.

What was written before it keeps its lines; of the one in which the quotation begins, the rest is quoted.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from .lines import Text
from .marks import is_quoted
from .midline import MARKS, before_lead
from .openings import EDGE, Known, Openings, piece, restored
from .text import OURS, PART, RUN_ON, STRUCK

_ABOVE = 12
"""So many lines above our letter's first may hold what leads it in."""

_LOOKED_AT = 8
"""So many of our letter's first lines show whether it ran on."""

_APART = frozenset((PART, STRUCK, RUN_ON, OURS))
"""The first sign of a line that bears on no other."""

_MOST = 5
"""So many quotations of a letter are looked at."""


def unwrapped(lines: Text, openings: Openings, other: str) -> Text:
    """The lines of a text; our letter stands line by line again where it ran on and was wrapped anew.

    ``other`` has the lines of our letter's other form, by their letters: what is one line there did not run on.
    """
    if not any(line[:1] in _APART for line in lines):
        return _taken_apart(lines, openings, other)
    result: list[str] = []
    for apart, group in groupby(lines, key=lambda line: line[:1] in _APART):
        text = Text(group)
        result += text if apart else _taken_apart(text, openings, other)
    return Text(result)


def _taken_apart(lines: Text, openings: Openings, other: str) -> Text:
    result: list[str] = []
    for _ in range(_MOST):
        row = _Row(lines)
        if (found := row.ran_on(openings, other)) is None:
            break
        above, below = row.parted(*found)
        result += above
        lines = Text(below)
    return Text((*result, *lines)) if result else lines


class _Row:
    """Lines, and all their letters in one row."""

    def __init__(self, lines: Text) -> None:
        self.lines = lines
        self.bare = lines.unquoted
        self.said, self.ends = "".join(self.bare.letters), set(accumulate(map(len, self.bare.letters)))

    def ran_on(self, openings: Openings, other: str) -> tuple[int, Sequence[Known]] | None:
        """Where a letter of ours begins that ran on over several lines, and its lines."""
        at = 0
        for _ in range(_MOST):
            if (found := openings.first_in(self.said, at)) is None:
                return None
            if self._ran_on(*found, other):
                return found
            at = found[0] + 1
        return None

    def _ran_on(self, at: int, known: Sequence[Known], other: str) -> bool:
        """Does it begin in the middle of a line, or do its lines end there, as often as not?"""
        begins = at in self.ends or not at
        inside: list[bool] = []
        for _, found in known[:_LOOKED_AT]:
            if not self.said.startswith(found, at):
                break
            at += len(found)
            inside.append(at not in self.ends and self.said[max(0, at - EDGE) : at + EDGE] not in other)
        return any(inside) and (not begins or 2 * sum(inside) >= len(inside))

    def parted(self, at: int, known: Sequence[Known]) -> tuple[Sequence[str], Sequence[str]]:
        """What was written above our letter, and it, quoted, line by line; then the lines that stand below it."""
        starts = list(accumulate((len(line) + 1 for line in self.bare), initial=0))
        text = "\n".join(self.bare)
        places = [n for n, letter in enumerate(text) if letter.isalnum()]
        mixed = text.count("\n", 0, places[at])
        first = self._first_of(mixed)
        above = [*self.lines[:first], *_above(text[starts[first] : places[at]])]
        ours, last, ended = restored(text, self.said, places, at, known)
        lowest = text.count("\n", 0, places[last - 1])
        if any(map(is_quoted, self.lines[mixed : mixed + 2])) and not self._all_marked(mixed + 1, lowest):
            return self._marked(first, text[starts[first] : places[at]]), []
        end = starts[lowest + 1] - 1
        rest = piece(text[:end], places, last, len(places)) if last < len(places) and places[last] < end else ""
        open_below = ended and not is_quoted(self.lines[lowest])
        return [*above, *ours, *([rest if open_below else f"> {rest}"] if rest else [])], self.lines[lowest + 1 :]

    def _all_marked(self, first: int, last: int) -> bool:
        return all(is_quoted(line) or not line.strip() for line in self.lines[first : last + 1])

    def _first_of(self, mixed: int) -> int:
        """The first of the lines in which what leads in our letter may stand, down to the one in which it begins."""
        first = mixed
        while first and mixed - first < _ABOVE and self.bare[first - 1].strip():
            if is_quoted(self.lines[first - 1]) and not is_quoted(self.lines[first]):
                break
            first -= 1
        return first

    def _marked(self, first: int, before: str) -> Sequence[str]:
        """All lines, where a program marks what it quotes: of the last unmarked one what was not written is, too."""
        below = next(n for n in range(first, len(self.lines)) if is_quoted(self.lines[n]))
        foot, _ = before_lead(_flat(before))
        shown = before[:foot].split("\n")
        last = first + len(shown) - 1
        if last >= below or not foot or not shown[-1].strip() or len(shown[-1]) == len(self.lines[last]):
            return self.lines
        rest = [self.lines[last][len(shown[-1]) :], *self.lines[last + 1 : below]]
        return [*self.lines[:last], shown[-1].rstrip(), *(f"> {line.strip()}" for line in rest), *self.lines[below:]]


def _above(before: str) -> Iterator[str]:
    """What stands before our letter: lines that were written as they are, a program's footer, and what leads in it."""
    flat = _flat(before)
    foot, cut = before_lead(flat)
    *whole, last = before[:foot].split("\n")
    yield from whole
    if last.strip():
        yield last.rstrip()
    for text, mark in ((flat[foot:cut].strip(MARKS), ""), (flat[cut:].strip(), "> ")):
        if text:
            yield mark + text


def _flat(before: str) -> str:
    return before.replace("\n", " ").rstrip(MARKS)
