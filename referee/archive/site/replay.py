"""A turn step by step: its story in moments, and how the table stood behind each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from referee.archive.site.parts import without_look
from referee.engine.audience import OBSERVER
from referee.engine.copies import copied
from referee.engine.events import Event
from referee.reports.document import Told
from referee.reports.drawing import drawing
from referee.reports.html import Faces
from referee.reports.lines import FOLDED, Lines, story
from referee.reports.marks import Line, Mark, together
from referee.reports.tabletop import Picture

MOST = 60
"""So many moments are shown of a turn; more are put together."""

STARTS = (Mark.PLAIN, Mark.OTHERS)
"""Lines with which a moment may begin: one of a list or a table belongs to what stands before it."""


class Begins(Enum):
    """What may begin with an event."""

    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"


@dataclass(frozen=True)
class Moment:
    """A part of a turn's story, and the table behind it, if the game has one to be drawn."""

    told: Told
    table: Picture | None


def moments(lines: Lines, view: Any, events: Sequence[Event]) -> list[Moment]:
    """Part a turn's story where a paragraph ends or the table has changed.

    Put together, the parts are the story as letters tell it. ``view`` is the public one before the turn.
    """
    view = copied(view)
    found: list[Moment] = []
    part: list[Event] = []
    shown = tabletop(lines, view)
    for e, begins in _beginnings(lines, events):
        if begins and part:
            now = tabletop(lines, view)
            if begins is Begins.PARAGRAPH or now != shown:
                found.append(_moment(lines, part, view))
                part, shown = [], now
        part.append(e)
        view.apply(e)
    if part:
        found.append(_moment(lines, part, view))
    return [one for one in found if one.told]


def tabletop(lines: Lines, view: Any) -> Any:
    """Return the table as it lies, to be compared."""
    lay_out = lines.rules.words.tabletop
    return lay_out(view) if lay_out is not None else None


def _moment(lines: Lines, part: Sequence[Event], view: Any) -> Moment:
    return Moment(story(lines, part, OBSERVER).rest, lines.picture(view))


def _beginnings(lines: Lines, events: Sequence[Event]) -> Iterator[tuple[Event, Begins | None]]:
    """Say of each event whether a paragraph begins with it, or a sentence that is not told in one with those before."""
    before: list[Line] = []
    for e in events:
        said = [] if isinstance(e, FOLDED) else lines.event(e, OBSERVER)
        yield e, _begun(before, said[0]) if said and before else None
        before = [*before, *said][-2:]


def _begun(before: list[Line], first: Line) -> Begins | None:
    if len(together([*before, first])) <= len(before):  # it is said in one with what stands before
        return None
    if before[-1].mark is Mark.BREAK or first.mark is Mark.BREAK:
        return Begins.PARAGRAPH
    return Begins.SENTENCE if first.mark in STARTS and not first.text.startswith(" ") else None


def frames(start: Picture | None, shown: Sequence[Moment], faces: Faces) -> str:
    """Return the drawings of a turn for the script: each line that comes up once, and of each drawing which it has.

    The first is the table before the turn. A drawing is a list of its height and the numbers of its lines.
    """
    pictures = [start, *(one.table for one in shown)]
    if len(shown) < 2 or any(one is None for one in pictures):
        return ""
    numbers: dict[str, int] = {}
    out: list[list[int]] = []
    last: Picture | None = None
    for picture in pictures:
        assert picture is not None
        if picture == last:
            out.append(out[-1])
            continue
        head, *lines = drawn(picture, faces).strip().removesuffix("</svg>").strip().split("\n")
        high = int(head.partition(' height="')[2].partition('"')[0])
        title = head[head.index("<title>") :]
        out.append([high, *(numbers.setdefault(line, len(numbers)) for line in (title, *lines))])
        last = picture
    return json.dumps({"lines": list(numbers), "frames": out}, separators=(",", ":")).replace("<", "\\u003c")


def drawn(picture: Picture, faces: Faces) -> Markup:
    """Draw a table for everybody."""
    return without_look(drawing(picture, OBSERVER, faces))


def joined(shown: Sequence[Moment]) -> list[Moment]:
    """Put neighbours together until there are not too many."""
    found = list(shown)
    while len(found) > MOST:
        pairs = [*pairwise(found)][::2]
        odd = found[-1:] if len(found) % 2 else []
        found = [*(Moment(Told((*a.told.groups, *b.told.groups)), b.table) for a, b in pairs), *odd]
    return found
