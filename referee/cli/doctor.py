"""`referee doctor`: what is wrong, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.output import Shown, say, verb
from referee.cli.place import place

if TYPE_CHECKING:
    from referee.service.upkeep.doctor import Finding

app = verb()


@dataclass(frozen=True)
class Findings:
    """What the doctor found."""

    ok: bool
    """Whether nothing wants mending."""
    findings: list[Finding]
    """Each thing that was looked at."""


@app.command(example="--campaign autumn doctor")
def doctor(
    ctx: typer.Context,
    smtp: Annotated[bool, typer.Option(help="Speak to the mail server, without sending anything.")] = True,
    alarm: Annotated[bool, typer.Option("--alarm", help="Try the second way to you as well.")] = False,
) -> Shown[Findings]:
    """Look at settings, database, clock and mail server, and say how to mend what is wrong. Exit code 1 if anything is.
    """
    from referee.service.campaign.logbook import write_log_later
    from referee.service.upkeep.doctor import examine, try_alarm

    write_log_later("text", "error")
    folder = place(ctx).folder()
    found = [*examine(folder, send=smtp), *(try_alarm(folder) if alarm else ())]
    well = Findings(all(one.well for one in found), found)
    return Shown(well, lambda: _print(found), int(not well.ok))


def _print(found: list[Finding]) -> None:
    for one in found:
        say(f"{'ok     ' if one.well else 'TROUBLE'}  {one.what}: {one.found}")
        if one.remedy:
            say(f"         {'->' if not one.well else 'see:'} {one.remedy}")
    bad = sum(not one.well for one in found)
    say("All is well." if not bad else f"{bad} of {len(found)} things want mending.")
