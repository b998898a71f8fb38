"""`referee player`: people, their addresses, who waits for a seat, and what is kept of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.arguments import Address, Anew, Local, Yes, really
from referee.cli.output import Shown, data, listed, noun, plain, put_into, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.people.personal_data import Person
    from referee.service.people.standby import Waiting

app = noun()

BEGUN = (
    "No player is called {who} now. Player #{number} was being forgotten, which was cut off at its very end and is done"
    " now. If you meant another, referee player list names them."
)

Who = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's address, number such as #3, or name.")]


@app.command("list", example="player list")
def list_players(campaign: Campaign) -> Shown[list[Person]]:
    """List all people who are registered, with their addresses and seats."""
    from referee.service.people.personal_data import everybody

    return listed(everybody(campaign), empty="Nobody is registered yet.")


@app.command("add-address", example="player add-address anna@players.example anna@work.example --local")
def add_address(campaign: Campaign, player: Who, address: Address, local: Local = False) -> None:
    """Give a player one more address at once; all their addresses hear of it."""
    _change(campaign, player, address, add=True, local=local)
    say(f"{address} is added; letters go there.")


@app.command("remove-address", example="player remove-address anna@players.example anna@work.example --local")
def remove_address(campaign: Campaign, player: Who, address: Address, local: Local = False) -> None:
    """Take an address from a player at once; all their addresses hear of it. The last one stays."""
    _change(campaign, player, address, add=False, local=local)
    say(f"{address} is removed; the keys that it has seen are dead.")


def _change(campaign: Campaign, player: str, address: str, *, add: bool, local: bool) -> None:
    from referee.service.people.addresses import change_by_gm
    from referee.service.people.personal_data import found

    change_by_gm(campaign, found(campaign, player), address, add=add, demo=local)


@app.command(example="player standby")
def standby(
    campaign: Campaign,
    address: Annotated[str, typer.Argument(metavar="[ADDRESS]", help="Put them on the list; none to show it.")] = "",
    game: Annotated[str, typer.Option(metavar="GAME", help="For this game only.")] = "",
    off: Annotated[bool, typer.Option("--off", help="Take them off the list.")] = False,
    local: Local = False,
) -> Shown[list[Waiting]]:
    """Show who waits for a seat that falls free, the longest first; or put somebody on the list."""
    from referee.service.people import standby

    if address and off:
        standby.take_off(campaign, address, game)
    elif address:
        standby.enter(campaign, address, game=game, demo=local)
    return listed(standby.standing_by(campaign), campaign.zone(), "Nobody waits.")


@app.command(example="player export anna@players.example")
def export(
    campaign: Campaign,
    player: Who,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there, not to standard output.")] = None,
    unseal: Annotated[bool, typer.Option("--unseal", help="With what is sealed; the players are told.")] = False,
    anew: Anew = False,
) -> None:
    """Write out all that is kept of a person, as JSON: for who asks for their own.

    What is sealed in games that are going on is left out: see --unseal.
    """
    from referee.service.people.personal_data import export as everything_of

    if to is None:
        data(everything_of(campaign, player, unseal=unseal))
    else:
        put_into(to, lambda: _json(everything_of(campaign, player, unseal=unseal)), anew=anew)


def _json(found: dict[str, Any]) -> bytes:
    return f"{json.dumps(plain(found), indent=2, ensure_ascii=False)}\n".encode()


@app.command(example="player forget quentin@players.example --yes")
def forget(campaign: Campaign, player: Who, yes: Yes = False) -> None:
    """Delete a person's addresses, letters and name. The orders of their seats stay, under the seats' names.

    They must not sit in a game that is going on. Backups made before still hold what was deleted. It may take a while;
    letters and turns wait at its end alone, while the file is written anew, some seconds for each 100 MB. Cut off, a
    running referee goes on with it, and so does the same command.
    """
    from referee.service.people.housekeeping import forget as take_out

    really(yes)
    done = take_out(campaign, player)
    say(f"Player #{done.number} is forgotten." if done.named else BEGUN.format(who=player, number=done.number))
