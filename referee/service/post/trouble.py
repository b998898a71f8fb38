"""Telling the GM that something needs their eye, outside of any game."""

import traceback
from collections.abc import Sequence
from pathlib import Path

from referee.engine.audience import GM
from referee.mail.address import new_token
from referee.mail.outgoing import Automatic, message_id
from referee.reports.desk_pages import GmAlarmPage
from referee.reports.parts import Head, Kind
from referee.service.campaign.campaign import Work
from referee.service.post.blotting import clean
from referee.store import games, inbox, mails, outbox
from referee.store.errors import Busy, DiskFull, Unwritable
from referee.store.reports import Envelope

PASSING = (Busy, DiskFull, Unwritable)
"""What is the matter with the database, and neither with a letter nor with a game: the next round tries again."""


def place(error: BaseException) -> str:
    """Say what kind of error it was and where; never its text, which may hold a hand or a player's own words."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    steps = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
    return f"{type(error).__name__} at {' < '.join(steps)}"


def tell_gm(work: Work, what: str, why: str, remedy: str) -> None:
    """Put an alarm to every GM into the outbox."""
    tell_gm_all(work, what, (why,), (remedy,))


def tell_gm_all(work: Work, what: str, details: Sequence[str], remedies: Sequence[str]) -> None:
    """Put an alarm with several things to say to every GM into the outbox.

    Where there is one game to be played, its desk reads the answers.
    """
    now, settings = work.now, work.campaign.settings
    headers = {"automatic": Automatic.GENERATED.value} | _key(work)
    head = Head(settings.campaign.name, GM, now, settings.campaign.time_zone.key)
    page = GmAlarmPage(head, what, tuple(details), tuple(remedies))
    letter = clean(work.tx, work.campaign.any_kit().writer.write(page))
    for address in settings.campaign.gms:
        number = mails.next_number(work.tx, Kind.GM_ALARM.value)
        identity = message_id(
            work.campaign.mark(work.tx), "campaign", 0, GM, Kind.GM_ALARM.value, number, settings.mail.domain
        )
        envelope = Envelope(message_id=identity, headers=headers, address=address)
        outbox.post(
            work.tx, envelope, kind=Kind.GM_ALARM.value, subject=letter.subject, body=letter.body, made_at=now,
            document=letter.data,
        )  # fmt: skip


def _key(work: Work) -> dict[str, str]:
    """Return the header with the GM's key to the one game that is not over; none where there are more, or no game."""
    row = games.only_one(work.tx)
    if row is None:
        return {}
    game, step = row.id, row.step + 1
    key = inbox.living_token(work.tx, game, GM, step)
    key = key or inbox.give_token(work.tx, new_token(), game=game, seat=GM, step=step, player=None, at=work.now)
    return {"token": key.token}
