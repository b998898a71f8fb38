"""People: players with their addresses and calendars, and those around a table without a seat of their own."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import SQLModel, col, or_, select

from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.sqlite import given, listed
from referee.store.tables import (
    AddressRow,
    CalendarRow,
    ConfirmationRow,
    Matter,
    ObserverRow,
    PlayerRow,
    StandbyRow,
    SubstituteRow,
)

SEAT, PLAYER, ADDRESS = (SQLModel.metadata.tables[name].c for name in ("seat", "player", "address"))
CALLED = (
    select(PLAYER.name, SEAT.name)
    .where(SEAT.player == PLAYER.id, SEAT.game == bindparam("game"), SEAT.vacant_since.is_(None))
    .order_by(SEAT.id)
)
ZONES = select(SEAT.name, PLAYER.zone).where(SEAT.player == PLAYER.id, SEAT.game == bindparam("game"))
BOUNCING = (
    select(SEAT.game, SEAT.name, ADDRESS.address)
    .where(ADDRESS.player == SEAT.player, ADDRESS.bouncing_since.is_not(None), ADDRESS.removed_at.is_(None))
    .order_by(ADDRESS.id, SEAT.id)
)
PLAYER_AT = (
    select(PlayerRow)
    .join(AddressRow, col(AddressRow.player) == col(PlayerRow.id))
    .where(AddressRow.normal == bindparam("normal"), col(AddressRow.removed_at).is_(None))
)
SUBSTITUTES_DUE = (
    select(SubstituteRow)
    .where(col(SubstituteRow.ended_at).is_(None), col(SubstituteRow.until) <= bindparam("now"))
    .order_by(col(SubstituteRow.id))
)
WISHING = select(PLAYER.id).where(PLAYER.newsletter, PLAYER.id.in_(listed("players")))
REACHED = select(ADDRESS.player).where(
    ADDRESS.removed_at.is_(None), ADDRESS.bouncing_since.is_(None), ADDRESS.player.in_(listed("players"))
)
REACHABLE = (
    select(*(PLAYER[name] for name in ("id", "name", "html", "data")))
    .add_columns(ADDRESS.address)
    .join_from(
        PLAYER.id.table, ADDRESS.id.table, (ADDRESS.player == PLAYER.id) & ADDRESS.removed_at.is_(None), isouter=True
    )
    .where(PLAYER.id.in_(listed("players")))
    .order_by(ADDRESS.bouncing_since.is_(None), ADDRESS.id)
)
"""With each address of a player, the one that mail goes to last."""


def add_player(tx: Transaction, name: str, *, zone: str, address: str, normal: str, at: datetime) -> PlayerRow:
    """Register a player with a first address, as written and as compared; raises `Taken`."""
    row = PlayerRow(name=name, zone=zone, created_at=at)
    tx.save(row)
    add_address(tx, row.id, address=address, normal=normal, at=at)
    return row


def player(tx: Transaction, player_id: int) -> PlayerRow:
    """Return one player."""
    row = tx.at(PlayerRow, player_id)
    if row is None:
        raise NotThere(f"There is no player {player_id}.")
    return row


def players(tx: Transaction) -> list[PlayerRow]:
    """List all players, in order of registration."""
    return tx.having(PlayerRow)


def called(tx: Transaction, game: int) -> list[tuple[str, str]]:
    """List how those who play in a game are called, each with the name of their seat."""
    return [(person, seat) for person, seat in tx.rows(CALLED, game=game)]


def zones(tx: Transaction, game: int) -> dict[str, str]:
    """Return the time zone of each seat's player in a game."""
    return dict(tx.rows(ZONES, game=game))


def player_at(tx: Transaction, normal: str) -> PlayerRow | None:
    """Find whose address this is now, as compared."""
    return tx.first(PLAYER_AT, normal=normal)


def add_address(tx: Transaction, player_id: int, *, address: str, normal: str, at: datetime) -> AddressRow:
    """Give a player one more address; mail goes to the newest that does not bounce. Raises `Taken`."""
    row = AddressRow(player=player_id, address=address, normal=normal, added_at=at)
    return tx.save_new(row, f"{address} is registered already.")


def remove_address(tx: Transaction, player_id: int, normal: str, at: datetime) -> None:
    """Take an address from a player; the row stays, for what came from it before."""
    row = tx.one(AddressRow, player=player_id, normal=normal, removed_at=None)
    if row is None:
        raise NotThere(f"{normal} is no address of player {player_id}.")
    tx.change(row, removed_at=at)


def addresses_of(tx: Transaction, player_id: int) -> list[AddressRow]:
    """List the addresses a player has now, the one that mail goes to first."""
    found = tx.having(AddressRow, "-id", player=player_id, removed_at=None)
    return sorted(found, key=lambda row: row.bouncing_since is not None)


def bouncing(tx: Transaction) -> list[tuple[int, str, str]]:
    """List the seats whose player has an address that bounces: game, seat and address."""
    return [(game, seat, address) for game, seat, address in tx.rows(BOUNCING)]


