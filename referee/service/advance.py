"""Adjudicating a game's open step: all of it in one transaction, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import structlog

from referee.engine.asks import Pending
from referee.engine.audience import GM, OBSERVER, REFEREE, Seat
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.sheet import form_lines
from referee.reports.pages import (
    EndPage,
    GmAlarmPage,
    GmTurnPage,
    Incident,
    Later,
    Letter,
    Opened,
    QuestionPage,
    ReportPage,
    in_force,
)
from referee.service import sealed
from referee.service.campaign import Campaign
from referee.service.deadline import next_due
from referee.service.post import Post
from referee.service.tabletop import TableTop, runs_idle_turns
from referee.service.trouble import PASSING, place, tell_gm
from referee.store import actions, games, inbox, outbox, questions, steps
from referee.store.database import Transaction
from referee.store.errors import AlreadyPlayed
from referee.store.steps import Circumstances
from referee.store.tables import GameRow, Occasion, Reveal, Status

log = structlog.get_logger()


class Advanced(StrEnum):
    """What an attempt to adjudicate came to."""

    PLAYED = "played"
    ASKED = "asked"
    HELD = "held"
    NOT_NOW = "not now"


@dataclass(frozen=True)
class Preview:
    """What would happen if the open step were adjudicated now: every letter, or the questions of a live game."""

    step: int
    letters: tuple[tuple[Seat, Letter], ...]
    asks: tuple[str, ...] = ()


def advance(campaign: Campaign, game_id: int, why: Occasion, *, step: int | None = None) -> Advanced:
    """Adjudicate the open step of a running game; a game that fails is rolled back whole, held, and its GM told.

    Whether it is to be adjudicated now is looked at once more in its own transaction, for another process may have
    done it meanwhile; with ``step`` it is that one or none. Raises `Busy` and the like, which are not the game's fault.
    """
    try:
        with campaign.store.writing() as tx:
            return _advance(campaign, tx, game_id, why, step)
    except AlreadyPlayed:
        return Advanced.NOT_NOW
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        hold(campaign, game_id, place(error))
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        return Advanced.HELD


def preview(campaign: Campaign, game_id: int) -> Preview:
    """Adjudicate the open step and write its letters, and save nothing."""
    with campaign.store.reading() as tx:
        now = campaign.clock.now()
        row = games.game(tx, game_id)
        top = TableTop.load(campaign, tx, row, now)
        try:
            after = top.play()
        except Pending as stop:
            return Preview(top.step, (), tuple(stop.asks))
        post = Post(campaign, tx, row, now, open_step=after.step + 1)
        return Preview(top.step, tuple(_letters(post, top, after, next_due(row, now))))


def hold(campaign: Campaign, game_id: int, reason: str) -> None:
    """Hold a game that could not be adjudicated, and tell the GM; the other games go on.

    It is held even if what broke it breaks the letter to the GM too.
    """
    with campaign.store.writing() as tx:
        now = campaign.clock.now()
        games.set_status(tx, game_id, Status.HELD, reason)
        actions.record(tx, at=now, who="referee", what="hold", game=game_id, details={"reason": reason}, to=REFEREE)
    try:
        with campaign.store.writing() as tx:
            _tell_held(campaign, tx, games.game(tx, game_id), reason)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game is held already
        log.error("alarm not written", game=game_id, error=type(error).__name__, where=place(error))
        with campaign.store.writing() as tx:
            name = games.game(tx, game_id).name
            tell_gm(campaign, tx, f"{name} could not be adjudicated and is held.", reason, f"referee game show {name}")


def _tell_held(campaign: Campaign, tx: Transaction, row: GameRow, reason: str) -> None:
    post = Post(campaign, tx, row, campaign.clock.now())
    page = GmAlarmPage(
        post.head(GM),
        f"{row.title} could not be adjudicated and is held.",
        (reason, "Nothing was changed: orders and cards are as they were before."),
        (f"Look with: referee turn preview {row.name}", f"Go on with: referee game resume {row.name}"),
    )
    post.send(GM, campaign.kit_of(row).writer.write(page), step=row.step + 1)


def _advance(campaign: Campaign, tx: Transaction, game_id: int, why: Occasion, step: int | None) -> Advanced:
    row, now = games.game(tx, game_id), campaign.clock.now()
    if row.status is not Status.RUNNING or step not in (None, row.step + 1):
        return Advanced.NOT_NOW
    if why is Occasion.DEADLINE and not _is_due(tx, row, now):
        return Advanced.NOT_NOW
    if why is not Occasion.GM and inbox.unread_before(tx, row.due_at or now):
        return Advanced.NOT_NOW
    top = TableTop.load(campaign, tx, row, now)
    if why is Occasion.EARLY and not top.ready():
        return Advanced.NOT_NOW
    try:
        after = top.play()
    except Pending as stop:
        return _ask(campaign, tx, top, stop, now)
    due = None if after.end else next_due(row, now)
    post = Post(campaign, tx, row, now, open_step=after.step + 1)
    letters = post.composed(_letters(post, top, after, due), step=after.step, shuffled=True)
    around = Circumstances(why=why, at=now, orders=top.lines(), given=top.given, letters=letters, due_at=due)
    chained = steps.save(tx, top.kit.codec, row.id, after, around)
    log.info("adjudicated", game=row.name, step=after.step, why=why.value, letters=len(letters), chain=chained[:12])
    return Advanced.PLAYED


def _letters(post: Post, top: TableTop, after: Game[Any, Any], due: datetime | None) -> list[tuple[Seat, Letter]]:
    """Write what every seat and the GM are told of a step."""
    looks = _looks(post, after.step - 1)
    out = [(seat, _report(post, top, after, seat, due, looks)) for seat in after.setup.seats]
    silent = () if top.given.live and top.locked_at else top.silent()
    page = GmTurnPage(
        head=post.head(GM),
        step=after.step,
        told=told(after.events, GM),
        view=after.view(OBSERVER),
        deadline=due,
        silent=tuple(silent),
        held=_held(post),
        bounced=_bounced(post),
    )
    return [*out, (GM, top.kit.writer.write(page))]


def _report(
    post: Post, top: TableTop, after: Game[Any, Any], seat: Seat, due: datetime | None, looks: tuple[str, ...]
) -> Letter:
    rules, view = top.kit.rules, after.view(seat)
    desk = top.desk(seat)
    lines = in_force(top.file(seat), after.step, desk.read)
    mine = told(after.events, seat)
    if after.end is not None:
        opened = _opened(post, top, after)
        last = EndPage(post.head(seat), after.step, mine, view, after.end, lines, opened, looks)
        return top.kit.writer.write(last)
    missing = tuple(top.silent()) if post.game.show_missing else ()
    form = form_lines(rules.form(view), top.file(seat).standing)
    page = ReportPage(post.head(seat), after.step, mine, view, lines, due, tuple(form), missing, looks)
    return top.kit.writer.write(page)


def _looks(post: Post, last: int) -> tuple[str, ...]:
    """Say what the GM looked at, unsealed, since the last step."""
    return sealed.looks(post.tx, post.game.id, steps.played_at(post.tx, post.game.id, last))


def _opened(post: Post, top: TableTop, after: Game[Any, Any]) -> Opened | None:
    """Lay open what a game with reveal=full has promised to."""
    row = post.game
    if row.reveal is not Reveal.FULL:
        return None
    words = tuple((Seat(s.name), s.word) for s in post.seats)
    past = [steps.played(post.tx, top.kit.codec, row.id, n) for n in range(1, after.step)]
    by_step = [(one.step, one.orders) for one in past] + [(after.step, top.lines())]
    sent = tuple(
        (seat, Later(step, tuple(by_seat.get(seat, ()))))
        for seat in after.setup.seats
        for step, by_seat in by_step
        if by_seat.get(seat)
    )
    return Opened(row.secret, row.commitment, words, tuple(top.kit.rules.hands(after.state)), sent)


def _held(post: Post) -> tuple[Incident, ...]:
    rows = inbox.held_in(post.tx, post.game.id)
    return tuple(Incident(r.seat or "a stranger", r.received_at, f"letter {r.id}: {r.outcome}") for r in rows)


def _bounced(post: Post) -> tuple[Incident, ...]:
    rows = outbox.bounced_in(post.tx, post.game.id)
    return tuple(Incident(r.seat, r.made_at, f"mail {r.id} ({r.kind}): {r.error}") for r in rows)


def _ask(campaign: Campaign, tx: Transaction, top: TableTop, stop: Pending, now: datetime) -> Advanced:
    """Keep the questions at which a live step stops, and mail them; the step itself is not saved (one commit)."""
    row, closes = top.row, now + top.row.live_pause
    new = questions.put(
        tx, row.id, top.step, [(key, ask.seat) for key, ask in stop.asks.items()], at=now, closes_at=closes
    )
    post = Post(campaign, tx, row, now)
    letters = []
    for question in new:
        seat, ask = Seat(question.seat), stop.asks[question.key]
        page = QuestionPage(post.head(seat), top.step, told(stop.events, seat), ask, closes)
        letters.append((seat, top.kit.writer.write(page)))
    post.send_all(letters, step=top.step, shuffled=True)
    games.set_due(tx, row.id, None)
    log.info("asked", game=row.name, step=top.step, questions=len(new))
    return Advanced.ASKED


def due_games(campaign: Campaign) -> list[tuple[int, Occasion]]:
    """List the games to adjudicate now: those whose deadline is over, then live ones whose questions have closed."""
    with campaign.store.reading() as tx:
        now = campaign.clock.now()
        due = games.due(tx, now)
        closed = [game for game, _ in questions.closing(tx, now) if game not in due]
        return [(game, Occasion.DEADLINE) for game in (*due, *closed)]


def _is_due(tx: Transaction, row: GameRow, now: datetime) -> bool:
    return (row.due_at is not None and row.due_at <= now) or (row.id, row.step + 1) in questions.closing(tx, now)


def early_games(campaign: Campaign, among: Sequence[int] | None = None) -> list[int]:
    """List the running games that may be adjudicated before their deadline: everyone who must act has orders,
    or nobody must act and the game was created so that such turns are run at once.

    One that cannot be looked at is listed too: then it fails by itself, and is held.
    """
    with campaign.store.reading() as tx:
        now = campaign.clock.now()
        rows = [r for r in games.games(tx, Status.RUNNING) if among is None or r.id in among]
        rows = [r for r in rows if r.early or runs_idle_turns(campaign.kit_of(r), r)]
        return [r.id for r in rows if _may_be_ready(campaign, tx, r, now)]


def _may_be_ready(campaign: Campaign, tx: Transaction, row: GameRow, now: datetime) -> bool:
    try:
        return TableTop.load(campaign, tx, row, now).ready()
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game fails by itself
        log.error("game cannot be looked at", game=row.name, error=type(error).__name__, where=place(error))
        return True
