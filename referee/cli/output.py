"""How commands print: tables for people, JSON for programs, nothing a terminal could be upset by."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import wraps
from inspect import Parameter, Signature, cleandoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar, get_type_hints
from unicodedata import combining, east_asian_width
from zoneinfo import ZoneInfo

import typer

from referee.cli.command import JSON, Noun, Verb
from referee.cli.place import opened, opened_if_there
from referee.shown import COLUMN as HEAD

if TYPE_CHECKING:
    from rich.progress import Progress

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

COLUMN, BETWEEN = 8, 2
"""What a column of words can do with, and what lies between two columns."""

ADDRESS = re.compile(r"\S+@\S+")

WHEN = re.compile(r"\w{3} \d{4}-\d\d-\d\d \d\d:\d\d")
"""A time as `moment` says it."""


Command = TypeVar("Command", bound=Callable[..., Any])


class App(typer.Typer):
    """The app of a noun, whose commands understand what all do."""

    def command(
        self, name: str | None = None, *, example: str | tuple[str, ...] = (), **settings: Any
    ) -> Callable[[Command], Command]:
        """Declare a command; one that takes a `campaign` gets it opened, one that returns what is `Shown` prints it.

        Its help is its docstring, with one ``example`` or several, which begin behind the program's name.
        """
        examples = [f"Example: referee {one}" for one in ([example] if isinstance(example, str) else example)]

        def add(function: Command) -> Command:
            words = "\n\n".join([cleandoc(function.__doc__ or "").rstrip(), *examples])
            super(App, self).command(name, **{"cls": Verb, "help": words or None} | settings)(_called(function))
            return function

        return add


OPENED = {"Campaign": opened, "Campaign | None": opened_if_there}
"""How the campaign of a command is opened, by its type."""


def returns_shown(function: Callable[..., Any]) -> bool:
    """Say whether a command returns what it found; its type may be one that is imported only when it is run."""
    return str(function.__annotations__.get("return", "")).startswith(Shown.__name__)


def _called(function: Callable[..., Any]) -> Callable[..., None]:
    """Return what is called for a command: it opens the campaign, and prints what was found, for people or programs."""
    opening = OPENED.get(function.__annotations__.get("campaign", ""))
    taken = [one for one in signature(function).parameters.values() if one.name not in ("ctx", "campaign")]
    asked = [AS_JSON] if returns_shown(function) else []

    @wraps(function)
    def run(ctx: typer.Context, *, as_json: bool = False, **given: Any) -> None:
        if "ctx" in function.__annotations__:
            given["ctx"] = ctx
        if opening is None:
            found = function(**given)
        else:
            with opening(ctx) as campaign:
                found = function(campaign=campaign, **given)
        if isinstance(found, Shown):
            found.show(as_json=as_json)

    own = {name: kind for name, kind in function.__annotations__.items() if name not in ("return", "campaign")}
    run.__annotations__ = own | {"ctx": typer.Context, "as_json": Json}
    kinds = get_type_hints(run, function.__globals__, include_extras=True)
    words = [one.replace(kind=AS_JSON.kind, annotation=kinds[one.name]) for one in (*taken, *asked, CONTEXT)]
    run.__signature__ = Signature(words)  # type: ignore[attr-defined]
    run.__annotations__ = kinds
    return run


CONTEXT = Parameter("ctx", Parameter.KEYWORD_ONLY)
AS_JSON = Parameter("as_json", Parameter.KEYWORD_ONLY, default=False)
"""What a command takes beside its own words."""


def noun() -> App:
    """Make the app of one noun with its verbs; its help stands in the table of all nouns."""
    made = _app(cls=Noun, no_args_is_help=True)
    made.callback()(lambda: None)  # a noun with one verb is a noun as well
    return made


def verb() -> App:
    """Make the app of a noun that is a single command."""
    return _app()


def _app(**settings: Any) -> App:
    return App(
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )


def say(text: str = "") -> None:
    """Print a text; characters that could steer a terminal are shown as dots."""
    typer.echo(safe(text))


def read_bytes(file: Path) -> bytes:
    """Read a whole file; - is standard input."""
    return typer.get_binary_stream("stdin").read() if str(file) == "-" else file.read_bytes()


def put(made: bytes) -> None:
    """Write bytes to standard output."""
    typer.get_binary_stream("stdout").write(made)


def put_into(out: Path | None, make: Callable[[], bytes], *, anew: bool = True) -> None:
    """Make something and write it into a file that its owner alone may read; without a file, to standard output.

    Where no file can be written, that is refused before anything is made: players are told of every look at what is
    sealed. What is there already is written over only ``anew``.
    """
    from referee.service.records import newfile

    if out is None:
        put(make())
        return
    newfile.may_write(out, anew=anew)
    newfile.write(out, make(), anew=anew)
    say(f"It is in {out}.")


def safe(text: str) -> str:
    """Return a text without control characters, but for line feeds and tabs."""
    return "".join(c if c.isprintable() or c in "\n\t" else "." for c in text)


Found = TypeVar("Found")


@dataclass(frozen=True)
class Shown(Generic[Found]):
    """What a command found: a value for programs, how a person is told the same, and the exit code.

    The value's fields are what `referee/cli/JSON.md` says of the command; they are declared where its class is.
    """

    value: Found
    tell: Callable[[], object]
    code: int = 0

    def show(self, *, as_json: bool) -> None:
        """Print it; leave with its code if that is not 0."""
        if as_json:
            data(self.value)
        else:
            self.tell()
        if self.code:
            raise typer.Exit(self.code)


def listed(rows: Sequence[Found], zone: ZoneInfo | str = "UTC", empty: str = "There are none.") -> Shown[list[Found]]:
    """Show rows: as JSON with all their fields, as a table with those that are declared to be columns of one."""
    return Shown(list(rows), lambda: listing(rows, zone, empty))


def listing(rows: Sequence[Any], zone: ZoneInfo | str = "UTC", empty: str = "There are none.") -> None:
    """Print the table of rows that are dataclasses; a column in which nothing would stand is left out."""
    found = [one for one in fields(rows[0]) if HEAD in one.metadata] if rows else []
    cells = {one.name: [_cell(getattr(row, one.name), zone) for row in rows] for one in found}
    kept = [one for one in found if any(cells[one.name])]
    heads = [_head(one.metadata[HEAD], zone, timed="datetime" in str(one.type)) for one in kept]
    table(heads, zip(*(cells[one.name] for one in kept), strict=True), empty)


def _head(words: str, zone: ZoneInfo | str, *, timed: bool) -> str:
    return f"{words} ({zone})".lstrip() if timed else words


def _cell(value: object, zone: ZoneInfo | str) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case datetime():
            return moment(value, zone)
        case str():
            return value
        case Iterable():
            return ", ".join(map(str, value))
        case _:
            return str(value)


def data(value: Any, *, indent: int | None = 2) -> None:
    """Print a value as JSON; without indent on one line."""
    typer.echo(json.dumps(plain(value), indent=indent, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Return a value as JSON knows it: dataclasses as objects with all their fields, moments in UTC as ISO 8601.

    A field without anything in it is null, a text as much as a moment.
    """
    if is_dataclass(value) and not isinstance(value, type):
        found = {one.name: getattr(value, one.name) for one in fields(value)}
        return {name: None if inner == "" else plain(inner) for name, inner in found.items()}
    match value:
        case Mapping():
            return {str(key): plain(inner) for key, inner in value.items()}
        case str() | bool() | int() | float() | None:
            return value
        case datetime():
            return value.astimezone(UTC).isoformat()
        case Iterable():
            return [plain(inner) for inner in value]
        case _:
            return str(value)


def blamed(ctx: typer.Context, words: str, code: int) -> None:
    """Say on standard error what is wrong: in words, or as JSON where a program asked for that."""
    said = json.dumps({"error": words, "code": code}, ensure_ascii=False) if ctx.meta.get(JSON) else words
    typer.echo(said, err=True)


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
    console = Console(highlight=False)
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
