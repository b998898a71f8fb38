"""`referee serve`: the resident service."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import verb
from referee.cli.place import place

app = verb()


@app.command(example="--campaign autumn serve")
def serve(
    ctx: typer.Context,
    interval: Annotated[float, typer.Option(min=0.05, max=3600, metavar="SECONDS", help="Between two rounds.")] = 1.0,
) -> None:
    """Run the referee until it is told to stop: letters come in, turns are adjudicated, letters go out.

    The log goes to standard error, in the format that the settings name.
    """
    from referee.service.campaign.campaign import Campaign
    from referee.service.campaign.logbook import write_log
    from referee.service.rounds.serve import serve as run

    write_log("text", "warning")
    with Campaign.open(place(ctx).folder()) as campaign:
        write_log(campaign.settings.log.format, campaign.settings.log.level)
        run(campaign, interval=interval)
