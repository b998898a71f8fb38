"""A turn step by step: its story in moments, and how the table stood behind each."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from referee.archive.site.parts import without_look
from referee.engine.audience import OBSERVER
from referee.engine.copies import copied
from referee.engine.events import Event
from referee.engine.values import value
from referee.reports.document import Told
from referee.reports.drawing import drawing
from referee.reports.html import Faces
from referee.reports.lines import FOLDED, Lines
from referee.reports.marks import PARTING, Line, Mark, finished, go_on, same, together
from referee.reports.tabletop import CAPTION, Picture

MOST = 240
"""So many moments are shown of a turn; more are put together."""

LARGEST = 150_000
"""So many characters the drawings of a turn may have."""

PLACES = re.compile(r'(?:(?<= [xy]=")|(?<=M)|(?<= )(?=\d+[lL]))(0|[1-9]\d*)(?!\d)')
"""The numbers by which a line of a drawing says where it stands."""

NOTHING = Picture(CAPTION, (), (), Told())
"""The table before the game."""


@value
class Moment:
    """A part of a turn's story, and the table behind it, if the game has one to be drawn."""

    told: Told
    table: Picture | None


@dataclass
class _Part:
    """What is said of one thing that happened, and how many events of the turn lie behind it."""

    said: list[Line]
    behind: int

    @property
    def wordless(self) -> bool:
        """Whether nothing is said in it yet."""
        return all(one.mark in PARTING for one in self.said)


def moments(lines: Lines, view: Any, events: Sequence[Event]) -> list[Moment]:
    """Part a turn into what happened in it, one thing after the other, each with the table as it stood behind it.

    ``events`` are those that everybody was told, and ``view`` the public one before them: what nobody else was told
    makes no moment, and none longer. An event of which nothing is said belongs to what was said before it.
    """
    view, found, at = copied(view), list[Moment](), 0
    for part in _parts(lines, events):
        for e in events[at : part.behind]:
            view.apply(e)
        at = part.behind
        found.append(Moment(finished(together(part.said)), lines.picture(view)))
    return found


def _parts(lines: Lines, events: Sequence[Event]) -> list[_Part]:
    """Say a turn as everybody hears it, parted where something else begins."""
    found = list[_Part]()
    for n, e in enumerate(events, 1):
        said = lines.replayed(e) if not isinstance(e, FOLDED) else []
        if said and (not found or _begins(found[-1], said[0])):
            found.append(_Part([], n))
        if said:
            go_on(found[-1].said, said, bool(found[-1].said))
        if found:
            found[-1].behind = n
    if len(found) > 1 and found[-1].wordless:
        last = found.pop()
        found[-1].behind = last.behind
    return [] if found and found[0].wordless else found


def _begins(part: _Part, first: Line) -> bool:
    """Say whether something else begins with this line: a sentence of its own, unless it is one of a paragraph."""
    if part.wordless:
        return False
    last = part.said[-1]
    match first.mark:
        case _ if last.mark in PARTING:
            return True
        case Mark.BREAK | Mark.SEAM | Mark.OTHERS:
            return True
        case Mark.PLAIN:
            return not first.text.startswith(" ") and not (first.gathers and last.gathers)
        case Mark.ALIKE:
            return not same(last, first)
        case _:
            return False


def fitted(start: Picture | None, shown: Sequence[Moment], faces: Faces) -> tuple[list[Moment], str]:
    """Put moments together until there are not too many, nor their drawings too large for a page; return both."""
    most = MOST
    while True:
        found = joined(shown, most)
        made = frames(start, found, faces)
        if len(made) <= LARGEST or len(found) == 1:
            return found, made
        most = (len(found) + 1) // 2


def frames(start: Picture | None, shown: Sequence[Moment], faces: Faces) -> str:
    """Return the drawings of a turn for the script, of which each part that comes up often is there once.

    The first is the table before the turn. A drawing is a list of its height and the numbers of its lines; a line is
    the number of its shape and where it stands; a shape is the text around those places.
    """
    pictures = [start, *(one.table for one in shown)]
    if not shown or any(one is None for one in pictures):
        return ""
    shapes: dict[tuple[str, ...], int] = {}
    numbers: dict[tuple[int, ...], int] = {}
    out: list[list[int]] = []
    last: Picture | None = None
    for picture in pictures:
        assert picture is not None
        if picture == last:
            out.append(out[-1])
            continue
        head, *lines = drawn(picture, faces).strip().removesuffix("</svg>").strip().split("\n")
        high = int(head.partition(' height="')[2].partition('"')[0])
        parts = [PLACES.split(line) for line in (head[head.index("<title>") :], *lines)]
        placed = [(shapes.setdefault(tuple(one[::2]), len(shapes)), *map(int, one[1::2])) for one in parts]
        out.append([high, *(numbers.setdefault(one, len(numbers)) for one in placed)])
        last = picture
    data = {"shapes": list(shapes), "lines": list(numbers), "frames": out}
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def drawn(picture: Picture, faces: Faces) -> Markup:
    """Draw a table for everybody."""
    return without_look(drawing(picture, OBSERVER, faces))


def joined(shown: Sequence[Moment], most: int) -> list[Moment]:
    """Put neighbours together until there are not too many."""
    found = list(shown)
    while len(found) > most:
        pairs = [*pairwise(found)][::2]
        odd = found[-1:] if len(found) % 2 else []
        found = [*(Moment(Told((*a.told.groups, *b.told.groups)), b.table) for a, b in pairs), *odd]
    return found
