"""`referee templates`: the words and looks of letters that a campaign may have otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from os.path import commonpath, relpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Unseal
from referee.cli.output import Shown, noun, safe, say, table
from referee.cli.place import place

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.preview import Preview
    from referee.service.upkeep.editable import EditableFile

app = noun()

Template = Annotated[str, typer.Argument(metavar="NAME", help="Such as report, letter.css or amber/lines.txt.j2.")]


@dataclass(frozen=True)
class Copied:
    """A file that was put into the campaign's folder."""

    name: str
    """Its name."""
    original: Path | None
    """Where the original lies."""
    own: Path
    """Where your own lies."""


@app.command("list", example="templates list")
def list_templates(ctx: typer.Context) -> Shown[list[EditableFile]]:
    """List every file that you may edit: what it is for, where the original lies, and whether you have your own."""
    from referee.service.upkeep.editable import listed

    found = listed(place(ctx).found())
    return Shown(found, lambda: _print(found))


def _print(found: Sequence[EditableFile]) -> None:
    for group, rows in groupby(found, key=lambda one: one.group):
        _group(group, list(rows))
    say("To edit one: referee templates copy NAME, then see it: referee templates preview NAME")


def _group(group: str, rows: Sequence[EditableFile]) -> None:
    """Print the files of one group below the folder that their originals lie in, or are to be found from."""
    folders = sorted({str(one.original.parent) for one in rows if one.original})
    above = commonpath(folders) if folders else ""
    say(f"{group}{f', originals in {above}' if above else ''}")
    if len(folders) > 1:
        head = ("file", "what it is for", "original", "yours")
        table(head, [(x.name, x.what, x.original and relpath(x.original, above), x.state.value or "-") for x in rows])
    else:
        table(("file", "what it is for", "yours"), [(x.name, x.what, x.state.value or "-") for x in rows])
    say()


@app.command("copy", example="templates copy report")
def copy_template(
    ctx: typer.Context,
    template: Template,
    force: Annotated[bool, typer.Option("--force", help="Let the original take the place of your own.")] = False,
) -> Shown[Copied]:
    """Put an original into the campaign's own folder, where you may edit it. Your own is not overwritten."""
    from referee.service.upkeep.editable import copy

    found, where = copy(place(ctx).folder(), template, force=force)
    said = f"{found.original} is copied to {where}."
    more = f"Edit it there, and see what comes of it: referee templates preview {found.name}"
    return Shown(Copied(found.name, found.original, where), lambda: say(f"{said}\n{more}"))


@app.command(example="templates preview letter.css --specimen --out letter.html")
def preview(
    campaign: Campaign,
    template: Annotated[str, typer.Argument(metavar="NAME|KIND", help="A file, or a kind of letter such as receipt.")],
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Of this game; else of the newest letter.")] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="As this seat has it.")] = "",
    form: Annotated[str, typer.Option("--format", help="text, html for a browser, json; else what fits.")] = "",
    out: Annotated[Path | None, typer.Option("--out", help="Write it into this file.")] = None,
    specimen: Annotated[bool, typer.Option("--specimen", help="With a game for show, which has no secrets.")] = False,
    unseal: Unseal = False,
) -> Shown[Preview]:
    """Show how a letter looks with your templates as they are now: the newest of its kind, or one of a game for show.

    A player's letter is sealed while the game is played: see --unseal and --specimen. The exit code is 1 if something
    is wrong in a file; the letter is shown then as it would go out, as shipped.
    """
    from referee.service.records import newfile, sent
    from referee.service.records.preview import preview as made

    if out is not None:
        newfile.may_write(out, anew=True)
    wanted = sent.form_named(form) if form else None
    found = made(campaign, template, game=game, seat=seat, form=wanted, unsealed=unseal, specimen=specimen)
    if out is not None:
        newfile.write(out, found.shown.encode(), anew=True)
    return Shown(found, lambda: _tried(found, out), int(bool(found.faults)))


def _tried(found: Preview, out: Path | None) -> None:
    """Print a letter that was tried; where its words come from, and what is wrong, stand on standard error."""
    typer.echo(safe(f"{found.source}{f' It is in {out}.' if out else ''}\n"), err=True)
    if out is None:
        say(found.shown)
    for fault in found.faults:
        typer.echo(safe(f"{fault}; the shipped one serves meanwhile."), err=True)
