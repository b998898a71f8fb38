"""Games and their seats: created, joined, due, held, replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import bindparam, func, update
from sqlalchemy import delete as delete_rows
from sqlmodel import SQLModel, col, select

from referee.engine.audience import Seat
from referee.engine.chance import commitment
from referee.engine.setup import Setup
from referee.store.chain import Began
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.tables import (
    GameRow,
    MailRow,
    ObserverRow,
    PressRow,
    Reveal,
    SeatRow,
    Sending,
    StandbyRow,
    Status,
    TokenRow,
)

SEAT = SQLModel.metadata.tables["seat"].c
GAME = SQLModel.metadata.tables["game"].c
RUNNING = select(GAME.id, GAME.ruleset, GAME.edition).where(GAME.status == Status.RUNNING).order_by(GAME.id)
OF_NAME = select(GameRow).where(func.lower(GameRow.name) == bindparam("name")).limit(1)
NAMED, DELETED = OF_NAME.where(GameRow.status != Status.DELETED), OF_NAME.where(GameRow.status == Status.DELETED)
UNMANNED = select(SEAT.name, SEAT.bot).where(
    SEAT.game == bindparam("game"), SEAT.vacant_since.is_not(None) | (SEAT.bot != "")
)


class Place(NamedTuple):
    """A seat of a game: its name, wishes and word for the set-up, its player, and since when that player is gone."""

    name: str
    wishes: Sequence[str]
    word: str
    player: int
    vacant_since: datetime | None


PLACES = select(*(SEAT[name] for name in Place._fields)).where(SEAT.game == bindparam("game")).order_by(SEAT.place)


class Standing(NamedTuple):
    """How the clock of a running game stands."""

    id: int
    step: int
    due_at: datetime | None
    on_time_until: datetime | None
    early_at: datetime | None


STANDINGS = select(*(GAME[name] for name in Standing._fields)).where(GAME.status == Status.RUNNING).order_by(GAME.id)


class Listed(NamedTuple):
    """What a list of games says of one, and how many seats it has."""

    id: int
    name: str
    title: str
    ruleset: str
    edition: str
    status: Status
    step: int
    due_at: datetime | None
    early_at: datetime | None
    started_at: datetime | None
    seats: int


HOW_MANY = select(func.count()).where(SEAT.game == GAME.id).scalar_subquery()
LISTED = (
    select(*(GAME[name] if name != "seats" else HOW_MANY for name in Listed._fields))
    .where(GAME.status != Status.DELETED)
    .order_by(GAME.id)
)
LISTED_ONE = LISTED.where(GAME.id == bindparam("game"))


def create(
    tx: Transaction,
    name: str,
    *,
    title: str,
    ruleset: str,
    edition: str,
    options: Mapping[str, str],
    secret: bytes,
    at: datetime,
    deadline: str = "",
    zone: str = "UTC",
    early: bool = True,
    show_missing: bool = False,
    reveal: Reveal = Reveal.FULL,
    live_pause: timedelta = timedelta(hours=12),
    policy: Mapping[str, str] | None = None,
) -> GameRow:
    """Create a game that people may join; raises `Taken` if there is one of this name."""
    row = GameRow(
        name=name,
        title=title,
        ruleset=ruleset,
        edition=edition,
        options=dict(options),
        secret=secret,
        commitment=commitment(secret),
        deadline=deadline,
        zone=zone,
        early=early,
        show_missing=show_missing,
        reveal=reveal,
        live_pause=live_pause,
        policy=dict(policy or {}),
        created_at=at,
    )
    deleted = tx.first(DELETED, name=name.lower())
    if deleted is not None:  # its mails have the Message-IDs of their numbers, and those of this game go on from there
        row.id = deleted.id
        row = tx.merge(row)
        tx.flush()
        return row
    return tx.save_new(row, f"There is a game {name} already. Choose another name.")


def game(tx: Transaction, game_id: int) -> GameRow:
    """Return one game."""
    row = tx.at(GameRow, game_id)
    if row is None:
        raise NotThere(f"There is no game {game_id}.")
    return row


def named(tx: Transaction, name: str) -> GameRow | None:
    """Find a game by its name, whatever its case."""
    return tx.first(NAMED, name=name.lower())


def games(tx: Transaction, *statuses: Status) -> list[GameRow]:
    """List the games with one of these statuses, or all but the deleted ones, oldest first."""
    query = select(GameRow).where(col(GameRow.status) != Status.DELETED)
    if statuses:
        query = query.where(col(GameRow.status).in_(statuses))
    return list(tx.exec(query.order_by(col(GameRow.id))))


def listed(tx: Transaction, game_id: int | None = None) -> list[Listed]:
    """List all games but the deleted ones, oldest first, or one of them, without taking any up."""
    rows = tx.rows(LISTED) if game_id is None else tx.rows(LISTED_ONE, game=game_id)
    return [Listed(*row) for row in rows]


def only_one(tx: Transaction) -> GameRow | None:
    """Return the one game that is not over; None where there are more, or none."""
    going = [status for status in Status if status not in (Status.OVER, Status.DELETED)]
    found = tx.exec(select(GameRow).where(col(GameRow.status).in_(going)).limit(2)).all()
    return found[0] if len(found) == 1 else None


def names(tx: Transaction, ids: Collection[int | None]) -> dict[int | None, str]:
    """Return the names of these games; of none, and of a deleted one, nothing."""
    if not ids:
        return {}
    query = select(GameRow.id, GameRow.name).where(col(GameRow.id).in_({number for number in ids if number}))
    found = tx.exec(query.where(col(GameRow.status) != Status.DELETED)).all()
    return dict.fromkeys(ids, "") | dict(found)


def set_due(tx: Transaction, game_id: int, due_at: datetime | None, *, on_time_until: datetime | None = None) -> None:
    """Set when the next step is adjudicated; while grace runs, ``on_time_until`` was the deadline.

    An early adjudication that was announced is called off.
    """
    tx.change(game(tx, game_id), due_at=due_at, on_time_until=on_time_until, early_at=None)


def set_early(tx: Transaction, game_id: int, early_at: datetime | None) -> None:
    """Set when an announced early adjudication is due; None calls it off."""
    tx.change(game(tx, game_id), early_at=early_at)


def standings(tx: Transaction) -> list[Standing]:
    """List how the clocks of the running games stand, without taking any up."""
    return [Standing(*row) for row in tx.rows(STANDINGS)]


def running_by_rules(tx: Transaction) -> dict[tuple[str, str], list[int]]:
    """List the running games by the ruleset and the edition that they are played by, without taking any up."""
    found: dict[tuple[str, str], list[int]] = {}
    for number, ruleset, edition in tx.rows(RUNNING):
        found.setdefault((ruleset, edition), []).append(number)
    return found


def set_status(tx: Transaction, game_id: int, status: Status, reason: str = "") -> None:
    """Hold, pause or resume a game; the reason is for its GM. What was announced before does not outlast that."""
    row = game(tx, game_id)
    early_at = row.early_at if status is Status.RUNNING else None
    tx.change(row, status=status, hold_reason=reason, early_at=early_at)


def join(
    tx: Transaction, game_id: int, player_id: int, *, name: str, at: datetime, wishes: Sequence[str] = ()
) -> SeatRow:
    """Take the next free place of a game; raises `Taken` if the name is another seat's there."""
    place = tx.exec(select(func.coalesce(func.max(SeatRow.place), 0)).where(SeatRow.game == game_id)).one() + 1
    row = SeatRow(game=game_id, place=place, name=name, player=player_id, wishes=list(wishes), joined_at=at)
    return tx.save_new(row, f"There is a {name} in this game already. Choose another name.")


