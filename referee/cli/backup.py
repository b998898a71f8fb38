"""`referee backup`: a campaign in one file, proved, and laid out again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Shown, at, listed, noun, say
from referee.cli.place import place

if TYPE_CHECKING:
    from referee.service.upkeep.backups import Backup, Lying

app = noun()

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


@app.command(example="--campaign autumn backup make /var/backups/referee --keep 14")
def make(
    ctx: typer.Context,
    to: Annotated[Path, typer.Argument(metavar="FILE|FOLDER", help="A new file, or a folder to make one in.")],
    keep: Annotated[int, typer.Option(min=0, help="In that folder, keep so many of this campaign; 0 for all.")] = 0,
) -> Shown[Backup]:
    """Back the campaign up into one file, which is read again and proved before it counts. It may be running."""
    from datetime import UTC, datetime

    from referee.service.upkeep import backups

    folder = place(ctx).folder()
    made = backups.make(folder, to, now=datetime.now(UTC))
    gone = backups.thin(to, folder.resolve().name, keep) if to.is_dir() else []
    more = f"{len(gone)} older {'one was' if len(gone) == 1 else 'ones were'} removed."
    return Shown(made, lambda: _print(made, *([more] if gone else ())))


@app.command("list", example="--campaign autumn backup list /var/backups/referee")
def list_backups(
    ctx: typer.Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]", help="Where they lie; else backups/.")] = None,
) -> Shown[list[Lying]]:
    """List the backups in a folder, oldest first, by their names and sizes; check proves one."""
    from referee.service.upkeep import backups

    return listed(backups.lying(folder or place(ctx).folder() / backups.FOLDER), empty="There is no backup here.")


@app.command(example="backup check autumn-20261121T190000Z.tar.gz")
def check(ctx: typer.Context, file: File) -> Shown[Backup]:
    """Prove a backup: every file is as it was written, and the database is whole."""
    from referee.service.upkeep import backups

    found = backups.check(file)
    return Shown(found, lambda: _print(found))


@app.command(example="backup restore autumn-20261121T190000Z.tar.gz /srv/referee/autumn")
def restore(
    ctx: typer.Context,
    file: File,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to; empty, or not there yet.")],
) -> Shown[Backup]:
    """Lay a backup out as a campaign, in a folder that is empty or not there yet. Nothing is written over.

    Do not run the old campaign and the restored one at the same time: players would hear from both.
    """
    from referee.service.upkeep import backups

    found = backups.restore(file, folder)
    more = f"It lies in {folder}. Look at it with: referee --campaign {folder} doctor"
    return Shown(found, lambda: _print(found, more))


def _print(found: Backup, *more: str) -> None:
    games = ", ".join(f"{name} (turn {turn})" for name, turn in found.games.items()) or "no game yet"
    say(f"{found.path}: whole, {found.files} files, made {at(found.made_at, 'UTC')} by version {found.program}.")
    say("\n".join((f"In it: {games}.", *more)))
