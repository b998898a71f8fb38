"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.carrying import adjudicate, carry_out
from referee.cli.output import Json, noun

app = noun("Preview or run a turn, take one back, and see who is missing.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]


@app.command()
def preview(
    ctx: typer.Context,
    game: Game,
    unseal: Annotated[bool, typer.Option("--unseal", help="Print the letters; the players are told.")] = False,
    seat: Annotated[str, typer.Option(help="Only the letter to this seat, or to GM.")] = "",
    as_json: Json = False,
) -> None:
    """Adjudicate the open turn as it stands, and save nothing of it. With --unseal every letter is printed.

    Example: referee turn preview autumn --unseal --seat Anna
    """
    from referee.service.gm.turns import Preview

    carry_out(ctx, Preview(unsealed=unseal, seat=seat), game, as_json=as_json, shape=_tried)


def _tried(found: Any) -> dict[str, object]:
    letters = [{"seat": who, "subject": x and x.subject, "body": x and x.body} for who, x in found.letters]
    return {"turn": found.step, "silent": found.silent, "letters": letters, "questions": len(found.asks)}


@app.command()
def run(
    ctx: typer.Context,
    game: Game,
    turn: Annotated[int | None, typer.Option(help="Only if this turn is still the open one.")] = None,
    as_json: Json = False,
) -> None:
    """Adjudicate the open turn now, whatever its deadline; everybody gets their report. Exit code 1 if that fails.

    Where a live game waits for answers, its open questions close, and it goes on to the next ones or to its end. If
    the clock or another GM was first, nothing is done.

    Example: referee turn run autumn
    """
    from referee.service.gm.turns import Process

    adjudicate(ctx, Process(step=turn), game, as_json=as_json)


@app.command()
def rollback(
    ctx: typer.Context,
    game: Game,
    turn: Annotated[int, typer.Argument(metavar="TURN", help="The first turn to be taken back.")],
    reason: Annotated[str, typer.Option(help="Why; everybody is told.")],
    reopen: Annotated[bool, typer.Option("--reopen", help="Let the players change their orders for it.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Though the game is over and its secrets are out.")] = False,
    as_json: Json = False,
) -> None:
    """Take a turn back with all that followed it, and tell everybody why; the game is held until it is run again.

    Its orders are on file as they were; what came in for later turns is kept, and counts when its player confirms it.

    Example: referee turn rollback autumn 6 --reason "I read rule 7 wrongly."
    """
    from referee.service.gm.turns import Rollback

    carry_out(ctx, Rollback(n=turn, text=reason, reopen=reopen, anyway=anyway), game, as_json=as_json)


@app.command()
def rerun(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """Adjudicate a turn anew that was taken back, from the same orders and with the same luck. Exit code 1 if it fails.

    Everybody gets a new report, marked RERUN, with what differs from their earlier one.

    Example: referee turn rerun autumn
    """
    from referee.service.gm.turns import Rerun

    adjudicate(ctx, Rerun(), game, as_json=as_json)


@app.command()
def status(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """Show how the open turn stands: when it is due, and who must act and sent nothing.

    Example: referee turn status autumn
    """
    from referee.service.gm.status import Status

    carry_out(ctx, Status(), game, as_json=as_json)
