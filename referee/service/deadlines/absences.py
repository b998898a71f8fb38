"""Leave that players ask for: what it does to deadlines, by each game's policy."""

from datetime import datetime, timedelta

from referee.service.campaign.campaign import Work
from referee.service.campaign.policy import Leave, Policy
from referee.service.deadlines import dates
from referee.service.deadlines.deadline import days_said, next_due, on_grid, rule_of
from referee.service.deadlines.notices import SUBJECT, moved, recorded
from referee.service.post.post import Post
from referee.store import attendance, games
from referee.store.database import Transaction
from referee.store.tables import GameRow, PlayerRow, Status

INSTANT = timedelta(microseconds=1)

MOST = 12
"""So many absences that are not over a player may have; more would be a way of filling the table."""

WORDS = "A player is away, so this turn waits until after that."
NEXT_WAITS = "The deadline lies later than it would by its rule, since a player is away then."


def due_after(tx: Transaction, row: GameRow, now: datetime) -> tuple[datetime | None, bool]:
    """Return when the step after the open one is due, and whether an absence has moved that.

    Behind one that is adjudicated anew its readers have as much time as at first, and never less than they had left of
    the deadline that was running when it was taken back.
    """
    if row.closed:
        times = (_fresh(tx, row, now, row.due_at or now), due_before(tx, row, now))
        return max((one for one in times if one is not None), default=None), False
    usual = next_due(row, now)
    due = None if usual is None else shifted(tx, row, usual, now)
    return due, due != usual


def first_due(tx: Transaction, row: GameRow, now: datetime) -> datetime | None:
    """Return when the first turn of a game that begins now is due, by its rule and with the time that it gives."""
    return _fresh(tx, row, now, now)


def due_before(tx: Transaction, row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline that was running when the open step was taken back; None if there was none, or it is over."""
    taken_back = recorded(tx, row, "rollback")
    due = datetime.fromisoformat(taken_back[-1]["due"]) if taken_back and "due" in taken_back[-1] else None
    return due if due is not None and due > now else None


def _fresh(tx: Transaction, row: GameRow, now: datetime, reached: datetime) -> datetime | None:
    """Return the first deadline by a game's rule that is no sooner than its `min_first` from now."""
    if not row.deadline:
        return None
    least = Policy.of(row).min_first
    span = rule_of(row.deadline, row.zone).span
    least = min(least, span) if span else least
    due = on_grid(row, max(reached, now + least - INSTANT), now)
    return None if due is None else shifted(tx, row, due, now)


def shifted(tx: Transaction, row: GameRow, due: datetime, now: datetime, *, since: datetime | None = None) -> datetime:
    """Move a deadline to the first of the game's rule at which none is away, if the game's absences do that.

    It is moved by no more than the policy says, counted from ``since``, its first place; an absence that lasts
    longer does not move it. Whether the absent have sent orders makes no difference, or the deadline would tell.
    """
    policy = Policy.of(row)
    if policy.absences is not Leave.SHIFT:
        return due
    limit = (since or due) + policy.longest_shift
    while True:
        backs = [on_grid(row, back - INSTANT, now) for back in attendance.away(tx, row.id, due).values()]
        later = max((at for at in backs if at is not None and due < at <= limit), default=None)
        if later is None:
            return due
        due = later


def ask(
    work: Work, player: PlayerRow, asked: dates.Span, *, game: int | None = None, at: datetime | None = None
) -> str:
    """Keep a player's leave and move the deadlines that fall into it; return what they are told.

    It was asked for when the letter came, or now; a deadline that was over by then it does not excuse.
    """
    now = work.now
    there = attendance.leave_of(work.tx, player.id, now)
    if any((a.first, a.last, a.game) == (asked.first, asked.last, game) for a in there):
        return f"You have that leave already: {asked.words}."
    if len(there) >= MOST:
        return f"You have asked for {MOST} absences; ABSENT OFF takes them back."
    attendance.ask_leave(work.tx, player.id, first=asked.first, last=asked.last, at=at or now, game=game)
    where = "all your games" if game is None else "this game"
    said = [f"You are away {asked.words}, in {where}. ABSENT OFF takes that back."]
    seats = [seat for seat in games.seats_of(work.tx, player.id) if game in (None, seat.game)]
    rows = {seat.game: games.game(work.tx, seat.game) for seat in seats if seat.vacant_since is None}
    for row in rows.values():
        if row.status is Status.RUNNING:
            said.append(_effect(work, row))
    return " ".join(dict.fromkeys(filter(None, said)))


def take_back(tx: Transaction, player: PlayerRow, now: datetime) -> str:
    """Take all leave of a player back; a deadline that was moved stays where it is."""
    if not attendance.take_leave_back(tx, player.id, now):
        return "You had asked for no leave that is not over."
    return "You are not away any more. A deadline that was moved stays where it is."


def told(tx: Transaction, player: PlayerRow, now: datetime, game: int | None = None) -> str:
    """Say when a player is away; nothing if not."""
    away = [days_said(a.first, a.last, player.zone) for a in attendance.leave_of(tx, player.id, now, game=game)]
    return f"You are away {', and '.join(away)}." if away else ""


def _effect(work: Work, row: GameRow) -> str:
    """Do to the open deadline what the policy says, and return it in words."""
    if row.on_time_until is not None and row.on_time_until <= work.now:
        return f"The deadline of turn {row.step + 1} in {row.title} is over already; that turn is not excused."
    if Policy.of(row).absences is not Leave.SHIFT:
        return "Meanwhile your standing orders play, and the defaults; your silence is not held against you."
    if row.due_at is None or row.due_at <= work.now:
        return "A deadline that falls into it is moved."
    earlier = [datetime.fromisoformat(d["before"]) for d in recorded(work.tx, row, "absence")]
    until = shifted(work.tx, row, row.due_at, work.now, since=min([row.due_at, *earlier]))
    if until == row.due_at:
        return "A deadline that falls into it is moved, if that is not for too long; else your standing orders play."
    post = Post(work, row)
    moved(post, until, what="absence", subject=SUBJECT, text=_words(work.tx, row, row.due_at))
    return f"In {row.title} the deadline was moved; a letter to all says so."


def _words(tx: Transaction, row: GameRow, due: datetime) -> str:
    """Say why a deadline was moved, and who is away only where the game shows who is missing."""
    if not row.show_missing:
        return WORDS
    return f"{', '.join(attendance.away(tx, row.id, due))} will be away, so this turn waits until after that."
