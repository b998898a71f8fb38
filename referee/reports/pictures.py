"""Pictures of many games, as SVG that any browser shows. A library draws them; it comes with the extra ``pictures``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING

from referee.engine.errors import SetupError
from referee.engine.values import value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2", "#bbbbbb")
"""Colours that people who see colours otherwise can tell apart too (Okabe and Ito)."""

HATCHES = ("", "//", "..", "\\\\", "xx", "--", "oo", "||")
"""Patterns that tell the same apart where there is no colour, as on paper."""

DARK = ("#0072b2", "#d55e00", "#007a59", "#a8457d", "#8a6d00", "#222222", "#3a8fc7", "#7a7a7a")
"""Colours of the same family for thin lines on white."""

MARKS, DASHES = "os^Dv*XP", ("-", "--", ":")
"""What tells lines apart where there is no colour."""

MOST_COLUMNS = 30
ROW = 0.25
"""Inches that a line of words takes."""


@value
class Picture:
    """What is drawn: a title, a line below it, what a length is counted in, and each game's length and end."""

    title: str
    caption: str
    unit: str
    games: Sequence[tuple[int, str]]


@value
class Course:
    """How numbers went: a title, a line below it, what each place along it is called, and each one's numbers there."""

    title: str
    caption: str
    unit: str
    names: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int | None]]]


def need_library() -> None:
    """Make sure that pictures can be drawn; raises `SetupError`, which names what to install."""
    if find_spec("matplotlib") is None:
        raise SetupError("To draw pictures, install the extra: pip install 'referee-pbem[pictures]'")


def lengths_drawn(picture: Picture) -> str:
    """Draw how long games were as SVG: a column for each length, a colour and a pattern for each end.

    The same games are the same bytes. Raises `SetupError` if the library is not installed.
    """
    return _drawn(lambda: lengths_figure(picture), in_words(picture))


def course_drawn(course: Course) -> str:
    """Draw how numbers went as SVG: a line for each with a mark and dashes of its own.

    The same numbers are the same bytes. Raises `SetupError` if the library is not installed.
    """
    return _drawn(lambda: course_figure(course), course_in_words(course))


def _drawn(figure: Callable[[], Figure], words: str) -> str:
    need_library()
    import matplotlib

    out = StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever is set up on this machine
        matplotlib.rcParams.update({"svg.hashsalt": "referee", "svg.fonttype": "none", "text.parse_math": False})
        figure().savefig(out, format="svg", metadata={"Title": words, "Date": None, "Creator": None})
    drawn = out.getvalue()
    return drawn[drawn.index("<svg ") :]


def in_words(picture: Picture) -> str:
    """Say what the picture shows, for those who do not see it."""
    ends = "; ".join(_share(end, n, picture) for end, n in _ends(picture))
    lengths = [length for length, _ in picture.games]
    return f"{picture.title}, {picture.caption}: {min(lengths)} to {max(lengths)} {picture.unit}. {ends}."


def course_in_words(course: Course) -> str:
    """Say what the picture shows, for those who do not see it."""
    last = "; ".join(f"{name} {row[-1]}" for name, row in course.rows if row and row[-1] is not None)
    return f"{course.title}, {course.caption}. At the end: {last}." if last else f"{course.title}, {course.caption}."


def course_figure(course: Course) -> Figure:
    """Return the picture as the library has it."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    columns = min(len(course.rows), 4)
    below = 0.75 + ROW * -(-len(course.rows) // columns)
    figure = Figure(figsize=(8, 3.6 + below))  # laid out by hand: the library takes three times as long for it
    figure.subplots_adjust(left=0.07, right=0.98, top=0.97, bottom=below / (3.6 + below))
    axes = figure.subplots()
    places = range(len(course.names))
    for i, (name, row) in enumerate(course.rows):
        colour, dash, mark = DARK[i % len(DARK)], DASHES[i // len(DARK) % len(DASHES)], MARKS[i % len(MARKS)]
        numbers = [float("nan") if n is None else n for n in row]
        axes.plot(places, numbers, label=name, color=colour, linestyle=dash, marker=mark, markersize=5, linewidth=1.8)
    step = -(-len(course.names) // MOST_COLUMNS) or 1
    axes.set_xticks(list(places)[::step], list(course.names)[::step])
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(course.unit)
    axes.grid(axis="y", color="#dddddd", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(loc="lower center", frameon=False, ncols=columns)
    return figure


def lengths_figure(picture: Picture) -> Figure:
    """Return the picture as the library has it: the columns' pieces are drawn end by end, the most frequent below."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    ends = _ends(picture)
    step = -(-max(length for length, _ in picture.games) // MOST_COLUMNS) or 1
    columns = _columns(picture.games, step)
    figure = Figure(figsize=(8, 4.5 + ROW * len(ends)), layout="constrained")
    axes = figure.subplots()
    spans = [_span(i, step) for i in range(len(columns))]
    floors = [0] * len(columns)
    for i, (end, n) in enumerate(ends):
        heights = [column[end] for column in columns]
        colour, hatch = COLOURS[i % len(COLOURS)], HATCHES[(i + i // len(COLOURS)) % len(HATCHES)]
        label = _share(end, n, picture)
        axes.bar(spans, heights, bottom=floors, label=label, color=colour, hatch=hatch, edgecolor="#222222")
        floors = [floor + height for floor, height in zip(floors, heights, strict=True)]
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(f"length in {picture.unit}")
    axes.set_ylabel("games")
    axes.set_title(picture.caption, fontsize=10)
    axes.tick_params(axis="x", labelrotation=0 if len(columns) <= 15 else 90)
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(picture.title, fontsize=15)
    figure.legend(loc="outside lower left", frameon=False)
    return figure


def _ends(picture: Picture) -> list[tuple[str, int]]:
    """Count how the games ended, the most frequent first."""
    return Counter(end for _, end in picture.games).most_common()


def _share(end: str, n: int, picture: Picture) -> str:
    return f"{end}: {n} ({n / len(picture.games):.0%})"


def _columns(games: Sequence[tuple[int, str]], step: int) -> list[Counter[str]]:
    """Count the ends of the games in each column."""
    columns = [Counter[str]() for _ in range(-(-max(max(length for length, _ in games), 1) // step))]
    for length, end in games:
        columns[max(length - 1, 0) // step][end] += 1
    return columns


def _span(column: int, step: int) -> str:
    first = column * step + 1
    return str(first) if step == 1 else f"{first}-{first + step - 1}"
