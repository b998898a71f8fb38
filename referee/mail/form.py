"""Our order form coming back inside an answer, in whatever shape the mail program gave it.

Lines are compared without spaces, case and typographic finery, and over line ends, for programs wrap, join,
prefix and double-space what they quote.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .marks import is_footer, is_quoted, unquoted

_FINERY = str.maketrans({"–": "-", "—": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": ".", "*": None})
_RUNS = re.compile(r"([-=_.~])\1+")
_WRAPPED = 6
_HEAD = 8
_SHORT = 120


@dataclass(frozen=True, slots=True)
class Form:
    """The order form of the letter that is answered: its first marker, its lines, its last marker.

    Both markers want words that stand in no other letter, such as the number of the turn: the form of an earlier
    turn may be quoted below. `letter` may hold all lines of that letter: they are then known as quoted in any
    client and language.
    """

    begin: str
    lines: tuple[str, ...]
    end: str
    letter: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one line between the markers: as it was (`changed` False), or written now, bare of its prefix."""

    text: str
    changed: bool


def key(text: str) -> str:
    """A line reduced to what no mail program changes; short ones are remembered, for they are asked for again."""
    return _short_key(text) if len(text) <= _SHORT else _key(text)


def _key(text: str) -> str:
    bare = "".join(text.split())
    bare = bare.lower().replace("*", "") if bare.isascii() else bare.casefold().translate(_FINERY)
    return _RUNS.sub(r"\1", bare)


_short_key = lru_cache(2048)(_key)


class Known:
    """Lines that we wrote ourselves, to be found again."""

    def __init__(self, lines: Sequence[str]) -> None:
        keys = [found for line in lines if (found := key(line))]
        self.flat = "".join(keys)
        self.starts: dict[str, list[int]] = {}
        self.ends: set[int] = set()
        at = 0
        for found in keys:
            self.starts.setdefault(found[0], []).append(at)
            at += len(found)
            self.ends.add(at)

    def taken(self, keys: Sequence[str], at: int, stop: int) -> int:
        """How many of these lines are one or more whole lines of ours; 0 if none."""
        first = keys[at]
        starts = self.starts.get(first[0], []) if first else []
        read = ""
        for number in range(at, min(stop, at + _WRAPPED)):
            read += keys[number]
            starts = [start for start in starts if self.flat.startswith(read, start)]
            if not starts:
                return 0
            if any(start + len(read) in self.ends for start in starts):
                return number - at + 1
        return 0


def find(lines: Sequence[str], form: Form) -> dict[int, Found]:
    """The lines of the form and of its markers, by their number; everything else is absent."""
    texts = [unquoted(line) for line in lines]
    keys = [key(text) for text in texts]
    begins = _markers(texts, keys, form.begin)
    ends = _markers(texts, keys, form.end)
    if key(form.begin) == key(form.end):
        begins, ends = begins[::2], begins[1::2]
    found: dict[int, Found] = {}
    for start, stop, head in _regions(begins, ends, lines, keys, form):
        found |= _inside(lines, start, stop, head, form)
    for first, after, _ in (*begins, *ends):
        found |= {number: Found(texts[number], changed=False) for number in range(first, after)}
    return found


Span = tuple[int, int, str]
"""First line, line after the last, and what stands in front of each besides quote marks."""


def _markers(texts: Sequence[str], keys: Sequence[str], marker: str) -> list[Span]:
    """Where a marker stands, on one line or wrapped over up to three."""
    wanted = key(marker)
    if len(wanted) < 4:
        return [(n, n + 1, "") for n, text in enumerate(texts) if _is_same_rule(text.strip(), marker.strip())]
    found: list[Span] = []
    for number, first in enumerate(keys):
        if first.endswith(wanted) and len(first) - len(wanted) <= _HEAD:
            found.append((number, number + 1, _head(texts[number], marker)))
        elif first and wanted.startswith(first) and (after := _wrapped(keys, number, wanted)):
            found.append((number, after, ""))
    return found


def _is_same_rule(text: str, marker: str) -> bool:
    """A ruler of the same sign and about the same length."""
    return bool(marker) and len(text) * 4 >= len(marker) * 3 and not text.strip(marker[0])


def _wrapped(keys: Sequence[str], at: int, wanted: str) -> int:
    """The line after a marker that begins here and goes on below; 0 if it does not."""
    read = ""
    for number in range(at, min(len(keys), at + 5)):
        read += keys[number]
        if read == wanted:
            return number + 1
        if not wanted.startswith(read):
            return 0
    return 0


def _head(text: str, marker: str) -> str:
    """What stands in front of a marker: `|` or `AM>` of some programs, usually nothing."""
    word = marker.split()[0].lower()
    return text[: max(0, text.lower().find(word))].strip(" *")


def _regions(
    begins: Sequence[Span], ends: Sequence[Span], lines: Sequence[str], keys: Sequence[str], form: Form
) -> list[Span]:
    """The stretches between markers; where one of a pair was deleted, as far as the form can reach."""
    regions: list[Span] = []
    starts = [*(first for first, _, _ in begins), len(lines)]
    for (_, after, head), following in zip(begins, starts[1:], strict=True):
        end = next((first for first, _, _ in ends if after <= first < following), None)
        regions.append((after, end if end is not None else _reach(lines, after, following, form), head))
    if ends and not begins:
        first = ends[0][0]
        regions.append((_reach_back(lines, keys, first, form, Known(form.lines)), first, ""))
    return regions


def _reach(lines: Sequence[str], start: int, stop: int, form: Form) -> int:
    """Without its last marker a form ends at the first blank line after as many lines as it had."""
    seen = 0
    for number in range(start, stop):
        text = unquoted(lines[number]).strip()
        if lines[number] == "-- " or (not text and seen >= len(form.lines)):
            return number
        seen += bool(text)
    return stop


def _reach_back(lines: Sequence[str], keys: Sequence[str], stop: int, form: Form, known: Known) -> int:
    """Without its first marker a form begins below the last blank line, unless only double spacing put that there."""
    seen, start = 0, stop
    for number in range(stop - 1, -1, -1):
        if not keys[number]:
            if number == 0 or not known.taken(keys, number - 1, number):
                break
            continue
        seen += 1
        if seen > len(form.lines) + 5 or is_quoted(lines[number]) != is_quoted(lines[stop]):
            break
        start = number
    return start


def _inside(lines: Sequence[str], start: int, stop: int, head: str, form: Form) -> dict[int, Found]:
    """Each line between the markers, except blank ones and footers."""
    texts = [_bare(line, head) for line in lines[start:stop]]
    keys = [key(text) for text in texts]
    known = Known(form.lines)
    found: dict[int, Found] = {}
    at = 0
    while at < len(texts):
        taken = known.taken(keys, at, len(texts))
        for number in range(at, at + max(taken, 1)):
            if keys[number] and not is_footer(texts[number]):
                found[start + number] = Found(texts[number], changed=not taken)
        at += max(taken, 1)
    return found


def _bare(line: str, head: str) -> str:
    """A line without quote marks and the program's own prefix."""
    text = unquoted(line)
    if head and text.lstrip().startswith(head):
        return unquoted(text.lstrip().removeprefix(head).removeprefix(" "))
    return text
