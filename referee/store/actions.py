"""What the referee notes of itself: what was done, when all was well, and its keys.

What was done is an append-only log, each entry with those who may know of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam, delete, func
from sqlmodel import SQLModel, col, select

from referee.engine.audience import Audience, Seat
from referee.store.codec import audience_from, audience_to
from referee.store.database import Transaction, same
from referee.store.errors import Damaged
from referee.store.sqlite import given, listed
from referee.store.tables import ActionRow, KeyRow, OutageRow, PulseRow, VersionRow

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
    .where(*same(ACTION, "game", "what"), ACTION.at >= bindparam("since"))
    .order_by(ACTION.id)
)
LATEST_AT = select(func.max(ACTION.at)).where(
    ACTION.game == bindparam("game"), ACTION.what.in_(listed("whats")), ACTION.at >= bindparam("since")
)
HAVING = select(ACTION.game).where(ACTION.game.in_(listed("games")), ACTION.what == bindparam("what")).distinct()
OUTAGE = SQLModel.metadata.tables["outage"].c
GAPS = select(OUTAGE.what, OUTAGE.began, OUTAGE.ended).where(OUTAGE.settled_at.is_(None))


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


def log(tx: Transaction, game: int | None = None) -> list[ActionRow]:
    """List the entries of a game, or of all, oldest first."""
    return tx.having(ActionRow) if game is None else tx.having(ActionRow, game=game)


def details_of(tx: Transaction, game: int, what: str, *, since: datetime = EVER) -> list[dict[str, Any]]:
    """Return the details of the entries of one kind in a game since a moment, oldest first."""
    return [details for (details,) in tx.rows(DETAILS, game=game, what=what, since=since)]


def games_with(tx: Transaction, games: Iterable[int], what: str) -> frozenset[int]:
    """Name those of some games that have entries of one kind."""
    return frozenset(game for (game,) in tx.rows(HAVING, games=given(games), what=what))


def alarmed_at(tx: Transaction, what: str, *, since: datetime = EVER, file: str | None = None) -> datetime | None:
    """Return when this alarm was raised last, if it was since a moment, and of a file as it is: by this hash of it."""
    query = select(ActionRow).where(ActionRow.what == "alarm", col(ActionRow.at) >= since)
    found = (row for row in tx.exec(query) if row.details.get("what") == what and row.details.get("file") == file)
    return max((row.at for row in found), default=None)


def last(tx: Transaction, game: int, what: str) -> ActionRow | None:
    """Return the newest entry of one kind in a game, if there is any."""
    return tx.one(ActionRow, "-id", game=game, what=what)


def latest_at(tx: Transaction, game: int, whats: Sequence[str], *, since: datetime) -> datetime | None:
    """Return when the newest entry of these kinds in a game was made, if there is one since a moment."""
    found: datetime | None = tx.value(LATEST_AT, game=game, whats=given(whats), since=since)
    return found


def log_for(tx: Transaction, game: int, seat: Seat) -> list[ActionRow]:
    """List the entries of a game that this seat may know of, oldest first."""
    return [row for row in log(tx, game) if knows(row, seat)]


def knows(row: ActionRow, reader: Seat) -> bool:
    """Say whether a seat or an observer may know of an entry."""
    if row.what == FILED:
        return reader == row.details.get("seat")
    return row.what != LOOKS_ON and audience(row).includes(reader)


def audience(row: ActionRow) -> Audience:
    """Return who may know of an entry."""
    return audience_from(row.audience)


def gaps(tx: Transaction) -> list[tuple[str, datetime, datetime | None]]:
    """List what was down, from when to when, whose deadlines have not been seen to; every turn asks for it."""
    return [(what, began, ended) for what, began, ended in tx.rows(GAPS)]


def beat(tx: Transaction, what: str, at: datetime) -> None:
    """Note that a part is well now, even if its clock was set back."""
    row = tx.at(PulseRow, what) or PulseRow(what=what, at=at)
    row.at = at
    tx.save(row)


def pulses(tx: Transaction) -> dict[str, datetime]:
    """Return when each part was last seen well."""
    return {row.what: row.at for row in tx.having(PulseRow)}


def forget_pulses(tx: Transaction, keep: Iterable[str]) -> None:
    """Forget the parts that there are no more."""
    tx.exec(delete(PulseRow).where(col(PulseRow.what).not_in(list(keep))))


def open_outage(tx: Transaction, what: str) -> OutageRow | None:
    """Return the outage of a part that has not ended, if there is one."""
    return tx.one(OutageRow, "began", what=what, ended=None, settled_at=None)


def unsettled_outages(tx: Transaction) -> list[OutageRow]:
    """List the outages whose deadlines have not been seen to, oldest first; also those that go on."""
    return tx.having(OutageRow, "began", "id", settled_at=None)


def begin_outage(tx: Transaction, what: str, began: datetime, *, ended: datetime | None = None) -> OutageRow:
    """Note a time in which letters could not come in."""
    row = OutageRow(what=what, began=began, ended=ended)
    return tx.save(row)


def end_outage(tx: Transaction, row: OutageRow, at: datetime) -> None:
    """Note that an outage is over."""
    tx.change(row, ended=at)


def settle_outages(tx: Transaction, rows: Sequence[OutageRow], at: datetime) -> None:
    """Note that the deadlines these outages touched were seen to."""
    for row in rows:
        tx.change(row, settled_at=at)


def form_key(tx: Transaction) -> bytes:
    """Return the key that the codes in order forms are made with."""
    return _key(tx, "form", "of its order forms")


def signing_key(tx: Transaction) -> bytes:
    """Return the key that receipts and bundles are signed with; only its public half may ever leave the campaign."""
    return _key(tx, "signing", "that it signs with")


def _key(tx: Transaction, name: str, what: str) -> bytes:
    row = tx.at(KeyRow, name)
    if row is None:
        raise Damaged(f"the campaign has lost the key {what}. Take a copy from backups/")
    return row.value
