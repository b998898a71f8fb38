"""At the deadline: whether the turn is run, or waits for those from whom nothing came."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from referee.engine.audience import GM, PUBLIC, Seat
from referee.reports.desk_pages import GmAlarmPage
from referee.reports.pages import ReminderPage
from referee.reports.parts import Kind
from referee.service.campaign.policy import Policy
from referee.service.deadlines.deadline import NOBODY_SPOKE
from referee.service.deadlines.notices import moved, record, recorded, tell
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.service.turns import silence
from referee.service.turns.early import Meanwhile, nothing
from referee.store import actions, games, reports
from referee.store.tables import Status

MASS = "mass silence"
MASS_WAIT = timedelta(hours=24)
MASS_SUBJECT = "the turn waits"
MASS_WORDS = (
    "From so many seats nothing is on file that something may be wrong with the mail, so the turn was not adjudicated."
    " It waits for more. If you sent orders and have no receipt, send them once more."
)
HELD_WORDS = (
    "Still nothing is on file from so many seats that the turn was not adjudicated. The GM looks into it; orders are"
    " taken meanwhile, and another letter names the new deadline."
)
HELD_REASON = NOBODY_SPOKE


def wait(post: Post, top: TableTop) -> Meanwhile | None:
    """Say whether a turn whose deadline is over waits all the same, by what is done meanwhile.

    A turn waits once for the grace of its game, if somebody is missing who is not excused, until nobody is or the
    grace is over. It waits, then, where so many are missing that our mail is perhaps at fault: first for a day, then
    for the GM, whose word (to process it, or to resume the game) counts more.
    """
    row, policy = post.game, Policy.of(post.game)
    assert row.due_at is not None, "what has no deadline is not over"
    missing = silence.missing(post)
    if not missing:
        return None
    if row.on_time_until is None and policy.grace and row.due_at + policy.grace > post.now:
        return partial(_begin, top=top, missing=missing, grace=policy.grace)
    if row.due_at > post.now:
        return nothing
    if not silence.is_mass(post, top, missing):
        return None
    before = len(recorded(post.tx, row, MASS))
    return None if before >= 2 else partial(_mass, top=top, missing=missing, before=before)


def _begin(post: Post, *, top: TableTop, missing: list[Seat], grace: timedelta) -> None:
    """Let the turn wait, tell everybody until when, and those whose orders are missing that it is for them."""
    row = post.game
    deadline = row.due_at
    assert deadline is not None
    games.set_due(post.tx, row.id, deadline + grace, on_time_until=deadline)
    row = post.game
    record(post, "grace", before=deadline.isoformat(), until=(deadline + grace).isoformat())
    pages = []
    for seat in missing:
        sent = (reports.latest(post.tx, row.id, seat, kind.value) for kind in (Kind.REPORT, Kind.WELCOME))
        reported = next((r.made_at for r in sent if r is not None), None)
        view = top.game.view(seat)
        pages.append(ReminderPage(post.head(seat), top.step, deadline + grace, view, (), reported, passed=deadline))
    post.send_all(pages, step=top.step)
    named = f": they are missing from {', '.join(missing)}" if row.show_missing else ""
    text = (
        f"The deadline of turn {top.step} is over, but orders are missing{named}. The turn is adjudicated as soon as"
        " they are here, and at the latest at the end of its grace. Until then you may send or change yours, too."
    )
    tell(post, f"Turn {top.step} waits for orders", text, deadline + grace, but=missing)


def _mass(post: Post, *, top: TableTop, missing: list[Seat], before: int) -> None:
    """Let the turn wait for a day, or, if it did so ``before``, hold the game; tell everybody, and alarm the GM."""
    row = post.game
    if before == 0:
        assert row.due_at is not None
        until = max(row.due_at, post.now) + MASS_WAIT
        moved(post, until, what=MASS, subject=MASS_SUBJECT, text=MASS_WORDS)
    else:
        record(post, MASS)
        games.set_status(post.tx, row.id, Status.HELD, HELD_REASON)
        actions.record(
            post.tx,
            at=post.now,
            who="referee",
            what="hold",
            game=row.id,
            details={"reason": HELD_REASON, "step": top.step},
            to=PUBLIC,
        )
        tell(post, MASS_SUBJECT, HELD_WORDS, None)
    _alarm(post, top, missing, held=before > 0)


def _alarm(post: Post, top: TableTop, missing: list[Seat], *, held: bool) -> None:
    name = post.game.name
    what = f"Nothing is on file from {len(missing)} of {len(top.must_act)} seats that must act."
    details = (
        f"They are {', '.join(missing)}. Perhaps no mail reaches us; please look whether letters come in.",
        "The game is held until you say how it goes on." if held else "The turn waits for a day, then for your word.",
    )
    remedies = (
        f"Run the turn all the same: PROCESS in an answer to this letter, or referee turn run {name}",
        f"Give more time: EXTEND 48h in an answer, or referee game extend {name} +48h",
        *((f"Go on without another look: RESUME in an answer, or referee game resume {name}",) if held else ()),
    )
    page = GmAlarmPage(post.head(GM), what, details, remedies)
    post.send(page, step=top.step)
