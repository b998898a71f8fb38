"""`referee press`: what players write to one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Game
from referee.cli.output import Shown, at, noun, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.pages import PressLine

app = noun()


@app.command("list", example="press list autumn --turn 3")
def list_press(
    campaign: Campaign,
    game: Game,
    turn: Annotated[int | None, typer.Option(help="Of this turn only.")] = None,
    unseal: Annotated[bool, typer.Option("--unseal", help="Private letters too; the players are told.")] = False,
) -> Shown[list[PressLine]]:
    """List the press of a game: what was written to all, and with --unseal what was written to some."""
    from referee.service.campaign.seal import opens
    from referee.service.records.overview import press_list

    whole = opens(campaign, game, "private press", asked=unseal)
    found = [p for p in press_list(campaign, game, turn) if whole or "ALL" in p.to or p.to == ("GM",)]
    zone = campaign.zone()

    def told() -> None:
        for one in found:
            say(f"Turn {one.turn}, {at(one.at, zone)}, {one.seat} to {', '.join(one.to)}:")
            say("\n".join(f"    {line}" for line in one.text.splitlines()))
        if not found:
            say("There is none.")

    return Shown(found, told)


@app.command(example='press send autumn Anna "shall we talk?" --to Bruno')
def send(
    campaign: Campaign,
    game: Game,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="Who writes.")],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="The words, on one line.")],
    to: Annotated[str, typer.Option(help="To whom: names with commas, ALL or GM.")] = "ALL",
) -> None:
    """Deliver one seat's words to others, as if they had been mailed."""
    from referee.engine.errors import SetupError
    from referee.service.rounds.byhand import send_orders

    done = send_orders(campaign, game, seat, [f"TO {to}: {' '.join(text.split())}"])
    if not done.done:
        reason = next((str(line.error) for line in done.found.unused if line.error), "There is nothing to deliver.")
        raise SetupError(reason)
    say("\n".join(one.what for one in done.done))
