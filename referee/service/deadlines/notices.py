"""Deadlines moved by the referee or by the GM, of one game or of all, and everybody told."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import EllipsisType
from typing import Any

from referee.engine.audience import GM, PUBLIC, Audience, Seat
from referee.reports.desk_pages import GmAlarmPage
from referee.reports.pages import NoticePage
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import Remedied, sentence
from referee.service.deadlines.deadline import PAUSED, due_told
from referee.service.post.post import Post
from referee.store import actions, games, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

MOVES = ("extend", "absence", "outage", "grace", "mass silence", "replace", "rollback")
"""The entries in the log that say that a deadline was set anew."""

Words = Callable[[Seat], str]
"""What is said to one reader, in their own time zone."""

WHEN_RESUMED = datetime.max.replace(tzinfo=UTC)
"""When the questions of a paused game close; from its resuming on they have their full time once more."""

SUBJECT = "the deadline was moved"

MOVED = "The deadlines of all games were moved."


def tell(
    post: Post,
    subject: str,
    text: str | Words,
    deadline: datetime | EllipsisType | None = ...,
    *,
    before: datetime | None = None,
    to: Audience = PUBLIC,
    but: Collection[Seat] = (),
    sender: str = "",
    urgent: bool = True,
) -> None:
    """Write the same notice to all whom it is for, but some, in an order that tells nothing.

    It waits for no better hour, if it is ``urgent``. It names the ``deadline`` that all may know, if no other is given;
    ``before`` is the one that was told so far. Words that are not the referee's own are passed on as those of their
    ``sender``.
    """
    post = replace(post, urgent=True) if urgent else post
    due = due_told(post.game, post.now) if deadline is ... else deadline
    pages = [
        NoticePage(post.head(seat), subject, text if isinstance(text, str) else text(seat), sender, due, before)
        for seat in post.public
        if to.includes(seat) and seat not in but
    ]
    post.send_all(pages, step=post.open_step)


def alarm(post: Post, what: str, details: Sequence[str], remedies: Sequence[str] = (), words: str = "") -> None:
    """Tell a game's GM that something wants attention, with what helps, and the words that it is about."""
    page = GmAlarmPage(post.head(GM), what, tuple(details), tuple(remedies), words)
    post.send(page, step=post.open_step)


def moved(post: Post, until: datetime, *, what: str, subject: str, text: str | Words, **details: Any) -> None:
    """Move the deadline of the open step, write that down, and tell everybody; those who end grace keep its beginning.

    ``what`` is its word in the log.
    """
    row = post.game
    before = row.due_at
    games.set_due(post.tx, row.id, until, on_time_until=row.on_time_until)
    record(post, what, before=before.isoformat() if before else "", until=until.isoformat(), **details)
    tell(post, subject, text, before=before)


def pause(work: Work, row: GameRow, reason: str) -> None:
    """Stop a game's clock until it is resumed, and tell everybody."""
    words = reason or PAUSED
    games.set_status(work.tx, row.id, Status.PAUSED, words)
    orders.close_at(work.tx, row.id, row.step + 1, work.now, WHEN_RESUMED)
    tell(Post(work, row), "the game is paused", words, sender="the GM", urgent=False)
    work.record(Status.PAUSED.value, game=row.id, details={"reason": reason}, to=PUBLIC)


def why_paused(tx: Transaction, row: GameRow) -> str:
    """Say why a game is paused, or will be when its turn that was taken back has been adjudicated anew."""
    if row.status is Status.PAUSED:
        return row.hold_reason or PAUSED
    found = recorded(tx, row, "rollback") if row.closed else []
    return str(found[-1].get("paused", "")) if found else ""


def recorded(tx: Transaction, row: GameRow, what: str) -> list[dict[str, Any]]:
    """Return what the log holds of one kind about the open step, oldest first, however the clock was set since."""
    found = actions.details_of(tx, row.id, what)
    return [details for details in found if details.get("step") == row.step + 1]


def record(post: Post, what: str, **details: Any) -> None:
    """Write down what the referee did about the open step, where everybody can see it."""
    details = {"step": post.game.step + 1, **details}
    post.work.record(what, game=post.game.id, details=details, to=PUBLIC, who="referee")


def hold(post: Post, reason: str, **details: Any) -> None:
    """Hold a game until its GM says how it goes on; all are told so."""
    games.set_status(post.tx, post.game.id, Status.HELD, reason)
    post.work.record("hold", game=post.game.id, details={"reason": reason, **details}, to=PUBLIC, who="referee")


def ends(tx: Transaction, row: GameRow) -> datetime | None:
    """Return when the time of the open turn is over: its deadline, or the end of the pause of a live one."""
    closes = orders.open_until(tx, row.id, row.step + 1)
    return row.due_at if closes is None else closes


def told_so_far(tx: Transaction, row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline that all know the open turn to have; None where it has none, or waits for an answer."""
    return due_told(row, now) if orders.open_until(tx, row.id, row.step + 1) is None else None


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
    before, until = told_so_far(work.tx, row, now), _later(work.tx, row, now, by)
    if until is None:
        return False
    text = sentence(reason) or MOVED
    tell(Post(work, row), SUBJECT, text, until, before=before, sender="the GM" if reason else "")
    details = {"step": row.step + 1, "until": until.isoformat(), "reason": reason, "all": True}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return True


def _later(tx: Transaction, row: GameRow, now: datetime, by: timedelta) -> datetime | None:
    """Move the deadline of a game, or the end of the pause of a live one; return where it lies now."""
    before = ends(tx, row)
    if before is None:
        return None
    until = max(before, now) + by
    if orders.open_until(tx, row.id, row.step + 1) is not None:
        orders.move_pause(tx, row.id, row.step + 1, until)
        return until
    games.set_due(tx, row.id, until, on_time_until=row.on_time_until)
    return until
