"""Whether the resident service lives, asked from outside: for a health check, a timer, a monitor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from referee.service.campaign.campaign import Campaign
from referee.service.deadlines.outage import SERVICE
from referee.service.letters import disk
from referee.store import games, inbox, outbox, pulses
from referee.store.database import Transaction
from referee.store.tables import Status

DEAD = timedelta(minutes=2)
"""A service that lives writes its heartbeat down several times in this."""

UNREAD = timedelta(minutes=10)
"""A letter that came so long ago, and must wait for nothing, is not going to be read by itself."""

OVERDUE = timedelta(minutes=30)
"""A turn that is due for so long, and is not waited for on purpose, is not going to be adjudicated by itself."""


@dataclass(frozen=True)
class Health:
    """What was found: nothing wrong, or what is."""

    wrong: tuple[str, ...]
    seen: datetime | None

    @property
    def well(self) -> bool:
        """Whether all is well."""
        return not self.wrong


def health(campaign: Campaign) -> Health:
    """Look at heartbeats and sources of letters, and at work that is left undone: letters, turns, mail; change nothing.

    Work tells what a heartbeat cannot: a clock that was set back leaves one that seems to be of this moment.
    """
    now = campaign.clock.now()
    with campaign.store.reading() as tx:
        seen = pulses.pulses(tx).get(SERVICE)
        return Health(tuple(_wrong(campaign, tx, now, seen)), seen)


def _wrong(campaign: Campaign, tx: Transaction, now: datetime, seen: datetime | None) -> Iterator[str]:
    if seen is None:
        yield "The service has not run yet: referee serve"
    elif now - seen > DEAD:
        yield f"{no_sign_of_life(now - seen).removesuffix('.')}: referee serve"
    elif seen - now > DEAD:
        yield (
            f"The machine's clock was set back by {_spoken(seen - now)}, and the service has shown no sign of life "
            "since: referee serve"
        )
    came = inbox.first_to_read(tx)
    if came is not None and abs(now - came) > UNREAD:
        yield f"Letters wait to be read, the first for {_spoken(abs(now - came))}: referee serve"
    for row in pulses.unsettled(tx):
        if row.ended is None:
            yield f"Letters have not come in by {row.what} for {_spoken(now - row.began)}: referee doctor"
    for game in games.games(tx, Status.HELD):
        yield f"{game.name} is held: {game.hold_reason}"
    for game in games.games(tx, Status.RUNNING):
        if game.due_at is not None and now - game.due_at > OVERDUE:
            yield f"{game.name} is overdue for {_spoken(now - game.due_at)}: referee turn status {game.name}"
    stuck = outbox.overdue(tx, now - campaign.settings.outbox.alarm)
    if stuck:
        span = _spoken(now - stuck[0].made_at)
        yield f"{len(stuck)} mails wait to be sent, the oldest for {span}: referee mail outbox"
    if not disk.is_there(campaign):
        yield disk.words(campaign)


def no_sign_of_life(span: timedelta) -> str:
    """Say for how long nothing was seen of the service."""
    return f"The service has shown no sign of life for {_spoken(span)}."


def _spoken(span: timedelta) -> str:
    """Say a length of time roughly."""
    minutes = int(span.total_seconds()) // 60
    if minutes < 180:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 4320 else f"{span.days} days"
