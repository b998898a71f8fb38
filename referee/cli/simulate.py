"""`referee simulate`: many games of bots."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.game import options_from
from referee.cli.output import Json, data, progress, say, table, verb
from referee.cli.place import place

app = verb()


@app.command()
def simulate(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which; see: referee games list")],
    players: Annotated[int, typer.Option(min=0, help="How many; 0 for the fewest allowed.")] = 0,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The first game's number; each number is one game.")] = 0,
    style: Annotated[str, typer.Option(help="How bots play: sensible, scribble, wild, random or silent.")] = "sensible",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Repeat it.")] = None,
    workers: Annotated[int, typer.Option(min=0, help="Processes; 0 for one on each core.")] = 1,
    as_json: Json = False,
) -> None:
    """Let bots play many games in memory, and sum up lengths, ends and wins by place at the table.

    Example: referee simulate wizards-duel --games 200 --seed 7 -o deck=half
    """
    from referee.service.rulebooks import played, styles, summary

    if style not in styles():
        raise typer.BadParameter(f"{style}: there are {', '.join(styles())}.", param_hint="--style")
    run = played(
        game,
        range(seed, seed + games),
        seats=players,
        style=style,
        options=options_from(option),
        campaign=place(ctx).found(),
        workers=workers or None,
    )
    with progress() as bar:
        task = bar.add_task(game, total=games, word="")
        results = []
        for one in run:
            results.append(one)
            bar.update(task, advance=1, word=f"{len(results)} of {games}")
    found = summary(results)
    if as_json:
        data({"game": game, "seed": seed, "summary": found})
        return
    say(f"{game}: {found.games} games, numbers {seed} to {seed + games - 1}")
    say(f"Turns: {found.shortest} at least, {found.middle} in the middle, {found.longest} at most.\n")
    table(("end", "games"), found.ends.items())
    say()
    table(("place", "wins", "of all"), [(n, wins, f"{wins / found.games:.1%}") for n, wins in found.wins.items()])
