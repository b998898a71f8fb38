"""How our letters begin, by which they are known in the middle of a line; and their lines again, where they ran on."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from .form import APART

_OPENING = 24
"""So many letters of ours, from its first on, are no chance."""

FEWEST = 12
"""A line of ours that is found again behind something else has so many letters at least."""

AHEAD = 2_000
"""So many letters further on our next line is looked for."""

_MOST_ALIKE = 50
"""So many of our letters that begin alike are told apart."""

_BETWEEN = re.compile(r"[\W_]+")

EDGE = 10
"""So many letters before and behind the end of a line of ours tell that it ran on into the next."""

_FEWEST_JOINED = 2
"""Whoever writes two lines of ours as one may have copied a sentence."""

_PLAIN = 3

Known = tuple[str, str]
"""A line of ours, and its letters."""


def letters(text: str) -> str:
    """Reduce a text to its letters and digits, one for one in small ones where that can be."""
    found = _BETWEEN.sub("", text)
    return found.lower() if found.isascii() else "".join(letter.lower()[:1] for letter in found)


class Openings:
    """How each of our letters begins, with its lines, the newest first, by which it is known."""

    def __init__(self, letter: Sequence[str]) -> None:
        self.known: dict[str, list[list[Known]]] = {}
        self._joints: set[str] = set()
        for lines in _each(letter):
            known = [(line, found) for line in lines if (found := letters(line))]
            self._joints.update(_joints(known))
            opening = "".join(found for _, found in known[:8])[:_OPENING]
            if len(opening) >= FEWEST and known not in (alike := self.known.setdefault(opening, [])):
                alike += [known] if len(alike) < _MOST_ALIKE else []

    def first_in(self, said: str, start: int = 0) -> tuple[int, list[Known]] | None:
        """Where the first letter of ours begins in what is said, and its lines; None if none does."""
        places = [(at, opening) for opening in self.known if (at := said.find(opening, start)) >= 0]
        if not places:
            return None
        at, opening = min(places)
        return at, max(self.known[opening], key=lambda known: _agreeing(known, said, at))

    def joined_in(self, said: str, other: str) -> bool:
        """Do several lines of ours run on into the next in one line, that do not in our letter's ``other`` form?"""
        found = {said[at : at + 2 * EDGE] for at in range(len(said) - 2 * EDGE + 1)} & self._joints
        return sum(joint not in other for joint in found) >= _FEWEST_JOINED


def is_sentence(line: str) -> bool:
    """Is it a line of ours at the margin with several plain words, as no order and no words of others are?"""
    return not line[:1].isspace() and sum(word.strip(",.:;").islower() for word in line.split()) >= _PLAIN


def _joints(known: Sequence[Known]) -> Iterator[str]:
    """What stands around the ends of these lines, where they run on; orders may follow one another anywhere."""
    flat, end = "".join(found for _, found in known), 0
    for (above, found), (below, _) in pairwise(known):
        end += len(found)
        if EDGE <= end <= len(flat) - EDGE and (is_sentence(above) or is_sentence(below)):
            yield flat[end - EDGE : end + EDGE]


def _each(letter: Sequence[str]) -> Iterator[list[str]]:
    """The letters of which these are the lines, each with its own."""
    for apart, lines in groupby(letter, key=lambda line: line == APART):
        if not apart:
            yield list(lines)


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
            here = said.find(found, at, at + AHEAD)
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
