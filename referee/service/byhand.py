"""What the service does by itself, done once by hand: letters taken from a pipe, read, and sent."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr

from referee.engine.errors import SetupError
from referee.mail.scan import Limits, head
from referee.service.campaign import Campaign
from referee.service.deadline import zone_named
from referee.service.deliver import deliver, transports
from referee.service.receive import keep, read_all
from referee.store import inbox, outbox
from referee.store.tables import Sending

SPAN = re.compile(r"\+(\d{1,5})\s*([mhd])")
UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@dataclass(frozen=True)
class Taken:
    """A letter that is safely kept: its number, whether it is new, whether only its beginning was kept."""

    letter: int
    new: bool
    truncated: bool


def take(campaign: Campaign, raw: bytes, *, sender: str | None, recipient: str) -> Taken:
    """Keep one letter; without the envelope's sender, that of its Return-Path or From counts."""
    if not raw.strip():
        raise SetupError("There is no letter here. Give the whole letter, headers and all.")
    limits = campaign.settings.limits
    cut = len(raw) > limits.letter_bytes
    number, new = keep(
        campaign,
        raw[: limits.kept_bytes] if cut else raw,
        sender=written_by(raw) if sender is None else sender,
        recipient=recipient,
        source="pipe",
        truncated=cut,
    )
    return Taken(number, new, cut)


def written_by(raw: bytes) -> str:
    """Return the address in Return-Path ('' for the null sender), else that in From."""
    top = head(raw, Limits())
    paths = top.all("return-path")
    return parseaddr(paths[0] if paths else top.first("from"))[1]


def read_waiting(campaign: Campaign) -> tuple[int, int]:
    """Read the letters that wait; return how many were read, and how many wait on."""
    before = _unread(campaign)
    read_all(campaign)
    after = _unread(campaign)
    return before - after, after


def send_waiting(campaign: Campaign) -> tuple[int, int]:
    """Send what is due in the outbox; return how many mails were sent, and how many wait on."""

    async def once() -> int:
        ways = transports(campaign)
        try:
            return await deliver(campaign, ways)
        finally:
            for way in ways:
                await way.close()

    sent = asyncio.run(once())
    with campaign.store.reading() as tx:
        return sent, outbox.counts(tx)[Sending.QUEUED]


def moment_from(text: str, zone: str, now: datetime) -> datetime:
    """Read a moment: ``2026-12-01 20:00`` on a zone's wall clock, or ``+12h`` from now; raises `SetupError`."""
    if span := SPAN.fullmatch(text.strip().lower()):
        return now + timedelta(**{UNITS[span[2]]: int(span[1])})
    try:
        local = datetime.fromisoformat(text.strip())
    except ValueError:
        raise SetupError(f"I cannot read the time {text!r}. Write, for instance, 2026-12-01 20:00 or +12h.") from None
    aware = local if local.tzinfo is not None else local.replace(tzinfo=zone_named(zone))
    return aware.astimezone(UTC)


def _unread(campaign: Campaign) -> int:
    with campaign.store.reading() as tx:
        return len(inbox.to_read(tx, limit=100_000))
