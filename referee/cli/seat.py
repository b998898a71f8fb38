"""`referee seat`: who plays."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.output import Json, data, moment, noun, say, table
from referee.cli.place import opened

app = noun("Seat players.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]


@app.command()
def add(
    ctx: typer.Context,
    game: Game,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The seat's name: three letters or more.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The player's mail address.")],
    zone: Annotated[str, typer.Option(help="His time zone, else the game's.")] = "",
    local: Annotated[bool, typer.Option(help="Take addresses that exist on this machine only (.test).")] = False,
    as_json: Json = False,
) -> None:
    """Seat a player, and send him the invitation with the game's commitment.

    Example: referee seat add autumn Anna anna@players.example --zone Europe/Berlin
    """
    from referee.service.seats import seat_player
    from referee.service.status import game_page

    with opened(ctx) as campaign:
        made = seat_player(campaign, game, name, address, zone=zone, demo=local)
        if as_json:
            data(next(s for s in game_page(campaign, game).seats if s.name == made.name))
        else:
            say(f"{made.name} has a seat in {game}; the invitation is on its way.")


@app.command("list")
def list_seats(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """List the seats of a game with their players.

    Example: referee seat list autumn
    """
    from referee.service.status import game_page

    with opened(ctx) as campaign:
        found = game_page(campaign, game)
        if as_json:
            data(found.seats)
            return
        rows = [
            (s.place, s.name, s.address, s.zone, moment(s.joined, found.zone), "mail comes back" if s.bounces else "")
            for s in found.seats
        ]
        table(("#", "seat", "address", "zone", "joined", ""), rows, "Nobody has joined yet.")
