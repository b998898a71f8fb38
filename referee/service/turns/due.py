"""Which games are due: at their deadline, at the end of grace, or early since all orders are in."""

from __future__ import annotations

from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.policy import Policy
from referee.service.deadlines import outage
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop, runs_idle_turns
from referee.service.turns import early
from referee.store import games, orders, steps
from referee.store.games import Standing
from referee.store.tables import GameRow, Occasion


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
        delay = early.delay(campaign.kit_of(row).rules, Policy.of(row))
        near = row.due_at is not None and row.due_at - now <= delay
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
