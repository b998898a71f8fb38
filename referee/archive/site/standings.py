"""How a game went in numbers: what each seat had behind every turn, as everybody could see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256

from referee.archive.site.layout import Place
from referee.archive.site.site import Site
from referee.archive.site.telling import Turn
from referee.engine.audience import Seat
from referee.engine.tabletop import Side, Tabletop
from referee.engine.values import value
from referee.reports import spans
from referee.reports.course import Course, course_drawn, course_in_words

WHOLE = re.compile(r"-?[0-9]+")
FEWEST_TURNS = 3
"""A line through fewer says nothing that their numbers do not."""


@value
class Series:
    """One thing that is counted: what it is called, and each seat's numbers, None where nothing is known."""

    name: str
    numbers: dict[Seat, list[int | None]]


def series(tables: Sequence[Tabletop | None]) -> list[Series]:
    """Count what the tables of a game's turns show of each seat: facts that are numbers, and cards in heaps."""
    seats = list(dict.fromkeys(side.seat for one in tables if one for side in one.sides))
    found = [{side.seat: _counted(side) for side in one.sides} if one else {} for one in tables]
    names = dict.fromkeys(name for one in found for counted in one.values() for name in counted)
    out = []
    for name in names:
        cards = any(isinstance(counted.get(name), _Cards) for one in found for counted in one.values())
        numbers = {seat: [_number(one.get(seat), name, cards) for one in found] for seat in seats}
        flat = {n for row in numbers.values() for n in row if n is not None}
        if len(flat) > 1:
            out.append(Series(name, numbers))
    return out


class _Cards(int):
    """A number of cards: where none lie, there are none."""


def _counted(side: Side) -> dict[str, int]:
    """Return what is counted of a seat: its first facts that are whole numbers, and its heaps."""
    facts = {name: int(words) for name, words in side.facts if WHOLE.fullmatch(words)}
    return facts | {f"cards: {one.name}": _Cards(len(one.cards) + one.down) for one in side.heaps}


def _number(counted: dict[str, int] | None, name: str, cards: bool) -> int | None:
    if counted is None:
        return None
    return counted.get(name, 0 if cards else None)


def page(site: Site, place: Place, title: str, turns: Sequence[tuple[Turn, str]]) -> None:
    """Offer the page of standings of a game so called, and a chart for each thing that is counted.

    ``turns`` are its turns with the paths of their pages.
    """
    laid = [(one.by.rules.words.tabletop if one.by is not None else None, one.after) for one, _ in turns]
    tables = [lay_out(after) if lay_out is not None else None for lay_out, after in laid]
    names, shown = [str(one.step) for one, _ in turns], [(one.step, path) for one, path in turns]
    parts = []
    for n, one in enumerate(series(tables), 1):
        course = Course(_title(one), title, "turn", names, tuple(one.numbers.items()))
        file = f"{place.path.rpartition('/')[0]}/count-{n}.svg"
        parts.append({
            "title": _title(one), "anchor": f"count-{n}", "chart": chart(site, course, file),
            "alt": course_in_words(course), "turns": shown,
            "rows": [(seat, ["" if k is None else k for k in row]) for seat, row in one.numbers.items()],
        })  # fmt: skip
    lead, nothing = "What each had behind every turn, as everybody could see it.", "Nothing is counted in sight of all."
    site.page(place, "standings", lead=lead if parts else nothing, parts=parts)


def _title(one: Series) -> str:
    name = one.name.removeprefix("cards: ")
    return spans.cap(name) if name == one.name else f"Cards: {name}"


def chart(site: Site, course: Course, path: str) -> str:
    """Offer a chart as a file and return its path; nothing where it would show nothing."""
    if len(course.names) < FEWEST_TURNS:
        return ""
    source = sha256(f"{site.stamp} {course}".encode()).hexdigest()
    site.output.made(path, source, lambda: course_drawn(course))
    return path

