"""Our order form coming back inside an answer, in whatever shape the mail program gave it.

Lines are compared without spaces, case and typographic finery, and over line ends, for programs wrap, join,
prefix and double-space what they quote.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate

from .lines import Text, is_footer, is_quoted, key, keys_of, sent, unquoted

_WRAPPED = 6
_HEAD = 8

APART = "\f"
"""The line between two letters, where it is not known which one is answered."""


@dataclass(frozen=True, slots=True)
class Form:
    """The order form of the letter that is answered: its first marker, its lines, its last marker.

    Both markers want words that stand in no other letter, such as a code: the form of an earlier turn may be quoted
    below, and what somebody else wrote to look like one. A letter without a form has empty ones. `letter` may hold
    all lines of that letter: they are then known as quoted in any client and language. So may `page`, where it went
    out as HTML too, with the words of that, each cell and each item by itself: many programs make their plain text of
    the HTML. Orders and words of others among them are indented, as in the text. Both may hold several letters, with
    `APART` between them.
    """

    begin: str = ""
    lines: tuple[str, ...] = ()
    end: str = ""
    letter: tuple[str, ...] = ()
    page: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What became of one line between the markers: as it was (`changed` False), or written now, bare of its prefix."""

    text: str
    changed: bool


def holds(lines: Iterable[str], ours: Iterable[str], least: int) -> bool:
    """Whether one of our lines, of so many letters at `least`, stands somewhere in these, whatever wraps it."""
    there = "".join(keys_of(lines))
    return any(len(found) >= least and found in there for found in dict.fromkeys(map(key, ours)))


Place = tuple[int, int]
"""From where to where something stands in the keys of our lines, one behind the other."""


class Known:
    """Lines that we wrote ourselves, to be found again by their keys."""

    def __init__(self, keys: Sequence[str]) -> None:
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
        return self.places(keys, at, stop)[0]

    def places(self, keys: Sequence[str], at: int, stop: int) -> tuple[int, list[Place]]:
        """How many of these lines are one or more whole lines of ours, and where ours stand; 0 if none."""
        first = keys[at]
        starts = self.starts.get(first[0]) if first else None
        if not starts:
            return 0, []
        read = ""
        for number in range(at, min(stop, at + _WRAPPED)):
            read += keys[number]
            starts = [start for start in starts if self.flat.startswith(read, start)]
            if not starts:
                return 0, []
            if whole := [(start, start + len(read)) for start in starts if start + len(read) in self.ends]:
                return number - at + 1, whole
        return 0, []


def find(lines: Sequence[str], form: Form) -> dict[int, Found]:
    """The lines of the form and of its markers, by their number; everything else is absent."""
    texts = Text.of(lines).unquoted
    keys = texts.keys
    begin, end = key(form.begin), key(form.end)
    begins = _markers(texts, keys, form.begin, begin)
    ends = _markers(texts, keys, form.end, end)
    if begin == end:
        begins, ends = begins[::2], begins[1::2]
    found: dict[int, Found] = {}
    for start, stop, head in _regions(begins, ends, lines, keys, form):
        found |= _inside(lines, start, stop, head, form)
    for first, after, _ in (*begins, *ends):
        found |= {number: Found(texts[number], changed=False) for number in range(first, after)}
    return found


def as_sent(lines: Sequence[str], form: Form) -> list[int]:
    """The numbers of the lines that stand in a quotation of our letter as they stood there, whatever wraps them.

    A line of ours by itself, or lines of its form and nothing else, may be meant as orders: who typed them below a
    quotation, or cut a quotation down to them, believes that they count.
    """
    own = {key(line) for line in form.lines}
    texts = Text.of(lines).unquoted
    return sorted({*_as_in(texts, sent(form.letter), own), *_as_in(texts.bare, sent(form.page), own)})


def _as_in(lines: Text, letter: Text, own: Collection[str]) -> list[int]:
    """The numbers of the lines that stand as in one form of our letter."""
    ours = "".join(letter.keys)
    stretches: list[list[tuple[int, str]]] = []
    for number, read in enumerate(lines.keys if ours else ()):
        if read and stretches and stretches[-1][-1][1] + read in ours:
            stretches[-1].append((number, read))
        elif read:
            stretches.append([(number, read)])
    told = (stretch for stretch in stretches if stretch[1:] and any(read not in own for _, read in stretch))
    return [number for stretch in told for number, _ in stretch]


Span = tuple[int, int, str]
"""First line, line after the last, and what stands in front of each besides quote marks."""


