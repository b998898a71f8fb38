"""Which lines of a letter stood in the HTML of the letter of ours that it answers.

Many programs make their plain text of the HTML: tables come cell by cell, lists with marks of their own or without,
links with where they lead, paragraphs wrapped anew. Orders stand there as bare as their writer wrote them, so that they
alone tell nothing: whoever writes them again means them.
"""

from collections.abc import Sequence
from itertools import pairwise

from . import marks
from .form import Form
from .lines import Text, key, letters, sent

TELLING = 25
"""So many letters of ours are no chance."""

_TOGETHER = 12
"""So many letters of ours in lines that follow one another as on our page are no chance, no order being among them."""

PIECES = 3
"""Into so many lines more may one line of ours have been wrapped."""

_EDGE, _APART = "\0", "\1"


def unmarked(lines: Text, form: Form) -> list[str]:
    """The letters of lines that no mark sets off, as on a page; what is quoted by a mark stands between two others."""
    if not form.page:
        return []
    marked = zip(lines, lines.quoted, strict=True)
    return [_APART if quoted else letters(marks.bare(line)) for line, quoted in marked]


def cells(lines: Text, flat: str) -> set[int]:
    """Unmarked lines that are `words` of our page, in its order and long enough together; no order among them."""
    if not flat:
        return set()
    marked = enumerate(zip(lines, lines.quoted, strict=True))
    keys = [(n, found) for n, (line, quoted) in marked if (found := _APART if quoted else _key(line))]
    runs: list[list[tuple[int, str]]] = [[one] for one in keys[:1]]
    for above, below in pairwise(keys):
        if f"{_EDGE}{above[1]}{_EDGE}{below[1]}{_EDGE}" in flat:
            runs[-1].append(below)
        else:
            runs.append([below])
    return {number for run in runs if _is_told(run) and f"{_EDGE}{run[0][1]}{_EDGE}" in flat for number, _ in run}


def _is_told(run: Sequence[tuple[int, str]]) -> bool:
    return sum(len(text) for _, text in run) >= (_TOGETHER if len(run) > 1 else TELLING)


def broken_off(lines: Text, flat: str) -> set[int]:
    """Unmarked ends of quoted lines that a program wrapped within `words` of our page."""
    found: set[int] = set()
    if not flat:
        return found
    for number, line in enumerate(lines[:-1]):
        read = _key(marks.unquoted(line)) if lines.quoted[number] and not lines.quoted[number + 1] else ""
        if len(read) < TELLING or read not in flat:
            continue
        for below in range(number + 1, min(number + 1 + PIECES, len(lines))):
            if lines.quoted[below] or not lines[below].strip():
                break
            read = key(read + _key(lines[below]))
            if f"{read}{_EDGE}" in flat:
                found.update(range(number + 1, below + 1))
    return found


def tapped(lines: Sequence[str]) -> set[int]:
    """Lines with links of ours that open an answer, and the words of such a link that stand by themselves above it."""
    found: set[int] = set()
    above = -1
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        if orders := marks.taps(line):
            found.add(number)
            if above >= 0 and not marks.bare(line).strip() and key(marks.bare(lines[above])) == key(orders[0]):
                found.add(above)
        above = number
    return found


def _key(line: str) -> str:
    return key(marks.bare(line))


def words(form: Form) -> str:
    """The keys of what stands on our page, each between edges; an order, or words of others, part them."""
    shown = zip(form.page, sent(form.page).bare.keys, strict=True)
    keys = (_APART if line[:1].isspace() else found for line, found in shown)
    return f"{_EDGE}{_EDGE.join(filter(None, keys))}{_EDGE}" if form.page else ""
