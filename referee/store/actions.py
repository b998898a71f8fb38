"""What the GM and the referee did: an append-only log, each entry with those who may know of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, func
from sqlmodel import SQLModel, col, select

from referee.engine.audience import Audience, Seat
from referee.store.codec import audience_from, audience_to
from referee.store.database import Transaction
from referee.store.tables import ActionRow, VersionRow

ADDRESS = re.compile(
    r"(?<![^\s<>()\[\],;:\"'])[^\s<>()\[\],;:\"']+@"  # looked for once a word, however long a word is
    r"[^\s<>()\[\],;:\"']+[^\s<>()\[\],;:\"'.!?]"
)
EVER = datetime(1970, 1, 1, tzinfo=UTC)
"""Before any entry."""

LOOKS_ON = "observer"
"""The entries that somebody looks on, which is nobody's business; older ones say that they are for everybody."""

FILED = "orders"
"""The entries that the GM filed orders for a seat: when anything came from it is its own business, as above."""

GONE = "[an address]"
"""What stands in the log where somebody's words held one: a person must be able to be forgotten."""

ACTION = SQLModel.metadata.tables["action"].c
DETAILS = (
    select(ACTION.details)
    .where(ACTION.game == bindparam("game"), ACTION.what == bindparam("what"), ACTION.at >= bindparam("since"))
    .order_by(ACTION.id)
)


def begun(tx: Transaction) -> datetime:
    """Return when the database was made, which tells campaigns of one domain apart."""
    return min(tx.exec(select(VersionRow.at)))


def record(
    tx: Transaction,
    *,
    at: datetime,
    who: str,
    what: str,
    to: Audience,
    game: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> ActionRow:
    """Add an entry; it cannot be changed or taken back, so no mail address of a player gets into it."""
    bare = {key: ADDRESS.sub(GONE, one) if isinstance(one, str) else one for key, one in (details or {}).items()}
    row = ActionRow(at=at, who=who, game=game, what=what, details=bare, audience=audience_to(to))
    return tx.save(row)


def log(tx: Transaction, game: int | None = None, *, since: int = 0, limit: int = 1000) -> list[ActionRow]:
    """List the entries of a game, or of all, after the one with this id, oldest first."""
    query = select(ActionRow).where(col(ActionRow.id) > since)
    if game is not None:
        query = query.where(col(ActionRow.game) == game)
    return list(tx.exec(query.order_by(col(ActionRow.id)).limit(limit)))


def details_of(tx: Transaction, game: int, what: str, *, since: datetime = EVER) -> list[dict[str, Any]]:
    """Return the details of the entries of one kind in a game since a moment, oldest first."""
    return [details for (details,) in tx.rows(DETAILS, game=game, what=what, since=since)]


def alarmed_at(tx: Transaction, what: str, *, since: datetime = EVER, file: str | None = None) -> datetime | None:
    """Return when this alarm was raised last, if it was since a moment, and of a file as it is: by this hash of it."""
    query = select(ActionRow).where(ActionRow.what == "alarm", col(ActionRow.at) >= since)
    found = (row for row in tx.exec(query) if row.details.get("what") == what and row.details.get("file") == file)
    return max((row.at for row in found), default=None)


def last(tx: Transaction, game: int, what: str) -> ActionRow | None:
    """Return the newest entry of one kind in a game, if there is any."""
    query = select(ActionRow).where(ActionRow.game == game, ActionRow.what == what)
    return tx.exec(query.order_by(col(ActionRow.id).desc()).limit(1)).first()


def latest_at(tx: Transaction, game: int, whats: Sequence[str], *, since: datetime) -> datetime | None:
    """Return when the newest entry of these kinds in a game was made, if there is one since a moment."""
    query = select(func.max(ActionRow.at)).where(
        ActionRow.game == game, col(ActionRow.what).in_(whats), col(ActionRow.at) >= since
    )
    return tx.exec(query).one()


def log_for(tx: Transaction, game: int, seat: Seat) -> list[ActionRow]:
    """List the entries of a game that this seat may know of, oldest first."""
    return [row for row in log(tx, game, limit=-1) if knows(row, seat)]


def knows(row: ActionRow, reader: Seat) -> bool:
    """Say whether a seat or an observer may know of an entry."""
    if row.what == FILED:
        return reader == row.details.get("seat")
    return row.what != LOOKS_ON and audience(row).includes(reader)


def audience(row: ActionRow) -> Audience:
    """Return who may know of an entry."""
    return audience_from(row.audience)
