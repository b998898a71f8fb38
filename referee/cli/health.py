"""`referee health`: does the resident service live?"""

from __future__ import annotations

import typer

from referee.cli.output import Json, at, data, say, verb
from referee.cli.place import opened

app = verb()


@app.command()
def health(ctx: typer.Context, as_json: Json = False) -> None:
    """Say whether the service lives, letters come in, and mail goes out. Exit code 1 if not; nothing is changed.

    It is made for a timer, a container's health check or a monitor; `referee doctor` looks closer.

    Example: referee --campaign autumn health
    """
    from referee.service.upkeep.health import health as look

    with opened(ctx) as campaign:
        found = look(campaign)
        if as_json:
            data({"ok": found.well, "seen": found.seen, "starting": found.starting, "wrong": found.wrong})
        else:
            for line in found.wrong:
                say(line)
            if found.starting:
                say("The service is starting.")
            elif found.well:
                say(f"All is well; the service was seen {at(found.seen, campaign.zone())}.")
    if not found.well:
        raise typer.Exit(1)
