"""Deadlines moved by the referee, and everybody told."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from referee.engine.audience import PUBLIC, Seat
from referee.reports.pages import NoticePage
from referee.service.post.post import Post
from referee.store import actions, games
from referee.store.database import Transaction
from referee.store.tables import GameRow

EVER = datetime(1970, 1, 1, tzinfo=UTC)

MOVES = ("extend", "absence", "outage", "grace", "mass silence", "replace", "rollback")
"""The entries in the log that say that a deadline was set anew."""

Words = Callable[[Seat], str]
"""What is said to one reader, in their own time zone."""


def tell(
    post: Post,
    subject: str,
    text: str | Words,
    deadline: datetime | None,
    *,
    but: Collection[Seat] = (),
    sender: str = "",
) -> None:
    """Write the same notice to everybody but some, in an order that tells nothing; it waits for no better hour.

    Words that are not the referee's own are passed on as those of their ``sender``.
    """
    post, writer = replace(post, urgent=True), post.campaign.kit_of(post.game).writer
    letters = [
        (seat, writer.write(NoticePage(post.head(seat), subject, said(text, seat), sender, deadline)))
        for seat in post.public
        if seat not in but
    ]
    post.send_all(letters, step=post.open_step, shuffled=True)


def said(text: str | Words, seat: Seat) -> str:
    """Return what is said to one reader."""
    return text if isinstance(text, str) else text(seat)


def moved(post: Post, until: datetime, *, what: str, subject: str, text: str | Words, **details: Any) -> None:
    """Move the deadline of the open step, write that down, and tell everybody; those who end grace keep its beginning.

    ``what`` is its word in the log.
    """
    row = post.game
    before = row.due_at.isoformat() if row.due_at else ""
    games.set_due(post.tx, row.id, until, on_time_until=row.on_time_until)
    record(post, what, before=before, until=until.isoformat(), **details)
    tell(post, subject, text, until)


def recorded(tx: Transaction, row: GameRow, what: str) -> list[dict[str, Any]]:
    """Return what the log holds of one kind about the open step, oldest first, however the clock was set since."""
    found = actions.details_of(tx, row.id, what, since=EVER)
    return [details for details in found if details.get("step") == row.step + 1]


def record(post: Post, what: str, **details: Any) -> None:
    """Write down what the referee did about the open step, where everybody can see it."""
    details = {"step": post.game.step + 1, **details}
    post.work.record(what, game=post.game.id, details=details, to=PUBLIC, who="referee")
