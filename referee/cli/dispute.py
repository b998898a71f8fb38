"""`referee dispute`: all about a turn that is argued about, on one page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Format, Game, Unseal
from referee.cli.output import put_into, verb

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign

app = verb()


@app.command(example="dispute autumn 3 Anna --unseal --format html --out turn-3.html")
def dispute(
    campaign: Campaign,
    game: Game,
    turn: Annotated[int, typer.Argument(metavar="TURN", help="Which turn; the open one too.")],
    seat: Annotated[str, typer.Argument(metavar="[SEAT]", help="Only that seat's letters, and what concerns it.")] = "",
    form: Format = "text",
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write it there, not here.")] = None,
    unseal: Unseal = False,
) -> None:
    """Set a turn down on one page: letters as they came, with headers and with what each line was taken for; orders as
    understood, decisions with their rules, chance, what the GM did, and what each was told.

    It is sealed while the game is played: see --unseal. With a seat only that seat's secrets stand there.
    """
    from referee.service.records import dispute as page
    from referee.service.records.sent import form_named

    how = form_named(form)
    put_into(out, lambda: page.dispute(campaign, game, turn, seat, form=how, unsealed=unseal))
