"""`referee archive`: what happened, the proof of it, and games as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Anew, Game, Unseal
from referee.cli.output import Shown, listed, listing, noun, say
from referee.cli.place import opened

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.archive import Chain, History, Verdict
    from referee.service.records.bringing import BroughtIn
    from referee.service.records.bundles import Exported
    from referee.service.records.site import Built

app = noun()

For = Annotated[str, typer.Option("--for", metavar="SEAT", help="Only what this seat was told, for its player.")]


@app.command("list", example="archive list")
def list_archive(campaign: Campaign) -> Shown[list[Chain]]:
    """List the games with how far they came and the last hash of their chain."""
    from referee.service.records import archive

    return listed(archive.chains(campaign), empty="No game was created yet.")


@app.command(example="archive show autumn --json")
def show(campaign: Campaign, game: Game) -> Shown[History]:
    """List the steps of a game: when each was adjudicated, why then, by which edition, and its hash."""
    from referee.service.records import archive

    found = archive.history(campaign, game)
    return Shown(found, lambda: _print(found))


def _print(found: History) -> None:
    say(f"{found.title}, commitment {found.commitment}")
    listing(found.steps, found.zone, "Nothing was adjudicated yet.")


@app.command(example="archive verify autumn")
def verify(
    campaign: Campaign,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All of them if none is named.")] = None,
) -> Shown[dict[str, Verdict]]:
    """Compute the chain of hashes anew, play every turn again, and compare. Exit code 1 if something differs.

    Each turn is played by the edition of the rules that adjudicated it, if this program has that one.
    """
    from referee.service.records import archive

    names = [game] if game else [chain.game for chain in archive.chains(campaign)]
    found = {name: archive.verify(campaign, name) for name in names}
    said = "\n".join(f"{name}: {verdict.words}" for name, verdict in found.items())
    return Shown(found, lambda: say(said), int(not all(verdict.ok for verdict in found.values())))


@app.command(example="archive export autumn autumn.zip")
def export(
    campaign: Campaign,
    game: Game,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as autumn.zip.")],
    reader: Annotated[
        str, typer.Option("--for", metavar="SEAT|observer", help="What this seat, or anybody, may know; else all.")
    ] = "GM",
    unseal: Unseal = False,
    anew: Anew = False,
) -> Shown[Exported]:
    """Write a game into one file that proves itself, letters and all: see referee/archive/BUNDLE.md.

    All of a game that goes on, and what a seat of it knows, are sealed: see --unseal. No address or name of a person is
    in the file, but seats.
    """
    from referee.service.records import bundles

    made = bundles.export(campaign, game, file, reader=reader, unsealed=unseal, anew=anew)
    whose = {"whole": "all", "observer": "what anybody may know"}.get(made.scope, f"what {made.reader} may know")
    said = f"{made.file}: {whose} of {made.game}, {made.size} bytes. {made.remark}".rstrip()
    return Shown(made, lambda: say(said))


@app.command("import", example="archive import autumn.zip --as autumn-2024")
def bring_in(
    campaign: Campaign,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The bundle: all of a game that is over.")],
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="The game's short name here; else its own.")] = "",
) -> Shown[BroughtIn]:
    """Bring a game into this campaign that was played in another, from its bundle. It is looked through before.

    It can be looked at, verified, and handed out again like any game that is over; nothing goes out of it to anybody.
    """
    from referee.service.records import bringing

    found = bringing.bring_in(campaign, file, name)
    turns = "one turn" if found.turns == 1 else f"{found.turns} turns"
    said = f"{found.title} is here as {found.name}, with {turns}, and holds what its bundle proves."
    return Shown(found, lambda: say(f"{said} {found.remark}".rstrip()))


@app.command(example=("archive build public", "archive build autumn anna --for Anna --unseal"))
def build(
    campaign: Campaign,
    where: Annotated[list[str], typer.Argument(metavar="[GAME] OUT", help="One game, or all; and the folder.")],
    seat: For = "",
    unseal: Unseal = False,
) -> Shown[Built]:
    """Write the archive as pages into a folder: a site that needs no server.

    It shows of a game that is played what anybody may know, and everything once it is over and laid open. Built again
    it writes only what changed. With --for it is what one seat was told, in a folder of its own; while the game is
    played that is sealed, as letters are.
    """
    if len(where) > 2:
        raise typer.BadParameter("Name a game, or none for all, and the folder to write into.")
    *game, folder = where
    did = _built(campaign, Path(folder), "".join(game), seat, unseal)
    return Shown(did, lambda: say(str(did)))


@app.command(example="archive serve autumn --port 8080")
def serve(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; all of them if none is named.")] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="On this machine; 0 takes any that is free.")] = 8080,
    seat: For = "",
    unseal: Unseal = False,
) -> None:
    """Show the archive's pages in a browser of this machine, until you stop it; nobody else can reach them."""
    from tempfile import TemporaryDirectory

    from referee.service.records.site import served, until_stopped

    with TemporaryDirectory(prefix="referee-archive-") as folder:
        with opened(ctx) as campaign:
            _built(campaign, Path(folder), game, seat, unseal)
        with served(Path(folder), port) as address:
            say(f"The archive is at {address} until you press Ctrl-C.")
            until_stopped()


def _built(campaign: Campaign, folder: Path, game: str, seat: str, unseal: bool) -> Built:
    from referee.service.records.site import build_seat, build_site

    if not seat:
        return build_site(campaign, folder, game)
    if not game:
        raise typer.BadParameter("Say of which game: referee archive build GAME OUT --for SEAT")
    return build_seat(campaign, folder, game, seat, unsealed=unseal)