def seats(tx: Transaction, game_id: int) -> list[SeatRow]:
    """List the seats of a game in their order."""
    return tx.having(SeatRow, "place", game=game_id)


def seats_by_game(tx: Transaction, games: Iterable[int]) -> dict[int, list[SeatRow]]:
    """List the seats of several games in their order, by game."""
    found: dict[int, list[SeatRow]] = {}
    for seat in tx.exec(select(SeatRow).where(col(SeatRow.game).in_(games)).order_by(col(SeatRow.place))):
        found.setdefault(seat.game, []).append(seat)
    return found


def places(tx: Transaction, game_id: int) -> list[Place]:
    """List what a turn needs to know of the seats of a game, in their order."""
    return [Place(*row) for row in tx.rows(PLACES, game=game_id)]


def unmanned(tx: Transaction, game_id: int) -> dict[Seat, str]:
    """Return the seats of a game that have no player, each with the style of the bot that plays it, or none."""
    return {Seat(name): bot for name, bot in tx.rows(UNMANNED, game=game_id)}


def began(row: GameRow, placed: Sequence[Place], seed: bytes) -> Began:
    """Return what the input of each of a game's steps says of it."""
    return Began(
        name=row.played_as, ruleset=row.ruleset, options=row.options, commitment=row.commitment, seed=seed, seats=placed
    )


