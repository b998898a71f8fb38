"""`referee cases`: rule cases written as text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Shown, noun, say
from referee.cli.place import place

if TYPE_CHECKING:
    from referee.service.rulesets.packages import Run

app = noun()


@app.command(example="cases run tests/cases/wizards_duel")
def run(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files or folders with cases.")],
    strict: Annotated[bool, typer.Option("--strict", help="A fact in words that nothing checks fails.")] = False,
) -> Shown[Run]:
    """Run rule cases and show what differs, side by side. Exit code 1 if a case does not hold or cannot be read."""
    from referee.service.rulesets import packages

    found = packages.run(paths, place(ctx).found(), strict=strict)
    said = [*map(str, found.errors), *(f"{result.text()}\n" for result in found.failed), found.summary()]
    return Shown(packages.shown(found), lambda: say("\n".join(said)), int(not found.ok))
