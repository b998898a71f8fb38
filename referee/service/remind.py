"""A word to those who have sent nothing, some time before the deadline; once a turn."""

from __future__ import annotations

import structlog

from referee.engine.audience import Seat
from referee.reports.pages import Kind, ReminderPage
from referee.service.campaign import Campaign
from referee.service.post import Post
from referee.service.tabletop import TableTop
from referee.service.trouble import PASSING, place
from referee.store import games, reports, steps
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

log = structlog.get_logger()


def remind(campaign: Campaign) -> int:
    """Remind the players of all games who are due for it; return how many reminders went into the outbox.

    A turn that was opened only after the time for its reminder has none.
    """
    now, lead = campaign.clock.now(), campaign.settings.campaign.reminder
    with campaign.store.reading() as tx:
        running = games.games(tx, Status.RUNNING)
        near = [r.id for r in running if r.due_at is not None and now < r.due_at <= now + lead]
    total = 0
    for game in near:
        try:
            with campaign.store.writing() as tx:
                total += _remind(campaign, tx, games.game(tx, game))
        except PASSING:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are reminded
            log.error("reminder not written", game=game, error=type(error).__name__, where=place(error))
    return total


def _remind(campaign: Campaign, tx: Transaction, row: GameRow) -> int:
    now = campaign.clock.now()
    opened = steps.history(tx, row.id)[-1].played_at
    if row.status is not Status.RUNNING or row.due_at is None:
        return 0
    if opened > row.due_at - campaign.settings.campaign.reminder:
        return 0
    top = TableTop.load(campaign, tx, row, now)
    post = Post(campaign, tx, row, now)
    missing = [s for s in top.silent() if reports.next_number(tx, row.id, top.step, s, Kind.REMINDER.value) == 1]
    letters = [(seat, top.kit.writer.write(_page(post, top, seat, row))) for seat in missing]
    post.send_all(letters, step=top.step, shuffled=True)
    if letters:
        log.info("reminded", game=row.name, step=top.step, letters=len(letters))
    return len(letters)


def _page(post: Post, top: TableTop, seat: Seat, row: GameRow) -> ReminderPage:
    assert row.due_at is not None, "a reminder is for a deadline"
    sent = [reports.latest(post.tx, row.id, seat, kind) for kind in (Kind.REPORT.value, Kind.WELCOME.value)]
    reported = next((r.made_at for r in sent if r is not None), None)
    return ReminderPage(post.head(seat), top.step, row.due_at, top.game.view(seat), (), reported)
