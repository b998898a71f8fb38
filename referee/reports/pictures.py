"""Pictures of many games, as SVG that any browser shows. A library draws them; it comes with the extra ``pictures``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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


def need_library() -> None:
    """Make sure that pictures can be drawn; raises `SetupError`, which names what to install."""
    if find_spec("matplotlib") is None:
        raise SetupError("To draw pictures, install the extra: pip install 'referee-pbem[pictures]'")


def lengths_drawn(picture: Picture) -> str:
    """Draw how long games were as SVG: a column for each length, a colour and a pattern for each end.

    The same games are the same bytes. Raises `SetupError` if the library is not installed.
    """
    need_library()
    import matplotlib

    out = StringIO()
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # whatever is set up on this machine
        matplotlib.rcParams.update({"svg.hashsalt": "referee", "svg.fonttype": "none", "text.parse_math": False})
        figure = lengths_figure(picture)
        figure.savefig(out, format="svg", metadata={"Title": in_words(picture), "Date": None, "Creator": None})
    drawn = out.getvalue()
    return drawn[drawn.index("<svg ") :]


def in_words(picture: Picture) -> str:
    """Say what the picture shows, for those who do not see it."""
    ends = "; ".join(_share(end, n, picture) for end, n in _ends(picture))
    lengths = [length for length, _ in picture.games]
    return f"{picture.title}, {picture.caption}: {min(lengths)} to {max(lengths)} {picture.unit}. {ends}."


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
