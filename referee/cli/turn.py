"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli.arguments import Game, Paper, Pdf, Unseal
from referee.cli.declared import GAME, WHY, adjudicate, flag, option, typed, word
from referee.cli.output import noun, put_into

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign

app = noun()

STEP = option("step", "--turn", kind=int | None, default=None)
AGAIN = flag("reopen"), flag("anyway")

typed(app, "turn preview", "preview.Preview", GAME, flag("unsealed", "--unseal"), option("seat"))
typed(app, "turn run", "turns.Process", GAME, STEP, flag("anyway"), by=adjudicate)
typed(app, "turn rollback", "turns.Rollback", GAME, word("n", "TURN", int), WHY, *AGAIN)
typed(app, "turn rerun", "turns.Rerun", GAME, by=adjudicate)
typed(app, "turn status", "status.Status", GAME)


@app.command(example="turn sheet autumn --unseal --out autumn.pdf")
def sheet(campaign: Campaign, game: Game, out: Pdf, paper: Paper = "a4", unseal: Unseal = False) -> None:
    """Print the open turn on paper, as PDF, for the GM alone: all hands, decks and orders.

    It is sealed while the game is played: see --unseal. The extra referee-pbem[print] and Pango are needed.
    """
    from referee.service.records.sent import paper_named
    from referee.service.records.turn_sheet import turn_sheet

    put_into(out, lambda: turn_sheet(campaign, game, unsealed=unseal, paper=paper_named(paper)))
