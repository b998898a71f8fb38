"""Those around a table without a seat of their own: observers, people on standby, substitutes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam
from sqlmodel import col, or_, select

from referee.store.database import Transaction
from referee.store.tables import Asked, ConfirmationRow, ObserverRow, StandbyRow, SubstituteRow

OBSERVING = (
    select(ObserverRow)
    .where(ObserverRow.game == bindparam("game"), col(ObserverRow.until).is_(None))
    .order_by(col(ObserverRow.id))
)


def observe(tx: Transaction, game: int, player: int, at: datetime) -> ObserverRow:
    """Let somebody have the public letters of a game; who has them already is the row that is there."""
    there = next((row for row in observers(tx, game) if row.player == player), None)
    row = there or ObserverRow(game=game, player=player, since=at)
    tx.add(row)
    tx.flush()
    return row


def observers(tx: Transaction, game: int) -> list[ObserverRow]:
    """List those who get the public letters of a game now."""
    return tx.all(OBSERVING, game=game)


def watchers(tx: Transaction, game: int) -> list[tuple[int, str]]:
    """Return each observer of a game with the code that ends it."""
    codes = select(ConfirmationRow).where(ConfirmationRow.what == Asked.OBSERVE, ConfirmationRow.game == game)
    newest = {row.player: row.code for row in tx.exec(codes.order_by(col(ConfirmationRow.made_at))) if row.used_at}
    return [(row.player, newest.get(row.player, "")) for row in observers(tx, game)]


def observes(tx: Transaction, player: int) -> list[ObserverRow]:
    """List what a player observes now."""
    query = select(ObserverRow).where(ObserverRow.player == player, col(ObserverRow.until).is_(None))
    return list(tx.exec(query.order_by(col(ObserverRow.id))))


def stand_by(tx: Transaction, game: int | None, player: int, at: datetime) -> StandbyRow:
    """Put somebody on the list, for one game or for any; who is on it already keeps their place."""
    query = select(StandbyRow).where(StandbyRow.player == player, col(StandbyRow.until).is_(None))
    there = next((row for row in tx.exec(query) if row.game in (game, None)), None)
    row = there or StandbyRow(game=game, player=player, since=at)
    tx.add(row)
    tx.flush()
    return row


def standing_by(tx: Transaction, game: int | None = None) -> list[StandbyRow]:
    """List who waits, the longest first: for this game (or any), or everybody."""
    query = select(StandbyRow).where(col(StandbyRow.until).is_(None))
    if game is not None:
        query = query.where(or_(col(StandbyRow.game) == game, col(StandbyRow.game).is_(None)))
    return list(tx.exec(query.order_by(col(StandbyRow.since), col(StandbyRow.id))))


def substitute(
    tx: Transaction, game: int, seat: str, player: int, *, instead_of: int, at: datetime, until: datetime | None
) -> SubstituteRow:
    """Note that somebody sits for a seat's player for a while."""
    row = SubstituteRow(game=game, seat=seat, player=player, instead_of=instead_of, since=at, until=until)
    tx.add(row)
    tx.flush()
    return row


def substitute_of(tx: Transaction, game: int, seat: str) -> SubstituteRow | None:
    """Return who sits for a seat's player now, if anybody does."""
    query = select(SubstituteRow).where(SubstituteRow.game == game, SubstituteRow.seat == seat)
    return tx.exec(query.where(col(SubstituteRow.ended_at).is_(None))).first()


def substitutes_due(tx: Transaction, now: datetime) -> list[SubstituteRow]:
    """List those whose time is over."""
    query = select(SubstituteRow).where(col(SubstituteRow.ended_at).is_(None), col(SubstituteRow.until) <= now)
    return list(tx.exec(query.order_by(col(SubstituteRow.id))))


def substitutions_of(tx: Transaction, player: int) -> list[SubstituteRow]:
    """List the substitutions that go on in which a player has a part, on either side."""
    mine = or_(col(SubstituteRow.player) == player, col(SubstituteRow.instead_of) == player)
    return list(tx.exec(select(SubstituteRow).where(mine, col(SubstituteRow.ended_at).is_(None))))


def end(tx: Transaction, row: ObserverRow | StandbyRow | SubstituteRow, at: datetime, outcome: str = "") -> None:
    """Let one of these be over."""
    match row:
        case SubstituteRow():
            row.ended_at = at
        case StandbyRow():
            row.until, row.outcome = at, outcome
        case ObserverRow():
            row.until = at
    tx.add(row)
    tx.flush()
