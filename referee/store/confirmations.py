"""What counts only when it is confirmed: a code goes out by mail, and the answer to it does what was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, text
from sqlmodel import col, func, select

from referee.store.database import Transaction
from referee.store.tables import ConfirmationRow, Matter
from referee.store.tables.people import NOT_DONE

WAITING = select(ConfirmationRow).where(
    col(ConfirmationRow.used_at).is_(None), col(ConfirmationRow.expires_at) > bindparam("now")
)
CONFIRMED = (
    select(ConfirmationRow).where(text(NOT_DONE)).order_by(col(ConfirmationRow.used_at), col(ConfirmationRow.code))
)


def ask(
    tx: Transaction,
    what: Matter,
    code: str,
    *,
    at: datetime,
    lasts: timedelta,
    address: str = "",
    player: int | None = None,
    game: int | None = None,
    seat: str | None = None,
    details: Mapping[str, Any] | None = None,
    letter: int | None = None,
) -> ConfirmationRow:
    """Keep what waits for its code; `address` is the one, as compared, whose answer counts."""
    assert code == code.lower(), "codes are lower case, like tokens"
    row = ConfirmationRow(
        code=code,
        what=what,
        address=address,
        player=player,
        game=game,
        seat=seat,
        details=dict(details or {}),
        letter=letter,
        made_at=at,
        expires_at=at + lasts,
    )
    return tx.save(row)


def find(tx: Transaction, code: str) -> ConfirmationRow | None:
    """Find what waits for this code, or waited: `used_at` and `expires_at` say whether it still does."""
    return tx.at(ConfirmationRow, code.lower())


def use(tx: Transaction, row: ConfirmationRow, at: datetime, **details: Any) -> None:
    """Note that it was confirmed, and what else is to be remembered of it."""
    row.used_at = at
    note(tx, row, **details)


def note(tx: Transaction, row: ConfirmationRow, **details: Any) -> None:
    """Remember more about one."""
    row.details = {**row.details, **details}
    tx.save(row)


def drop(tx: Transaction, row: ConfirmationRow, at: datetime) -> None:
    """Let one wait no longer, as if its time were over."""
    row.expires_at = min(row.expires_at, at)
    tx.save(row)


def open_of(
    tx: Transaction,
    what: Matter,
    now: datetime,
    *,
    player: int | None = None,
    game: int | None = None,
    address: str = "",
) -> list[ConfirmationRow]:
    """List what still waits, oldest first: of a player, of a game, at an address, if given."""
    query = select(ConfirmationRow).where(ConfirmationRow.what == what, col(ConfirmationRow.used_at).is_(None))
    query = query.where(col(ConfirmationRow.expires_at) > now)
    if player is not None:
        query = query.where(ConfirmationRow.player == player)
    if game is not None:
        query = query.where(ConfirmationRow.game == game)
    if address:
        query = query.where(ConfirmationRow.address == address)
    return list(tx.exec(query.order_by(col(ConfirmationRow.made_at), col(ConfirmationRow.code))))


def waiting(tx: Transaction, now: datetime) -> list[ConfirmationRow]:
    """List all that still waits."""
    return tx.all(WAITING, now=now)


def not_done(tx: Transaction) -> list[ConfirmationRow]:
    """List the new addresses that were confirmed and wait for a turn, oldest first."""
    return tx.all(CONFIRMED)


def of_letter(tx: Transaction, letter: int) -> list[ConfirmationRow]:
    """List what was asked because of a letter."""
    return tx.having(ConfirmationRow, letter=letter)


def since(tx: Transaction, whats: Sequence[Matter], moment: datetime) -> list[ConfirmationRow]:
    """List what was asked since a moment because of somebody's letter."""
    query = select(ConfirmationRow).where(col(ConfirmationRow.what).in_(whats), col(ConfirmationRow.made_at) > moment)
    return list(tx.exec(query.where(col(ConfirmationRow.letter).is_not(None))))


def pair_of(tx: Transaction, row: ConfirmationRow) -> ConfirmationRow | None:
    """Return the other half of what two addresses must confirm."""
    other = row.details.get("other")
    return find(tx, str(other)) if other else None


def count_since(tx: Transaction, whats: Sequence[Matter], since: datetime, *, address: str = "") -> int:
    """Count what was asked since then, at one address or in all."""
    query = select(func.count()).where(col(ConfirmationRow.what).in_(whats), col(ConfirmationRow.made_at) > since)
    if address:
        query = query.where(ConfirmationRow.address == address)
    return tx.exec(query).one()
