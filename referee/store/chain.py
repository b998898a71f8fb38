"""The hash chain over the steps of a game. CHAIN.md beside this file is the written specification."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import LargeBinary, type_coerce
from sqlmodel import col, select

from referee.store.database import Transaction
from referee.store.games import Place, game, places
from referee.store.tables import GameRow, ReportRow, StepRow
from referee.store.tables.columns import canonical, unpacked

START = "0" * 64
"""What stands for the previous hash of the first step."""


@dataclass(frozen=True, slots=True)
class Hashes:
    """The four hashes of a step, in lower-case hexadecimal."""

    input: str
    output: str
    previous: str
    chain: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The first step that is not what was stored, and what is the matter with it."""

    step: int
    problem: str


@dataclass(frozen=True, slots=True)
class Written:
    """A letter of a step as it is hashed."""

    seat: str
    kind: str
    number: int
    subject: str
    body: str
    document: str
    form: Sequence[str]


def hashes(given: bytes, output: bytes, previous: str) -> Hashes:
    """Hash a step's input and output and join them to the step before (CHAIN.md 1)."""
    into, out = hashlib.sha256(given).hexdigest(), hashlib.sha256(output).hexdigest()
    joined = f"referee chain 1\n{previous}\n{into}\n{out}\n"
    return Hashes(into, out, previous, hashlib.sha256(joined.encode()).hexdigest())


def input_of(
    row: GameRow, placed: Sequence[Place], *, seed: bytes, step: int, edition: str, orders: Mapping[str, Any],
    given: bytes,
) -> bytes:  # fmt: skip
    """Write all that went into a step in its one form (CHAIN.md 2)."""
    return canonical(
        {
            "commitment": row.commitment,
            "edition": edition,
            "game": row.name,
            "given": orjson.Fragment(given),
            "options": row.options,
            "orders": orders,
            "ruleset": row.ruleset,
            "seats": [{"name": seat.name, "wishes": seat.wishes, "word": seat.word} for seat in placed],
            "seed": seed.hex(),
            "step": step,
        }
    )


def output_of(state: bytes, events: bytes, letters: Iterable[Written]) -> bytes:
    """Write all that came out of a step in its one form (CHAIN.md 3)."""
    listed = sorted(letters, key=lambda one: (one.seat, one.kind, one.number))
    written = [[one.seat, one.kind, one.number, one.subject, one.body, one.document, list(one.form)] for one in listed]
    return canonical({"events": orjson.Fragment(events), "letters": written, "state": orjson.Fragment(state)})


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
    into = input_of(row, placed, seed=row.seed, step=step, edition=edition, orders=orjson.loads(orders), given=given)
    return stored, hashes(into, output_of(state, events, _letters(tx, step_id)), previous)


def _letters(tx: Transaction, step_id: int) -> list[Written]:
    packed = _raw(ReportRow.body, ReportRow.document, ReportRow.form).where(ReportRow.of_step == step_id)
    plain = select(ReportRow.seat, ReportRow.kind, ReportRow.number, ReportRow.subject)
    heads = tx.exec(plain.where(ReportRow.of_step == step_id).order_by(col(ReportRow.id)))
    return [
        Written(*head, unpacked(body).decode(), unpacked(document).decode(), orjson.loads(unpacked(form)))
        for head, (body, document, form) in zip(heads, tx.exec(packed.order_by(col(ReportRow.id))), strict=True)
    ]


def _raw(*columns: Any) -> Any:
    """Select packed columns as they lie in the file, so that damage is ours to find."""
    return select(*(type_coerce(column, LargeBinary) for column in columns))


def _at(game_id: int, step: int) -> tuple[Any, Any]:
    return col(StepRow.game) == game_id, col(StepRow.step) == step
