"""The GM's decisions: numbered in their game, each with those who may know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import SQLModel, col, func, select

from referee.engine.audience import Audience, Seat
from referee.store.codec import Codec, audience_from, audience_to
from referee.store.database import Transaction
from referee.store.tables import RulingRow

RULING = SQLModel.metadata.tables["ruling"].c
OF_GAME = select(RulingRow).where(RulingRow.game == bindparam("game")).order_by(col(RulingRow.number))
DECIDED = (
    select(RULING.correction, RULING.about, RULING.answer)
    .where(RULING.game == bindparam("game"), RULING.step == bindparam("step"))
    .order_by(RULING.number)
)

CHANGES = (
    select(RULING.correction)
    .where(RULING.game == bindparam("game"), RULING.step.between(1, bindparam("until")))
    .where(RULING.correction.like("OPTION %"))
    .order_by(RULING.step, RULING.number)
)


@dataclass(frozen=True, slots=True)
class Decided:
    """What a step is given by the GM: corrections that it begins with, and answers to what the rules ask the GM."""

    mends: tuple[str, ...] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)


NOTHING_DECIDED = Decided()


def add(
    tx: Transaction,
    game: int,
    *,
    step: int,
    text: str,
    to: Audience,
    who: str,
    at: datetime,
    reason: str = "",
    correction: str = "",
    about: str = "",
    answer: bytes | None = None,
) -> RulingRow:
    """Keep a new ruling, with the next number of its game; ``step`` is the one whose report cites it."""
    newest = tx.exec(select(func.coalesce(func.max(RulingRow.number), 0)).where(RulingRow.game == game)).one()
    row = RulingRow(
        game=game, number=newest + 1, step=step, text=text, reason=reason, correction=correction, about=about,
        answer=answer, audience=audience_to(to), who=who, at=at,
    )  # fmt: skip
    return tx.save(row)


WITHDRAWN = -1
"""The step of a ruling that was taken back: no report cites it, and nothing of it is done."""


def withdraw(tx: Transaction, row: RulingRow) -> None:
    """Take a ruling back; its number stays its own."""
    row.step = WITHDRAWN
    tx.save(row)


def of_game(tx: Transaction, game: int) -> list[RulingRow]:
    """List the rulings of a game by their numbers."""
    return tx.seldom(OF_GAME, game=game)


def of_step(tx: Transaction, game: int, step: int) -> list[RulingRow]:
    """List the rulings that the report of a step cites."""
    return [row for row in of_game(tx, game) if row.step == step]


def for_seat(tx: Transaction, game: int, seat: Seat) -> list[RulingRow]:
    """List the rulings that a seat may know of."""
    return [row for row in of_game(tx, game) if audience(row).includes(seat)]


def decided(tx: Transaction, codec: Codec[Any, Any], game: int, step: int) -> Decided:
    """Return what the GM decided for a step; of several answers to one question the newest."""
    rows = tx.rows(DECIDED, game=game, step=step)
    if not rows:
        return NOTHING_DECIDED
    answers = {about: codec.load_value(answer) for _, about, answer in rows if about and answer is not None}
    return Decided(tuple(line for line, _, _ in rows if line), answers)


def changes(tx: Transaction, game: int, until: int) -> list[str]:
    """List the corrections of options of the rules that steps up to one began with, in their order."""
    return [line for (line,) in tx.rows(CHANGES, game=game, until=until)]


def audience(row: RulingRow) -> Audience:
    """Return who may know of a ruling."""
    return audience_from(row.audience)
