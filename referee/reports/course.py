"""How numbers went, as a drawing (SVG) for browsers and paper: a line for each, with a colour and mark of its own.

It is drawn here as tables are, rather than by the library that draws `referee.reports.pictures`: to load that and to
draw three such charts takes longer than all else that a site does which is built again after a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.engine.values import value
from referee.reports.drawing import FONT, INK, LETTER, LINE, RECT, SMALL, SVG, TEXT

COLOURS = ("#0072b2", "#d55e00", "#007a59", "#a8457d", "#8a6d00", "#222222", "#3a8fc7", "#7a7a7a")
"""Colours for thin lines on white that people who see colours otherwise can tell apart too (after Okabe and Ito)."""

DARK = {
    "#ffffff": "#1f1f25", "#222222": "#e8e6e0", "#dddddd": "#45424a", "#0072b2": "#5cb3f0", "#d55e00": "#ff9a5c",
    "#007a59": "#4fc9a4", "#a8457d": "#e890c0", "#8a6d00": "#dcbb4a", "#3a8fc7": "#9bd3ff", "#7a7a7a": "#b0b0b0",
}  # fmt: skip
"""What each colour is where the page around it is dark."""

STYLE = Markup("<style>@media screen and (prefers-color-scheme: dark) {{ {} }}</style>\n").format(
    Markup(" ").join(
        Markup('[{}="{}"] {{ {}: {} }}').format(what, light, what, dark)
        for light, dark in DARK.items() for what in ("fill", "stroke")
    )
)  # fmt: skip

DASHES = ("none", "6 3", "1.5 2.5")
MARKS = (
    "M-3 0A3 3 0 1 1 3 0A3 3 0 1 1-3 0Z", "M-3-3H3V3H-3Z", "M0-3.6L3.6 3H-3.6Z", "M0-4L4 0L0 4L-4 0Z",
    "M0 3.6L3.6-3H-3.6Z", "M0-4L1.2-1.2H4L1.8.6L2.6 3.6L0 1.8L-2.6 3.6L-1.8.6L-4-1.2H-1.2Z",
    "M-1.2-4H1.2V-1.2H4V1.2H1.2V4H-1.2V1.2H-4V-1.2H-1.2Z", "M-3-3L3 3M3-3L-3 3",
)  # fmt: skip
"""What tells lines apart where there is no colour: a disc, a square, triangles, a diamond, a star, crosses."""

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 576, 40, 564, 11, 259
"""How wide the drawing is, and within it the part with the lines."""

INSET = 22
"""How far from its edges the first and the last number stand."""

MOST_PLACES, MOST_STEPS = 30, 8
SAMPLE = 34
"""The room that a line's sample takes beside its name."""

CURVE = Markup(
    '<marker id="mark-{n}" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" viewBox="-5 -5 10 10">'
    '<path d="{mark}" fill="{colour}" stroke="{colour}"/></marker>\n'
    '<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"'
    ' marker-start="url(#mark-{n})" marker-mid="url(#mark-{n})" marker-end="url(#mark-{n})"/>\n'
)
RULE = Markup('<path d="M{} {}L{} {}" stroke="{}"/>\n')


@value
class Course:
    """How numbers went: a title, a line below it, what each place along it is called, and each one's numbers there."""

    title: str
    caption: str
    unit: str
    names: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int | None]]]


class Scale(NamedTuple):
    """Where numbers stand on one axis: the number at its lower end, and how far apart two neighbours are."""

    least: float
    unit: float
    start: float

    def __call__(self, number: float) -> str:
        """Return the place of a number on the paper."""
        return f"{self.start + (number - self.least) * self.unit:.1f}".removesuffix(".0")


def course_in_words(course: Course) -> str:
    """Say what the picture shows, for those who do not see it."""
    last = "; ".join(f"{name} {row[-1]}" for name, row in course.rows if row and row[-1] is not None)
    return f"{course.title}, {course.caption}. At the end: {last}." if last else f"{course.title}, {course.caption}."


