"""`referee status`: a campaign at a glance."""

from __future__ import annotations

import typer

from referee.cli.output import Json, at, data, moment, plain, say, table, verb
from referee.cli.place import opened

app = verb()


@app.command()
def status(ctx: typer.Context, as_json: Json = False) -> None:
    """Show a campaign at a glance, and everything that wants attention, with what can be done about it.

    Example: referee status --json
    """
    from referee.service.records.overview import overview
    from referee.service.turns.attention import attention_of

    with opened(ctx) as campaign:
        found = overview(campaign)
        wants = attention_of(campaign)
        if as_json:
            data(plain(found) | {"attention": wants})
            return
        say(found.name)
        rows = [(g.name, g.rules, g.status, g.turn, moment(g.due, campaign.zone())) for g in found.games]
        table(("game", "rules", "status", "turn", f"due ({campaign.zone().key})"), rows, "No game was created yet.")
        for g in found.games:
            if g.early is not None:
                say(f"{g.name}, turn {g.turn}: ready, and adjudicated early: {at(g.early, campaign.zone())}.")
            if g.answers_until is not None:
                until = at(g.answers_until, campaign.zone())
                say(f"{g.name}, turn {g.turn}: pause {g.pauses}, until {until}; referee turn run closes it.")
        say("\nWhat wants attention")
        rows2 = [(item.game, item.words, item.remedy) for item in wants]
        table(("game", "what", "what to do"), rows2, "Nothing does.")
        say(f"\nLetters: {found.unread} unread, {found.held} held.")
        say(f"Mail: {found.queued} waiting, {found.failed} failed.")
