"""`referee archive`: what happened, the proof of it, and games as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import Json, data, moment, noun, plain, say, table
from referee.cli.place import opened

app = noun("Show and verify what happened.")

Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]


@app.command("list")
def list_archive(ctx: typer.Context, as_json: Json = False) -> None:
    """List the games with how far they came and the last hash of their chain.

    Example: referee archive list
    """
    from referee.service.records import archive
    from referee.service.records.overview import game_list

    with opened(ctx) as campaign:
        steps = {g.name: archive.history(campaign, g.name)[1] for g in game_list(campaign)}
        if as_json:
            ends = {name: past[-1].chain_hash if past else None for name, past in steps.items()}
            data({name: {"steps": len(past), "chain": ends[name]} for name, past in steps.items()})
            return
        rows = [(name, len(past), past[-1].chain_hash if past else "-") for name, past in steps.items()]
        table(("game", "steps", "chain"), rows, "No game was created yet.")


@app.command()
def show(ctx: typer.Context, game: Game, as_json: Json = False) -> None:
    """List the steps of a game: when each was adjudicated, why then, by which edition, and its hash.

    Example: referee archive show autumn --json
    """
    from referee.service.records import archive

    with opened(ctx) as campaign:
        row, past = archive.history(campaign, game)
        if as_json:
            data({"game": row.name, "commitment": row.commitment, "steps": past})
            return
        say(f"{row.title}, commitment {row.commitment}")
        rows = [(p.step, moment(p.played_at, row.zone), p.why.value, p.edition, p.chain_hash[:24]) for p in past]
        table(("turn", f"adjudicated ({row.zone})", "why", "edition", "chain"), rows, "Nothing was adjudicated yet.")


@app.command()
def verify(
    ctx: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All of them if none is named.")] = None,
    as_json: Json = False,
) -> None:
    """Compute the chain of hashes anew, play every turn again, and compare. Exit code 1 if something differs.

    Each turn is played by the edition of the rules that adjudicated it, if this program has that one.

    Example: referee archive verify autumn
    """
    from referee.service.records import archive
    from referee.service.records.overview import game_list

    with opened(ctx) as campaign:
        names = [game] if game else [line.name for line in game_list(campaign)]
        found = {name: archive.verify(campaign, name) for name in names}
    if as_json:
        data({name: {"ok": verdict.good} | plain(verdict) for name, verdict in found.items()})
    else:
        for name, verdict in found.items():
            say(f"{name}: {verdict.words}")
    if not all(verdict.good for verdict in found.values()):
        raise typer.Exit(1)


@app.command()
def export(
    ctx: typer.Context,
    game: Game,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write, such as autumn.zip.")],
    reader: Annotated[
        str, typer.Option("--for", metavar="SEAT|observer", help="What this seat, or anybody, may know; else all.")
    ] = "GM",
    unseal: Annotated[bool, typer.Option("--unseal", help="Look at what is sealed; the players are told.")] = False,
    anew: Annotated[bool, typer.Option("--replace", help="Replace the file if it is there.")] = False,
    as_json: Json = False,
) -> None:
    """Write a game into one file that proves itself, letters and all: see referee/archive/BUNDLE.md.

    All of a game that goes on, and what a seat of it knows, are sealed: see --unseal. No address or name of a person is
    in the file, but seats.

    Example: referee archive export autumn autumn.zip
    """
    from referee.service.records import bundles

    with opened(ctx) as campaign:
        made = bundles.export(campaign, game, file, reader=reader, unsealed=unseal, anew=anew)
    if as_json:
        data(made)
        return
    whose = {"whole": "all", "observer": "what anybody may know"}.get(made.scope, f"what {made.reader} may know")
    say(f"{made.file}: {whose} of {made.game}, {made.size} bytes. {made.remark}".rstrip())
