"""Tokens: what stands in a reply address and says whose the answer is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import insert, update
from sqlmodel import SQLModel, col, select

from referee.store.database import Transaction
from referee.store.tables import TokenRow


def give(
    tx: Transaction, token: str, *, game: int, seat: str, step: int, player: int | None, at: datetime
) -> TokenRow:
    """Keep a new token of a seat (or of the GM) for the orders of one step."""
    row = TokenRow(token=token, game=game, seat=seat, step=step, player=player, made_at=at)
    give_all(tx, [row])
    return row


def give_all(tx: Transaction, rows: Sequence[TokenRow]) -> None:
    """Keep the new tokens of a step in one go."""
    assert all(row.token == row.token.lower() for row in rows), "tokens are lower case"
    if rows:
        tx.exec(insert(SQLModel.metadata.tables["token"]), params=[row.model_dump() for row in rows])


def find(tx: Transaction, token: str) -> TokenRow | None:
    """Find a token, dead or alive, whatever its case: `dead_at` and `step` say what it is still good for."""
    return tx.get(TokenRow, token.lower())


def alive(tx: Transaction, game: int, seat: str, step: int) -> TokenRow | None:
    """Return the newest living token of a seat for the orders of one step."""
    query = select(TokenRow).where(TokenRow.game == game, TokenRow.seat == seat, TokenRow.step == step)
    return tx.exec(query.where(col(TokenRow.dead_at).is_(None)).order_by(col(TokenRow.made_at).desc())).first()


def kill(tx: Transaction, game: int, seat: str, at: datetime) -> int:
    """Let all tokens of a seat die, as when its player is replaced or one leaked; say how many."""
    dying = update(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat)
    return tx.exec(dying.where(col(TokenRow.dead_at).is_(None)).values(dead_at=at)).rowcount


def all_alive(tx: Transaction, game: int) -> list[str]:
    """List the living tokens of a game, to look for them in what goes out."""
    return list(tx.exec(select(TokenRow.token).where(TokenRow.game == game, col(TokenRow.dead_at).is_(None))))
