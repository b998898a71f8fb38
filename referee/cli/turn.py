"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Game, Paper, Pdf, Reason, Unseal
from referee.cli.declared import Adjudicated, adjudicate, carried_out, of, order, value_of
from referee.cli.output import Shown, noun, put_into
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.gm.order import Answer
    from referee.service.records.pages import TurnPage
    from referee.service.turns.rollback import Rolled

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


@app.command(cls=of("turn preview", "preview.Preview"))
def preview(
    ctx: typer.Context,
    game: Game,
    unsealed: Annotated[bool, typer.Option("--unseal")] = False,
    seat: Annotated[str, typer.Option()] = "",
) -> Shown[Tried]:
    return carried_out(ctx, order(ctx, unsealed=unsealed, seat=seat), game, _tried)


def _tried(answer: Answer) -> Tried:
    found = answer.value
    letters = [TriedLetter(who or "OBSERVERS", x and x.subject, x and x.body) for who, x in found.letters]
    return Tried(found.step, found.silent, letters, len(found.asks))


@app.command(cls=of("turn run", "turns.Process"))
def run(
    ctx: typer.Context,
    game: Game,
    step: Annotated[int | None, typer.Option("--turn")] = None,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
) -> Shown[Adjudicated]:
    return adjudicate(ctx, order(ctx, step=step, anyway=anyway), game)


@app.command(cls=of("turn rollback", "turns.Rollback"))
def rollback(
    ctx: typer.Context,
    game: Game,
    n: Annotated[int, typer.Argument(metavar="TURN")],
    text: Reason,
    reopen: Annotated[bool, typer.Option("--reopen")] = False,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
) -> Shown[Rolled]:
    return carried_out(ctx, order(ctx, n=n, text=text, reopen=reopen, anyway=anyway), game, value_of)


@app.command(cls=of("turn rerun", "turns.Rerun"))
def rerun(ctx: typer.Context, game: Game) -> Shown[Adjudicated]:
    return adjudicate(ctx, order(ctx), game)


@app.command(cls=of("turn status", "status.Status"))
def status(ctx: typer.Context, game: Game) -> Shown[TurnPage]:
    return carried_out(ctx, order(ctx), game, value_of)


@app.command()
def sheet(
    ctx: typer.Context,
    game: Game,
    out: Pdf,
    paper: Paper = "a4",
    unseal: Unseal = False,
) -> None:
    """Print the open turn on paper, as PDF, for the GM alone: all hands, decks and orders.

    It is sealed while the game is played: see --unseal. The extra referee-pbem[print] and Pango are needed.

    Example: referee turn sheet autumn --unseal --out autumn.pdf
    """
    from referee.service.records.sent import paper_named
    from referee.service.records.turn_sheet import turn_sheet

    with opened(ctx) as campaign:
        put_into(out, lambda: turn_sheet(campaign, game, unsealed=unseal, paper=paper_named(paper)))
