"""Which reminders went out before a deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import SQLModel, select

from referee.engine.audience import Seat
from referee.store.database import Transaction
from referee.store.tables import ReminderRow

SEAT, PLAYER = (SQLModel.metadata.tables[name].c for name in ("seat", "player"))
LEADS = select(SEAT.name, PLAYER.leads).where(
    SEAT.player == PLAYER.id, SEAT.game == bindparam("game"), SEAT.vacant_since.is_(None)
)


class Deadline(NamedTuple):
    """One deadline of one step: another one, even of the same step, has reminders of its own."""

    game: int
    step: int
    due_at: datetime


def leads(tx: Transaction, game: int) -> dict[Seat, tuple[int, ...]]:
    """Return at how many seconds before a deadline each seat's player wants to be reminded; none for the default."""
    return {Seat(name): tuple(found) for name, found in tx.rows(LEADS, game=game)}


def sent(tx: Transaction, deadline: Deadline) -> dict[Seat, frozenset[int]]:
    """Return which leads of which seats are done with."""
    row = _row(tx, deadline)
    return {Seat(seat): frozenset(seconds) for seat, seconds in row.sent.items()} if row else {}


def note(tx: Transaction, deadline: Deadline, done: Mapping[Seat, Iterable[int]]) -> None:
    """Note that these leads are done with, besides those that were."""
    row = _row(tx, deadline) or ReminderRow(game=deadline.game, step=deadline.step, due_at=deadline.due_at)
    row.sent = row.sent | {seat: sorted({*row.sent.get(seat, ()), *seconds}) for seat, seconds in done.items()}
    tx.add(row)
    tx.flush()


def _row(tx: Transaction, deadline: Deadline) -> ReminderRow | None:
    return tx.get(ReminderRow, tuple(deadline))
