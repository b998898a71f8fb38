"""Every letter that we composed, and the mails that carry them, kept in bulk."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert
from sqlmodel import SQLModel, col, select

from referee.engine.audience import Seat
from referee.engine.values import named
from referee.store.database import Transaction, same
from referee.store.tables import ReportRow
from referee.store.tables.columns import Ready, packed

REPORT = SQLModel.metadata.tables["report"].c
NUMBERS = (
    select(REPORT.seat, REPORT.kind, func.max(REPORT.number))
    .where(*same(REPORT, "game", "step"))
    .group_by(REPORT.seat, REPORT.kind)
)
SINCE = (
    select(REPORT.kind, func.count())
    .where(*same(REPORT, "game", "step", "seat"), REPORT.made_at > bindparam("since"))
    .group_by(REPORT.kind)
)
NEWEST = (
    select(ReportRow)
    .where(*same(REPORT, "game", "seat"), ReportRow.step >= bindparam("step"))
    .order_by(col(ReportRow.id).desc())
    .limit(bindparam("limit"))
)
NEXT = select(func.coalesce(func.max(REPORT.id), 0) + 1)
INSERT_REPORT, INSERT_MAIL = (insert(SQLModel.metadata.tables[name]) for name in ("report", "mail"))


@named
class Envelope:
    """How a letter goes out: its Message-ID, its headers as plain data, and to whom.

    Without an explicit address it goes to the player, without a player to
    whoever has the seat; that address is looked up when it is sent.
    """

    message_id: str
    headers: Mapping[str, Any] = field(default_factory=dict)
    player: int | None = None
    address: str | None = None
    null_return: bool = False
    not_before: datetime | None = None

    def kept(self, made_at: datetime) -> dict[str, Any]:
        """Return what the outbox keeps of it; answers, whose return path is null, are known by nothing there."""
        return {
            "message_id": self.message_id,
            "player": self.player,
            "address": self.address,
            "headers": dict(self.headers),
            "null_return": self.null_return,
            "return_token": None if self.null_return else new_return_token(),
            "made_at": made_at,
            "next_at": self.not_before or made_at,
        }


def new_return_token() -> str:
    """Make 96 bits that nobody can guess, in letters that a reply token may have too."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """One letter, finished; `number` counts those of a kind to a seat in a step, `form` are the lines of its form.

    `document` is what its text is made from, as JSON.
    """

    seat: Seat
    kind: str
    number: int
    subject: str
    body: str
    document: str = ""
    form: tuple[str, ...] = ()
    envelope: Envelope | None = None
    packed: tuple[bytes, Ready] = field(init=False, repr=False, compare=False)
    """The body and the document as they are kept, the one beside the other."""

    def __post_init__(self) -> None:
        """Pack what is large, which need not wait for the transaction that keeps it."""
        body, document = self.body.encode(), self.document.encode()
        object.__setattr__(self, "packed", (packed(body, document), Ready(packed(document))))


def keep(
    tx: Transaction, game: int, step: int, letters: Sequence[Composed], *, made_at: datetime, of_step: int | None = None
) -> list[int]:
    """Keep letters and put those with an envelope into the outbox, which sends them in this order; return their ids."""
    first = int(tx.value(NEXT))  # a writing transaction is alone, so nobody else takes it
    reports, mails = [], []
    for report, one in enumerate(letters, first):
        reports.append(_report(report, game, step, one, made_at, of_step))
        if one.envelope is not None:
            of_it = {"kind": one.kind, "game": game, "seat": one.seat, "report": report}
            mails.append(of_it | one.envelope.kept(made_at))
    tx.run_all(INSERT_REPORT, reports)
    tx.run_all(INSERT_MAIL, mails)
    return list(range(first, first + len(letters)))


def numbers(tx: Transaction, game: int, step: int) -> dict[tuple[Seat, str], int]:
    """Return the running number of the newest letter of each kind to each seat in a step."""
    return {(Seat(seat), kind): number for seat, kind, number in tx.rows(NUMBERS, game=game, step=step)}


def count_since(tx: Transaction, game: int, step: int, seat: Seat, kinds: Sequence[str], since: datetime) -> int:
    """Count the letters of these kinds that a seat was written in a step since then."""
    rows = tx.rows(SINCE, game=game, step=step, seat=seat, since=since)
    return sum(count for kind, count in rows if kind in kinds)


def latest(tx: Transaction, game: int, seat: Seat, kind: str) -> ReportRow | None:
    """Return the newest letter of a kind to a seat."""
    return tx.one(ReportRow, "-id", game=game, seat=seat, kind=kind)


def of_seat(tx: Transaction, game: int, seat: Seat) -> list[ReportRow]:
    """List every letter of a game to a seat, the newest first."""
    return tx.having(ReportRow, "-id", game=game, seat=seat)


def since(tx: Transaction, game: int, seat: Seat, step: int, limit: int) -> list[ReportRow]:
    """List the newest letters to a seat since a step, of all kinds, newest first."""
    return tx.all(NEWEST, game=game, seat=seat, step=step, limit=limit)


def of_step(tx: Transaction, game: int, step: int, *, seat: Seat | None = None) -> list[ReportRow]:
    """List the letters of a step, of all kinds, in order; of one seat if it is given."""
    to = {"seat": seat} if seat is not None else {}
    return tx.having(ReportRow, game=game, step=step, **to)


def _report(report: int, game: int, step: int, one: Composed, made_at: datetime, of_step: int | None) -> dict[str, Any]:
    return {
        "id": report,
        "game": game,
        "step": step,
        "seat": one.seat,
        "kind": one.kind,
        "number": one.number,
        "subject": one.subject,
        "body": one.packed[0],
        "document": one.packed[1],
        "form": list(one.form),
        "made_at": made_at,
        "of_step": of_step,
    }
