"""Steps that the GM takes back: moved aside whole, and the game set back to where it stood before them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, update
from sqlmodel import SQLModel, col, func, select

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.table import State, View
from referee.store import orders
from referee.store.codec import Codec
from referee.store.database import Transaction, same
from referee.store.games import game
from referee.store.steps import save_views, views_folded
from referee.store.tables import (
    BallotRow,
    QuestionRow,
    ReminderRow,
    ReportRow,
    SilenceRow,
    Status,
    StepRow,
    TokenRow,
    UndoneRow,
    VoteRow,
)
from referee.store.tables.columns import unpacked
from referee.store.tables.play import Adjudication

REPORT = SQLModel.metadata.tables["report"].c
TIMES = select(func.count(func.distinct(UndoneRow.undone_at))).where(UndoneRow.game == bindparam("game"))

LAST_TOLD = (
    select(REPORT.seat, REPORT.body, REPORT.document, REPORT.form)
    .where(*same(REPORT, "game", "step"), REPORT.undone.is_not(None), REPORT.kind != "gm_turn")
    .order_by(REPORT.kind == "report", REPORT.id)
)


def take_back(
    tx: Transaction, codec: Codec[State, View], game_id: int, first: int, *, why: str, at: datetime, reopen: bool
) -> list[UndoneRow]:
    """Take back the steps from one on, newest first, and leave the game held before it; return what was moved aside.

    The orders of that step are on file as they were; what came in for later ones is set aside. Answers of a live step
    are kept for its rerun, unless it is to be played by new orders (``reopen``).
    """
    steps = select(StepRow).where(StepRow.game == game_id, StepRow.step >= first).order_by(col(StepRow.step).desc())
    taken = [_moved(tx, row, why, at) for row in tx.exec(steps).all()]
    views = views_folded(tx, codec, game_id)
    deciding = {seat for seat, view in views.items() if seat != OBSERVER and codec.rules.decide(view) is not None}
    save_views(tx, codec, game_id, first - 1, views, deciding)
    row = game(tx, game_id)
    row.step, row.status, row.anew, row.closed = first - 1, Status.HELD, why, not reopen
    row.hold_reason = f"turn {first} was taken back: {why}"
    row.due_at = row.on_time_until = row.early_at = row.ended_at = None
    tx.save(row)
    orders.set_aside(tx, game_id, first, at)
    _forget(tx, game_id, first, reopen=reopen)
    _open_ballots(tx, game_id, taken[-1].played_at, anew=reopen)
    dying = update(TokenRow).where(col(TokenRow.game) == game_id, col(TokenRow.step) > first, col(TokenRow.seat) != GM)
    tx.exec(dying.where(col(TokenRow.dead_at).is_(None)).values(dead_at=at))
    return taken


def of_game(tx: Transaction, game_id: int) -> list[UndoneRow]:
    """List what was taken back in a game, in the order in which that was done."""
    return tx.having(UndoneRow, game=game_id)


def times(tx: Transaction, game_id: int) -> int:
    """Say how often turns of a game were taken back."""
    return int(tx.value(TIMES, game=game_id))


def with_which_died(tx: Transaction, token: TokenRow) -> int:
    """Return the first of the steps that were taken back when a token died; 0 if it died of something else."""
    query = select(UndoneRow.step).where(UndoneRow.game == token.game, UndoneRow.undone_at == token.dead_at)
    return tx.exec(query.order_by(col(UndoneRow.step)).limit(1)).first() or 0


def last_told(tx: Transaction, game_id: int, step: int) -> dict[Seat, tuple[str, Sequence[str]]]:
    """Return by reader the last report of a step that was taken back: its text, and the lines of its form."""
    return {
        Seat(seat): (unpacked(body, document.encode()).decode(), form)
        for seat, body, document, form in tx.rows(LAST_TOLD, game=game_id, step=step)
    }


def _moved(tx: Transaction, row: StepRow, why: str, at: datetime) -> UndoneRow:
    """Move one step aside; its letters stay where they are and are known as those of what was taken back."""
    whole = {name: getattr(row, name) for name in Adjudication.model_fields}
    kept = tx.save(UndoneRow(**whole, undone_at=at, reason=why))
    tx.exec(update(ReportRow).where(col(ReportRow.of_step) == row.id).values(of_step=None, undone=kept.id))
    tx.delete(row)
    tx.flush()
    return kept


def _forget(tx: Transaction, game_id: int, first: int, *, reopen: bool) -> None:
    """Let go of what belongs to the steps alone and comes about anew with them."""
    questions = delete(QuestionRow).where(col(QuestionRow.game) == game_id)
    tx.exec(questions.where(col(QuestionRow.step) > first - reopen))
    tx.exec(delete(SilenceRow).where(col(SilenceRow.game) == game_id, col(SilenceRow.step) > first - reopen))
    tx.exec(delete(ReminderRow).where(col(ReminderRow.game) == game_id, col(ReminderRow.step) >= first))


def _open_ballots(tx: Transaction, game_id: int, since: datetime, *, anew: bool) -> None:
    """Let a ballot be open again that was closed with the first of these steps; later ones are void.

    If the step is played by new orders, it is also voted in ``anew``.
    """
    for ballot in tx.having(BallotRow, game=game_id):
        if ballot.closed_at == since:
            ballot.closed_at, ballot.result = None, ""
            if anew:
                tx.exec(delete(VoteRow).where(col(VoteRow.ballot) == ballot.id))
        elif ballot.opened_at >= since and ballot.closed_at is None:
            ballot.closed_at, ballot.result = since, "void: the turn was taken back"
        tx.save(ballot)
