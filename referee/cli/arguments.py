"""The arguments and options that several commands have, each with the same help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _words(text: str) -> str:
    return typer.get_text_stream("stdin").read() if text == "-" else text


Game = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.")]
Whose = Annotated[str, typer.Argument(metavar="SEAT", help="Whose letters; GM for the GM's.")]
Address = Annotated[str, typer.Argument(metavar="ADDRESS", help="A mail address.")]
Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="Which game; see: referee rulesets list")]

Local = Annotated[bool, typer.Option(help="Take addresses that exist on this machine only (.test).")]
Unseal = Annotated[bool, typer.Option("--unseal", help="Look at what is sealed; the players are told.")]
Yes = Annotated[bool, typer.Option("--yes", help="Really; it cannot be taken back.")]
Key = Annotated[str, typer.Option("--key", metavar="HEX", help="The campaign's key, from an invitation.")]
First = Annotated[int, typer.Option(min=0, help="The first game's number; each number is one game.")]
Format = Annotated[str, typer.Option("--format", help="text, html, json for programs, pdf for paper.")]
Paper = Annotated[str, typer.Option(help="a4 or letter.")]
Pdf = Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help="The file to write.")]
Anew = Annotated[bool, typer.Option("--replace", help="Replace the file if it is there.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the rules; repeat it."),
]

# What fills a field of a command of the GM in has the help that is declared there.
Reason = Annotated[str, typer.Option("--reason")]
To = Annotated[list[str] | None, typer.Option("--to", metavar="SEAT")]
Words = Annotated[str, typer.Argument(metavar="TEXT", callback=_words)]
"""Words of which - says that they are read from standard input."""


def really(yes: bool) -> None:
    """Refuse what nobody has said that they mean; raises `SetupError`."""
    from referee.engine.errors import SetupError

    if not yes:
        raise SetupError("This cannot be taken back. Say --yes if you mean it.")
