"""Lines that ran into one another: some programs write a text part without its line ends.

Then the letter that is answered stands behind what was written, on the same line. The HTML beside it has the line
ends; without that, our own letter is known, and what it begins with ends what was written.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from .form import Form
from .leads import DATE, Weight, is_timed, lead
from .marks import is_footer, is_original, is_quoted, unquoted
from .text import STRUCK
from .words import FOOTERS, HEADERS, LIKELY_FOOTERS, OPENERS

_OPENING = 24
"""So many letters of ours, from its first on, are no chance."""

_FEWEST = 12
"""A line of ours that is found again behind something else has so many letters at least."""

_AHEAD = 2_000
_LONGEST_HEAD = 1_000
_LONGEST_LEAD = 300
_MOST_WORDS = 40

_DASHES = re.compile(r"[-_—=]{4,}[^-_—=]{0,60}(?:[-_—=]{4,})?")
_NAMED = re.compile(r"(?:(?<=[\s>*])|^)\*?([^\W\d_]{1,20})\s?\*?:")
_WORD = re.compile(r"\S+")
_BETWEEN = re.compile(r"[\W_]+")


def letters(text: str) -> str:
    """Reduce a text to its letters and digits, one for one in small ones where that can be."""
    found = _BETWEEN.sub("", text)
    return found.lower() if found.isascii() else "".join(letter.lower()[:1] for letter in found)


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


def parted(lines: Sequence[str], form: Form) -> list[str]:
    """The lines of a text, of which one that runs on into our letter, as text or as HTML, is taken apart.

    What was written comes first; then, behind quote marks, what leads in the quotation, and our letter line by line,
    with what stands between; last what stands below it.
    """
    return _parted(_parted(lines, form.letter, form.page), form.page, form.letter)


def _parted(lines: Sequence[str], letter: Sequence[str], other: Sequence[str]) -> list[str]:
    """Take apart what runs on into one form of our letter, and is no line of its other form."""
    known = _known(tuple(letter))
    opening = "".join(found for _, found in known[:8])[:_OPENING]
    if len(opening) < _FEWEST:
        return list(lines)
    whole = {found for _, found in _known(tuple(other))}
    result: list[str] = []
    for line in lines:
        result += _taken_apart(line, known, opening, whole) if _may_run_on(line, opening) else [line]
    return result


@lru_cache(maxsize=4)
def _known(letter: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The lines of our letter in which anything is said, and their letters: wanted again for each part of an answer."""
    return tuple((line, found) for line in letter if (found := letters(line)))


def _may_run_on(line: str, opening: str) -> bool:
    return len(line) > len(opening) and not line.startswith(STRUCK) and not is_quoted(line)


def _taken_apart(line: str, known: Sequence[tuple[str, str]], opening: str, whole: Collection[str]) -> list[str]:
    said = letters(line)
    if said in whole:
        return [line]
    at = said.find(opening)
    places = [n for n, letter in enumerate(line) if letter.isalnum()] if at >= 0 else []
    if at < 0 or (said[at:] == known[0][1] and not at):
        return [line]
    before = line[: places[at]].rstrip(" >|*\t")
    written, led = _without_lead(before)
    return [*written, *(f"> {one}" for one in led), *_aligned(line, said, places, at, known)]


def _aligned(line: str, said: str, places: Sequence[int], at: int, known: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Our lines again, quoted, with what stands between them; what stands below our last one is not quoted."""
    last = at
    ended = False
    for number, (ours, found) in enumerate(known):
        here = at if said.startswith(found, at) else -1
        if here < 0 and len(found) >= _FEWEST:
            here = said.find(found, at, at + _AHEAD)
        if here < 0:
            continue
        if here > last and (between := _piece(line, places, last, here)):
            yield f"> {between}"
        yield f"> {ours.strip()}"
        at = last = here + len(found)
        ended = number >= len(known) - 2
    if last < len(said) and (rest := _piece(line, places, last, len(said))):
        yield rest if ended else f"> {rest}"


def _piece(line: str, places: Sequence[int], first: int, after: int) -> str:
    """What stands in a line from one letter on up to another, with the marks in it."""
    end = places[after] if after < len(places) else len(line)
    return line[places[first] : end].strip(" >|*\t-=")


def _without_lead(before: str) -> tuple[list[str], list[str]]:
    """What was written, and what a program put behind it: its own footer, and what leads in the quotation."""
    starts = [start for start in (_head_start(before), _lead_start(before)) if start is not None]
    cut = min(starts, default=len(before))
    dashes = [found.start() for found in _DASHES.finditer(before[:cut]) if _sets_off(found, before, cut)]
    cut = min([cut, *dashes])
    own, led = before[:cut].rstrip(" >|*\t"), before[cut:].strip()
    foot = _foot_start(own)
    found = [own[:foot].rstrip(), *([own[foot:]] if foot < len(own) else [])]
    return [text for text in found if text], [led] if led else []


def _sets_off(found: re.Match[str], before: str, cut: int) -> bool:
    """Do dashes stand right before what leads in, or say that a letter follows?"""
    return is_original(found.group()) or not before[found.end() : cut].strip()


def _head_start(before: str) -> int | None:
    """Where the headers of the quoted letter begin, if such stand at the end: three kinds, a time or an address."""
    first = max(0, len(before) - _LONGEST_HEAD)
    seen: dict[str, int] = {}
    for found in reversed(list(_NAMED.finditer(before, first))):
        kind = HEADERS.get(found.group(1).lower())
        if kind is None:
            continue
        if kind in seen:
            break
        seen[kind] = found.start()
    start = min((seen[kind] for kind in ("from", "sent", "subject") if kind in seen), default=None)
    told = before[start:] if start is not None else ""
    return start if len(seen) >= 3 and ("@" in told or is_timed(told)) else None


def _lead_start(before: str) -> int | None:
    """Where `On Friday ... wrote:` begins at the end of a text, if one stands there."""
    if not before.endswith((":", "：")):
        return None
    starts = [found.start() for found in _WORD.finditer(before, max(0, len(before) - _LONGEST_LEAD))][-_MOST_WORDS:]
    leads = [start for start in starts if _leads(before[start:])]
    opened = [start for start in leads if _opens(before[start:])] or leads
    if not opened:
        return None
    at = starts.index(opened[-1])
    while at and starts[at - 1] in opened and _begins_as_one(before[starts[at - 1] :]):
        at -= 1
    return starts[at]


def _leads(text: str) -> bool:
    found = lead([text], 0, 0, (), quoted_next=True)
    return found is not None and found.weight in (Weight.ADDRESSED, Weight.DATED)


def _opens(text: str) -> bool:
    """Does it begin with a word with which such a line begins, and a day behind it?"""
    words = text.split(maxsplit=2)
    if len(words) == 1 or not _begins_as_one(text):
        return DATE.match(words[0]) is not None
    return words[1][:1].isdigit() or _begins_as_one(words[1])


def _begins_as_one(text: str) -> bool:
    return text.split(maxsplit=1)[0].strip(",.").lower() in OPENERS


def _foot_start(own: str) -> int:
    """Where `Sent from my telephone` begins at the end of what was written; its end if nothing of the kind is there."""
    folded = own.lower().replace("’", "'")
    if len(folded) != len(own):
        return len(own)
    places = {folded.rfind(phrase) for phrase in (*FOOTERS, *LIKELY_FOOTERS)} - {-1}
    usable = (at for at in sorted(places) if (not at or own[at - 1].isspace()) and is_footer(own[at:]))
    return next(usable, len(own))
