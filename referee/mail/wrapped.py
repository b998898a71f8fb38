"""A quotation that ran on in one line, or was then wrapped anew: our letter's lines end where they never did.

Our letter is known by how it begins. What was written before it keeps its lines; of the one in which the quotation
begins, the rest is quoted. Where it begins in the middle of our letter, nothing leads it in, and our first lines are
not there: it is known by the ends of our lines, where it runs on into the next. Where nobody can tell what was written
from what is quoted, the line is set apart.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, groupby, pairwise
from operator import itemgetter

from .form import APART
from .lines import Text, is_quoted, is_said_by_others, letters
from .midline import MARKS, before_lead, quotation_in
from .text import OURS, PART, RUN_ON, STRUCK

_OPENING = 24
"""So many letters of ours, from its first on, are no chance."""

FEWEST = 12
"""A line of ours that is found again behind something else has so many letters at least."""

_AHEAD = 2_000
"""So many letters further on our next line is looked for."""

_MOST_ALIKE = 50
"""So many of our letters that begin alike are told apart."""

_EDGE = 10
"""So many letters before and behind the end of a line of ours tell that it ran on into the next."""

_SURE, _LIKELY, _ENOUGH = 2, 1, 4
"""Whoever writes two lines of ours as one may have copied a sentence; so two such places count, or four of others."""

_PLAIN = 3

Known = tuple[str, str]
"""A line of ours, and its letters."""

_ABOVE = 12
"""So many lines above our letter's first may hold what leads it in."""

_LOOKED_AT = 8
"""So many of our letter's first lines show whether it ran on."""

_APART = frozenset((PART, STRUCK, RUN_ON, OURS))
"""The first sign of a line that bears on no other."""

_MOST = 5
"""So many quotations of a letter are looked at."""


class Openings:
    """How each of our letters begins, with its lines, the newest first, by which it is known."""

    def __init__(self, letter: Text) -> None:
        self.known: dict[str, list[list[Known]]] = {}
        self.letter = letter
        flat: list[str] = []
        for known in _each(letter):
            flat.append("".join(found for _, found in known))
            opening = "".join(found for _, found in known[:8])[:_OPENING]
            if len(opening) >= FEWEST and known not in (alike := self.known.setdefault(opening, [])):
                alike += [known] if len(alike) < _MOST_ALIKE else []
        self.flat = "\0".join(flat)
        pointed = (line for line in letter if ">" in line)
        self.arrows = {word for line in pointed for word in line.split() if word[:1] == ">" and word.strip(">")}

    @cached_property
    def _joints(self) -> dict[str, int]:
        """What stands around the ends of our lines, where they run on, and how much that tells."""
        return {joint: weight for known in _each(self.letter) for joint, weight in _joints(known)}

    def first_in(self, said: str, start: int = 0) -> tuple[int, list[Known]] | None:
        """Where the first letter of ours begins in what is said, and its lines; None if none does."""
        places = [(at, opening) for opening in self.known if (at := said.find(opening, start)) >= 0]
        if not places:
            return None
        at, opening = min(places)
        return at, max(self.known[opening], key=lambda known: _agreeing(known, said, at))

    def joined_in(self, said: str, other: str, *, apart: Collection[int] = ()) -> list[int]:
        """Where lines of ours run on into the next, that do not in our letter's ``other`` form; none if they are few.

        Where a line ends there too, at one of the places ``apart``, nothing ran on.
        """
        places: dict[str, int] = {}
        if not self._may_join(said, other):
            return []
        for at in range(len(said) - 2 * _EDGE + 1):
            joint = said[at : at + 2 * _EDGE]
            if joint in self._joints and at + _EDGE not in apart and joint not in other:
                places.setdefault(joint, at + _EDGE)
        weight = sum(self._joints[joint] for joint in places)
        return list(places.values()) if weight >= _ENOUGH else []

    def _may_join(self, said: str, other: str) -> bool:
        """Could two lines of ours be one there, and not in the other form? Then each half has a piece that is ours."""
        parts = (at for at in range(0, len(said) - _EDGE + 1, _EDGE) if said[at : at + _EDGE] in self.flat)
        joints = (said[at : at + 2 * _EDGE] for part in parts for at in range(max(part - _EDGE + 1, 0), part + 1))
        return any(joint in self.flat and joint not in other for joint in joints)


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
            inside.append(at not in self.ends and self.said[max(0, at - _EDGE) : at + _EDGE] not in other)
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
        marked = (is_quoted(line) or not line.strip() for line in self.lines[mixed + 1 : lowest + 1])
        if any(map(is_quoted, self.lines[mixed : mixed + 2])) and not all(marked):
            return self._marked(first, text[starts[first] : places[at]]), []
        end = starts[lowest + 1] - 1
        rest = piece(text[:end], places, last, len(places)) if last < len(places) and places[last] < end else ""
        open_below = ended and not is_quoted(self.lines[lowest])
        return [*above, *ours, *([rest if open_below else f"> {rest}"] if rest else [])], self.lines[lowest + 1 :]

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
            first -= bool(first) and letters(lines[first - 1].split()[-1]) + keys[first][:_EDGE] in openings.flat
            after += after < len(lines) and keys[after - 1][-_EDGE:] + letters(lines[after].split()[0]) in openings.flat
            ours = [found for known, whole in forms for found in (known.flat, whole)]
            signed = (_sign(lines[n], keys[n], ours) for n in range(first, after))
            return [*lines[:first], *signed, *lines[after:]]
    return lines


