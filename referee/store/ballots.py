"""Secret votes of the seats: opened, voted in, closed. Who voted what leaves this table for nobody."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete
from sqlmodel import col, select

from referee.store.database import Transaction
from referee.store.tables import BallotRow, VoteRow

OPEN = (
    select(BallotRow)
    .where(BallotRow.game == bindparam("game"), col(BallotRow.closed_at).is_(None))
    .order_by(col(BallotRow.id))
)


def open_ballot(tx: Transaction, game: int, what: str, *, step: int, at: datetime) -> BallotRow:
    """Open a ballot that is closed when a step is adjudicated."""
    row = BallotRow(game=game, what=what, opened_at=at, last_step=step)
    return tx.save(row)


def current(tx: Transaction, game: int) -> BallotRow | None:
    """Return the open ballot of a game, if there is one."""
    return next(iter(tx.seldom(OPEN, game=game)), None)


def vote(tx: Transaction, ballot: int, seat: str, yes: bool, at: datetime) -> None:
    """Cast a seat's vote, or change it."""
    row = tx.get(VoteRow, (ballot, seat)) or VoteRow(ballot=ballot, seat=seat, yes=yes, at=at)
    row.yes, row.at = yes, at
    tx.save(row)


def take_back(tx: Transaction, game: int, seat: str) -> None:
    """Drop a seat's vote in what is still open, for another plays it now."""
    still = select(BallotRow.id).where(BallotRow.game == game, col(BallotRow.closed_at).is_(None))
    tx.exec(delete(VoteRow).where(col(VoteRow.ballot).in_(still), col(VoteRow.seat) == seat))


def agreed(tx: Transaction, ballot: int, seats: Collection[str]) -> bool:
    """Say whether every one of these seats has said yes; silence is no, and nobody's agreement is none."""
    query = select(VoteRow.seat).where(VoteRow.ballot == ballot, col(VoteRow.yes).is_(True))
    said = frozenset(tx.exec(query))
    return bool(seats) and all(seat in said for seat in seats)


def close(tx: Transaction, ballot: BallotRow, result: str, at: datetime) -> None:
    """Close a ballot with what is told of it."""
    ballot.closed_at, ballot.result = at, result
    tx.save(ballot)
