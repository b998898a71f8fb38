"""`referee receipt`: whether a receipt that somebody shows is true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.arguments import Key
from referee.cli.output import Shown, noun, read_bytes, say

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.records.receipts import Covered, OfReceipt

app = noun()


@app.command(example="receipt check forwarded.eml")
def check(
    campaign: Campaign | None,
    file: Annotated[Path, typer.Argument(metavar="[FILE]", help="What they sent; - or none for input.")] = Path("-"),
    key: Key = "",
) -> Shown[list[OfReceipt]]:
    """Say whether a receipt is true, for which turn, and what it covers; if not, what differs. Then the exit code is 1.

    It is read as people send it: pasted, quoted, forwarded, or as a whole letter in a file (.eml). Who has the key
    needs no campaign.
    """
    from referee.service.records.receipts import checked

    found = checked(read_bytes(file), campaign, key)
    return Shown(found, lambda: say("\n\n".join(map(_said, found))), int(not all(one.true for one in found)))


def _said(found: OfReceipt) -> str:
    """Say what one came to, with the orders that it covers, or that are on file of it here."""
    lines = list(found.words)
    if found.covers:
        lines += ["It covers:", *_listed(found.covers)]
    if found.on_file:
        lines += ["This campaign has on file of that revision:", *_listed(found.on_file)]
    return "\n".join(lines)


def _listed(orders: Iterable[Covered]) -> Iterator[str]:
    for turn, lines in groupby(orders, attrgetter("turn")):
        yield f"  turn {turn}"
        yield from (f"    {number}  {one.order}" for number, one in enumerate(lines, 1))