def _ran_on(keys: Sequence[str], openings: Openings, other: str) -> tuple[int, int] | None:
    """The first and the last line in which lines of ours run on into the next; None if too few do."""
    said, ends = "".join(keys), list(accumulate(map(len, keys)))
    places = openings.joined_in(said, other, apart=frozenset(ends))
    return (bisect_right(ends, places[0]), bisect_right(ends, places[-1]) + 1) if places else None


def _reached(keys: Sequence[str], first: int, after: int, flat: str) -> tuple[int, int]:
    """How far whole lines of ours go on above and below."""
    while first and keys[first - 1] + keys[first][:_EDGE] in flat:
        first -= 1
    while after < len(keys) and keys[after - 1][-_EDGE:] + keys[after] in flat:
        after += 1
    return first, after


def _sign(line: str, found: str, ours: Collection[str]) -> str:
    """Set a line apart, unless what leads in our letter tells where that begins; ``ours`` are its forms' letters."""
    if any(found in flat for flat in ours):
        return OURS + line
    start = quotation_in(line)
    return line if start is not None else RUN_ON + line


@lru_cache(4096)
def is_sentence(line: str) -> bool:
    """Is it a line of ours at the margin with several plain words, as no order and no words of others are?"""
    return not line[:1].isspace() and sum(word.strip(",.:;").islower() for word in line.split()) >= _PLAIN


def _joints(known: Sequence[Known]) -> Iterator[tuple[str, int]]:
    """What stands around the ends of these lines, where they run on, and how much that tells.

    Orders may follow one another anywhere, and what others write is theirs to make up.
    """
    flat, end = "".join(found for _, found in known), 0
    for (above, found), (below, _) in pairwise(known):
        end += len(found)
        said = is_said_by_others(above) and is_said_by_others(below)
        if _EDGE <= end <= len(flat) - _EDGE and not said:
            yield flat[end - _EDGE : end + _EDGE], _SURE if is_sentence(above) or is_sentence(below) else _LIKELY


def _each(letter: Text) -> Iterator[list[Known]]:
    """The letters of which these are the lines, each with those of its own in which anything is said."""
    known: list[Known] = []
    for line, found in zip(letter, letter.letters, strict=True):
        if line == APART:
            yield known
            known = []
        elif found:
            known.append((line, found))
    yield known


def _agreeing(known: Sequence[Known], said: str, at: int) -> int:
    """How many lines of a letter stand in what is said one behind the other, from its first on."""
    for number, (_, found) in enumerate(known):
        if not said.startswith(found, at):
            return number
        at += len(found)
    return len(known)


def restored(
    line: str, said: str, places: Sequence[int], at: int, known: Sequence[Known]
) -> tuple[list[str], int, bool]:
    """Our lines again, quoted, with what stands between them; behind which letter they end, and if our letter does."""
    result: list[str] = []
    last = at
    ended = False
    for number, (ours, found) in enumerate(known):
        here = at if said.startswith(found, at) else -1
        if here < 0 and len(found) >= FEWEST:
            here = said.find(found, at, at + _AHEAD)
        if here < 0:
            continue
        if here > last and (between := piece(line, places, last, here)):
            result.append(f"> {' '.join(between.split())}")
        result.append(f"> {ours.strip()}")
        at = last = here + len(found)
        ended = number >= len(known) - 2
    return result, last, ended


def piece(line: str, places: Sequence[int], first: int, after: int) -> str:
    """What stands in a line from one letter on up to another, with the marks in it."""
    end = places[after] if after < len(places) else len(line)
    return line[places[first] : end].strip(" >|*\t-=")
