"""What is kept no longer: letters as they came, mails as they left, people who never came in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import col, or_, select

from referee.store.database import Transaction
from referee.store.tables import (
    Asked,
    BounceRow,
    ConfirmationRow,
    GameRow,
    LetterRow,
    MailRow,
    PulseRow,
    Reading,
    Sending,
    Status,
)

WHAT = "keeping"
DAY = timedelta(days=1)


def due(tx: Transaction, now: datetime) -> bool:
    """Say whether a day has passed since it was last looked at, or the clock was set back since."""
    row = tx.get(PulseRow, WHAT)
    return row is None or row.at + DAY <= now or row.at > now


def done(tx: Transaction, now: datetime) -> None:
    """Note that it was looked at."""
    row = tx.get(PulseRow, WHAT) or PulseRow(what=WHAT, at=now)
    row.at = now
    tx.add(row)
    tx.flush()


def letters(tx: Transaction, before: datetime) -> int:
    """Let go of letters as they came, whose games ended before then, and of those of no game; return how many.

    What became of them stays.
    """
    over = select(GameRow.id).where(GameRow.status == Status.OVER, col(GameRow.ended_at) < before)
    of_none = col(LetterRow.game).is_(None) & col(LetterRow.player).is_not(None)
    old = or_(col(LetterRow.game).in_(over), of_none & (col(LetterRow.received_at) < before))
    blank = update(LetterRow).where(old, col(LetterRow.state) == Reading.DONE, col(LetterRow.raw) != b"")
    return tx.exec(blank.values(raw=b"", envelope_sender="", message_id="", note="")).rowcount


def strangers(tx: Transaction, before: datetime) -> int:
    """Delete letters of people we do not know that came before then, and codes that nobody answered."""
    old = select(LetterRow.id).where(
        col(LetterRow.player).is_(None), LetterRow.state == Reading.DONE, LetterRow.received_at < before
    )
    for row in (ConfirmationRow, BounceRow):
        tx.exec(update(row).where(col(row.letter).in_(old)).values(letter=None))
    kept = (col(ConfirmationRow.what) == Asked.OBSERVE) & col(ConfirmationRow.used_at).is_not(None)
    tx.exec(delete(ConfirmationRow).where(col(ConfirmationRow.expires_at) < before, ~kept))
    return tx.exec(delete(LetterRow).where(col(LetterRow.id).in_(old))).rowcount


def mails(tx: Transaction, before: datetime) -> int:
    """Let go of what the outbox knows of mails whose games ended before then; their Message-IDs stay taken."""
    over = select(GameRow.id).where(GameRow.status == Status.OVER, col(GameRow.ended_at) < before)
    old = col(MailRow.game).in_(over) | (col(MailRow.game).is_(None) & (col(MailRow.made_at) < before))
    blank = update(MailRow).where(old, col(MailRow.state) != Sending.QUEUED, col(MailRow.leased_by).is_(None))
    blank = blank.where(or_(col(MailRow.headers) != {}, col(MailRow.body).is_not(None)))
    values: dict[str, Any] = {"subject": None, "body": None, "headers": {}, "address": None, "answer": "", "error": ""}
    return tx.exec(blank.values(**values)).rowcount
