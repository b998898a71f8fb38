"""When the parts of the referee were last seen well, and when letters could not come in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlmodel import SQLModel, col, select

from referee.store.database import Transaction
from referee.store.tables import OutageRow, PulseRow

OUTAGE = SQLModel.metadata.tables["outage"].c
GAPS = select(OUTAGE.what, OUTAGE.began, OUTAGE.ended).where(OUTAGE.settled_at.is_(None))


def gaps(tx: Transaction) -> list[tuple[str, datetime, datetime | None]]:
    """List what was down, from when to when, whose deadlines have not been seen to; every turn asks for it."""
    return [(what, began, ended) for what, began, ended in tx.rows(GAPS)]


def beat(tx: Transaction, what: str, at: datetime) -> None:
    """Note that a part is well now, even if its clock was set back."""
    row = tx.at(PulseRow, what)
    if row is None:
        row = PulseRow(what=what, at=at)
    row.at = at
    tx.save(row)


def pulses(tx: Transaction) -> dict[str, datetime]:
    """Return when each part was last seen well."""
    return {row.what: row.at for row in tx.exec(select(PulseRow))}


def forget(tx: Transaction, keep: Iterable[str]) -> None:
    """Forget the parts that there are no more."""
    kept = set(keep)
    for row in tx.exec(select(PulseRow)).all():
        if row.what not in kept:
            tx.delete(row)
    tx.flush()


def open_of(tx: Transaction, what: str) -> OutageRow | None:
    """Return the outage of a part that has not ended, if there is one."""
    return tx.exec(select(OutageRow).where(OutageRow.what == what, col(OutageRow.ended).is_(None))).first()


def unsettled(tx: Transaction) -> list[OutageRow]:
    """List the outages whose deadlines have not been seen to, oldest first; also those that go on."""
    query = select(OutageRow).where(col(OutageRow.settled_at).is_(None))
    return list(tx.exec(query.order_by(col(OutageRow.began), col(OutageRow.id))))


def begin(tx: Transaction, what: str, began: datetime, *, ended: datetime | None = None) -> OutageRow:
    """Note a time in which letters could not come in."""
    row = OutageRow(what=what, began=began, ended=ended)
    return tx.save(row)


def end(tx: Transaction, row: OutageRow, at: datetime) -> None:
    """Note that an outage is over."""
    row.ended = at
    tx.save(row)


def settle(tx: Transaction, rows: Sequence[OutageRow], at: datetime) -> None:
    """Note that the deadlines these outages touched were seen to."""
    for row in rows:
        row.settled_at = at
    tx.add_all(rows)
    tx.flush()


def outages(tx: Transaction, since: datetime) -> list[OutageRow]:
    """List the outages that had not ended at a moment or began later, oldest first."""
    over = col(OutageRow.ended)
    query = select(OutageRow).where(over.is_(None) | (over > since))
    return list(tx.exec(query.order_by(col(OutageRow.began), col(OutageRow.id))))
