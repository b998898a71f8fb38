"""What the service does by itself, done once by hand: letters taken from a pipe, read and sent, orders filed."""

import asyncio
from collections.abc import Sequence

from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.service.campaign.campaign import Campaign
from referee.service.intake.backlog import read_all
from referee.service.letters.envelope import recipients_of, sender_of
from referee.service.letters.keeping import keep, keep_fetched
from referee.service.letters.sources import Sources
from referee.service.players import orders
from referee.service.post.delivery import deliver, transports
from referee.store import inbox, mails
from referee.store.tables import Sending


@value
class Taken:
    """A letter that is safely kept."""

    letter: int
    """Its number."""
    new: bool
    """Whether it was not kept before."""
    truncated: bool
    """Whether only its beginning was kept."""


@value
class Read:
    """What came of reading the letters that wait."""

    read: int
    """How many were read."""
    waiting: int
    """How many wait on."""


@value
class Sent:
    """What came of sending what is due."""

    sent: int
    """How many mails were sent."""
    waiting: int
    """How many wait on."""


def take(campaign: Campaign, raw: bytes, *, sender: str | None, recipient: str) -> Taken:
    """Keep one letter; without the envelope's sender, that of its Return-Path or From counts.

    Without its recipient, those of its headers: each that has a key of its own gets one. The first is returned.
    """
    if not raw.strip():
        raise SetupError("There is no letter here. Give the whole letter, headers and all.")
    limits = campaign.settings.limits
    cut = len(raw) > limits.letter_bytes
    kept, sender = raw[: limits.kept_bytes] if cut else raw, sender_of(raw) if sender is None else sender
    taken = [
        keep(campaign, kept, sender=sender, recipient=one, source="pipe", truncated=cut)
        for one in ([recipient] if recipient else recipients_of(raw, campaign.settings.mail))
    ]
    number, new = taken[0][0], any(new for _, new in taken)
    return Taken(number, new, cut)


def fetch_waiting(campaign: Campaign) -> dict[str, int]:
    """Fetch what lies in the campaign's mailboxes now; return how many letters each gave. Raises `NotThere`."""
    sources = Sources(campaign.settings, lambda fetched, source: keep_fetched(campaign, fetched, source))
    return {source.name: source.once() for source in sources.all}


def read_waiting(campaign: Campaign) -> Read:
    """Read the letters that wait."""
    before = _unread(campaign)
    read_all(campaign)
    after = _unread(campaign)
    return Read(before - after, after)


def send_waiting(campaign: Campaign) -> Sent:
    """Send what is due in the outbox."""

    async def once() -> int:
        ways = transports(campaign)
        try:
            return await deliver(campaign, ways)
        finally:
            for way in ways:
                await way.close()

    sent = asyncio.run(once())
    with campaign.store.reading() as tx:
        return Sent(sent, mails.counts(tx)[Sending.QUEUED])


def _unread(campaign: Campaign) -> int:
    with campaign.store.reading() as tx:
        return len(inbox.to_read(tx, limit=100_000))


def send_orders(campaign: Campaign, game: str, seat: str, lines: Sequence[str]) -> orders.Checked:
    """File lines for a seat as if they had been mailed; the latest arrival counts."""
    read_all(campaign)
    return orders.send(campaign, game, seat, lines)
