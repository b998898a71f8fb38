"""Tokens: what stands in a reply address and says whose the answer is."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, update
from sqlmodel import SQLModel, col, select

from referee.store.database import Transaction
from referee.store.sqlite import listed
from referee.store.tables import TokenRow

TOKEN = SQLModel.metadata.tables["token"].c
ALIVE = (
    select(TOKEN.seat, TOKEN.token)
    .where(TOKEN.game == bindparam("game"), TOKEN.step == bindparam("step"), TOKEN.dead_at.is_(None))
    .order_by(TOKEN.made_at)
)
INSERT = insert(SQLModel.metadata.tables["token"])
MAIL = SQLModel.metadata.tables["mail"].c
CONFIRMATION = SQLModel.metadata.tables["confirmation"].c
CANDIDATES = listed("candidates")
KEYS = (
    select(TOKEN.token).where(TOKEN.token.in_(CANDIDATES), TOKEN.dead_at.is_(None)),
    select(MAIL.return_token).where(MAIL.return_token.in_(CANDIDATES)),
    select(CONFIRMATION.code).where(CONFIRMATION.code.in_(CANDIDATES)),
)
"""Those of a list, given as JSON, that are keys; however many they are, the statement is the same."""


class New(NamedTuple):
    """A token to be kept, of a seat or of the GM, for the orders of one step."""

    token: str
    game: int
    seat: str
    step: int
    player: int | None
    made_at: datetime


def give(tx: Transaction, token: str, *, game: int, seat: str, step: int, player: int | None, at: datetime) -> TokenRow:
    """Keep a new token of a seat (or of the GM) for the orders of one step."""
    give_all(tx, [New(token, game, seat, step, player, at)])
    row = find(tx, token)
    assert row is not None
    return row


def give_all(tx: Transaction, new: Sequence[New]) -> None:
    """Keep the new tokens of a step in one go."""
    assert all(one.token == one.token.lower() for one in new), "tokens are lower case"
    tx.run_all(INSERT, [one._asdict() for one in new])


def find(tx: Transaction, token: str) -> TokenRow | None:
    """Find a token, dead or alive, whatever its case: `dead_at` and `step` say what it is still good for."""
    return tx.at(TokenRow, token.lower())


def newest_of(tx: Transaction, player: int) -> TokenRow | None:
    """Return the newest token that a player was given for a seat, dead or alive."""
    query = select(TokenRow).where(TokenRow.player == player)
    return tx.exec(query.order_by(col(TokenRow.made_at).desc()).limit(1)).first()


def alive(tx: Transaction, game: int, seat: str, step: int) -> TokenRow | None:
    """Return the newest living token of a seat for the orders of one step."""
    query = select(TokenRow).where(TokenRow.game == game, TokenRow.seat == seat, TokenRow.step == step)
    return tx.exec(query.where(col(TokenRow.dead_at).is_(None)).order_by(col(TokenRow.made_at).desc())).first()


def alive_in(tx: Transaction, game: int, step: int) -> dict[str, str]:
    """Return the newest living token of every seat (and of the GM) that has one for a step."""
    return dict(tx.rows(ALIVE, game=game, step=step))


def kill(tx: Transaction, game: int, seat: str, at: datetime) -> int:
    """Let all tokens of a seat die, as when its player is replaced or one leaked; say how many."""
    dying = update(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat)
    return tx.exec(dying.where(col(TokenRow.dead_at).is_(None)).values(dead_at=at)).rowcount


def drop(tx: Transaction, game: int, seat: str) -> None:
    """Let go of the tokens of a place that was given up before the start: what comes to them is for no seat."""
    tx.exec(delete(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat))


def all_alive(tx: Transaction, game: int) -> list[str]:
    """List the living tokens of a game, to look for them in what goes out."""
    return list(tx.exec(select(TokenRow.token).where(TokenRow.game == game, col(TokenRow.dead_at).is_(None))))


def alive_among(tx: Transaction, candidates: Collection[str]) -> set[str]:
    """Return those of the candidates that are living tokens, codes, or stand in the return path of a mail."""
    given = json.dumps(sorted(candidates))
    return {key for query in KEYS for (key,) in tx.rows(query, candidates=given)}
