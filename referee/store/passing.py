"""Mail when a seat passes from one person to another, and mail counted by where it goes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, update
from sqlmodel import col, func, select

from referee.store.database import Transaction
from referee.store.tables import MailRow, Sending, TokenRow

OWN = ("press", "receipt", "refusal", "again", "status", "help", "rules")
"""Kinds that are for the person who had the seat when they were written, and not for who has it afterwards."""


def pin(tx: Transaction, game: int, seat: str, player: int, *, everything: bool = False) -> None:
    """Note for whom the seat's mail was, now that another has it: what has left, and of what waits the personal kinds.

    With ``everything`` nothing is left to follow the seat, as when it becomes empty.
    """
    theirs = update(MailRow).where(col(MailRow.game) == game, col(MailRow.seat) == seat)
    theirs = theirs.where(col(MailRow.player).is_(None), col(MailRow.address).is_(None))
    if not everything:
        theirs = theirs.where((col(MailRow.state) != Sending.QUEUED) | col(MailRow.kind).in_(OWN))
    tx.exec(theirs.values(player=player))


def waiting(tx: Transaction, game: int, seat: str) -> list[MailRow]:
    """List the seat's mails that are still to leave and follow the seat."""
    query = select(MailRow).where(MailRow.game == game, MailRow.seat == seat, MailRow.state == Sending.QUEUED)
    return list(tx.exec(query.where(col(MailRow.player).is_(None)).order_by(col(MailRow.id))))


def redirect(tx: Transaction, game: int, seat: str, token: str) -> None:
    """Let what still is to leave be answered to another token, for the one it would have had is dead."""
    for row in waiting(tx, game, seat):
        row.headers = {**row.headers, "token": token}
        tx.add(row)
    tx.flush()


def drop_tokens(tx: Transaction, game: int, seat: str) -> None:
    """Let go of the tokens of a place that was given up before the start: what comes to them is for no seat."""
    tx.exec(delete(TokenRow).where(col(TokenRow.game) == game, col(TokenRow.seat) == seat))


def count_to(tx: Transaction, address: str, kind: str, since: datetime) -> int:
    """Count the mails of a kind that were made for one address since then."""
    query = select(func.count()).where(col(MailRow.made_at) > since, MailRow.kind == kind)
    return tx.exec(query.where(func.lower(MailRow.address) == address.lower())).one()


def had_token(tx: Transaction, game: int, seat: str, player: int) -> bool:
    """Say whether somebody ever had a token of a seat, and so may have answered for it."""
    query = select(TokenRow.token).where(TokenRow.game == game, TokenRow.seat == seat, TokenRow.player == player)
    return tx.exec(query.limit(1)).first() is not None
