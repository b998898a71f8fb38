"""Reading a letter's text with the limits of the settings, in the process that may be killed."""

from __future__ import annotations

from referee.mail import worker
from referee.mail.letter import Letter, Limits
from referee.service.campaign import Campaign


def limits_of(campaign: Campaign) -> Limits:
    """Return what a letter may cost us, as the settings say."""
    return Limits(size=campaign.settings.limits.letter_bytes, text=campaign.settings.limits.text_bytes)


def parsed(campaign: Campaign, raw: bytes, mail_from: str | None = None) -> Letter:
    """Read any bytes whatever; a letter that hangs or breaks its reader is broken. Raises `NoWorker`."""
    limits = campaign.settings.limits
    reader = worker.shared(limits.parse_time, limits.parse_bytes)
    return reader.read(raw, limits=limits_of(campaign), mail_from=mail_from)
