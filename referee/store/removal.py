"""What is taken out of the database: what is old, and what is known of a person who asks for that."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, update
from sqlmodel import SQLModel, col, or_, select

from referee.store.actions import GONE
from referee.store.database import Transaction
from referee.store.orders import packed_sheet
from referee.store.sqlite import given, listed
from referee.store.tables import (
    AbsenceRow,
    AddressRow,
    BallotRow,
    BounceRow,
    CalendarRow,
    ConfirmationRow,
    GameRow,
    LetterRow,
    MailRow,
    Matter,
    ObserverRow,
    OrdersRow,
    PlayerRow,
    PressRow,
    PulseRow,
    Reading,
    ReportRow,
    RulingRow,
    SeatRow,
    Sending,
    StandbyRow,
    Status,
    UndoneRow,
    VoteRow,
)
from referee.store.tables.columns import packed

WHAT = "keeping"
DAY = timedelta(days=1)
FORGOTTEN = "forgotten"

IDLE = col(MailRow.state) != Sending.QUEUED, col(MailRow.leased_by).is_(None)
"""Mails with which nothing is being done."""


def sweep_due(tx: Transaction, now: datetime) -> bool:
    """Say whether a day has passed since it was last looked at, or the clock was set back since."""
    row = tx.at(PulseRow, WHAT)
    return row is None or row.at + DAY <= now or row.at > now


def note_sweep(tx: Transaction, now: datetime) -> None:
    """Note that it was looked at."""
    row = tx.at(PulseRow, WHAT) or PulseRow(what=WHAT, at=now)
    row.at = now
    tx.save(row)


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


def sweep_strangers(tx: Transaction, before: datetime) -> int:
    """Delete letters of people we do not know that came before then, and codes that nobody answered."""
    old = select(LetterRow.id).where(
        col(LetterRow.player).is_(None), LetterRow.state == Reading.DONE, LetterRow.received_at < before
    )
    for row in (ConfirmationRow, BounceRow):
        tx.exec(update(row).where(col(row.letter).in_(old)).values(letter=None))
    kept = (col(ConfirmationRow.what) == Matter.OBSERVE) & col(ConfirmationRow.used_at).is_not(None)
    tx.exec(delete(ConfirmationRow).where(col(ConfirmationRow.expires_at) < before, ~kept))
    return tx.exec(delete(LetterRow).where(col(LetterRow.id).in_(old))).rowcount


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


def addresses_ever(tx: Transaction, player: int) -> list[str]:
    """List every address that a player has or had, asked for, or seems to have written from; nobody else's."""
    rows = tx.exec(select(AddressRow).where(AddressRow.player == player)).all()
    asked = tx.exec(select(ConfirmationRow).where(ConfirmationRow.player == player)).all()
    known = [text for row in rows for text in (row.address, row.normal)]
    known += [text for row in asked for text in (row.address, str(row.details.get("written", "")))]
    letters = select(LetterRow.envelope_sender, LetterRow.note).where(LetterRow.player == player)
    known += [text for row in tx.exec(letters) for text in row if "@" in text and " " not in text]
    others = {one.lower() for one in tx.exec(select(AddressRow.normal).where(AddressRow.player != player))}
    return [text for text in dict.fromkeys(known) if text and text.lower() not in others]


def forget(tx: Transaction, row: PlayerRow, at: datetime) -> None:
    """Take a person out: everything that holds an address of theirs, and all that only they wrote or got."""
    known = addresses_ever(tx, row.id)
    _letters(tx, row.id, known)
    _mails(tx, row.id, known)
    _reports(tx, known)
    _words(tx, known)
    _rulings(tx, known)
    _votes(tx, row.id)
    tx.exec(delete(ConfirmationRow).where(or_(_is(ConfirmationRow.player, row.id), _among(known))))
    ids = select(AddressRow.id).where(AddressRow.player == row.id)
    tx.exec(update(BounceRow).where(col(BounceRow.address).in_(ids)).values(address=None, said=""))
    for bounce in tx.exec(select(BounceRow)):
        bounce.said = str(_without(bounce.said, known))
        tx.add(bounce)
    tx.exec(update(MailRow).where(col(MailRow.sent_to).in_(ids)).values(sent_to=None))
    for table in (AbsenceRow, StandbyRow, ObserverRow, CalendarRow):
        tx.exec(delete(table).where(_is(table.player, row.id)))
    tx.exec(delete(AddressRow).where(_is(AddressRow.player, row.id)))
    tx.exec(update(SeatRow).where(_is(SeatRow.player, row.id)).values(proved_at=None))
    row.name, row.zone, row.leads, row.quiet, row.forgotten_at = FORGOTTEN, "UTC", [], "", at
    tx.save(row)


