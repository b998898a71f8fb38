"""What players wrote to one another, kept as it was delivered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import col, select

from referee.engine.audience import Seat
from referee.store.database import Transaction
from referee.store.tables import PressRow

OF_GAME = select(PressRow).where(PressRow.game == bindparam("game")).order_by(col(PressRow.id))
OF_STEP = OF_GAME.where(PressRow.step == bindparam("step"))


def keep(
    tx: Transaction,
    game: int,
    *,
    step: int,
    seat: Seat,
    addressees: Sequence[Seat],
    body: str,
    written_at: datetime,
    letter: int | None = None,
    at_once: bool = False,
) -> PressRow:
    """Keep one seat's words to others; `addressees` are seats, with ALL and the GM as the engine names them.

    ``at_once`` says that the words are an order that worked at once, so that nobody's words pass for one.
    """
    row = PressRow(
        game=game, step=step, seat=seat, addressees=list(addressees), body=body, letter=letter,
        written_at=written_at, at_once=at_once,
    )  # fmt: skip
    return tx.save(row)


def of_game(tx: Transaction, game: int, step: int | None = None) -> list[PressRow]:
    """List the press of a game, or of one step, in order."""
    return tx.seldom(OF_GAME, game=game) if step is None else tx.seldom(OF_STEP, game=game, step=step)
