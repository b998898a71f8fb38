"""How commands print: tables for people, JSON for programs, nothing a terminal could be upset by."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import combining, east_asian_width
from zoneinfo import ZoneInfo

import typer

from referee.cli.command import Noun, Verb

if TYPE_CHECKING:
    from rich.progress import Progress

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the rules; repeat it."),
]


COLUMN, BETWEEN = 8, 2
"""What a column of words can do with, and what lies between two columns."""

ADDRESS = re.compile(r"\S+@\S+")

WHEN = re.compile(r"\w{3} \d{4}-\d\d-\d\d \d\d:\d\d")
"""A time as `moment` says it."""


class App(typer.Typer):
    """The app of a noun, whose commands understand what all do."""

    def command(self, name: str | None = None, **settings: Any) -> Any:
        """Declare a command."""
        return super().command(name, **({"cls": Verb} | settings))


def noun(words: str) -> typer.Typer:
    """Make the app of one noun, with its help."""
    return App(
        cls=Noun,
        help=words,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def verb() -> typer.Typer:
    """Make the app of a noun that is a single command."""
    return App(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def say(text: str = "") -> None:
    """Print a text; characters that could steer a terminal are shown as dots."""
    typer.echo(safe(text))


def safe(text: str) -> str:
    """Return a text without control characters, but for line feeds and tabs."""
    return "".join(c if c.isprintable() or c in "\n\t" else "." for c in text)


def data(value: Any) -> None:
    """Print a value as JSON: dataclasses as objects, times in ISO 8601."""
    typer.echo(json.dumps(plain(value), indent=2, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Return a value as JSON knows it."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    match value:
        case Mapping():
            return {str(key): plain(inner) for key, inner in value.items()}
        case str() | bool() | int() | float() | None:
            return value
        case datetime():
            return value.isoformat()
        case Iterable():
            return [plain(inner) for inner in value]
        case _:
            return str(value)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], empty: str = "There are none.") -> None:
    """Print rows in columns that fit the terminal; what is piped or kept in a file is as wide as it is, a row a line.

    At a terminal an address or a time is not broken over two lines while there is room for it.
    """
    said = [[safe(str(cell)) for cell in row] for row in rows]
    if not said:
        typer.echo(empty)
    elif at_terminal():
        _fitted(head, said)
    else:
        _plainly([list(head), *said])


def at_terminal() -> bool:
    """Say whether a person reads along, and lines must fit."""
    return sys.stdout.isatty()


def _plainly(rows: Sequence[Sequence[str]]) -> None:
    """Print each row on one line, its cells below one another."""
    flat = [["; ".join(cell.splitlines()) for cell in row] for row in rows]
    widths = [max(map(_cells, column)) for column in zip(*flat, strict=True)]
    for row in flat:
        padded = [cell + " " * (width - _cells(cell)) for cell, width in zip(row, widths, strict=True)]
        typer.echo("  ".join(padded).rstrip())


def _cells(text: str) -> int:
    """Count the places that a text takes at a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(one) else 1 + (east_asian_width(one) in "WF") for one in text)


def _fitted(head: Sequence[str], said: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    found = [[Text(cell) for cell in row] for row in said]
    made = Table(box=None, pad_edge=False, header_style="bold")
    console = Console(highlight=False, soft_wrap=False)
    whole = _whole([[cell.plain for cell in row] for row in [[Text(name) for name in head], *found]], console.width)
    for n, name in enumerate(head):
        made.add_column(name, overflow="fold", no_wrap=n in whole)
    for row in found:
        made.add_row(*row)
    with console.capture() as kept:
        console.print(made)
    typer.echo("\n".join(line.rstrip() for line in kept.get().splitlines()))


def _whole(rows: Sequence[Sequence[str]], width: int) -> set[int]:
    """Choose the columns that are not folded: of addresses first, then of times, as long as the others have room."""
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = width - sum(min(n, COLUMN) for n in longest) - BETWEEN * (len(longest) - 1)
    out: set[int] = set()
    for kind in (ADDRESS, WHEN):
        for n, column in enumerate(zip(*rows, strict=True)):
            more = longest[n] - min(longest[n], COLUMN)
            if n not in out and more <= room and any(kind.fullmatch(cell) for cell in column[1:]):
                out.add(n)
                room -= more
    return out


def progress() -> Progress:
    """Make a progress bar on standard error, so that what is printed can be piped."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=16), TextColumn("{task.fields[word]}"))
    return Progress(*columns, TimeElapsedColumn(), console=console, transient=True, disable=not console.is_terminal)


def moment(when: datetime | None, zone: ZoneInfo | str = "UTC") -> str:
    """Say a time on the wall clock of a zone: ``Fri 2026-11-27 20:00``; a dash for none."""
    if when is None:
        return "-"
    return f"{when.astimezone(zone if isinstance(zone, ZoneInfo) else ZoneInfo(zone)):%a %Y-%m-%d %H:%M}"


def at(when: datetime | None, zone: ZoneInfo | str) -> str:
    """Say a time with its zone: ``Fri 2026-11-27 20:00 (Europe/Berlin)``; a dash for none."""
    return f"{moment(when, zone)} ({zone})" if when else "-"


def is_due(when: datetime | None, zone: ZoneInfo | str) -> str:
    """Say until when the open turn takes orders."""
    return f"is due {at(when, zone)}" if when else "has no deadline"
