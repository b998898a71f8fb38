"""Leave that players asked for in advance."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, or_
from sqlmodel import SQLModel, col, select

from referee.engine.audience import Seat
from referee.store.database import Transaction
from referee.store.tables import AbsenceRow

TABLES = SQLModel.metadata.tables
SEAT, ABSENCE = (TABLES[name].c for name in ("seat", "absence"))

AWAY = (
    select(SEAT.name, ABSENCE.last)
    .select_from(TABLES["absence"].join(TABLES["seat"], ABSENCE.player == SEAT.player))
    .where(
        SEAT.game == bindparam("game"),
        SEAT.vacant_since.is_(None),
        or_(ABSENCE.game.is_(None), ABSENCE.game == SEAT.game),
        ABSENCE.first <= bindparam("moment"),
        ABSENCE.last > bindparam("moment"),
        ABSENCE.taken_back_at.is_(None),
    )
)
ASKED_BY = AWAY.where(ABSENCE.made_at <= bindparam("asked_by"))


def ask(
    tx: Transaction, player: int, *, first: datetime, last: datetime, at: datetime, game: int | None = None
) -> AbsenceRow:
    """Keep a player's leave from a moment to before another, in one game or in all."""
    row = AbsenceRow(player=player, game=game, first=first, last=last, made_at=at)
    tx.add(row)
    tx.flush()
    return row


def take_back(tx: Transaction, player: int, at: datetime, *, game: int | None = None) -> int:
    """Take all leave of a player back that is not over, of one game or (no game) of all; say how many there were."""
    rows = [row for row in of_player(tx, player, at) if game is None or row.game == game]
    for row in rows:
        row.taken_back_at = at
    tx.add_all(rows)
    tx.flush()
    return len(rows)


def of_player(tx: Transaction, player: int, now: datetime, *, game: int | None = None) -> list[AbsenceRow]:
    """List the leave of a player that is not over, the next first; with a game, only what counts there."""
    query = select(AbsenceRow).where(
        AbsenceRow.player == player, col(AbsenceRow.last) > now, col(AbsenceRow.taken_back_at).is_(None)
    )
    if game is not None:
        query = query.where(or_(col(AbsenceRow.game).is_(None), col(AbsenceRow.game) == game))
    return list(tx.exec(query.order_by(col(AbsenceRow.first), col(AbsenceRow.id))))


def away(tx: Transaction, game: int, moment: datetime, *, asked_by: datetime | None = None) -> dict[Seat, datetime]:
    """Name the seats of a game whose player is away at a moment, with the return; if wished, who asked in time."""
    out: dict[Seat, datetime] = {}
    if asked_by is None:
        rows = tx.rows(AWAY, game=game, moment=moment)
    else:
        rows = tx.rows(ASKED_BY, game=game, moment=moment, asked_by=asked_by)
    for name, last in rows:
        out[Seat(name)] = max(last, out.get(Seat(name), last))
    return out
