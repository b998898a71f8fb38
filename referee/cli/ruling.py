"""`referee ruling`: the GM's decisions where the rules are silent."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.carrying import carry_out
from referee.cli.output import Json, noun

app = noun("Make rulings, and answer what the rules ask the GM.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]
Words = Annotated[str, typer.Argument(metavar="TEXT", help="Your words; - reads them from standard input.")]


@app.command()
def add(
    ctx: typer.Context,
    game: Game,
    text: Words,
    reason: Annotated[str, typer.Option(help="Why; told with it.")] = "",
    to: Annotated[list[str] | None, typer.Option(help="Only to this seat; repeat it. Else to all.")] = None,
    as_json: Json = False,
) -> None:
    """Make a ruling: it is recorded, announced, and cited in the next report.

    Example: referee ruling add autumn "A card that was shown stays where it was." --reason "The rules are silent."
    """
    from referee.service.gm.ruling import Rule

    words = typer.get_text_stream("stdin").read() if text == "-" else text
    one = Rule(text=words, reason=reason, addressees=tuple(to or ("ALL",)))
    carry_out(ctx, one, game, as_json=as_json, shape=_made)


def _made(ruling: Any) -> dict[str, object]:
    return {"number": ruling.number, "turn": ruling.step, "text": ruling.text, "reason": ruling.reason}


@app.command("list")
def list_rulings(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """List the rulings of a game, and the questions of its rules that wait for one.

    Example: referee ruling list autumn
    """
    from referee.service.gm.ruling import Rulings

    carry_out(ctx, Rulings(), game, as_json=as_json)


@app.command()
def withdraw(
    ctx: typer.Context,
    game: Game,
    reason: Annotated[str, typer.Option(help="Why; all who had heard of it are told.")],
    number: Annotated[int, typer.Argument(metavar="[NUMBER]", help="See: referee ruling list")] = 0,
    to: Annotated[list[str] | None, typer.Option(help="Or the last one for this seat; repeat it.")] = None,
    as_json: Json = False,
) -> None:
    """Take a ruling or a correction back before its turn is adjudicated.

    Example: referee ruling withdraw autumn 1 --reason "I read the rule once more."
    """
    from referee.service.gm.withdrawal import Withdraw

    one = Withdraw(n=number, text=reason, addressees=tuple(to or ()))
    carry_out(ctx, one, game, as_json=as_json, shape=lambda name: {"withdrawn": name})


@app.command()
def answer(
    ctx: typer.Context,
    game: Game,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The question's number in: referee ruling list")],
    text: Words,
    as_json: Json = False,
) -> None:
    """Answer a question that the rules put to the GM in the open turn. Without an answer it has no effect.

    Example: referee ruling answer autumn 1 "NO EFFECT"
    """
    from referee.service.gm.ruling import Rule

    one = Rule(n=number, text=text)
    carry_out(ctx, one, game, as_json=as_json, shape=lambda said: {"number": number, "said": said})


@app.command("help")
def help_(ctx: typer.Context, game: Game) -> None:
    """Explain what a GM may write to their own address, with the corrections that a game's rules have words for.

    Example: referee ruling help autumn
    """
    from referee.service.gm.verbs import Help

    carry_out(ctx, Help(), game)
