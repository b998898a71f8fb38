"""`referee turn`: the open turn of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.carrying import adjudicate, carry_out
from referee.cli.declared import of
from referee.cli.output import Json, noun, say
from referee.cli.place import opened

app = noun("Preview, run or print a turn, take one back, see who is missing.")

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


@app.command()
def sheet(
    ctx: typer.Context,
    game: Game,
    out: Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="The file to write.")],
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    unseal: Annotated[bool, typer.Option("--unseal", help="Look at what is sealed; the players are told.")] = False,
) -> None:
    """Print the open turn on paper, as PDF, for the GM alone: all hands, decks and orders.

    It is sealed while the game is played: see --unseal. The extra referee-pbem[print] and Pango are needed.

    Example: referee turn sheet autumn --unseal --out autumn.pdf
    """
    from referee.service.records.archive import paper_named
    from referee.service.records.turn_sheet import turn_sheet

    with opened(ctx) as campaign:
        out.write_bytes(turn_sheet(campaign, game, unsealed=unseal, paper=paper_named(paper)))
    say(f"It is in {out}.")
