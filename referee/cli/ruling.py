"""`referee ruling`: the GM's decisions where the rules are silent."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.carrying import carry_out
from referee.cli.declared import of
from referee.cli.output import Json, noun

app = noun("Make rulings, and answer what the rules ask the GM.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]
Text = Annotated[str, typer.Argument(metavar="TEXT")]


@app.command(cls=of("ruling add", "ruling.Rule"))
def add(
    ctx: typer.Context,
    game: Game,
    text: Text,
    reason: Annotated[str, typer.Option()] = "",
    addressees: Annotated[list[str] | None, typer.Option("--to", metavar="SEAT")] = None,
    as_json: Json = False,
) -> None:
    from referee.service.gm.ruling import Rule

    one = Rule(text=_words(text), reason=reason, addressees=tuple(addressees) if addressees else None)
    carry_out(ctx, one, game, as_json=as_json, shape=_made)


def _words(text: str) -> str:
    return typer.get_text_stream("stdin").read() if text == "-" else text


def _made(ruling: Any) -> dict[str, object]:
    return {"number": ruling.number, "turn": ruling.step, "text": ruling.text, "reason": ruling.reason}


@app.command("list", cls=of("ruling list", "ruling.Rulings"))
def list_rulings(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    from referee.service.gm.ruling import Rulings

    carry_out(ctx, Rulings(), game, as_json=as_json)


@app.command(cls=of("ruling withdraw", "withdrawal.Withdraw"))
def withdraw(
    ctx: typer.Context,
    game: Game,
    text: Annotated[str, typer.Option("--reason")],
    n: Annotated[int, typer.Argument(metavar="[NUMBER]")] = 0,
    addressees: Annotated[list[str] | None, typer.Option("--to", metavar="SEAT")] = None,
    as_json: Json = False,
) -> None:
    from referee.service.gm.withdrawal import Withdraw

    one = Withdraw(n=n, text=text, addressees=tuple(addressees or ()))
    carry_out(ctx, one, game, as_json=as_json, shape=lambda name: {"withdrawn": name})


@app.command(cls=of("ruling answer", "ruling.Rule"))
def answer(
    ctx: typer.Context,
    game: Game,
    n: Annotated[int, typer.Argument(metavar="NUMBER")],
    text: Text,
    as_json: Json = False,
) -> None:
    from referee.service.gm.ruling import Rule

    one = Rule(n=n, text=_words(text))
    carry_out(ctx, one, game, as_json=as_json, shape=lambda said: {"number": n, "said": said})


@app.command("help", cls=of("ruling help", "verbs.Help"))
def help_(ctx: typer.Context, game: Game) -> None:
    from referee.service.gm.verbs import Help

    carry_out(ctx, Help(), game)
