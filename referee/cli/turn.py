"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from referee.cli.arguments import Game, Paper, Pdf, Unseal
from referee.cli.declared import GAME, WHY, adjudicate, carried_out, flag, option, typed, word
from referee.cli.output import Shown, noun, put_into

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.gm.order import Answer, GmOrder

app = noun()


@dataclass(frozen=True)
class TriedLetter:
    """One letter that would go out."""

    seat: str
    """Whose it would be."""
    subject: str | None
    """Its subject, unless it is sealed."""
    body: str | None
    """Its text, unless it is sealed."""


@dataclass(frozen=True)
class Tried:
    """What would come of adjudicating the open turn now."""

    turn: int
    """The open turn."""
    silent: tuple[str, ...]
    """The seats that must act, and from which nothing came."""
    letters: list[TriedLetter]
    """The letters that would go out."""
    questions: int
    """How many questions a live game would stop for."""


def _try_out(ctx: typer.Context, one: GmOrder, game: str) -> Shown[Tried]:
    return carried_out(ctx, one, game, _tried)


def _tried(answer: Answer) -> Tried:
    found = answer.value
    letters = [TriedLetter(who or "OBSERVERS", x and x.subject, x and x.body) for who, x in found.letters]
    return Tried(found.step, found.silent, letters, len(found.asks))


STEP = option("step", "--turn", kind=int | None, default=None)
AGAIN = flag("reopen"), flag("anyway")

typed(app, "turn preview", "preview.Preview", GAME, flag("unsealed", "--unseal"), option("seat"), by=_try_out)
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
