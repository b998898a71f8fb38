"""What leads in a quotation in the middle of a line, where a program has lost the line ends: its own words and ours.

Behind what was written stand `Sent from my Galaxy`, `-------- Original message --------`, `On Friday ... wrote:` or the
headers of the letter that is answered, and then that letter, all in one line.
"""

import re

from .leads import DATE, Weight, is_timed, lead, tells_who_or_when
from .lines import is_footer, is_original
from .words import FOOTERS, HEADERS, LIKELY_FOOTERS, OPENERS, WROTE, WROTE_INSIDE

LONGEST_HEAD = 1_000
_LONGEST_LEAD = 300
_MOST_WORDS = 40
_MOST_COLONS = 20
"""So many colons of a line are looked at."""

_INSIDE = 2
"""A line that leads in a quotation has fewer colons than these in it at which one could end."""

_LEAST_BEHIND = 12
"""With so few letters behind it something ends a line, and leads in what stands below."""

MARKS = " >|*\t"
"""What may stand in front of a quotation."""

_DASHES = re.compile(r"[-_—=]{4,}[^-_—=]{0,60}(?:[-_—=]{4,})?")
_NAMED = re.compile(r"(?:(?<=[\s>*-])|^)\*?([^\W\d_]{1,20})\s?\*?:")
_WORD = re.compile(r"\S+")
_COLON = re.compile("[:：]")
_LAST_WORD = re.compile(r"[^\W\d_]+$")


def quotation_in(line: str) -> int | None:
    """Where the first thing begins in a line that surely leads in a quotation, if that stands behind it in the line."""
    starts = [start for start in (_original_in(line), _head_in(line), _lead_in(line)) if start is not None]
    return min(starts, default=None)


def _original_in(line: str) -> int | None:
    """Where `-------- Original message --------` begins in a line."""
    found = (m for m in _DASHES.finditer(line) if is_original(m.group()) and _goes_on(line, m.end()))
    return next((m.start() for m in found), None)


def _goes_on(line: str, at: int) -> bool:
    return len(line) - at > _LEAST_BEHIND


def _head_in(line: str) -> int | None:
    """Where headers of three kinds follow one another in a line, with a time or an address among them."""
    places = _headers_in(line)
    for number, (kind, start, _) in enumerate(places):
        if kind not in ("from", "sent", "subject"):
            continue
        near = [place for place in places[number : number + 6] if place[1] < start + LONGEST_HEAD]
        last = near[-1][2]
        told = line[start:last]
        if len({kind for kind, _, _ in near}) >= 3 and ("@" in told or is_timed(told)) and _goes_on(line, last):
            return start
    return None


def _headers_in(line: str, first: int = 0) -> list[tuple[str, int, int]]:
    """The kind of each header whose name stands in a line, and from where to where that does."""
    named = ((HEADERS.get(found.group(1).lower()), found) for found in _NAMED.finditer(line, first))
    return [(kind, found.start(), found.end()) for kind, found in named if kind]


def _lead_in(line: str) -> int | None:
    """Where `On Friday ... wrote:` begins in a line."""
    colons = (found.start() for found in _COLON.finditer(line))
    ends = [at for at in colons if _may_lead(line[max(0, at - 30) : at])][:_MOST_COLONS]
    for number, at in enumerate(ends):
        behind = ends[number - _INSIDE] + 1 if number >= _INSIDE else 0
        if _goes_on(line, at) and (start := _lead_start(line[: at + 1], behind)) is not None:
            return start
    return None


def _may_lead(before: str) -> bool:
    """Does a line that leads in a quotation end so, but for its colon?"""
    before = before.rstrip().lower()
    word = _LAST_WORD.search(before)
    wrote = word is not None and (word.group() in WROTE or word.group().endswith(WROTE_INSIDE))
    return wrote or before.endswith((">", ")"))


def without_lead(before: str) -> tuple[list[str], list[str]]:
    """What was written, and what a program put behind it: its own footer, and what leads in the quotation."""
    foot, cut = before_lead(before)
    led = before[cut:].strip()
    return _filled(before[:foot], before[foot:cut]), [led] if led else []


def before_lead(before: str) -> tuple[int, int]:
    """Where what was written ends, and where what leads in the quotation begins; between them is a program's footer."""
    starts = [start for start in (_head_start(before), _lead_start(before)) if start is not None]
    cut = min(starts, default=len(before))
    dashes = [found.start() for found in _DASHES.finditer(before[:cut]) if _sets_off(found, before, cut)]
    cut = min([cut, *dashes])
    return _foot_start(before[:cut].rstrip(MARKS)), cut


def without_foot(own: str) -> list[str]:
    """What was written, and the program's own line below it, if one ends it."""
    foot = _foot_start(own)
    return _filled(own[:foot], own[foot:])


def footed(line: str) -> list[str]:
    """A line that a program's own ends, as it begins such lines, parted from that; and any other as it is."""
    foot = _foot_start(line)
    if not 0 < foot < len(line) or line[foot].islower() or line[:foot].rstrip().endswith(":"):
        return [line]
    return _filled(line[:foot], line[foot:])


def _filled(*texts: str) -> list[str]:
    return [text for text in (text.rstrip(MARKS) for text in texts) if text]


def _sets_off(found: re.Match[str], before: str, cut: int) -> bool:
    """Do dashes stand right before what leads in, or say that a letter follows?"""
    return is_original(found.group()) or not before[found.end() : cut].strip()


def _head_start(before: str) -> int | None:
    """Where the headers of the quoted letter begin, if such stand at the end: three kinds, a time or an address."""
    first = max(0, len(before) - LONGEST_HEAD)
    seen: dict[str, int] = {}
    for kind, at, _ in reversed(_headers_in(before, first)):
        if kind in seen:
            break
        seen[kind] = at
    start = min((seen[kind] for kind in ("from", "sent", "subject") if kind in seen), default=None)
    told = before[start:] if start is not None else ""
    return start if len(seen) >= 3 and ("@" in told or is_timed(told)) else None


def _lead_start(before: str, behind: int = 0) -> int | None:
    """Where `On Friday ... wrote:` begins at the end of a text, if one stands there, not before a place in it."""
    first = max(behind, len(before) - _LONGEST_LEAD)
    if not before.endswith((":", "：")) or not tells_who_or_when(before[first:]):
        return None
    starts = [found.start() for found in _WORD.finditer(before, first)][-_MOST_WORDS:]
    leads = [start for start in starts if _leads(before[start:])]
    opened = [start for start in leads if _opens(before[start:])] or leads
    if not opened:
        return None
    at = starts.index(opened[-1])
    while at and starts[at - 1] in opened and _begins_as_one(before[starts[at - 1] :]):
        at -= 1
    return starts[at]


def _leads(text: str) -> bool:
    found = lead([text], 0, 0, (), quoted_next=False)
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
