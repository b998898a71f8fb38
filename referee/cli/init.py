"""`referee init`: a new campaign."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.output import say, verb

app = verb()


@app.command(example='init autumn --name "Autumn games" --gm gm@referee.example --domain referee.example')
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the campaign shall lie.")],
    name: Annotated[str, typer.Option(prompt="What is the campaign called", help="Its name in letters.")],
    domain: Annotated[str, typer.Option(prompt="The domain of the referee's mail", help="As in orders@DOMAIN.")],
    gm: Annotated[list[str] | None, typer.Option(help="Where alarms and GM letters go; repeat it for two.")] = None,
    zone: Annotated[str, typer.Option(help="Deadlines are told in this time zone.")] = "UTC",
    smtp: Annotated[str, typer.Option(metavar="HOST[:PORT]", help="The server that sends our mail.")] = "127.0.0.1:25",
) -> None:
    """Make a campaign: a folder with its settings (referee.toml, which explains itself) and its database.

    What is not given as an option is asked for.
    """
    from referee.service.campaign.campaign import Campaign

    host, _, port = smtp.rpartition(":") if re.fullmatch(r"[^:]+:[^:]*", smtp) else (smtp, "", "25")
    values: dict[str, object] = {
        "campaign.name": name,
        "campaign.gms": gm or [typer.prompt("The GM's mail address")],
        "campaign.time_zone": zone,
        "mail.domain": domain,
        "mail.from_address": f"referee@{domain}",
        "smtp.host": host,
        "smtp.port": int(port) if port.isdecimal() else port,
    }
    Campaign.create(folder, values).close()
    say(f"The campaign lies in {folder}. Its settings are in {folder / 'referee.toml'}; look them through.")
    say(f"Next: referee --campaign {folder} doctor, then game create, seat add, game start, and serve.")
