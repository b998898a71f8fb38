"""Reading a letter's text with the limits of the settings, in the process that may be killed."""

from __future__ import annotations

from referee.mail import worker
from referee.mail.bounce import Bounce
from referee.mail.letter import Letter, Limits
from referee.service.campaign.campaign import Campaign


def limits_of(campaign: Campaign) -> Limits:
    """Return what a letter may cost us, as the settings say."""
    return Limits(size=campaign.settings.limits.letter_bytes, text=campaign.settings.limits.text_bytes)


def returned(campaign: Campaign, raw: bytes, sent_to: str) -> Bounce | None:
    """Read what came to the return path of a mail; None if it reports no trouble, or breaks its reader.

    Raises `NoWorker`.
    """
    limits = campaign.settings.limits
    return worker.shared(limits.parse_time, limits.parse_bytes).bounce(raw, sent_to=sent_to, limits=limits_of(campaign))


def parsed(campaign: Campaign, raw: bytes, mail_from: str | None = None) -> Letter:
    """Read any bytes whatever; a letter that hangs or breaks its reader is broken. Raises `NoWorker`."""
    limits = campaign.settings.limits
    reader = worker.shared(limits.parse_time, limits.parse_bytes)
    return reader.read(raw, limits=limits_of(campaign), mail_from=mail_from)
