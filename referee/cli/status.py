"""`referee status`: a campaign at a glance."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from referee.cli.output import Shown, at, at_terminal, data, listing, say, verb

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.pages import Overview

app = verb()

Seen = TypeVar("Seen")


@app.command(example=("status --json", "status --watch"))
def status(
    ctx: typer.Context,
    campaign: Campaign,
    watch: Annotated[bool, typer.Option("--watch", help="Show it again whenever it has changed; Ctrl-C ends.")] = False,
    every: Annotated[float, typer.Option(min=0.1, max=3600, help="With --watch: look every so many seconds.")] = 2.0,
) -> Shown[Overview] | None:
    """Show a campaign at a glance, and everything that wants attention, with what can be done about it."""
    from referee.service.records.overview import overview

    found, zone = overview(campaign), campaign.zone().key
    if watch:
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


def watched(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float, *, as_json: bool) -> None:
    """Look every so many seconds, and show what is seen if it differs from before.

    At a terminal it is drawn in its place; elsewhere it is printed anew, for programs as JSON on one line.
    """
    try:
        if as_json or not at_terminal():
            _printed(look, tell, every, as_json=as_json)
        else:
            _drawn(look, tell, every)
    except KeyboardInterrupt:
        return


def _printed(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float, *, as_json: bool) -> None:
    before = None
    while True:
        seen = look()
        if seen != before:
            if as_json:
                data(seen, indent=None)
            else:
                say() if before is not None else None
                tell(seen)
            sys.stdout.flush()
        before = seen
        time.sleep(every)


def _drawn(look: Callable[[], Seen], tell: Callable[[Seen], None], every: float) -> None:
    from rich.live import Live
    from rich.text import Text

    before = None
    with Live(auto_refresh=False) as live:
        while True:
            seen = look()
            if seen != before:
                live.update(Text(_fitted(tell, seen)), refresh=True)
            before = seen
            time.sleep(every)


class _Page(io.StringIO):
    """What is printed into it must fit the terminal that it will be shown on."""

    def isatty(self) -> bool:
        return True


def _fitted(tell: Callable[[Seen], None], seen: Seen) -> str:
    with redirect_stdout(_Page()) as page:
        tell(seen)
    return page.getvalue().rstrip()
