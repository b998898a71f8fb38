"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.carrying import adjudicate, carry_out
from referee.cli.declared import of
from referee.cli.output import Json, noun

app = noun("Preview or run a turn, take one back, and see who is missing.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]


@app.command(cls=of("turn preview", "preview.Preview"))
def preview(
    ctx: typer.Context,
    game: Game,
    unsealed: Annotated[bool, typer.Option("--unseal")] = False,
    seat: Annotated[str, typer.Option()] = "",
    as_json: Json = False,
) -> None:
    from referee.service.gm.preview import Preview

    carry_out(ctx, Preview(unsealed=unsealed, seat=seat), game, as_json=as_json, shape=_tried)


def _tried(found: Any) -> dict[str, object]:
    letters = [{"seat": who, "subject": x and x.subject, "body": x and x.body} for who, x in found.letters]
    return {"turn": found.step, "silent": found.silent, "letters": letters, "questions": len(found.asks)}


@app.command(cls=of("turn run", "turns.Process"))
def run(
    ctx: typer.Context,
    game: Game,
    step: Annotated[int | None, typer.Option("--turn")] = None,
    as_json: Json = False,
) -> None:
    from referee.service.gm.turns import Process

    adjudicate(ctx, Process(step=step), game, as_json=as_json)


@app.command(cls=of("turn rollback", "turns.Rollback"))
def rollback(
    ctx: typer.Context,
    game: Game,
    n: Annotated[int, typer.Argument(metavar="TURN")],
    text: Annotated[str, typer.Option("--reason")],
    reopen: Annotated[bool, typer.Option("--reopen")] = False,
    anyway: Annotated[bool, typer.Option("--anyway")] = False,
    as_json: Json = False,
) -> None:
    from referee.service.gm.turns import Rollback

    carry_out(ctx, Rollback(n=n, text=text, reopen=reopen, anyway=anyway), game, as_json=as_json)


@app.command(cls=of("turn rerun", "turns.Rerun"))
def rerun(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    from referee.service.gm.turns import Rerun

    adjudicate(ctx, Rerun(), game, as_json=as_json)


@app.command(cls=of("turn status", "status.Status"))
def status(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    from referee.service.gm.status import Status

    carry_out(ctx, Status(), game, as_json=as_json)
