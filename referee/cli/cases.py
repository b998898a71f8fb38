"""`referee cases`: rule cases written as text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import Json, data, noun, say
from referee.cli.place import place

app = noun("Run rule cases.")


@app.callback()
def cases() -> None:
    """Run rule cases."""


@app.command()
def run(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files or folders with cases.")],
    strict: Annotated[bool, typer.Option("--strict", help="A fact in words that nothing checks fails.")] = False,
    as_json: Json = False,
) -> None:
    """Run rule cases and show what differs, side by side. Exit code 1 if a case does not hold or cannot be read.

    Example: referee cases run tests/cases/wizards_duel
    """
    from referee.service.rulesets import case_files

    found = case_files.run(paths, place(ctx).found(), strict=strict)
    if as_json:
        data(case_files.as_data(found))
    else:
        for error in found.errors:
            say(str(error))
        for result in found.failed:
            say(f"{result.text()}\n")
        say(found.summary())
    if not found.ok:
        raise typer.Exit(1)