def _is(column: object, value: int) -> ColumnElement[bool]:
    return col(column) == value


def _among(known: Collection[str]) -> ColumnElement[bool]:
    return col(ConfirmationRow.address).in_([address.lower() for address in known])


def _holds(text: str, known: Collection[str]) -> bool:
    folded = text.casefold()
    return any(address.casefold() in folded for address in known)


def _letters(tx: Transaction, player: int, known: Collection[str]) -> None:
    """Empty a person's letters, and any other that holds an address of theirs; that and when they came stays."""
    for row in tx.exec(select(LetterRow)):
        raw = row.raw.decode("utf-8", "replace")
        if row.player == player or _holds(f"{row.envelope_sender} {row.note} {row.message_id} {raw}", known):
            row.raw, row.envelope_sender, row.note, row.message_id = b"", "", "", ""
            tx.save(row)


def _mails(tx: Transaction, player: int, known: Collection[str]) -> None:
    for row in tx.exec(select(MailRow)):
        held = f"{row.address} {row.headers} {row.subject} {row.body} {row.document} {row.answer} {row.error}"
        if row.player == player or _holds(held, known):
            row.address, row.headers, row.answer, row.error = None, {}, "", ""
            row.subject = row.body = row.document = None if row.report is not None else ""
            row.player = player  # so that nothing of it can ever follow the seat
            tx.save(row)


def _words(tx: Transaction, known: Collection[str]) -> None:
    """Take a person's addresses out of what seats wrote: lines of their letters, and press."""
    for press in tx.exec(select(PressRow)):
        if _holds(press.body, known):
            press.body = str(_without(press.body, known))
            tx.add(press)
    for row in tx.exec(select(OrdersRow)):
        if _holds(str(row.sheet), known):
            lines = [{key: _without(value, known) for key, value in line.items()} for line in row.sheet]
            row.packed_sheet = packed_sheet(lines, row.on_file)
            tx.save(row)


def _rulings(tx: Transaction, known: Collection[str]) -> None:
    """Take a person's addresses out of what the GM said: rulings, and why a game was held or a turn taken back."""
    said: tuple[tuple[type[SQLModel], tuple[str, ...]], ...] = (
        (RulingRow, ("text", "reason")), (UndoneRow, ("reason",)), (GameRow, ("hold_reason", "anew"))
    )  # fmt: skip
    for table, names in said:
        for row in tx.exec(select(table)):
            for name in names:
                if _holds(getattr(row, name), known):
                    setattr(row, name, _without(getattr(row, name), known))
                    tx.save(row)


def _votes(tx: Transaction, player: int) -> None:
    """Let go of a person's secret votes in games that are over; in others a turn may be played anew with them."""
    over = select(GameRow.id).where(GameRow.status == Status.OVER)
    mine = select(SeatRow).where(_is(SeatRow.player, player), col(SeatRow.game).in_(over))
    for seat in tx.exec(mine):
        of_game = select(BallotRow.id).where(BallotRow.game == seat.game)
        tx.exec(delete(VoteRow).where(col(VoteRow.ballot).in_(of_game), col(VoteRow.seat) == seat.name))


def _without(value: Any, known: Collection[str]) -> Any:
    """Return a text without these addresses; anything else as it is."""
    if not isinstance(value, str):
        return value
    for address in sorted(known, key=len, reverse=True):
        value = re.sub(re.escape(address), GONE, value, flags=re.IGNORECASE)
    return value


def _reports(tx: Transaction, known: Collection[str]) -> None:
    """Empty letters of ours that name an address of theirs; none that is part of a step does."""
    for row in tx.exec(select(ReportRow).where(col(ReportRow.of_step).is_(None))):
        if _holds(f"{row.subject} {row.body} {row.document}", known):
            row.subject, row.packed_body, row.document = "", packed(b""), ""
            tx.save(row)
