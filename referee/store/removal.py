"""What is old is taken out of the database: looked for while others may write, and then let go in portions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import col, or_, select

from referee.store.actions import beat
from referee.store.database import Transaction
from referee.store.sqlite import given, listed
from referee.store.tables import (
    BounceRow,
    ConfirmationRow,
    GameRow,
    LetterRow,
    MailRow,
    Matter,
    PulseRow,
    Reading,
    Sending,
    Status,
)

WHAT = "keeping"
DAY = timedelta(days=1)

IDLE = col(MailRow.state) != Sending.QUEUED, col(MailRow.leased_by).is_(None)
"""Mails with which nothing is being done."""


def sweep_due(tx: Transaction, now: datetime) -> bool:
    """Say whether a day has passed since it was last looked at, or the clock was set back since."""
    row = tx.at(PulseRow, WHAT)
    return row is None or row.at + DAY <= now or row.at > now


def note_sweep(tx: Transaction, now: datetime) -> None:
    """Note that it was looked at."""
    beat(tx, WHAT, now)


def letters_to_sweep(tx: Transaction, before: datetime) -> list[int]:
    """Name the letters, still kept as they came, whose games ended before then, and such of no game.

    It goes through all letters of games that are over, so it is asked while others may write.
    """
    over = select(GameRow.id).where(GameRow.status == Status.OVER, col(GameRow.ended_at) < before)
    of_none = col(LetterRow.game).is_(None) & col(LetterRow.player).is_not(None)
    old = or_(col(LetterRow.game).in_(over), of_none & (col(LetterRow.received_at) < before))
    whole = select(LetterRow.id).where(old, LetterRow.state == Reading.DONE, col(LetterRow.raw) != b"")
    return list(tx.exec(whole))


def sweep_letters(tx: Transaction, letters: Iterable[int]) -> int:
    """Let go of these letters as they came, but of one that is being read; return how many. What became of it stays."""
    blank = update(LetterRow).where(col(LetterRow.id).in_(listed("letters")), col(LetterRow.state) == Reading.DONE)
    values = {"raw": b"", "envelope_sender": "", "message_id": "", "note": ""}
    return tx.exec(blank.values(**values), params={"letters": given(letters)}).rowcount


def strangers_to_sweep(tx: Transaction, before: datetime) -> list[int]:
    """Name the letters of people we do not know that came before then; it goes through all that are nobody's."""
    old = col(LetterRow.player).is_(None), LetterRow.state == Reading.DONE, LetterRow.received_at < before
    return list(tx.exec(select(LetterRow.id).where(*old)))


def sweep_strangers(tx: Transaction, letters: Iterable[int]) -> int:
    """Delete these letters, but one that has become somebody's meanwhile or is read anew; return how many."""
    named, these = col(LetterRow.id).in_(listed("letters")), {"letters": given(letters)}
    still = select(LetterRow.id).where(named, col(LetterRow.player).is_(None), LetterRow.state == Reading.DONE)
    gone = {"letters": given(tx.exec(still, params=these))}
    for row in (ConfirmationRow, BounceRow):
        tx.exec(update(row).where(col(row.letter).in_(listed("letters"))).values(letter=None), params=gone)
    return tx.exec(delete(LetterRow).where(named), params=gone).rowcount


def codes_to_sweep(tx: Transaction, before: datetime) -> list[str]:
    """Name the codes whose time was over before then, but those by which somebody ends that they look on."""
    kept = (col(ConfirmationRow.what) == Matter.OBSERVE) & col(ConfirmationRow.used_at).is_not(None)
    return list(tx.exec(select(ConfirmationRow.code).where(col(ConfirmationRow.expires_at) < before, ~kept)))


def sweep_codes(tx: Transaction, codes: Iterable[str]) -> int:
    """Delete these codes; return how many."""
    of_these = delete(ConfirmationRow).where(col(ConfirmationRow.code).in_(listed("codes")))
    return tx.exec(of_these, params={"codes": given(codes)}).rowcount


def mails_to_sweep(tx: Transaction, before: datetime) -> list[int]:
    """Name the mails of which more is kept than need be, whose games ended before then, and such of no game.

    It goes through all mails of games that are over, so it is asked while others may write.
    """
    over = select(GameRow.id).where(GameRow.status == Status.OVER, col(GameRow.ended_at) < before)
    old = col(MailRow.game).in_(over) | (col(MailRow.game).is_(None) & (col(MailRow.made_at) < before))
    whole = or_(col(MailRow.headers) != {}, col(MailRow.body).is_not(None))
    return list(tx.exec(select(MailRow.id).where(old, *IDLE, whole)))


def sweep_mails(tx: Transaction, mails: Iterable[int]) -> int:
    """Let go of what the outbox knows of these mails, but of one that is being sent; their Message-IDs stay taken."""
    blank = update(MailRow).where(col(MailRow.id).in_(listed("mails")), *IDLE)
    values: dict[str, Any] = dict.fromkeys(("subject", "body", "document", "address"))
    values |= {"headers": {}, "answer": "", "error": ""}
    return tx.exec(blank.values(**values), params={"mails": given(mails)}).rowcount
