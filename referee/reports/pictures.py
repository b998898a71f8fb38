"""Pictures of many games, as SVG that any browser shows; the drawing itself is a template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from jinja2 import Environment, StrictUndefined

from referee.engine.values import value
from referee.reports.templates import Files, Sandbox
from referee.resources import Resources

TEMPLATE = "lengths.svg.j2"
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
"""Colours that people who see colours otherwise can tell apart too (Okabe and Ito)."""

MOST_COLUMNS = 30
LEFT, TOP, WIDTH, HEIGHT = 60, 70, 680, 300
"""Where the columns stand, in the picture's own units."""


@value
class Picture:
    """What is drawn: a title, a line below it, what a length is counted in, and each game's length and end."""

    title: str
    caption: str
    unit: str
    games: Sequence[tuple[int, str]]


@value
class Block:
    """One coloured piece of a column, and what it says when it is pointed at."""

    x: float
    y: float
    width: float
    height: float
    colour: str
    says: str


def lengths_drawn(picture: Picture, resources: Resources) -> str:
    """Draw how long games were, a column for each length, a colour for each end."""
    ends = Counter(end for _, end in picture.games).most_common()
    colours = {end: COLOURS[min(i, len(COLOURS) - 1)] for i, (end, _) in enumerate(ends)}
    step = -(-max((length for length, _ in picture.games), default=1) // MOST_COLUMNS) or 1
    columns = _columns(picture.games, step)
    highest = max(sum(column.values()) for column in columns)
    slot = WIDTH / len(columns)
    return _environment(resources).get_template(TEMPLATE).render(
        picture=picture,
        blocks=list(_blocks(columns, colours, highest, slot, step)),
        labels=[(LEFT + slot * (i + 0.5), _span(i, step)) for i in range(len(columns))],
        marks=[(TOP + HEIGHT - HEIGHT * n / highest, n) for n in _round_numbers(highest)],
        legend=[(colours[end], end, n, n / len(picture.games)) for end, n in ends],
        left=LEFT, top=TOP, width=WIDTH, height=HEIGHT, bottom=TOP + HEIGHT,
    )  # fmt: skip


def _columns(games: Sequence[tuple[int, str]], step: int) -> list[Counter[str]]:
    """Count the ends of the games in each column."""
    columns = [Counter[str]() for _ in range(-(-max(max(length for length, _ in games), 1) // step))]
    for length, end in games:
        columns[max(length - 1, 0) // step][end] += 1
    return columns


def _blocks(
    columns: Sequence[Counter[str]], colours: dict[str, str], highest: int, slot: float, step: int
) -> Iterator[Block]:
    for i, column in enumerate(columns):
        y = float(TOP + HEIGHT)
        for end, colour in colours.items():
            if column[end]:
                high = HEIGHT * column[end] / highest
                y -= high
                says = f"{_span(i, step)}: {column[end]} {end}"
                yield Block(LEFT + slot * (i + 0.1), y, slot * 0.8, high, colour, says)


def _span(column: int, step: int) -> str:
    first = column * step + 1
    return str(first) if step == 1 else f"{first}-{first + step - 1}"


def _round_numbers(highest: int) -> list[int]:
    """Choose up to five round numbers for the scale."""
    sizes = (base * 10**power for power in range(7) for base in (1, 2, 5))
    size = next(size for size in sizes if highest / size <= 5)
    return list(range(size, highest + 1, size))


def _environment(resources: Resources) -> Environment:
    """Make what draws: a campaign's own template runs in a sandbox, as those of its letters do."""
    folders = resources.sheet_folders()
    return Sandbox(
        loader=Files(folders), undefined=StrictUndefined, autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
