"""`referee verify`: whether anything in a game's bundle was changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Key
from referee.cli.output import Shown, say, verb

if TYPE_CHECKING:
    from referee.service.records.proving import Verified

app = verb()


@app.command(example="verify autumn.zip")
def verify(
    file: Annotated[Path, typer.Argument(metavar="BUNDLE", help="A file that referee archive export wrote.")],
    key: Key = "",
) -> Shown[Verified]:
    """Look whether anything in a game's bundle was changed: play all of it again, and compare every item.

    The first turn that differs is named, and what that means; then the exit code is 1. It needs no campaign.
    referee/archive/PROOF.md says what this proves and what it can't.
    """
    from referee.service.records.proving import proved

    found, sentences = proved(file, key)
    return Shown(found, lambda: say("\n".join(sentences)), int(not found.ok))
