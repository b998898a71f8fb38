"""Turns that are ready before their deadline: adjudicated after a short delay that is announced."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from referee.engine.audience import Seat
from referee.engine.ruleset import Ruleset
from referee.reports.when import When
from referee.service.campaign.policy import Policy
from referee.service.deadlines.notices import recorded, tell
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.store import actions, games, inbox, orders, steps
from referee.store.database import Transaction
from referee.store.tables import GameRow

EARLY = "early"
PASSED_ON = ("replace", "substitute", "give back")
"""What is on record when a seat gets another player."""

NOT_SO_OFTEN = timedelta(hours=1)
"""What was announced is not announced again within this: a flag that goes up and down is no storm of mail."""

NOTHING: dict[str, Any] = {}

Meanwhile = Callable[[Post], None]
"""What is done, in the transaction of a post that may write, while a turn waits."""


def nothing(_: Post) -> None:
    """Do nothing meanwhile."""


WORDS = (
    "Orders of all who must act are on file, and nobody holds a WAIT flag. So turn {step} is adjudicated {at}{before}."
    " New orders put that off by as long again, and WAIT FLAG ON until the flag is down."
)


def wait(post: Post, top: TableTop) -> Meanwhile | None:
    """Say whether a turn that is ready waits still, by what is done meanwhile: it is announced when it is to be run.

    Where nobody must act it does not wait. New orders begin the delay anew. It waits for who has just taken a seat, and
    for a word from all if it was taken back and is open again.
    """
    row, policy = post.game, Policy.of(post.game)
    if not top.must_act:
        return None
    if _newcomers(post) or _reopened(post, top):
        return off
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
        return off
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


def off(post: Post) -> None:
    """Call an announced early adjudication off, since the turn is not ready any more."""
    if post.game.early_at is not None:
        games.set_early(post.tx, post.game.id, None)
