"""Where a command works: the campaign's folder, and the campaign opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from referee.service.campaign.campaign import Campaign

FILE = "referee.toml"


@dataclass(frozen=True)
class Place:
    """The folder that was given, if one was, and which of its GMs is at work."""

    given: Path | None = None
    who: str = ""

    def folder(self) -> Path:
        """Return the campaign's folder; raises `SetupError` that says how to name one."""
        found = self.found()
        if found is None:
            from referee.engine.errors import SetupError

            raise SetupError(
                "There is no campaign here or above. Name its folder with --campaign DIR or REFEREE_CAMPAIGN, "
                "or make one: referee init DIR."
            )
        return found

    def found(self) -> Path | None:
        """Return the folder that was given, or this one or the nearest above it that holds a campaign, or nothing."""
        if self.given is not None:
            return self.given
        if Path(FILE).is_file():
            return Path()
        return next((above for above in Path.cwd().parents if (above / FILE).is_file()), None)


def place(ctx: typer.Context) -> Place:
    """Return where this command works."""
    found = ctx.find_root().obj
    return found if isinstance(found, Place) else Place()


@contextmanager
def opened(ctx: typer.Context) -> Iterator[Campaign]:
    """Open the campaign for one command, which logs warnings only."""
    from referee.service.campaign.campaign import Campaign
    from referee.service.campaign.logbook import write_log_later

    write_log_later("text", "warning")
    with Campaign.open(place(ctx).folder()) as campaign:
        if place(ctx).who:
            campaign.act_as(place(ctx).who)
        yield campaign
        if not all(campaign.broken.values()):
            from referee.service.post.lookout import tell_templates

            tell_templates(campaign)


@contextmanager
def opened_if_there(ctx: typer.Context) -> Iterator[Campaign | None]:
    """Open the campaign, for a command that wants none; nothing where there is none."""
    if place(ctx).found() is None:
        yield None
        return
    with opened(ctx) as campaign:
        yield campaign
