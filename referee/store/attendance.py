"""Who is there: leave that players asked for, who was silent in a step, and who was reminded of a deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, or_
from sqlmodel import SQLModel, select

from referee.engine.audience import Seat
from referee.store import games
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.sqlite import given, listed
from referee.store.tables import AbsenceRow, ReminderRow, SilenceRow

TABLES = SQLModel.metadata.tables
SEAT, PLAYER, ABSENCE, STEP = (TABLES[name].c for name in ("seat", "player", "absence", "step"))
AWAY = (
    select(SEAT.name, ABSENCE.last)
    .select_from(TABLES["absence"].join(TABLES["seat"], ABSENCE.player == SEAT.player))
    .where(
        SEAT.game == bindparam("game"),
        SEAT.vacant_since.is_(None),
        or_(ABSENCE.game.is_(None), ABSENCE.game == SEAT.game),
        ABSENCE.first <= bindparam("moment"),
        ABSENCE.last > bindparam("moment"),
        ABSENCE.taken_back_at.is_(None),
    )
)
ASKED_BY = AWAY.where(ABSENCE.made_at <= bindparam("asked_by"))
WITH_LEAVE = (
    select(SEAT.game)
    .select_from(TABLES["absence"].join(TABLES["seat"], ABSENCE.player == SEAT.player))
    .where(SEAT.game.in_(listed("games")), ABSENCE.last > bindparam("moment"), ABSENCE.taken_back_at.is_(None))
    .distinct()
)
ORDERS_BETWEEN = select(STEP.orders).where(
    STEP.game == bindparam("game"), STEP.step > bindparam("first"), STEP.step < bindparam("last")
)
LEADS = select(SEAT.name, PLAYER.leads).where(
    SEAT.player == PLAYER.id, SEAT.game == bindparam("game"), SEAT.vacant_since.is_(None)
)


def ask_leave(
    tx: Transaction, player: int, *, first: datetime, last: datetime, at: datetime, game: int | None = None
) -> AbsenceRow:
    """Keep a player's leave from a moment to before another, in one game or in all."""
    row = AbsenceRow(player=player, game=game, first=first, last=last, made_at=at)
    return tx.save(row)


def take_leave_back(tx: Transaction, player: int, at: datetime, *, game: int | None = None) -> int:
    """Take all leave of a player back that is not over, of one game or (no game) of all; say how many there were."""
    rows = [row for row in leave_of(tx, player, at) if game is None or row.game == game]
    for row in rows:
        tx.change(row, taken_back_at=at)
    return len(rows)


def leave_of(tx: Transaction, player: int, now: datetime, *, game: int | None = None) -> list[AbsenceRow]:
    """List the leave of a player that is not over, the next first; with a game, only what counts there."""
    rows = tx.having(AbsenceRow, "first", "id", player=player, taken_back_at=None)
    return [row for row in rows if row.last > now and (game is None or row.game in (None, game))]


def away(tx: Transaction, game: int, moment: datetime, *, asked_by: datetime | None = None) -> dict[Seat, datetime]:
    """Name the seats of a game whose player is away at a moment, with the return; if wished, who asked in time."""
    out: dict[Seat, datetime] = {}
    if asked_by is None:
        rows = tx.rows(AWAY, game=game, moment=moment)
    else:
        rows = tx.rows(ASKED_BY, game=game, moment=moment, asked_by=asked_by)
    for name, last in rows:
        out[Seat(name)] = max(last, out.get(Seat(name), last))
    return out


def games_with_leave(tx: Transaction, games: Iterable[int], moment: datetime) -> frozenset[int]:
    """Name those of some games in which a player has asked for leave, there or elsewhere, that is not over by then."""
    return frozenset(game for (game,) in tx.rows(WITH_LEAVE, games=given(games), moment=moment))


def note_silence(tx: Transaction, game: int, step: int, silent: Mapping[Seat, str], at: datetime) -> list[SilenceRow]:
    """Note the silent seats of a step, each with why it is excused (empty: it is not)."""
    sitting = {Seat(s.name): s.player for s in games.places(tx, game)}
    rows = [
        SilenceRow(game=game, seat=seat, step=step, player=sitting[seat], at=at, excused=excused)
        for seat, excused in silent.items()
    ]
    tx.add_all(rows)
    tx.flush()
    return rows


def silences(tx: Transaction, game: int, *, step: int | None = None) -> list[SilenceRow]:
    """List the silences of a game, or of one step of it, in order."""
    of = {"step": step} if step is not None else {}
    return tx.having(SilenceRow, "step", "seat", game=game, **of)


def excuse(tx: Transaction, game: int, seat: Seat, step: int, why: str) -> SilenceRow:
    """Excuse a silence that is on record; raises `NotThere`."""
    row = tx.one(SilenceRow, game=game, seat=seat, step=step)
    if row is None:
        raise NotThere(f"{seat} was not silent in turn {step}.")
    row.excused = why
    return tx.save(row)


def silent_run(tx: Transaction, game: int, seat: Seat, player: int, step: int) -> int:
    """Count the run of a player's unexcused silences in a seat that ends with one in this step, on record or not.

    Excused ones, and steps with nothing to decide, neither count nor end the run; one with orders ends it.
    """
    before = [
        row.step
        for row in reversed(silences(tx, game))
        if row.seat == seat and row.player == player and row.step < step and not row.excused
    ]
    count, newest = 1, step
    for one in before:
        if any(orders.get(seat) for (orders,) in tx.rows(ORDERS_BETWEEN, game=game, first=one, last=newest)):
            break
        count, newest = count + 1, one
    return count


class Deadline(NamedTuple):
    """One deadline of one step: another one, even of the same step, has reminders of its own."""

    game: int
    step: int
    due_at: datetime


def leads(tx: Transaction, game: int) -> dict[Seat, tuple[int, ...]]:
    """Return at how many seconds before a deadline each seat's player wants to be reminded; none for the default."""
    return {Seat(name): tuple(found) for name, found in tx.rows(LEADS, game=game)}


def reminded(tx: Transaction, deadline: Deadline) -> dict[Seat, frozenset[int]]:
    """Return which leads of which seats are done with."""
    row = tx.one(ReminderRow, **deadline._asdict())
    return {Seat(seat): frozenset(seconds) for seat, seconds in row.sent.items()} if row else {}


def note_reminded(tx: Transaction, deadline: Deadline, done: Mapping[Seat, Iterable[int]]) -> None:
    """Note that these leads are done with, besides those that were."""
    there = tx.one(ReminderRow, **deadline._asdict())
    row = there or ReminderRow(game=deadline.game, step=deadline.step, due_at=deadline.due_at)
    row.sent = row.sent | {seat: sorted({*row.sent.get(seat, ()), *seconds}) for seat, seconds in done.items()}
    tx.save(row)
