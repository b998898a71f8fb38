"""Letters in: kept before they are acknowledged, with the time at which our mail server had them."""

from __future__ import annotations

from datetime import datetime

from referee.mail.fetched import Fetched, NotNow
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.logbook import log
from referee.service.letters import disk, envelope
from referee.service.letters.gate import Gate
from referee.store import inbox


def keep(
    campaign: Campaign,
    raw: bytes,
    *,
    sender: str,
    recipient: str,
    source: str,
    truncated: bool = False,
    arrived: datetime | None = None,
) -> tuple[int, bool]:
    """Keep a letter, committed when this returns; say its number and whether it is new.

    It came when our mail server had it, if that can be told: from its own header, or from ``arrived``, which a mailbox
    says. Whether it came in time for a deadline goes by that, so it is never later than now.
    """
    now = campaign.clock.now()
    received = envelope.received_at(raw, campaign.settings.intake.received_by, arrived or now, now)
    with campaign.store.writing() as tx:
        number, new = inbox.keep(
            tx,
            raw,
            sender=sender,
            recipient=recipient,
            source=source,
            received_at=received,
            kept_at=now,
            truncated=truncated,
        )
    log.info("kept", letter=number, new=new, source=source, bytes=len(raw))
    return number, new


def keep_fetched(campaign: Campaign, fetched: Fetched, source: str, gate: Gate | None = None) -> None:
    """Keep a letter from a mailbox, once for each address of ours that it was sent to.

    Raises `NoRoom` with the disk nearly full, and `NotNow` if the gate does not let it in now: then it stays there.
    """
    if not disk.is_there(campaign):
        raise disk.NoRoom("the disk is nearly full")
    sender, stays = envelope.sender_of(fetched.raw), False
    for recipient in envelope.recipients_of(fetched.raw, campaign.settings.mail):
        if gate is not None and not gate.admits(sender, recipient):
            stays = True
            continue
        _, new = keep(
            campaign,
            fetched.raw,
            sender=sender,
            recipient=recipient,
            source=source,
            truncated=fetched.truncated,
            arrived=fetched.arrived,
        )
        if gate is not None and new:
            gate.note(sender, recipient)
    if stays:
        raise NotNow("too many letters in an hour")
