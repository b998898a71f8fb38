"""Deadlines that the GM moves: when the open turn's time is over, and more time for all games at once."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.engine.audience import PUBLIC
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import Remedied
from referee.service.deadlines.notices import tell
from referee.service.post.post import Post
from referee.store import games, questions
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

SUBJECT = "the deadline was moved"

MOVED = "The deadlines of all games were moved."


def ends(tx: Transaction, row: GameRow) -> datetime | None:
    """Return when the time of the open turn is over: its deadline, or the end of the pause of a live one."""
    closes = questions.open_until(tx, row.id, row.step + 1)
    return row.due_at if closes is None else closes


def would_shorten(row: GameRow, ends: datetime | None, now: datetime) -> Remedied:
    """Say that a deadline would come to lie earlier, and how that is done by those who mean it."""
    assert ends is not None, "what has no deadline cannot be shortened"
    return Remedied(
        f"That is earlier than the deadline, {When(row.zone, now).full(ends)}, so nothing was changed.",
        shell="If you mean it: referee game extend ... --shorten",
        mail="If you mean it, write SHORTEN UNTIL and the time.",
    )


def extend_all(work: Work, by: timedelta, reason: str = "") -> list[GameRow]:
    """Move the open deadlines of all games that run by as much, all or none, and tell everybody why.

    One that is held or paused has none that could be moved.
    """
    moved = [row for row in games.games(work.tx, Status.RUNNING) if _extended(work, row, by, reason)]
    return [games.game(work.tx, row.id) for row in moved]


def _extended(work: Work, row: GameRow, by: timedelta, reason: str) -> bool:
    now = work.now
    until = _later(work.tx, row, now, by)
    if until is None:
        return False
    text = reason if reason.endswith((".", "!", "?")) else f"{reason}." if reason else MOVED
    tell(Post(work, row), SUBJECT, text, until, sender="the GM" if reason else "")
    details = {"step": row.step + 1, "until": until.isoformat(), "reason": reason, "all": True}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return True


def _later(tx: Transaction, row: GameRow, now: datetime, by: timedelta) -> datetime | None:
    """Move the deadline of a game, or the end of the pause of a live one; return where it lies now."""
    before = ends(tx, row)
    if before is None:
        return None
    until = max(before, now) + by
    if questions.open_until(tx, row.id, row.step + 1) is not None:
        questions.move(tx, row.id, row.step + 1, until)
        return until
    games.set_due(tx, row.id, until, on_time_until=row.on_time_until)
    return until
