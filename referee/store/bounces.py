"""Mail that came back, by the address it went to: what is counted, and what the GM was told of."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, update
from sqlmodel import SQLModel, col, func, select

from referee.store.database import Transaction
from referee.store.tables import AddressRow, BounceRow, MailRow

BOUNCE = SQLModel.metadata.tables["bounce"]
CLEAR = update(BOUNCE).where(BOUNCE.c.address == bindparam("address_is"), BOUNCE.c.cleared_at.is_(None))
IN_USE = select(AddressRow).where(AddressRow.normal == bindparam("normal"), col(AddressRow.removed_at).is_(None))


def add(
    tx: Transaction, *, mail: int, address: int | None, letter: int | None, at: datetime, hard: bool, said: str
) -> BounceRow:
    """Write down that a mail came back by a letter, or (no letter) was refused when we handed it over."""
    row = BounceRow(mail=mail, address=address, letter=letter, at=at, hard=hard, said=said)
    return tx.save(row)


def counted(tx: Transaction, address: int, since: datetime) -> int:
    """Count what came back from an address since then, and since it was last heard from."""
    query = select(func.count()).where(BounceRow.address == address, col(BounceRow.at) >= since)
    return tx.exec(query.where(col(BounceRow.cleared_at).is_(None))).one()


def clear(tx: Transaction, address: int, at: datetime) -> int:
    """Let nothing count any more that came back from an address, for it was heard from; say how much did."""
    return tx.run(CLEAR, address_is=address, cleared_at=at)


def untold(tx: Transaction) -> list[tuple[BounceRow, MailRow, AddressRow | None]]:
    """List what the GM was not told of, with the mail and the address, oldest first."""
    query = select(BounceRow, MailRow, AddressRow).join(MailRow, col(MailRow.id) == col(BounceRow.mail))
    query = query.outerjoin(AddressRow, col(AddressRow.id) == col(BounceRow.address))
    open_rows = query.where(col(BounceRow.told_at).is_(None), col(BounceRow.cleared_at).is_(None))
    return [(a, b, c) for a, b, c in tx.exec(open_rows.order_by(col(BounceRow.id)))]


def told_of(tx: Transaction, addresses: Iterable[int]) -> set[int]:
    """Return those of the addresses whose trouble the GM knows."""
    query = select(BounceRow.address).where(col(BounceRow.address).in_(set(addresses)))
    known = query.where(col(BounceRow.told_at).is_not(None), col(BounceRow.cleared_at).is_(None)).distinct()
    return {address for address in tx.exec(known) if address is not None}


def tell(tx: Transaction, rows: Iterable[BounceRow], at: datetime) -> None:
    """Note that the GM was told of these."""
    for row in rows:
        row.told_at = at
        tx.add(row)


def address_in_use(tx: Transaction, normal: str) -> AddressRow | None:
    """Find the row of an address that somebody has now, as compared."""
    return tx.first(IN_USE, normal=normal)


def address_row(tx: Transaction, address: int) -> AddressRow | None:
    """Return an address, also one that was removed."""
    return tx.at(AddressRow, address)