def setup(tx: Transaction, game_id: int) -> Setup:
    """Return how a game begins: its seats in order, its options, and everybody's wishes."""
    wishes = {Seat(place.name): tuple(place.wishes) for place in places(tx, game_id)}
    return Setup(tuple(wishes), game(tx, game_id).options, wishes)


def seat(tx: Transaction, game_id: int, name: str) -> SeatRow:
    """Return one seat of a game."""
    row = tx.one(SeatRow, game=game_id, name=name)
    if row is None:
        raise NotThere(f"There is no seat {name} in game {game_id}.")
    return row


def seats_of(tx: Transaction, player_id: int) -> list[SeatRow]:
    """List the seats a player has, in all games."""
    return tx.having(SeatRow, player=player_id)


def set_wishes(tx: Transaction, game_id: int, name: str, wishes: Sequence[str]) -> None:
    """Change a seat's wishes; they count until the game starts."""
    tx.change(_before_start(tx, game_id, name), wishes=list(wishes))


def set_word(tx: Transaction, game_id: int, name: str, word: str) -> None:
    """Change a seat's word for the seed; it counts until the game starts."""
    tx.change(_before_start(tx, game_id, name), word=word)


def leave(tx: Transaction, game_id: int, name: str) -> None:
    """Give a place back before the start; those behind it move up."""
    row = _before_start(tx, game_id, name)
    tx.delete(row)
    for behind in [other for other in seats(tx, game_id) if other.place > row.place]:
        tx.change(behind, place=behind.place - 1)


def close(tx: Transaction, game_id: int, at: datetime) -> None:
    """Close a game that will not be played."""
    tx.change(game(tx, game_id), status=Status.OVER, hold_reason="", ended_at=at)


def delete(tx: Transaction, game_id: int, at: datetime) -> None:
    """Take a game that never began out of all lists: its seats, keys, press and unsent mail go, and its name is free.

    Its row stays, for the log names it and only grows; the next game of its name has it.
    """
    row = game(tx, game_id)
    assert row.started_at is None, "what was played is kept"
    tx.exec(delete_rows(MailRow).where(col(MailRow.game) == game_id, col(MailRow.state) == Sending.QUEUED))
    for table in (TokenRow, SeatRow, PressRow):
        tx.exec(delete_rows(table).where(col(table.game) == game_id))
    for waits in (ObserverRow, StandbyRow):
        tx.exec(update(waits).where(col(waits.game) == game_id, col(waits.until).is_(None)).values(until=at))
    tx.change(row, status=Status.DELETED, ended_at=at)


def name_seats(tx: Transaction, game_id: int, names: Sequence[Seat]) -> None:
    """Fix the seats' names, in order, as the game starts; every row that names a seat of this game follows.

    Each seat passes through a name that nobody can have, so that two may swap.
    """
    assert game(tx, game_id).status is Status.INVITING, "a seat's name is fixed when the game starts"
    rows = seats(tx, game_id)
    changed = [(row.name, new) for row, new in zip(rows, names, strict=True) if row.name != new]
    for n, (old, _) in enumerate(changed):
        _rename(tx, game_id, old, f"\0{n}")
    for n, (_, new) in enumerate(changed):
        _rename(tx, game_id, f"\0{n}", new)
    tx.expire_all()


def _rename(tx: Transaction, game_id: int, old: str, new: str) -> None:
    tx.flush()
    for table in SQLModel.metadata.sorted_tables:
        column = table.c.get("name") if table.name == "seat" else table.c.get("seat")
        if column is not None and "game" in table.c:
            tx.exec(update(table).where(table.c.game == game_id, column == old).values({column.name: new}))


def _before_start(tx: Transaction, game_id: int, name: str) -> SeatRow:
    row = seat(tx, game_id, name)
    assert game(tx, game_id).status is Status.INVITING, "wishes, words and places are settled when the game starts"
    return row
