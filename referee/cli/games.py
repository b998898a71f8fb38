"""`referee games`: which games there are."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import Json, data, noun, say, table

app = noun("List the games that can be played, with their options.")


@app.command("list")
def list_rulesets(as_json: Json = False) -> None:
    """List the games that can be played, with their numbers of players.

    Example: referee games list
    """
    from referee.service.rulebooks import every

    found = every()
    if as_json:
        data([{"name": g.slug, "title": g.title, "edition": g.edition, "seats": [g.fewest, g.most]} for g in found])
        return
    table(("game", "title", "players"), [(g.slug, g.title, _range(g.fewest, g.most)) for g in found])


@app.command()
def show(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which one.")],
    orders: Annotated[bool, typer.Option("--orders", help="Explain every order, with examples.")] = False,
    as_json: Json = False,
) -> None:
    """Show a game: its seats, its options with their values and defaults, and its orders.

    Example: referee games show wizards-duel --orders
    """
    from referee.service.rulebooks import described, help_text

    found = described(game)
    if as_json:
        data(found)
        return
    say(f"{found.title} ({found.slug}), edition {found.edition}, for {_range(found.fewest, found.most)} players\n")
    rows = [(o.name, o.default, o.allowed(), f"{o.meaning} ({o.rule})") for o in found.options]
    table(("option", "default", "values", "what it settles"), rows, "It has no options.")
    say("\nOrders")
    if orders:
        say(help_text(game))
        return
    table(("", ""), [(usage, meaning.splitlines()[0] if meaning else "") for usage, meaning in found.verbs])
    say(f"\nMore: referee games show {found.slug} --orders, and referee rules {found.slug}")


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
