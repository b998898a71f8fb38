"""The GM is asked at once, by mail, when orders come in that the rules want a ruling on. An early turn waits for it."""

from __future__ import annotations

from referee.engine.audience import GM
from referee.reports.others import barred
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Work
from referee.service.campaign.logbook import log
from referee.service.deadlines import stillness
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop
from referee.service.turns import wanted
from referee.store import games
from referee.store.tables import Status

HOW = (
    "Answer this letter with RULING ABOUT, the number, and your ruling. You may change it until the turn is"
    " adjudicated. An early turn waits for it, a deadline does not; without a ruling there is no effect."
)


def tell(work: Work, game: int) -> int:
    """Mail the GM what the rules ask in the open turn, if it was not told yet; return how much is new."""
    row = games.game(work.tx, game)
    if (
        row.status in (Status.INVITING, Status.OVER)
        or row.closed
        or not wanted.may_ask(work.campaign.kit_of(row).rules)
    ):
        return 0
    now = work.now
    found = _questions(work, game)
    known = wanted.told(work.tx, row)
    new = [one for one in found if one.key not in known and not one.answer]
    for one in new:
        details = {"step": row.step + 1, "about": one.key}
        work.record(wanted.TOLD, game=row.id, details=details, who="referee")
    if new:
        post = Post(work, row, urgent=True)
        lines = "\n\n".join(f"Question {one.number}:\n\n{barred(one.words)}" for one in found if not one.answer)
        subject, due = f"Turn {row.step + 1}: the rules ask you", stillness.due(row, now)
        page = NoticePage(post.head(GM), subject, f"{lines}\n\n{HOW}", deadline=due)
        post.send(GM, work.campaign.kit_of(row).writer.write(page), step=row.step + 1)
    return len(new)


def _questions(work: Work, game: int) -> list[wanted.Question]:
    """Find the questions; a turn that cannot be played asks nothing now, and is held when it is its time."""
    row = games.game(work.tx, game)
    try:
        return wanted.questions(work, TableTop.load(work, row, work.now))
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the letter that brought it is not to blame
        log.error("the GM cannot be asked", game=row.name, error=type(error).__name__, where=place(error))
        return []
