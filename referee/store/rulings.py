"""What is decided above the rules: the GM's rulings, each with those who may know of it, and secret votes.

Who voted what leaves its table for nobody.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete
from sqlmodel import SQLModel, col, func, select

from referee.engine.audience import Audience, Seat
from referee.engine.values import value
from referee.store.codec import Codec, audience_from, audience_to
from referee.store.database import Transaction, same
from referee.store.tables import BallotRow, RulingRow, VoteRow

RULING = SQLModel.metadata.tables["ruling"].c
DECIDED = (
    select(RULING.correction, RULING.about, RULING.answer)
    .where(*same(RULING, "game", "step"))
    .order_by(RULING.number)
)

CHANGES = (
    select(RULING.correction)
    .where(RULING.game == bindparam("game"), RULING.step.between(1, bindparam("until")))
    .where(RULING.correction.like("OPTION %"))
    .order_by(RULING.step, RULING.number)
)


@value
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
    tx.change(row, step=WITHDRAWN)


def of_game(tx: Transaction, game: int) -> list[RulingRow]:
    """List the rulings of a game by their numbers."""
    return tx.having(RulingRow, "number", game=game)


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


def open_ballot(tx: Transaction, game: int, what: str, *, step: int, at: datetime) -> BallotRow:
    """Open a ballot that is closed when a step is adjudicated."""
    row = BallotRow(game=game, what=what, opened_at=at, last_step=step)
    return tx.save(row)


def ballot(tx: Transaction, game: int) -> BallotRow | None:
    """Return the open ballot of a game, if there is one."""
    return tx.one(BallotRow, game=game, closed_at=None)


def vote(tx: Transaction, ballot: int, seat: str, yes: bool, at: datetime) -> None:
    """Cast a seat's vote, or change it."""
    row = tx.get(VoteRow, (ballot, seat)) or VoteRow(ballot=ballot, seat=seat, yes=yes, at=at)
    row.yes, row.at = yes, at
    tx.save(row)


def take_vote_back(tx: Transaction, game: int, seat: str) -> None:
    """Drop a seat's vote in what is still open, for another plays it now."""
    still = select(BallotRow.id).where(BallotRow.game == game, col(BallotRow.closed_at).is_(None))
    tx.exec(delete(VoteRow).where(col(VoteRow.ballot).in_(still), col(VoteRow.seat) == seat))


def agreed(tx: Transaction, ballot: int, seats: Collection[str]) -> bool:
    """Say whether every one of these seats has said yes; silence is no, and nobody's agreement is none."""
    query = select(VoteRow.seat).where(VoteRow.ballot == ballot, col(VoteRow.yes).is_(True))
    said = frozenset(tx.exec(query))
    return bool(seats) and all(seat in said for seat in seats)


def close_ballot(tx: Transaction, ballot: BallotRow, result: str, at: datetime) -> None:
    """Close a ballot with what is told of it."""
    tx.change(ballot, closed_at=at, result=result)
