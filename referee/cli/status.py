"""`referee status`: a campaign at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Shown, at, listing, say, verb
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.records.pages import Overview

app = verb()


@app.command()
def status(
    ctx: typer.Context,
    watch: Annotated[bool, typer.Option("--watch", help="Show it again whenever it has changed; Ctrl-C ends.")] = False,
    every: Annotated[float, typer.Option(min=0.1, max=3600, help="With --watch: look every so many seconds.")] = 2.0,
) -> Shown[Overview] | None:
    """Show a campaign at a glance, and everything that wants attention, with what can be done about it.

    Example: referee status --json

    Example: referee status --watch
    """
    from referee.service.records.overview import overview

    with opened(ctx) as campaign:
        found, zone = overview(campaign), campaign.zone().key
        if watch:
            from referee.cli.watching import watched

            watched(lambda: overview(campaign), lambda seen: _print(seen, zone), every, as_json=ctx.params["as_json"])
            return None
    return Shown(found, lambda: _print(found, zone))


def _print(found: Overview, zone: str) -> None:
    say(found.name)
    listing(found.games, zone, "No game was created yet.")
    for g in found.games:
        if g.early is not None:
            say(f"{g.name}, turn {g.turn}: ready, and adjudicated early: {at(g.early, zone)}.")
        if g.answers_until is not None:
            until = at(g.answers_until, zone)
            say(f"{g.name}, turn {g.turn}: pause {g.pauses}, until {until}; referee turn run closes it.")
    say("\nWhat wants attention")
    listing(found.attention, zone, "Nothing does.")
    say(f"\nLetters: {found.unread} unread, {found.held} held.")
    say(f"Mail: {found.queued} waiting, {found.failed} failed.")
