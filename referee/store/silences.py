"""Who had no valid orders on file when a step was adjudicated."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import col, select

from referee.engine.audience import Seat
from referee.store import games
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.tables import SilenceRow, StepRow

OF_GAME = (
    select(SilenceRow)
    .where(SilenceRow.game == bindparam("game"))
    .order_by(col(SilenceRow.step), col(SilenceRow.seat))
)
OF_STEP = OF_GAME.where(SilenceRow.step == bindparam("step"))


def keep(tx: Transaction, game: int, step: int, silent: Mapping[Seat, str], at: datetime) -> list[SilenceRow]:
    """Note the silent seats of a step, each with why it is excused (empty: it is not)."""
    sitting = {Seat(s.name): s.player for s in games.places(tx, game)}
    rows = [
        SilenceRow(game=game, seat=seat, step=step, player=sitting[seat], at=at, excused=excused)
        for seat, excused in silent.items()
    ]
    tx.add_all(rows)
    tx.flush()
    return rows


def of_game(tx: Transaction, game: int, *, step: int | None = None) -> list[SilenceRow]:
    """List the silences of a game, or of one step of it, in order."""
    return tx.all(OF_GAME, game=game) if step is None else tx.all(OF_STEP, game=game, step=step)


def excuse(tx: Transaction, game: int, seat: Seat, step: int, why: str) -> SilenceRow:
    """Excuse a silence that is on record; raises `NotThere`."""
    row = tx.get(SilenceRow, (game, seat, step))
    if row is None:
        raise NotThere(f"{seat} was not silent in turn {step}.")
    row.excused = why
    tx.add(row)
    tx.flush()
    return row


def run(tx: Transaction, game: int, seat: Seat, player: int, step: int) -> int:
    """Count the run of a player's unexcused silences in a seat that ends with one in this step, on record or not.

    Excused ones, and steps with nothing to decide, neither count nor end the run; one with orders ends it.
    """
    before = [
        row.step
        for row in reversed(of_game(tx, game))
        if row.seat == seat and row.player == player and row.step < step and not row.excused
    ]
    count, newest = 1, step
    for one in before:
        if _sent_between(tx, game, seat, one, newest):
            break
        count, newest = count + 1, one
    return count


def _sent_between(tx: Transaction, game: int, seat: Seat, first: int, last: int) -> bool:
    """Say whether orders of a seat were in force in a step between two."""
    query = select(StepRow.orders).where(StepRow.game == game, StepRow.step > first, StepRow.step < last)
    return any(orders.get(seat) for orders in tx.exec(query))
