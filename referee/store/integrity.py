"""Whether the steps of a game are still what was stored: their hashes computed anew (CHAIN.md)."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import orjson
from sqlalchemy import LargeBinary, type_coerce
from sqlmodel import col, select

from referee.engine.values import value
from referee.store.chain import START, Hashes, Written, hashes, input_of, output_of
from referee.store.database import Transaction
from referee.store.games import Place, began, game, places
from referee.store.tables import GameRow, ReportRow, StepRow
from referee.store.tables.columns import unpacked


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
    one = tx.exec(_raw(StepRow.orders, StepRow.given, StepRow.state, StepRow.events).where(*_at(row.id, step))).one()
    orders, given, state, events = (unpacked(packed) for packed in one)
    step_id, edition = tx.exec(select(StepRow.id, StepRow.edition).where(*_at(row.id, step))).one()
    told = select(StepRow.input_hash, StepRow.output_hash, StepRow.previous_hash, StepRow.chain_hash)
    stored = Hashes(*tx.exec(told.where(*_at(row.id, step))).one())
    assert row.seed is not None, "a game that was set up has a seed"
    into = input_of(
        began(row, placed, row.seed), step=step, edition=edition, orders=orjson.loads(orders), given=given
    )
    return stored, hashes(into, output_of(state, events, _letters(tx, step_id)), previous)


def _letters(tx: Transaction, step_id: int) -> list[Written]:
    packed = _raw(ReportRow.packed_body, ReportRow.document, ReportRow.form).where(ReportRow.of_step == step_id)
    plain = select(ReportRow.seat, ReportRow.kind, ReportRow.number, ReportRow.subject)
    heads = tx.exec(plain.where(ReportRow.of_step == step_id).order_by(col(ReportRow.id)))
    return [
        _written(head, *letter) for head, letter in zip(heads, tx.exec(packed.order_by(col(ReportRow.id))), strict=True)
    ]


def _written(head: tuple[str, str, int, str], body: bytes, packed_document: bytes, form: bytes) -> Written:
    document = unpacked(packed_document)
    return Written(*head, unpacked(body, document).decode(), document.decode(), orjson.loads(unpacked(form)))


def _raw(*columns: Any) -> Any:
    """Select packed columns as they lie in the file, so that damage is ours to find."""
    return select(*(type_coerce(column, LargeBinary) for column in columns))


def _at(game_id: int, step: int) -> tuple[Any, Any]:
    return col(StepRow.game) == game_id, col(StepRow.step) == step
