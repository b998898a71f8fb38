"""Which games are due: at their deadline, at the end of grace, or early since all orders are in; and what still waits.

At the deadline a turn is run, or waits for those from whom nothing came. One that is ready before is adjudicated after
a short delay that is announced.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from referee.engine.audience import Seat
from referee.engine.ruleset import Ruleset
from referee.reports.pages import ReminderPage
from referee.reports.when import When
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.policy import Policy
from referee.service.deadlines import outage
from referee.service.deadlines.deadline import NOBODY_SPOKE
from referee.service.deadlines.notices import alarm, hold, moved, record, recorded, tell
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop, runs_idle_turns
from referee.service.turns import silence
from referee.store import actions, games, inbox, orders, steps
from referee.store.database import Transaction
from referee.store.games import Standing
from referee.store.tables import GameRow, Occasion

Meanwhile = Callable[[Post], None]
"""What is done, in the transaction of a post that may write, while a turn waits."""


def due_games(campaign: Campaign) -> list[tuple[int, Occasion]]:
    """List the games to adjudicate now: those whose deadline is over, then live ones whose questions have closed.

    One in grace is among them as soon as something changed that may end it; one that lost time to an outage is not,
    nor one whose letters may be on their way from our mail server, which had them in time.
    """
    with campaign.reading() as work:
        now = work.now
        over = now - outage.wait(campaign)
        gaps = outage.unsettled(work)
        running = games.standings(work.tx)
        at = {s.id: s.due_at for s in running if s.due_at is not None and s.due_at <= over}
        due = [game for game in sorted(at, key=lambda game: (at[game], game)) if not outage.touches(gaps, at[game])]
        late = [s.id for s in running if s.id not in at and _may_end_grace(work, s)]
        closed = [game for game, _ in orders.closing(work.tx, over) if game not in at]
        return [(game, Occasion.DEADLINE) for game in (*due, *late, *closed)]


def _may_end_grace(work: Work, s: Standing) -> bool:
    """Say whether a game is in grace, and what is on file has changed since it was looked at, or a minute is over."""
    if s.on_time_until is None or s.on_time_until > work.now:
        return False
    seen = (s, orders.newest_id(work.tx, s.id, s.step + 1), int(work.now.timestamp()) // 60)
    if work.campaign.watch.late.get(s.id) == seen:
        return False
    work.campaign.watch.late[s.id] = seen
    return True


def early_games(campaign: Campaign) -> list[int]:
    """List the running games that may be adjudicated before their deadline: everyone who must act has orders,
    or nobody must act and the game was created so that such turns are run at once.

    Only games are looked at in which something has changed, or whose announced time has come; that what was announced
    may have to be called off is for `advance` to see. One that cannot be looked at is listed too: then it fails by
    itself, and is held.
    """
    with campaign.reading() as work:
        now, watch = work.now, campaign.watch
        newest = orders.newest_id(work.tx)
        changed = orders.changed_since(work.tx, watch.newest) if 0 <= watch.newest < newest else frozenset()
        watch.newest = newest
        found = []
        for s in games.standings(work.tx):
            timely = s.early_at is not None and s.early_at <= now
            if s.on_time_until is not None or (s.due_at is not None and s.due_at <= now):
                continue  # its deadline decides
            if not (timely or s.id in changed or watch.idle.get(s.id) != s):
                continue
            row = games.game(work.tx, s.id)
            if _may_be_ready(work, row, announced=s.early_at is not None):
                watch.idle.pop(s.id, None)
                found.append(s.id)
            else:
                watch.idle[s.id] = s
        return found


def seen_to_wait(campaign: Campaign, game: int) -> None:
    """Remember that a game which is ready waits for its announced time, or for its deadline since that is near."""
    with campaign.store.reading() as tx:
        now, row = campaign.clock.now(), games.game(tx, game)
        near = row.due_at is not None and row.due_at - now <= delay(campaign.kit_of(row).rules, Policy.of(row))
        if row.early_at is not None or near:
            campaign.watch.idle[game] = Standing(row.id, row.step, row.due_at, row.on_time_until, row.early_at)


def _may_be_ready(work: Work, row: GameRow, *, announced: bool) -> bool:
    try:
        if not row.early and not runs_idle_turns(work.campaign.kit_of(row), row):
            return False
        return announced or (_all_heard(work, row) and TableTop.load(work, row, work.now).ready())
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game fails by itself
        log.error("game cannot be looked at", game=row.name, error=type(error).__name__, where=place(error))
        return True


def _all_heard(work: Work, row: GameRow) -> bool:
    """Say whether orders came from all who must act: till then the game need not be taken up to see that it waits."""
    expected = steps.must_act(work.tx, row.id, row.step) - games.unmanned(work.tx, row.id).keys()
    return expected <= orders.heard(work.tx, row.id, row.step + 1)


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

def wait_at_deadline(post: Post, top: TableTop) -> Meanwhile | None:
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
        reported, view = silence.last_report(post, seat), top.game.view(seat)
        pages.append(ReminderPage(post.head(seat), top.step, deadline + grace, view, (), reported, passed=deadline))
    post.send_all(pages, step=top.step)
    named = f": they are missing from {', '.join(missing)}" if row.show_missing else ""
    text = (
        f"The deadline of turn {top.step} is over, but orders are missing{named}. The turn is adjudicated as soon as"
        " they are here, and at the latest at the end of its grace. Until then you may send or change yours, too."
    )
    tell(post, f"Turn {top.step} waits for orders", text, but=missing)


def _mass(post: Post, *, top: TableTop, missing: list[Seat], before: int) -> None:
    """Let the turn wait for a day, or, if it did so ``before``, hold the game; tell everybody, and alarm the GM."""
    row = post.game
    if before == 0:
        assert row.due_at is not None
        until = max(row.due_at, post.now) + MASS_WAIT
        moved(post, until, what=MASS, subject=MASS_SUBJECT, text=MASS_WORDS)
    else:
        record(post, MASS)
        hold(post, NOBODY_SPOKE, step=top.step)
        tell(post, MASS_SUBJECT, HELD_WORDS)
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
    alarm(post, what, details, remedies)


EARLY = "early"
PASSED_ON = ("replace", "substitute", "give back")
"""What is on record when a seat gets another player."""

NOT_SO_OFTEN = timedelta(hours=1)
"""What was announced is not announced again within this: a flag that goes up and down is no storm of mail."""

NOTHING: dict[str, Any] = {}

def nothing(_: Post) -> None:
    """Do nothing meanwhile."""


WORDS = (
    "Orders of all who must act are on file, and nobody holds a WAIT flag. So turn {step} is adjudicated {at}{before}."
    " New orders put that off by as long again, and WAIT FLAG ON until the flag is down."
)


def wait_when_ready(post: Post, top: TableTop) -> Meanwhile | None:
    """Say whether a turn that is ready waits still, by what is done meanwhile: it is announced when it is to be run.

    Where nobody must act it does not wait. New orders begin the delay anew. It waits for who has just taken a seat, and
    for a word from all if it was taken back and is open again.
    """
    row, policy = post.game, Policy.of(post.game)
    if not top.must_act:
        return None
    if _newcomers(post) or _reopened(post, top):
        return call_off
    newest = orders.newest_id(post.tx, row.id, top.step)
    last = next(reversed(recorded(post.tx, row, EARLY)), NOTHING)
    if row.early_at is not None and last.get("orders") == newest:
        return nothing if post.now < row.early_at else None
    opened = steps.played_at(post.tx, row.id, row.step)
    at = post.now + delay(top.kit.rules, policy)
    if policy.min_gap:
        at = max(at, opened + policy.min_gap)
    if at <= post.now:
        return None
    if row.due_at is not None and at >= row.due_at:
        return call_off
    told_at = datetime.fromisoformat(last["told"]) if "told" in last else None
    due = row.due_at.isoformat() if row.due_at is not None else ""
    again = told_at is None or post.now - told_at >= NOT_SO_OFTEN or last.get("due", due) != due
    told = post.now if again or told_at is None else told_at
    details = {"step": top.step, "orders": newest, "until": at.isoformat(), "told": told.isoformat(), "due": due}
    return partial(_announce, at=at, details=details, again=again)


def _announce(post: Post, *, at: datetime, details: dict[str, Any], again: bool) -> None:
    """Set when the turn is run, and tell everybody unless they were told a short while ago."""
    games.set_early(post.tx, post.game.id, at)
    post.work.record(EARLY, game=post.game.id, details=details, who="referee")
    if again:
        step = details["step"]
        tell(post, f"Turn {step} is adjudicated early", partial(_words, post, step, at), None)


def _words(post: Post, step: int, at: datetime, seat: Seat) -> str:
    """Say when the turn is run, in a reader's own time zone; the deadline stays that of their orders and calendars."""
    when = When(post.head(seat).zone, post.now)
    before = f", before its deadline, {when.due(post.game.due_at)}" if post.game.due_at is not None else ""
    return WORDS.format(step=step, at=when.at(at), before=before)


