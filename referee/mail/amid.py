"""A quotation that begins in the middle of our letter, ran on there, and was perhaps wrapped anew.

Nothing leads it in, and our letter's first lines are not there. It is known by the ends of our lines, where it runs on
into the next. Where nobody can tell what was written from what is quoted, the line is set apart.
"""

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate, groupby
from operator import itemgetter

from .lines import Text, letters
from .midline import quotation_in
from .openings import EDGE, Openings
from .text import OURS, PART, RUN_ON, STRUCK

Forms = Sequence[tuple[Openings, str]]
"""Our letter in each of its forms, and the letters of all lines of the other form."""


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
    return bool(line.strip()) and not line.startswith((PART, STRUCK, RUN_ON, OURS))


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
