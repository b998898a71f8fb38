"""`referee status`: a campaign at a glance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from referee.cli.output import Shown, at, listing, say, verb
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.records.pages import Overview

app = verb()


@app.command()
def status(ctx: typer.Context) -> Shown[Overview]:
    """Show a campaign at a glance, and everything that wants attention, with what can be done about it.

    Example: referee status --json
    """
    from referee.service.records.overview import overview

    with opened(ctx) as campaign:
        found, zone = overview(campaign), campaign.zone().key
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
