"""`referee alarm`: words for the GM by the second way, for what watches over the referee."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import say, verb
from referee.cli.place import place

app = verb()


@app.command(example='--campaign autumn alarm "The disk is full."')
def alarm(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What is the matter.")],
) -> None:
    """Send words to the GM by the command and the webhook of section [alarm]. Exit code 1 if no way worked.

    It needs no database, so it works when little else does.
    """
    from datetime import UTC, datetime

    from referee.config import read
    from referee.service.post.alarm import raised_by_all

    tried = list(raised_by_all(read(place(ctx).folder()), "from outside", text, datetime.now(UTC)))
    for one in tried:
        say(f"{one.way}: {one.said}")
    if not tried:
        say("No second way is set. Set command or webhook in section [alarm] of referee.toml.")
    if not any(one.well for one in tried):
        raise typer.Exit(1)