def course_drawn(course: Course) -> Markup:
    """Draw how numbers went: the same numbers are the same bytes. Where nothing is known, a line has a gap."""
    known = [n for _, row in course.rows for n in row if n is not None] or [0]
    low, high = min(known), max(known)
    height = (BOTTOM - TOP) * 0.9
    across = Scale(0, (RIGHT - LEFT - 2 * INSET) / max(len(course.names) - 1, 1), LEFT + INSET)
    up = Scale(low, -height / max(high - low, 1), BOTTOM - (BOTTOM - TOP) * 0.05)
    columns = _columns(course)
    bottom = BOTTOM + 44 + LINE * -(-len(course.rows) // columns)
    parts = [STYLE, RECT.format(0, 0, WIDTH, bottom, 0, "#ffffff", "none", 0)]
    parts += [*_numbers(low, high, up), *_places(course, across)]
    for n, (name, row) in enumerate(course.rows):
        x, y = 12 + WIDTH // columns * (n % columns), BOTTOM + 48 + LINE * (n // columns)
        parts += [_curve(n, f"{_path(row, across, up)}M{x} {y}h12h12"), _text(x + SAMPLE, y + 4, name, "start")]
    return SVG.format(width=WIDTH, height=bottom, title=course_in_words(course), inside=Markup().join(parts))


def _columns(course: Course) -> int:
    """Say how many names stand side by side below the lines."""
    longest = max((len(name) for name, _ in course.rows), default=0)
    return max(1, min(4, len(course.rows), WIDTH // int(SAMPLE + longest * LETTER + 8)))


def _numbers(low: int, high: int, up: Scale) -> Iterator[Markup]:
    """Draw a rule for some whole numbers, as far apart as is easily read."""
    step = next(step for step in _steps() if (high - low) / step <= MOST_STEPS)
    for n in range(-(-low // step) * step, high + 1, step):
        yield RULE.format(LEFT, up(n), RIGHT, up(n), "#dddddd")
        yield _text(LEFT - 6, float(up(n)) + 4, str(n), "end")
    yield RULE.format(LEFT, TOP, LEFT, BOTTOM, INK)


def _steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 and so on."""
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10


def _places(course: Course, across: Scale) -> Iterator[Markup]:
    """Name the places along the lines, or as many of them as have room."""
    yield RULE.format(LEFT, BOTTOM, RIGHT, BOTTOM, INK)
    for n in range(0, len(course.names), -(-len(course.names) // MOST_PLACES) or 1):
        yield RULE.format(across(n), BOTTOM, across(n), BOTTOM + 4, INK)
        yield _text(across(n), BOTTOM + 17, course.names[n], "middle")
    yield _text((LEFT + RIGHT) // 2, BOTTOM + 34, course.unit, "middle")


def _path(row: Sequence[int | None], across: Scale, up: Scale) -> str:
    """Return the line through what is known; a number between two gaps is a line of no length, for its mark."""
    out, open_ = [], False
    for n, number in enumerate(row):
        if number is not None:
            out.append(f"{'L' if open_ else 'M'}{across(n)} {up(number)}{'' if open_ else 'h0'}")
        open_ = number is not None
    return "".join(out)


def _curve(n: int, path: str) -> Markup:
    """Draw a line with its sample, and its mark at each of their points."""
    look = {"colour": COLOURS[n % len(COLOURS)], "dash": DASHES[n // len(COLOURS) % len(DASHES)]}
    return CURVE.format(n=n, mark=MARKS[n % len(MARKS)], path=path, **look)


def _text(x: float | str, y: float, said: str, anchor: str) -> Markup:
    look = Markup('{} text-anchor="{}"').format(Markup(FONT), anchor)
    return TEXT.format(x, y, look, SMALL, "normal", INK, escape(said))
