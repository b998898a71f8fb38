"""Lines that ran into one another: some programs write a text part without its line ends.

Then the letter that is answered stands behind what was written, on the same line. The HTML beside it has the line
ends; without that, our own letter is known, and what it begins with ends what was written. So does what programs put
before a quotation, if it names us; where nobody can be sure, nothing of the line counts, and its writer is told.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from .amid import set_apart
from .form import Form
from .marks import is_forwarded, is_quoted, unquoted
from .midline import LONGEST_HEAD, footed, quotation_in, without_foot, without_lead
from .openings import FEWEST, Known, Openings, letters, piece, restored
from .text import OURS, RUN_ON, STRUCK
from .wrapped import unwrapped

_AHEAD = 2_000
_LEAST_RUN_ON = 60
"""No shorter line holds what leads in a quotation, and more behind it."""

_TELLING = 25
"""So many letters of ours in a row are no chance."""


def by_html(plain: Sequence[str], html: Sequence[str]) -> list[str]:
    """The lines of a text; those that are several lines of the HTML, letter for letter, as they stand there."""
    keys = [letters(unquoted(line)) for line in html]
    flat, starts, ends = "".join(keys), dict[int, int](), dict[int, int]()
    for number, (start, end) in enumerate(pairwise(accumulate(map(len, keys), initial=0))):
        starts.setdefault(start, number)
        ends.setdefault(end, number + 1)
    result: list[str] = []
    reached = 0
    for line in plain:
        wanted = letters(unquoted(line))
        at = _place(flat, wanted, reached, starts, ends) if wanted else None
        if at is None:
            result.append(line)
            continue
        reached = at + len(wanted)
        lines = list(html[starts[at] : ends[reached]])
        result += lines if sum(map(bool, map(letters, lines))) > 1 else [line]
    return result


def _place(flat: str, wanted: str, reached: int, starts: dict[int, int], ends: dict[int, int]) -> int | None:
    """Where whole lines of the HTML have these letters, not before what was reached; None if nowhere near."""
    for _ in range(3):
        at = flat.find(wanted, reached, reached + len(wanted) + _AHEAD)
        if at < 0:
            return None
        if at in starts and at + len(wanted) in ends:
            return at
        reached = at + 1
    return None


def parted(lines: Sequence[str], form: Form | None, own: Collection[str] = ()) -> list[str]:
    """The lines of a text, of which one that runs on into a quotation is taken apart.

    What was written comes first; then, behind quote marks, what leads in the quotation, and our letter line by line,
    with what stands between; last what stands below it. Our letter is known as text or as HTML; any other by what
    leads it in, if that names an address of our ``own``. Where it is not sure where a quotation begins or ends, the
    line stands behind `RUN_ON`.
    """
    form = form or Form("", (), "")
    known = (_flat(form.letter), _flat(form.page))
    forms = [(_openings(form.letter), known[1]), (_openings(form.page), known[0])]
    lines = set_apart(_parted(_parted(lines, form.letter, form.page), form.page, form.letter), forms)
    ours = {address.lower() for address in own if address}
    return [part for line in lines for part in ([line] if _is_ours(line, known) else _without_quotation(line, ours))]


def _is_ours(line: str, known: Collection[str]) -> bool:
    """Is a line, as it is, a piece of our letter? Then whatever leads in there are words in it that others wrote."""
    said = letters(line) if len(line) >= _LEAST_RUN_ON and _may_run_on(line) else ""
    return len(said) >= _TELLING and any(said in one for one in known)


def _parted(lines: Sequence[str], letter: Sequence[str], other: Sequence[str]) -> list[str]:
    """Take apart what runs on into one form of a letter of ours, and is no line of its other form."""
    openings = _openings(tuple(letter))
    if not openings.known:
        return list(lines)
    whole = {found for _, found in _known(tuple(other))}
    result: list[str] = []
    for line in unwrapped(lines, openings, "\0".join(whole)):
        result += _taken_apart(line, openings, whole) if _may_run_on(line) else [line]
    return result


def _flat(letter: tuple[str, ...]) -> str:
    return "\0".join(found for _, found in _known(letter))


@lru_cache(maxsize=4)
def _openings(letter: tuple[str, ...]) -> Openings:
    return Openings(letter)


@lru_cache(maxsize=4)
def _known(letter: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The lines of our letter in which anything is said, and their letters: wanted again for each part of an answer."""
    return tuple((line, found) for line in letter if (found := letters(line)))


def _may_run_on(line: str) -> bool:
    return len(line) > FEWEST and not line.startswith((STRUCK, RUN_ON, OURS)) and not is_quoted(line)


def _taken_apart(line: str, openings: Openings, whole: Collection[str]) -> list[str]:
    said = letters(line)
    if said in whole or (first := openings.first_in(said)) is None:
        return [line]
    at, known = first
    if said[at:] == known[0][1] and not at:
        return [line]
    places = [n for n, letter in enumerate(line) if letter.isalnum()]
    before = line[: places[at]].rstrip(" >|*\t")
    written, led = without_lead(before)
    return [*written, *(f"> {one}" for one in led), *_aligned(line, said, places, at, known)]


def _without_quotation(line: str, own: Collection[str]) -> list[str]:
    """Take a line apart that runs on into a quotation known by what leads it in alone, or into a program's own line."""
    if not _may_run_on(line) or is_forwarded(line):
        return [line]
    start = quotation_in(line) if len(line) >= _LEAST_RUN_ON else None
    if start is None:
        return footed(line)
    written = without_foot(line[:start].rstrip(" >|*\t-_="))
    if written and not any(address in line[start : start + LONGEST_HEAD].lower() for address in own):
        return [RUN_ON + line]
    return [*written, f"> {line[start:]}"]


def _aligned(line: str, said: str, places: Sequence[int], at: int, known: Sequence[Known]) -> Iterator[str]:
    """Our lines again, quoted, with what stands between them; what stands below our last one is not quoted."""
    ours, last, ended = restored(line, said, places, at, known)
    yield from ours
    if last < len(said) and (rest := piece(line, places, last, len(said))):
        yield rest if ended else f"> {rest}"