def _markers(texts: Sequence[str], keys: Sequence[str], marker: str, wanted: str) -> list[Span]:
    """Where a marker with the key that is wanted stands, on one line or wrapped over up to three."""
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
        regions.append((_reach_back(lines, keys, first, form, Known(keys_of(form.lines))), first, ""))
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


@dataclass(frozen=True, slots=True)
class _Run:
    """Lines between the markers: one or more whole ones of ours, and where ours stand; or one written now."""

    first: int
    count: int
    places: Sequence[Place]


def _inside(lines: Sequence[str], start: int, stop: int, head: str, form: Form) -> dict[int, Found]:
    """Each line between the markers, except blank ones and footers.

    A line of ours that stands there once more is written now. So are lines of ours that changed places, and with them
    those of the same first word, for the order of such lines may matter. One that is wanting says nothing, for
    programs cut what they quote.
    """
    texts = [_bare(line, head) for line in lines[start:stop]]
    keys = [key(text) for text in texts]
    known = Known(keys_of(form.lines))
    runs: list[_Run] = []
    at = 0
    while at < len(texts):
        taken, places = known.places(keys, at, len(texts))
        runs.append(_Run(at, max(taken, 1), places))
        at += max(taken, 1)
    ours = cache(partial(_lines_at, form))
    moved = _moved(runs, keys, ours)
    found: dict[int, Found] = {}
    for run in runs:
        for number in range(run.first, run.first + run.count):
            if keys[number] and not is_footer(texts[number]):
                found[start + number] = Found(texts[number], changed=not run.places)
        if run.first in moved:
            found |= {start + number: one for number, one in _meant(run, keys, ours).items()}
    return found


def _moved(runs: Sequence[_Run], keys: Sequence[str], lines_at: Callable[[Place], list[str]]) -> set[int]:
    """The first line of each run of ours that was put there: one more of a kind, or one that changed places."""
    ours = [run for run in runs if run.places and _says_something("".join(keys[run.first : run.first + run.count]))]
    places: list[int] = []
    for run in ours:  # the next of several that are alike
        last = places[-1] if places else -1
        places.append(next((at for at, _ in run.places if at > last), run.places[0][0]))
    stay = _rising(places)
    if len(stay) == len(ours):
        return set()
    held = {places[n] for n in stay}
    copies = {n for n in range(len(ours)) if n not in stay and places[n] in held}
    rest = [n for n in range(len(ours)) if n not in copies]
    above = list(accumulate((places[n] for n in rest), max))
    below = list(accumulate((places[n] for n in reversed(rest)), min))[::-1]
    swapped = [n for n, most, least in zip(rest, above, below, strict=True) if most > places[n] or least < places[n]]
    firsts = {word for n in swapped for word in _first_words(lines_at(ours[n].places[0]))}
    alike = {n for n in rest if firsts and not firsts.isdisjoint(_first_words(lines_at(ours[n].places[0])))}
    return {ours[n].first for n in copies | set(swapped) | alike}


def _rising(places: Sequence[int]) -> set[int]:
    """The numbers of the most places that rise from each to the next."""
    ends: list[int] = []  # for each length the number of the lowest place that ends so many
    before: list[int] = []
    for number, place in enumerate(places):
        length = bisect_left(ends, place, key=places.__getitem__)
        before.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [number]
    found: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(at)
        at = before[at]
    return found


def _first_words(lines: Iterable[str]) -> set[str]:
    return {line.split()[0].casefold() for line in lines}


def _lines_at(form: Form, place: Place) -> list[str]:
    """The lines of ours that stand at a place, but for rulers."""
    reached = 0
    found: list[str] = []
    for line in form.lines:
        if place[0] <= reached < place[1] and _says_something(key(line)):
            found.append(line)
        reached += len(key(line))
    return found


def _meant(run: _Run, keys: Sequence[str], lines_at: Callable[[Place], list[str]]) -> dict[int, Found]:
    """Lines of ours as they stand in the form, for programs wrap and join them; none if there are more than fit."""
    ours = lines_at(run.places[0])
    numbers = [n for n in range(run.first, run.first + run.count) if keys[n]]
    if len(ours) > len(numbers):
        return {n: Found(" ".join(ours), changed=True) for n in numbers[:1]}
    return {n: Found(text, changed=True) for n, text in zip(numbers, ours, strict=False)}


def _says_something(found: str) -> bool:
    """Is there more in it than a ruler?"""
    return any(letter.isalnum() for letter in found)


def _bare(line: str, head: str) -> str:
    """A line without quote marks and the program's own prefix."""
    text = unquoted(line)
    if head and text.lstrip().startswith(head):
        return unquoted(text.lstrip().removeprefix(head).removeprefix(" "))
    return text