def address_of(tx: Transaction, player_id: int) -> str | None:
    """Return where mail to a player goes now: the newest address that does not bounce, else the newest."""
    rows = addresses_of(tx, player_id)
    return rows[0].address if rows else None


class Mailbox(NamedTuple):
    """Who gets a mail: their name, whether they want HTML (None: as the campaign does it), data, and where it goes."""

    name: str
    html: bool | None
    data: bool
    address: str | None


def reachable(tx: Transaction, player_ids: Iterable[int]) -> dict[int, Mailbox]:
    """Return several players as recipients of mail at once."""
    return {player: Mailbox(*row) for player, *row in tx.rows(REACHABLE, players=given(player_ids))}


def observe(tx: Transaction, game: int, player: int, at: datetime) -> ObserverRow:
    """Let somebody have the public letters of a game; who has them already is the row that is there."""
    there = tx.one(ObserverRow, game=game, player=player, until=None)
    return there or tx.save(ObserverRow(game=game, player=player, since=at))


def observers(tx: Transaction, game: int) -> list[ObserverRow]:
    """List those who get the public letters of a game now."""
    return tx.having(ObserverRow, game=game, until=None)


def watchers(tx: Transaction, game: int) -> list[tuple[int, str]]:
    """Return each observer of a game whom mail reaches, with the code that ends it."""
    codes = tx.having(ConfirmationRow, "made_at", what=Matter.OBSERVE, game=game)
    newest = {row.player: row.code for row in codes if row.used_at}
    found = observers(tx, game)
    reached = _reached(tx, [row.player for row in found])
    return [(row.player, newest.get(row.player, "")) for row in found if row.player in reached]


def wish_newsletter(tx: Transaction, players: Iterable[int]) -> set[int]:
    """Return who of these players wishes for the newsletter, and is reached by mail."""
    return _reached(tx, [player for (player,) in tx.rows(WISHING, players=given(players))])


def _reached(tx: Transaction, players: Sequence[int]) -> set[int]:
    """Return who of these has an address from which mail does not come back."""
    return {player for (player,) in tx.rows(REACHED, players=given(players))} if players else set()


def observes(tx: Transaction, player: int) -> list[ObserverRow]:
    """List what a player observes now."""
    return tx.having(ObserverRow, player=player, until=None)


def stand_by(tx: Transaction, game: int | None, player: int, at: datetime) -> StandbyRow:
    """Put somebody on the list, for one game or for any; who is on it already keeps their place."""
    waits = tx.having(StandbyRow, player=player, until=None)
    there = next((row for row in waits if row.game in (game, None)), None)
    return there or tx.save(StandbyRow(game=game, player=player, since=at))


def standing_by(tx: Transaction, game: int | None = None) -> list[StandbyRow]:
    """List who waits, the longest first: for this game (or any), or everybody."""
    waits = tx.having(StandbyRow, "since", "id", until=None)
    return [row for row in waits if game is None or row.game in (game, None)]


def substitute(
    tx: Transaction, game: int, seat: str, player: int, *, instead_of: int, at: datetime, until: datetime | None
) -> SubstituteRow:
    """Note that somebody sits for a seat's player for a while."""
    row = SubstituteRow(game=game, seat=seat, player=player, instead_of=instead_of, since=at, until=until)
    return tx.save(row)


def substitute_of(tx: Transaction, game: int, seat: str) -> SubstituteRow | None:
    """Return who sits for a seat's player now, if anybody does."""
    return tx.one(SubstituteRow, game=game, seat=seat, ended_at=None)


def substitutes_due(tx: Transaction, now: datetime) -> list[SubstituteRow]:
    """List those whose time is over."""
    return tx.all(SUBSTITUTES_DUE, now=now)


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
    tx.save(row)


def calendars(tx: Transaction, game: int) -> dict[int, CalendarRow]:
    """Return the calendars of a game by their players, also of those who want no more of it."""
    return {row.player: row for row in tx.having(CalendarRow, game=game)}


def want_calendar(tx: Transaction, game: int, player: int) -> CalendarRow:
    """Let a player have the deadlines of a game, the open one with the next letter that tells it."""
    row = tx.one(CalendarRow, game=game, player=player)
    row = row or CalendarRow(game=game, player=player, uid=secrets.token_hex(16))
    row.wanted = row.asked = True
    return tx.save(row)


def stop_calendar(tx: Transaction, game: int, player: int) -> CalendarRow | None:
    """Let a player have them no more; return what their calendar held, if they ever asked."""
    row = tx.one(CalendarRow, game=game, player=player)
    if row is not None:
        tx.change(row, wanted=False, asked=False)
    return row


def told_calendar(tx: Transaction, calendar: int, step: int, due: datetime | None) -> None:
    """Note that a letter brings the deadline of a step to a calendar, or (None) takes it out."""
    row = tx.at(CalendarRow, calendar)
    assert row is not None, "a calendar stays while its game is there"
    tx.change(row, step=step, due=due, sequence=row.sequence + 1, asked=False)
