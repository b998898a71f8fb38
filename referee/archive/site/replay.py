"""A turn step by step: its story in moments, and how the table stood behind each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from referee.reports.lines import FOLDED, Lines
from referee.reports.marks import Line, Mark, finished, go_on, together
from referee.reports.tabletop import Picture

MOST = 60
"""So many moments are shown of a turn; more are put together."""

STARTS = (Mark.PLAIN, Mark.OTHERS)
"""Lines with which a moment may begin: one of a list or a table belongs to what stands before it."""

WINDOW = 2
"""A line is told in one with no other than the last of so many."""


@dataclass(frozen=True)
class Moment:
    """A part of a turn's story, and the table behind it, if the game has one to be drawn."""

    told: Told
    table: Picture | None


def moments(lines: Lines, view: Any, events: Sequence[Event]) -> list[Moment]:
    """Part a turn's story where a paragraph ends or the table has changed.

    Put together, the parts are the story as letters tell it. ``view`` is the public one before the turn.
    """
    said, by = _spoken(lines, events)
    view, found, at = copied(view), list[Moment](), 0
    shown, table = _lies(lines, view), 0
    for n in _breaks(said, by):
        for e in events[table : by[n]]:
            view.apply(e)
        table, now = by[n], _lies(lines, view)
        if said[n - 1].mark is Mark.BREAK or now != shown:
            found.append(_moment(lines, said[at:n], view))
            at, shown = n, now
    for e in events[table:]:
        view.apply(e)
    found.append(_moment(lines, said[at:], view))
    return [one for one in found if one.told]


def _spoken(lines: Lines, events: Sequence[Event]) -> tuple[list[Line], list[int]]:
    """Say a turn as everybody hears it, and by which event, counted from 0, each line begins."""
    said, by = list[Line](), list[int]()
    for n, e in enumerate(events):
        if not isinstance(e, FOLDED) and (more := lines.event(e, OBSERVER)):
            go_on(said, more, bool(said))
            by += [n] * (len(said) - len(by))
    return said, by


def _breaks(said: Sequence[Line], by: Sequence[int]) -> Iterator[int]:
    """Find the lines with which a moment may begin: those that begin an event, and are told apart from those before."""
    before: list[Line] = []
    for n, one in enumerate(said):
        now = together([*before, one])
        starts = one.mark in STARTS and not one.text.startswith(" ")
        if n and by[n] != by[n - 1] and len(now) > len(before) and starts:
            yield n
        before = now[-WINDOW:]


def _lies(lines: Lines, view: Any) -> Any:
    """Return the table as it lies, to be compared."""
    lay_out = lines.rules.words.tabletop
    return lay_out(view) if lay_out is not None else None


def _moment(lines: Lines, said: Sequence[Line], view: Any) -> Moment:
    return Moment(finished(together(said)), lines.picture(view))


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
