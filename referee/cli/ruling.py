"""`referee ruling`: the GM's decisions where the rules are silent."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import Json, data, noun, say, table
from referee.cli.place import opened

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
    from referee.service.gm import ruling

    words = typer.get_text_stream("stdin").read() if text == "-" else text
    with opened(ctx) as campaign:
        made = ruling.add(campaign, game, words, reason=reason, to=to or ())
        if as_json:
            data({"number": made.number, "turn": made.step, "text": made.text, "reason": made.reason})
        else:
            say(f"The ruling is made, and cited in the report of turn {made.step}.")


@app.command("list")
def list_rulings(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """List the rulings of a game, and the questions of its rules that wait for one.

    Example: referee ruling list autumn
    """
    from referee.service.gm.ruling import listed

    with opened(ctx) as campaign:
        found = listed(campaign, game)
    if as_json:
        data(found)
    else:
        table(("rulings and questions",), [(line,) for line in found])


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
    from referee.service.gm.withdrawal import withdraw as take_back

    with opened(ctx) as campaign:
        name = take_back(campaign, game, number, reason, to=to or ())
    if as_json:
        data({"withdrawn": name})
    else:
        say(f"{name[0].upper()}{name[1:]} is withdrawn; all who had heard of it are told.")


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
    from referee.service.gm import ruling

    with opened(ctx) as campaign:
        done = ruling.answer(campaign, game, number, text)
    if as_json:
        data({"number": number, "said": done})
    else:
        say(done)


@app.command("help")
def help_(ctx: typer.Context, game: Game) -> None:
    """Explain what a GM may write to their own address, with the corrections that a game's rules have words for.

    Example: referee ruling help autumn
    """
    from referee.service.gm.ruling import explained

    with opened(ctx) as campaign:
        say("\n".join(explained(campaign, game)))
