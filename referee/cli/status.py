"""`referee status`: a campaign at a glance."""

from __future__ import annotations

import typer

from referee.cli.output import Json, data, moment, say, table, verb
from referee.cli.place import opened

app = verb()


@app.command()
def status(ctx: typer.Context, as_json: Json = False) -> None:
    """Show a campaign at a glance: games and when they are due, letters that wait, mail that does not get away.

    Example: referee status --json
    """
    from referee.service.status import overview

    with opened(ctx) as campaign:
        found = overview(campaign)
        if as_json:
            data(found)
            return
        say(found.name)
        rows = [(g.name, g.status, g.turn, moment(g.due, campaign.zone())) for g in found.games]
        table(("game", "status", "turn", "due"), rows, "No game was created yet.")
        say(f"Letters: {found.unread} unread, {found.held} held. Mail: {found.queued} waiting, {found.failed} failed.")
