"""The open asks of live games, and the answers that came."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col, select

from referee.engine.asks import Given
from referee.engine.audience import Seat
from referee.store.codec import Codec
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.tables import GameRow, QuestionRow, Status

OF_STEP = (
    select(QuestionRow)
    .where(QuestionRow.game == bindparam("game"), QuestionRow.step == bindparam("step"))
    .order_by(col(QuestionRow.id))
)

QUESTION, GAME = (SQLModel.metadata.tables[name].c for name in ("question", "game"))
IN_PLAY = (
    select_columns(QUESTION.game, QUESTION.step, QUESTION.asked_at, QUESTION.closes_at)
    .join_from(GAME.id.table, QUESTION.id.table, (QUESTION.game == GAME.id) & (QUESTION.step == GAME.step + 1))
    .where(GAME.status == Status.RUNNING)
    .order_by(QUESTION.id)
)


def put(
    tx: Transaction, game: int, step: int, asks: Iterable[tuple[str, Seat]], *, at: datetime, closes_at: datetime
) -> list[QuestionRow]:
    """Keep the asks, by key and seat, at which a live game stopped; those that are there stay as they are."""
    there = {row.key for row in of_step(tx, game, step)}
    rows = [
        QuestionRow(game=game, step=step, key=key, seat=seat, asked_at=at, closes_at=closes_at)
        for key, seat in asks
        if key not in there
    ]
    tx.add_all(rows)
    tx.flush()
    return rows


def of_step(tx: Transaction, game: int, step: int) -> list[QuestionRow]:
    """List what was asked in a step, in order."""
    return tx.all(OF_STEP, game=game, step=step)


def open_for(tx: Transaction, game: int, step: int, seat: Seat, at: datetime) -> list[QuestionRow]:
    """List the questions that a seat could still answer at a moment, answered ones included until they close.

    One that the game has gone on from is settled, whatever the clock says.
    """
    return [row for row in last_asked(tx, game, step) if row.seat == seat and row.closes_at > at]


def open_still(tx: Transaction, row: GameRow, seat: Seat, at: datetime) -> list[QuestionRow]:
    """List the same of a game as it stands: while it is held its questions wait with it, as its orders do."""
    held = row.status is Status.HELD and not row.closed
    found = [one for one in last_asked(tx, row.id, row.step + 1) if one.seat == seat]
    return [one for one in found if held or one.closes_at > at]


def last_asked(tx: Transaction, game: int, step: int) -> list[QuestionRow]:
    """List the questions at which a step stopped last."""
    rows = of_step(tx, game, step)
    return [row for row in rows if row.asked_at == rows[-1].asked_at]


def close_at(tx: Transaction, game: int, step: int, now: datetime, closes_at: datetime) -> int:
    """Move the end of the pause that is open now, and say how many questions that concerns."""
    rows = [row for row in last_asked(tx, game, step) if row.closes_at > now]
    for row in rows:
        row.closes_at = closes_at
    tx.add_all(rows)
    tx.flush()
    return len(rows)


def open_until(tx: Transaction, game: int, step: int) -> datetime | None:
    """Return when the questions at which a step stopped last close or closed; None if it stands at none."""
    return max((row.closes_at for row in last_asked(tx, game, step)), default=None)


def move(tx: Transaction, game: int, step: int, closes_at: datetime) -> None:
    """Move the end of the pause at which a step stopped last, even if it is over."""
    rows = last_asked(tx, game, step)
    for row in rows:
        row.closes_at = closes_at
    tx.add_all(rows)
    tx.flush()


def answer(tx: Transaction, codec: Codec[Any, Any], question: int, value: Any, at: datetime) -> QuestionRow:
    """Keep an answer, one of the ask's choices; a later one replaces it until the question closes."""
    row = tx.at(QuestionRow, question)
    if row is None:
        raise NotThere(f"There is no question {question}.")
    row.answer, row.answered_at = codec.dump_value(value), at
    return tx.save(row)


def given(tx: Transaction, codec: Codec[Any, Any], game: int, step: int, now: datetime, *, live: bool = True) -> Given:
    """Gather what a live step is played with now: answers whose question has closed, and the silent.

    A pause lasts its full window, whoever has answered: before a question
    closes its answer does not count.
    """
    closed = [row for row in of_step(tx, game, step) if row.closes_at <= now]
    answers = {row.key: codec.load_value(row.answer) for row in closed if row.answer is not None}
    return Given(answers, frozenset(row.key for row in closed if row.answer is None), live)


def closing(tx: Transaction, now: datetime) -> list[tuple[int, int]]:
    """List the games, with the step, whose running step has a question that closed and no later one that is open."""
    return [(pauses.game, pauses.step) for pauses in in_play(tx) if pauses.until <= now]


class Pauses(NamedTuple):
    """How often the open step of a live game stopped to ask, and until when answers are waited for."""

    game: int
    step: int
    stops: int
    until: datetime


def in_play(tx: Transaction) -> list[Pauses]:
    """List the running games whose open step has stopped, by the question that came first."""
    found: dict[tuple[int, int], list[tuple[datetime, datetime]]] = {}
    for game, step, asked_at, closes_at in tx.rows(IN_PLAY):
        found.setdefault((game, step), []).append((asked_at, closes_at))
    return [
        Pauses(*key, len({asked for asked, _ in times}), max(closes for _, closes in times))
        for key, times in found.items()
    ]
