"""A person is taken out of the database, in portions that keep nobody waiting and may be cut off anywhere.

From the first on they count as forgotten, and nothing goes to them. The others look through what was written for words
that hold an address of theirs; a row says how far that has come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, tuple_, update
from sqlalchemy import select as select_columns
from sqlmodel import col, func, or_, select

from referee.engine.audience import GM
from referee.store.actions import GONE
from referee.store.database import Transaction
from referee.store.orders import packed_sheet
from referee.store.outbox import QUEUED
from referee.store.sqlite import given, listed
from referee.store.tables import (
    AbsenceRow,
    AddressRow,
    BallotRow,
    BounceRow,
    CalendarRow,
    ConfirmationRow,
    ForgettingRow,
    GameRow,
    LetterRow,
    MailRow,
    ObserverRow,
    OrdersRow,
    PlayerRow,
    PressRow,
    Reading,
    ReportRow,
    RulingRow,
    SeatRow,
    Sending,
    StandbyRow,
    Status,
    TokenRow,
    UndoneRow,
    VoteRow,
)
from referee.store.tables.columns import packed

FORGOTTEN = "forgotten"

LOOKED_AT, CHANGED = 1000, 100
"""So many rows a portion looks at, while others may write, and so many at most it changes while they wait."""

AT_ONCE = 50
"""So many rows are in memory at once: a letter may be large."""


class Traces(NamedTuple):
    """What a person is known by: their addresses, and the codes that were sent to these."""

    addresses: tuple[str, ...]
    codes: tuple[str, ...]


class Portion(NamedTuple):
    """What was found in one portion: rows of a table to be changed, and what is left to look through then."""

    ids: list[int]
    left: dict[str, int]
    after: int


def traces(tx: Transaction, player: int) -> Traces:
    """Find what a person is known by. It goes through all addresses and codes, so it is asked while others may write.

    Their addresses are those that they have or had, asked for, or seem to have written from; and nobody else's.
    """
    rows, asked = tx.having(AddressRow, player=player), tx.having(ConfirmationRow, player=player)
    known = [text for row in rows for text in (row.address, row.normal)]
    known += [text for row in asked for text in (row.address, str(row.details.get("written", "")))]
    letters = select(LetterRow.envelope_sender, LetterRow.note).where(LetterRow.player == player)
    known += [text for row in tx.exec(letters) for text in row if "@" in text and " " not in text]
    others = {one.lower() for one in tx.exec(select(AddressRow.normal).where(AddressRow.player != player))}
    addresses = tuple(text for text in dict.fromkeys(known) if text and text.lower() not in others)
    codes = select(ConfirmationRow.code).where(col(ConfirmationRow.address).in_([one.lower() for one in addresses]))
    return Traces(addresses, tuple(tx.exec(codes)))


def begin(tx: Transaction, row: PlayerRow, known: Traces, at: datetime) -> None:
    """Let a person count as forgotten from now on: nothing goes to them, nobody finds them, and their keys are dead.

    Their secret votes in games that are over go, too; in others a turn may be played anew with them.
    """
    since = tx.having(AddressRow, player=row.id, removed_at=None)  # one may have come since their traces were found
    texts = list(dict.fromkeys((*known.addresses, *(text for one in since for text in (one.address, one.normal)))))
    of = tx.save(ForgettingRow(player=row.id, name=row.name, known=texts, left=_ends(tx, PARTS), at=at))
    for table in (AbsenceRow, StandbyRow, ObserverRow, CalendarRow, ConfirmationRow):
        tx.exec(delete(table).where(col(table.player) == row.id))
    to_them = delete(ConfirmationRow).where(col(ConfirmationRow.code).in_(listed("codes")))
    tx.exec(to_them, params={"codes": given(known.codes)})
    theirs = select(AddressRow.id).where(AddressRow.player == row.id)
    came_back = update(BounceRow).where(col(BounceRow.address).in_(theirs))
    tx.exec(came_back.values(said="", cleared_at=func.coalesce(BounceRow.cleared_at, at)))
    gone = update(AddressRow).where(col(AddressRow.player) == row.id)
    tx.exec(gone.values(address="", normal="", removed_at=func.coalesce(AddressRow.removed_at, at)))
    seats = update(SeatRow).where(col(SeatRow.player) == row.id)
    keys = update(TokenRow).where(col(TokenRow.player) == row.id)
    tx.exec(seats.values(proved_at=None, vacant_since=func.coalesce(SeatRow.vacant_since, at)))
    tx.exec(keys.values(dead_at=func.coalesce(TokenRow.dead_at, at)))
    lower = [one.lower() for one in texts]
    to_whom = or_(col(MailRow.player) == row.id, func.lower(MailRow.address).in_(lower))
    for mail in tx.exec(select(MailRow).where(QUEUED, to_whom)):
        _without_mail(tx, mail, of)
    tx.exec(delete(VoteRow).where(tuple_(col(VoteRow.ballot), col(VoteRow.seat)).in_(_secret_votes(row.id))))
    row.name, row.zone, row.leads, row.quiet, row.forgotten_at = FORGOTTEN, "UTC", [], "", at
    tx.save(row)


def _ends(tx: Transaction, names: Iterable[str]) -> dict[str, int]:
    """Return the newest row there is now of each of these parts."""
    return {name: tx.exec(select(func.coalesce(func.max(PARTS[name].table.id), 0))).one() for name in names}


def _secret_votes(player: int) -> Select[int, str]:
    in_game = col(SeatRow.game) == col(BallotRow.game), col(GameRow.id) == col(BallotRow.game)
    query = select_columns(col(BallotRow.id), col(SeatRow.name)).where(*in_game)
    return query.where(col(SeatRow.player) == player, col(GameRow.status) == Status.OVER)


def under_way(tx: Transaction) -> list[ForgettingRow]:
    """List those who are being forgotten."""
    return tx.having(ForgettingRow)


def find(tx: Transaction, player: int) -> ForgettingRow | None:
    """Say how far it has come with one person; None if it has not begun, or is done."""
    return tx.at(ForgettingRow, player)


def take_up(tx: Transaction, player: int, at: datetime) -> None:
    """Note that somebody goes on with one person."""
    row = find(tx, player)
    if row is not None:
        row.at = at
        tx.save(row)


def look(tx: Transaction, row: ForgettingRow) -> Portion:
    """Look through the next rows for what is to be taken out, while others may write."""
    name, last = _next(row), row.after
    part, column = PARTS[name], col(PARTS[name].table.id)
    query = select(part.table).where(column > last, column <= row.left[name]).order_by(column).limit(LOOKED_AT)
    found, looked = list[int](), 0
    for one in tx.exec(query.execution_options(yield_per=AT_ONCE)):
        last, looked = one.id, looked + 1
        if part.holds(one, row):
            found.append(one.id)
        if len(found) == CHANGED or looked == LOOKED_AT:
            return Portion(found, row.left, last)
    return Portion(found, {other: end for other, end in row.left.items() if other != name}, 0)


def take_out(tx: Transaction, row: ForgettingRow, portion: Portion, at: datetime) -> None:
    """Change what a look has found, and note how far it has come; nothing if another has done so meanwhile.

    When all letters have been looked through, what has come of them meanwhile belongs to the rest: one of them was
    read, perhaps, before the address was out of it. Of who has been looked for everywhere only the number stays, until
    the file is written anew.
    """
    now = find(tx, row.player)
    if now is None or (now.left, now.after) != (row.left, row.after):
        return
    name = _next(row)
    part = PARTS[name]
    for number in portion.ids:
        if (one := tx.at(part.table, number)) is not None:
            part.clean(tx, one, now)
            tx.save(one)
    now.left, now.after, now.at = portion.left, portion.after, at
    if name == LETTERS and name not in now.left:
        now.left = _ends(tx, now.left)
    if not now.left:
        now.name, now.known = "", []
    tx.save(now)


def _next(row: ForgettingRow) -> str:
    return next(name for name in PARTS if name in row.left)


def end(tx: Transaction, player: int) -> None:
    """Note that nothing is left of a person."""
    row = find(tx, player)
    if row is not None:
        tx.delete(row)


class Part(NamedTuple):
    """A table that is looked through: which rows hold something of a person, and how that is taken out."""

    table: Any
    holds: Callable[[Any, ForgettingRow], bool]
    clean: Callable[[Transaction, Any, ForgettingRow], None]


ESCAPED = r"(?<=[=%][\da-fA-F]{2})|(?<=\\[nrt])|(?<=\\x[\da-f]{2})|(?<=\\u[\da-f]{4})"
"""Behind a sign as quoted-printable letters, links, JSON and Python write it out, whose last letter is none of ours."""


@lru_cache(16)
def _written(known: tuple[str, ...]) -> re.Pattern[str]:
    """Find these addresses, but not at the end of a longer one, which is another's, nor at the beginning of a word.

    In doubt it is theirs: people write endings of their language, hyphens and full stops right behind an address.
    """
    begin, end = rf"(?:(?<![A-Za-z\d])(?<![A-Za-z\d][._+-])|{ESCAPED})", r"(?![A-Za-z\d])"
    longest_first = sorted(known, key=len, reverse=True)
    return re.compile(f"{begin}(?:{'|'.join(map(re.escape, longest_first))}){end}", re.IGNORECASE)


def _holds(text: str, known: Collection[str]) -> bool:
    folded = text.casefold()
    return any(one.casefold() in folded for one in known) and _written(tuple(known)).search(text) is not None


def _without(value: Any, known: Collection[str]) -> Any:
    """Return plain data without these addresses in its texts."""
    match value:
        case str():
            return _written(tuple(known)).sub(GONE, value) if known else value
        case dict():
            return {key: _without(one, known) for key, one in value.items()}
        case list():
            return [_without(one, known) for one in value]
        case _:
            return value


def _without_them(row: Any, of: ForgettingRow, *names: str) -> None:
    """Take addresses out of the words in these columns; the other words stay."""
    for name in names:
        setattr(row, name, _without(getattr(row, name), of.known))


def _spoken(table: Any, *names: str) -> Part:
    """Let addresses be taken out of the words in these columns."""
    return Part(
        table,
        lambda row, of: any(_holds(getattr(row, name), of.known) for name in names),
        lambda _, row, of: _without_them(row, of, *names),
    )


def _without_letter(_: Transaction, row: LetterRow, of: ForgettingRow) -> None:
    """Empty a letter; of somebody else's that waits to be read, or for the GM, the other words stay.

    One whose reading has begun is read anew, as it is then.
    """
    if row.state is Reading.DONE or row.player == of.player or _holds(row.envelope_sender, of.known):
        row.raw, row.envelope_sender, row.note, row.message_id = b"", "", "", ""
        return
    row.state = Reading.STORED if row.state is Reading.READ else row.state
    _without_them(row, of, "note", "message_id")
    row.raw = _without(row.raw.decode("utf-8", "surrogateescape"), of.known).encode("utf-8", "surrogateescape")


def _without_mail(_: Transaction, row: MailRow, of: ForgettingRow) -> None:
    """Empty a mail; one to them that has not left never will, and what a server says of it from now on is not noted.

    One to somebody else that waits for its time goes without the address.
    """
    if row.state is Sending.QUEUED and not _is_theirs(row, of):
        _without_them(row, of, "headers", "subject", "body", "document", "answer", "error")
        return
    row.address, row.headers, row.answer, row.error, row.return_token = None, {}, "", "", None
    row.subject = row.body = row.document = None if row.report is not None else ""
    row.player = of.player  # so that nothing of it can ever follow the seat
    if row.state is Sending.QUEUED:
        row.state, row.ended_at, row.leased_by, row.leased_until = Sending.FAILED, of.at, None, None


def _is_theirs(row: MailRow, of: ForgettingRow) -> bool:
    return row.player == of.player or _holds(row.address or "", of.known)


def _without_report(tx: Transaction, row: ReportRow, of: ForgettingRow) -> None:
    """Empty a letter of ours; of one that has still to leave to somebody else the other words stay."""
    if any(mail.state is Sending.QUEUED for mail in tx.having(MailRow, report=row.id)):
        body = _without(row.body, of.known)
        _without_them(row, of, "subject", "document")
        row.packed_body = packed(body.encode(), row.document.encode())
        return
    row.subject, row.packed_body, row.document = "", packed(b""), ""


def _without_lines(_: Transaction, row: OrdersRow, of: ForgettingRow) -> None:
    row.packed_sheet = packed_sheet(_without(row.sheet, of.known), row.on_file)


def _letter_holds(row: LetterRow, of: ForgettingRow) -> bool:
    words = (row.envelope_sender, row.note, row.message_id, row.raw.decode("utf-8", "replace"))
    theirs = row.player == of.player and any(words)
    return theirs or _holds(" ".join(words), of.known)


def _mail_holds(row: MailRow, of: ForgettingRow) -> bool:
    words = (row.address, row.headers, row.subject, row.body, row.document, row.answer, row.error)
    theirs = row.player == of.player and any(words)
    return theirs or _holds(" ".join(map(str, words)), of.known)


def _report_holds(row: ReportRow, of: ForgettingRow) -> bool:
    """Say whether one of our letters names an address of theirs, or tells the GM at the start whom they play.

    None that is part of a step does.
    """
    if row.of_step is not None:
        return False
    if row.seat == GM and row.step == 0 and f"{of.name} plays " in " ".join(row.body.split()):
        return True
    return _holds(f"{row.subject} {row.body} {row.document}", of.known)


LETTERS = "letter"

PARTS: Mapping[str, Part] = {
    LETTERS: Part(LetterRow, _letter_holds, _without_letter),
    "mail": Part(MailRow, _mail_holds, _without_mail),
    "report": Part(ReportRow, _report_holds, _without_report),
    "press": _spoken(PressRow, "body"),
    "orders": Part(OrdersRow, lambda row, of: _holds(str(row.sheet), of.known), _without_lines),
    "ruling": _spoken(RulingRow, "text", "reason"),
    "undone": _spoken(UndoneRow, "reason"),
    "game": _spoken(GameRow, "hold_reason", "anew"),
    "bounce": _spoken(BounceRow, "said"),
}
"""What is looked through, in this order; what is over goes whole, of what waits or others said the address alone."""
