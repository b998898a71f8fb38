"""Whether the steps of a game are still what was stored: their hashes computed anew (CHAIN.md)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import LargeBinary, type_coerce
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col, select

from referee.engine.values import value
from referee.store.chain import START, Hashes, Written, hashes, input_of, output_of
from referee.store.database import Transaction
from referee.store.games import Place, began, game, places
from referee.store.tables import GameRow, StepRow
from referee.store.tables.columns import unpacked

STEP, REPORT = (SQLModel.metadata.tables[name].c for name in ("step", "report"))


@value
class Broken:
    """The first step that is not what was stored, and what is the matter with it."""

    step: int
    problem: str


def verify(tx: Transaction, game_id: int) -> Broken | None:
    """Compute the whole chain of a game anew, and name the first step that does not agree with what is stored."""
    row, placed = game(tx, game_id), places(tx, game_id)
    previous = START
    steps = tx.exec(select(StepRow.step).where(StepRow.game == game_id).order_by(col(StepRow.step))).all()
    for expected, step in zip(range(row.step + 1), [*steps, *[None] * (row.step + 1)], strict=False):
        if step != expected:
            return Broken(expected, "it is missing")
        problem, previous = _checked(tx, row, placed, step, previous)
        if problem:
            return Broken(step, problem)
    if len(steps) > row.step + 1:
        return Broken(row.step + 1, "the game never came so far")
    return None


def _checked(tx: Transaction, row: GameRow, placed: Sequence[Place], step: int, previous: str) -> tuple[str, str]:
    """Say what is wrong with one step (nothing, if all is well), and return its hash."""
    try:
        stored, fresh = _recomputed(tx, row, placed, step, previous)
    except (zlib.error, orjson.JSONDecodeError, UnicodeDecodeError, orjson.JSONEncodeError) as error:
        return f"it cannot be read: {error}", ""
    for name, told, found in (
        ("the step before it", stored.previous, fresh.previous),
        ("what went in", stored.input, fresh.input),
        ("what came out", stored.output, fresh.output),
        ("the chain", stored.chain, fresh.chain),
    ):
        if told != found:
            return f"{name} does not fit its hash", ""
    return "", stored.chain


def _recomputed(
    tx: Transaction, row: GameRow, placed: Sequence[Place], step: int, previous: str
) -> tuple[Hashes, Hashes]:
    """Return a step's hashes as stored and as they come out of what is stored."""
    packed = _raw(STEP.orders, STEP.given, STEP.state, STEP.events)
    told = STEP.input_hash, STEP.output_hash, STEP.previous_hash, STEP.chain_hash
    query = select_columns(STEP.id, STEP.edition, *packed, *told).where(STEP.game == row.id, STEP.step == step)
    step_id, edition, *found = tx.execute(query).one()
    orders, given, state, events = map(unpacked, found[:4])
    stored = Hashes(*found[4:])
    assert row.seed is not None, "a game that was set up has a seed"
    into = input_of(
        began(row, placed, row.seed), step=step, edition=edition, orders=orjson.loads(orders), given=given
    )
    return stored, hashes(into, output_of(state, events, _letters(tx, step_id)), previous)


def _letters(tx: Transaction, step_id: int) -> list[Written]:
    packed = _raw(REPORT.body, REPORT.document, REPORT.form)
    query = select_columns(REPORT.seat, REPORT.kind, REPORT.number, REPORT.subject, *packed).order_by(REPORT.id)
    letters = []
    for seat, kind, number, subject, body, document, form in tx.execute(query.where(REPORT.of_step == step_id)):
        beside = unpacked(document)
        texts = unpacked(body, beside).decode(), beside.decode()
        letters.append(Written(seat, kind, number, subject, *texts, orjson.loads(unpacked(form))))
    return letters


def _raw(*columns: Any) -> list[Any]:
    """Take packed columns as they lie in the file, so that damage is ours to find."""
    return [type_coerce(column, LargeBinary) for column in columns]
