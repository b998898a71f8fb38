"""Whether the resident service lives, asked from outside: for a health check, a timer, a monitor."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from referee.engine.values import value
from referee.service.campaign.campaign import Campaign, Work
from referee.service.deadlines.outage import SERVICE, STARTED
from referee.service.letters import disk
from referee.store import actions, games, inbox, mails
from referee.store.tables import Status

DEAD = timedelta(minutes=2)
"""A service that lives writes its heartbeat down several times in this."""

UNREAD = timedelta(minutes=10)
"""A letter that came so long ago, and must wait for nothing, is not going to be read by itself."""

OVERDUE = timedelta(minutes=30)
"""A turn that is due for so long, and is not waited for on purpose, is not going to be adjudicated by itself."""


@value
class Health:
    """Whether the service lives and does its work."""

    ok: bool
    """Whether nothing is wrong."""
    seen: datetime | None
    """When the service last showed a sign of life."""
    starting: bool
    """Whether a service was started just now and has not come to its first heartbeat."""
    wrong: tuple[str, ...]
    """What is wrong."""


def health(campaign: Campaign) -> Health:
    """Look at heartbeats and sources of letters, and at work that is left undone: letters, turns, mail; change nothing.

    Work tells what a heartbeat cannot: a clock that was set back leaves one that seems to be of this moment.
    """
    with campaign.reading() as work:
        beats = actions.pulses(work.tx)
        seen, starts = beats.get(SERVICE), starting(beats, work.now)
        wrong = tuple(_wrong(work, seen, starts))
        return Health(not wrong, seen, starts, wrong)


def starting(beats: Mapping[str, datetime], now: datetime) -> bool:
    """Say whether a service was started just now whose first heartbeat is still to come."""
    seen, begun = beats.get(SERVICE), beats.get(STARTED)
    return begun is not None and abs(now - begun) <= DEAD and (seen is None or abs(now - seen) > DEAD)


def _wrong(work: Work, seen: datetime | None, starts: bool) -> Iterator[str]:
    if starts:
        pass
    elif seen is None:
        yield "The service has not run yet: referee serve"
    elif work.now - seen > DEAD:
        yield f"{no_sign_of_life(work.now - seen).removesuffix('.')}: referee serve"
    elif seen - work.now > DEAD:
        back = _spoken(seen - work.now)
        said = f"The machine's clock was set back by {back}, and the service has shown no sign of life since"
        yield f"{said}: referee serve"
    came = inbox.first_to_read(work.tx)
    if came is not None and abs(work.now - came) > UNREAD:
        yield f"Letters wait to be read, the first for {_spoken(abs(work.now - came))}: referee serve"
    for row in actions.unsettled_outages(work.tx):
        if row.ended is None:
            yield f"Letters have not come in by {row.what} for {_spoken(work.now - row.began)}: referee doctor"
    from referee.service.post import lookout  # all that writes letters comes with it

    for game in lookout.held(work.tx):
        yield f"{game.name} is held: {game.hold_reason}"
    for game in games.games(work.tx, Status.RUNNING):
        if game.due_at is not None and work.now - game.due_at > OVERDUE:
            yield f"{game.name} is overdue for {_spoken(work.now - game.due_at)}: referee turn status {game.name}"
    stuck = mails.overdue(work.tx, work.now - work.campaign.settings.outbox.alarm)
    if stuck:
        span = _spoken(work.now - stuck[0].made_at)
        yield f"{len(stuck)} mails wait to be sent, the oldest for {span}: referee mail outbox"
    if not disk.has_room(work.campaign):
        yield disk.short_of_room(work.campaign)


def no_sign_of_life(span: timedelta) -> str:
    """Say for how long nothing was seen of the service."""
    return f"The service has shown no sign of life for {_spoken(span)}."


def _spoken(span: timedelta) -> str:
    minutes = int(span.total_seconds()) // 60
    if minutes < 180:
        return f"{minutes} minutes"
    return f"{minutes // 60} hours" if minutes < 4320 else f"{span.days} days"
