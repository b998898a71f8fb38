"""A quotation that ran on in one line, and was then wrapped anew: our letter's lines end where they never did.

What was written before it keeps its lines; of the one in which the quotation begins, the rest is quoted. Where it
begins in the middle of our letter, nothing leads it in, and our first lines are not there: it is known by the ends of
our lines, where it runs on into the next. Where nobody can tell what was written from what is quoted, the line is set
apart.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter

from .lines import Text, letters
from .marks import is_quoted
from .midline import MARKS, before_lead, quotation_in
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

Forms = Sequence[tuple[Openings, str]]
"""Our letter in each of its forms, and the letters of all lines of the other form."""


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
        self.said = self.bare.row
        self.ends = set(self.bare.reached)

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


def set_apart(lines: Text, forms: Forms) -> Text:
    """The lines of a text; those of such a quotation stand behind `OURS`, or `RUN_ON` where nobody can be sure."""
    arrows = frozenset(word for openings, _ in forms for word in openings.arrows)
    stands = (_stands(*line, arrows) for line in zip(lines, lines.quoted, strict=True))
    result: list[str] = []
    for may_be_ours, group in groupby(zip(stands, lines, strict=True), key=itemgetter(0)):
        text = [line for _, line in group]
        result += _marked(text, forms) if may_be_ours else text
    return lines if tuple(result) == lines else Text(result)


def _stands(line: str, quoted: bool, arrows: Collection[str]) -> bool:
    """May a line be one of such a quotation? It may begin with an arrow that stands in our letter."""
    if quoted:
        return bool(arrows) and line.split(maxsplit=1)[0] in arrows
    return bool(line.strip()) and line[0] not in _APART


def _marked(lines: list[str], forms: Forms) -> list[str]:
    """Lines with nothing blank between them: whole ones of ours, and those above and below that may be ours in part."""
    keys = list(map(letters, lines))
    for openings, other in forms:
        if (span := _ran_on(keys, openings, other)) is not None:
            first, after = _reached(keys, *span, openings.flat)
            first -= bool(first) and letters(lines[first - 1].split()[-1]) + keys[first][:EDGE] in openings.flat
            after += after < len(lines) and keys[after - 1][-EDGE:] + letters(lines[after].split()[0]) in openings.flat
            signed = (_sign(lines[n], keys[n], (openings.flat, other)) for n in range(first, after))
            return [*lines[:first], *signed, *lines[after:]]
    return lines


def _ran_on(keys: Sequence[str], openings: Openings, other: str) -> tuple[int, int] | None:
    """The first and the last line in which lines of ours run on into the next; None if too few do."""
    said, ends = "".join(keys), list(accumulate(map(len, keys)))
    places = openings.joined_in(said, other, apart=frozenset(ends))
    return (bisect_right(ends, places[0]), bisect_right(ends, places[-1]) + 1) if places else None


def _reached(keys: Sequence[str], first: int, after: int, flat: str) -> tuple[int, int]:
    """How far whole lines of ours go on above and below."""
    while first and keys[first - 1] + keys[first][:EDGE] in flat:
        first -= 1
    while after < len(keys) and keys[after - 1][-EDGE:] + keys[after] in flat:
        after += 1
    return first, after


def _sign(line: str, found: str, ours: Collection[str]) -> str:
    """Set a line apart, unless what leads in our letter tells where that begins; ``ours`` are its forms' letters."""
    if any(found in flat for flat in ours):
        return OURS + line
    start = quotation_in(line)
    return line if start is not None else RUN_ON + line
