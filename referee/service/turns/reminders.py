"""A word to those from whom nothing came, at each one's own times before the deadline; once for each of them.

Standing orders are not forgotten by who gave them, but by the turn they may be stale; so who has no others is reminded
too, and shown what will count.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from referee.engine.audience import Seat
from referee.reports.pages import ReminderPage
from referee.reports.parts import in_force
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.policy import Policy
from referee.service.deadlines.notices import MOVES
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop
from referee.service.turns import silence
from referee.store import actions, attendance, games, steps
from referee.store.attendance import Deadline
from referee.store.games import Standing
from referee.store.tables import GameRow, Status

SECOND = timedelta(seconds=1)
FRESH = timedelta(minutes=10)
"""At the latest after this a game is looked at again: somebody may have taken a seat, or changed their mind."""


def remind(campaign: Campaign) -> int:
    """Remind the players of all games who are due for it; return how many reminders went into the outbox.

    A time for a reminder that was over when the deadline was set has none: not for a turn that was opened later, nor
    for one whose deadline was moved.
    """
    now, seen = campaign.clock.now(), campaign.watch.reminded
    with campaign.reading() as work:
        near = [
            s
            for s in games.standings(work.tx)
            if s.due_at is not None and s.due_at > now and not _known(seen.get(s.id), s, now)
        ]
        crossed = [s for s in near if _look(work, s)]
    total = 0
    for s in crossed:
        try:
            with campaign.writing() as work:
                total += _remind(work, games.game(work.tx, s.id))
        except PASSING:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the others are reminded
            log.error("reminder not written", game=s.id, error=type(error).__name__, where=place(error))
    return total


def _known(seen: tuple[Standing, datetime] | None, standing: Standing, now: datetime) -> bool:
    return seen is not None and seen[0] == standing and now < seen[1]


def _look(work: Work, s: Standing) -> bool:
    """Say whether anybody's time has come, and remember when the next one's will."""
    assert s.due_at is not None
    row, wished = games.game(work.tx, s.id), _leads(work, s.id)
    if _crossed(work, row, wished):
        return True
    times = (s.due_at - lead * SECOND for leads in wished.values() for lead in leads)
    until = min((work.now + FRESH, *(at for at in times if at > work.now)))
    work.campaign.watch.reminded[s.id] = (s, until)
    return False


def _leads(work: Work, game: int) -> dict[Seat, Sequence[int]]:
    """Return how many seconds before a deadline each seat is reminded: its player's times, or else the game's."""
    usual = (usual_lead(work, game) // SECOND,)
    found = attendance.leads(work.tx, game)
    return {seat: [lead for lead in mine or usual if lead > 0] for seat, mine in found.items()}


def usual_lead(work: Work, game: int) -> timedelta:
    """Return how long before a deadline of a game those are reminded who have not said when; none at no time."""
    own = Policy.of(games.game(work.tx, game)).reminder
    return work.campaign.settings.campaign.reminder if own is None else own


def _crossed(work: Work, row: GameRow, wished: Mapping[Seat, Sequence[int]]) -> dict[Seat, list[int]]:
    """Return, by seat, the wished leads whose time has come since the deadline was set and that are not done with."""
    assert row.due_at is not None
    opened = steps.played_at(work.tx, row.id, row.step)
    since = max(opened, actions.latest_at(work.tx, row.id, MOVES, since=opened) or opened)
    done = attendance.reminded(work.tx, Deadline(row.id, row.step + 1, row.due_at))
    out = {}
    for seat, leads in wished.items():
        due = [x for x in leads if since < row.due_at - x * SECOND <= work.now and x not in done.get(seat, ())]
        if due:
            out[seat] = due
    return out


def _remind(work: Work, row: GameRow) -> int:
    """Write the reminders of one game and note their times as done with, whether there was anything to say or not."""
    now = work.now
    if row.status is not Status.RUNNING or row.due_at is None or row.due_at <= now:
        return 0
    crossed = _crossed(work, row, _leads(work, row.id))
    if not crossed:
        return 0
    top, post = TableTop.load(work, row, now), Post(work, row)
    attendance.note_reminded(work.tx, Deadline(row.id, top.step, row.due_at), crossed)
    standing = [] if row.on_time_until is not None else silence.unexcused(post, top.standing())
    seats = [seat for seat in (*silence.missing(post), *standing) if seat in crossed]
    pages = [_page(post, top, seat, row) for seat in seats]
    post.send_all(pages, step=top.step)
    if pages:
        log.info("reminded", game=row.name, step=top.step, letters=len(pages))
    return len(pages)


def _page(post: Post, top: TableTop, seat: Seat, row: GameRow) -> ReminderPage:
    assert row.due_at is not None, "a reminder is for a deadline"
    reported = silence.last_report(post, seat)
    orders = in_force(top.file(seat), top.step, top.reader(seat))
    return ReminderPage(post.head(seat), top.step, row.due_at, top.game.view(seat), orders, reported, row.on_time_until)