def delay(rules: Ruleset[Any, Any], policy: Policy) -> timedelta:
    """Return how long before an early turn everybody is told of it.

    Where the rules may ask the GM, that is always the GM's time for a ruling: a turn that were later only when a ruling
    is wanted would tell everybody that somebody asked for one.
    """
    return max(policy.early_delay, policy.rulings_before) if rules.asks_the_gm else policy.early_delay


def is_announced(tx: Transaction, row: GameRow) -> bool:
    """Say whether all were told that this turn is adjudicated early, whatever has come of it since."""
    return bool(recorded(tx, row, EARLY))


def _newcomers(post: Post) -> bool:
    """Say whether a seat has passed on in this step to somebody who has not written yet: they have time to read."""
    opened = steps.played_at(post.tx, post.game.id, post.game.step)
    passed = {
        str(details["seat"])
        for what in PASSED_ON
        for details in actions.details_of(post.tx, post.game.id, what, since=opened)
    }
    return any(
        seat.vacant_since is None
        and not inbox.spoke(post.tx, post.game.id, seat.name, seat.player, post.open_step, since=opened)
        for seat in post.seats
        if seat.name in passed
    )


def _reopened(post: Post, top: TableTop) -> bool:
    """Say whether the step was taken back, and a seat that must act has not written since: they think it over."""
    tx, game = post.tx, post.game.id
    since = actions.latest_at(tx, game, ["rollback"], since=steps.played_at(tx, game, post.game.step))
    if since is None:
        return False
    players = {Seat(seat.name): seat.player for seat in post.seats}
    return not all(
        inbox.spoke(tx, game, seat, players[seat], top.step, since=since)
        or any(orders.newest_since(tx, game, seat, since, 1))
        for seat in top.must_act
    )


def call_off(post: Post) -> None:
    """Call an announced early adjudication off, since the turn is not ready any more."""
    if post.game.early_at is not None:
        games.set_early(post.tx, post.game.id, None)
