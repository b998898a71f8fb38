"""What players' own calendars hold of the deadlines of their games."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import select

from referee.store.database import Transaction
from referee.store.tables import CalendarRow

OF_GAME = select(CalendarRow).where(CalendarRow.game == bindparam("game"))


def of_game(tx: Transaction, game: int) -> dict[int, CalendarRow]:
    """Return the calendars of a game by their players, also of those who want no more of it."""
    return {row.player: row for row in tx.seldom(OF_GAME, game=game)}


def want(tx: Transaction, game: int, player: int) -> CalendarRow:
    """Let a player have the deadlines of a game, the open one with the next letter that tells it."""
    row = of_game(tx, game).get(player) or CalendarRow(game=game, player=player, uid=secrets.token_hex(16))
    row.wanted = row.asked = True
    return tx.save(row)


def stop(tx: Transaction, game: int, player: int) -> CalendarRow | None:
    """Let a player have them no more; return what their calendar held, if they ever asked."""
    row = of_game(tx, game).get(player)
    if row is not None:
        tx.change(row, wanted=False, asked=False)
    return row


def told(tx: Transaction, calendar: int, step: int, due: datetime | None) -> None:
    """Note that a letter brings the deadline of a step to a calendar, or (None) takes it out."""
    row = tx.at(CalendarRow, calendar)
    assert row is not None, "a calendar stays while its game is there"
    tx.change(row, step=step, due=due, sequence=row.sequence + 1, asked=False)
