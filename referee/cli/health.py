"""`referee health`: does the resident service live?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli.output import Shown, at, say, verb

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign
    from referee.service.upkeep.health import Health

app = verb()


@app.command(example="--campaign autumn health")
def health(campaign: Campaign) -> Shown[Health]:
    """Say whether the service lives, letters come in, and mail goes out. Exit code 1 if not; nothing is changed.

    It is made for a timer, a container's health check or a monitor; `referee doctor` looks closer.
    """
    from referee.service.upkeep.health import health as look

    found, zone = look(campaign), campaign.zone()
    said = list(found.wrong)
    if found.starting:
        said.append("The service is starting.")
    elif found.ok:
        said.append(f"All is well; the service was seen {at(found.seen, zone)}.")
    return Shown(found, lambda: say("\n".join(said)), int(not found.ok))
