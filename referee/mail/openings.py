"""How our letters begin, by which they are known in the middle of a line; and their lines again, where they ran on."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from .form import APART
from .lines import Text

_OPENING = 24
"""So many letters of ours, from its first on, are no chance."""

FEWEST = 12
"""A line of ours that is found again behind something else has so many letters at least."""

AHEAD = 2_000
"""So many letters further on our next line is looked for."""

_MOST_ALIKE = 50
"""So many of our letters that begin alike are told apart."""

EDGE = 10
"""So many letters before and behind the end of a line of ours tell that it ran on into the next."""

_SURE, _LIKELY, _ENOUGH = 2, 1, 4
"""Whoever writes two lines of ours as one may have copied a sentence; so two such places count, or four of others."""

_PLAIN = 3

Known = tuple[str, str]
"""A line of ours, and its letters."""


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
        for at in range(len(said) - 2 * EDGE + 1):
            joint = said[at : at + 2 * EDGE]
            if joint in self._joints and at + EDGE not in apart and joint not in other:
                places.setdefault(joint, at + EDGE)
        weight = sum(self._joints[joint] for joint in places)
        return list(places.values()) if weight >= _ENOUGH else []


    def _may_join(self, said: str, other: str) -> bool:
        """Could two lines of ours be one there, and not in the other form? Then each half has a piece that is ours."""
        parts = (at for at in range(0, len(said) - EDGE + 1, EDGE) if said[at : at + EDGE] in self.flat)
        joints = (said[at : at + 2 * EDGE] for part in parts for at in range(max(part - EDGE + 1, 0), part + 1))
        return any(joint in self.flat and joint not in other for joint in joints)


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
        if EDGE <= end <= len(flat) - EDGE and not (_is_said(above) and _is_said(below)):
            yield flat[end - EDGE : end + EDGE], _SURE if is_sentence(above) or is_sentence(below) else _LIKELY


def _is_said(line: str) -> bool:
    """Does it stand behind the bar of words of others?"""
    return line.lstrip().startswith("|")


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
