"""The letters of a turn: what every seat, those who look on and the GM are told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.events import Answered, Event, told
from referee.engine.game import Game
from referee.engine.onfile import form_lines
from referee.reports.desk_pages import GmTurnPage, Incident
from referee.reports.once import Situation
from referee.reports.pages import EndPage, Opened, ReportPage
from referee.reports.parts import Later, Letter, in_force
from referee.service.campaign import seal
from referee.service.letters.outcome import release_does
from referee.service.post.post import Post
from referee.service.table import interlude
from referee.service.table.table import TableTop
from referee.service.turns import attention, citations, silence
from referee.service.turns.differences import Anew
from referee.store import inbox, mails, steps
from referee.store.steps import Played
from referee.store.tables import Reveal


def letters_of(
    post: Post, top: TableTop, after: Game[Any, Any], due: datetime | None, missed: tuple[silence.Silence, ...]
) -> list[tuple[Seat, Letter]]:
    """Write what every seat and the GM are told of a step."""
    looks = (*_looks(post, after.step - 1), *top.news)
    shown = silence.shown(post, missed)
    public = after.view(OBSERVER)
    situation = top.kit.writer.situation(public, told(after.events, OBSERVER))
    made = interlude.events(post.tx, top)
    again, ruled = Anew.of(post, after.step), citations.cited(post.tx, post.game.id, after.step)
    out = []
    for seat in post.public:
        mine = tuple(words for who, words in ruled if who.includes(seat))
        notices = (*looks, *mine, *silence.word_to(seat, missed, after.step), *again.words_to(seat, after.step + 1))
        told_him = _report(post, top, after, seat, due, shown, notices, situation, told(made, seat))
        out.append((seat, again.write(top.kit.writer, told_him)))
    page = GmTurnPage(
        head=post.head(GM),
        step=after.step,
        told=told(after.events, GM),
        view=public,
        deadline=due,
        silent=tuple(one.seat for one in missed),
        held=_held(post),
        bounced=_bounced(post),
        notices=silence.words_to_gm(missed),
        played=top.agreement is None,
        situation=situation,
        rerun=again.why,
        rulings=attention.asked(post, top.kit.rules),
        standing=attention.standing(post),
    )
    return [*out, (GM, top.kit.writer.write(page))]


def _report(
    post: Post,
    top: TableTop,
    after: Game[Any, Any],
    seat: Seat,
    due: datetime | None,
    missing: tuple[Seat, ...],
    looks: tuple[str, ...],
    situation: Situation,
    before: Sequence[Event],
) -> ReportPage | EndPage:
    rules, view = top.kit.rules, after.view(seat)
    clerk = top.clerk(seat)
    played = top.agreement is None  # else the game ended before the turn, and nobody was asked for orders
    lines = in_force(top.file(seat), after.step, clerk.read) if played else ()
    mine = (*before, *told(after.events, seat))
    asked = played and seat in after.setup.seats and rules.decide(top.game.view(seat)) is not None
    if after.end is not None:
        opened = _opened(post, top, after)
        return EndPage(
            post.head(seat), after.step, mine, view, after.end, lines, opened, looks, situation=situation, asked=asked
        )
    form = form_lines(rules.orders.form(view), top.file(seat).standing) if seat != OBSERVER else ()
    code = post.form_code(seat, after.step + 1)
    return ReportPage(
        post.head(seat), after.step, mine, view, lines, due, tuple(form), missing, looks,
        situation=situation, asked=asked, code=code,
    )  # fmt: skip


def _looks(post: Post, last: int) -> tuple[str, ...]:
    """Say what the GM looked at, unsealed, since the last step."""
    return seal.looks(post.tx, post.game.id, steps.played_at(post.tx, post.game.id, last))


def _opened(post: Post, top: TableTop, after: Game[Any, Any]) -> Opened | None:
    """Lay open what a game with reveal=full has promised to."""
    row = post.game
    if row.reveal is not Reveal.FULL:
        return None
    words = tuple((Seat(s.name), s.word) for s in post.seats)
    past = [steps.played(post.tx, top.kit.codec, row.id, n) for n in range(1, after.step)]
    by_step = [(one.step, one.orders) for one in past] + [(after.step, top.lines())]
    by_step = [(n, _of_the_living(top, n, lines, past, after)) for n, lines in by_step]
    sent = tuple(
        (seat, Later(step, tuple(by_seat.get(seat, ()))))
        for seat in after.setup.seats
        for step, by_seat in by_step
        if by_seat.get(seat)
    )
    return Opened(row.secret, row.commitment, words, tuple(top.kit.rules.ending.hands(after.state)), sent)


def _of_the_living(
    top: TableTop,
    step: int,
    lines: Mapping[Seat, tuple[str, ...]],
    past: Sequence[Played],
    after: Game[Any, Any],
) -> dict[Seat, tuple[str, ...]]:
    """Leave out the orders of those who were out of the game before a step, unless something came of them."""
    rules = top.kit.rules
    events = after.events if step == after.step else past[step - 1].events
    gone = rules.seating.gone(rules.look(past[step - 2].state, OBSERVER, after.setup)) if step > 1 else ()
    acted = {e.seat for e in events if isinstance(e, Answered) and isinstance(e.because, int)}
    return {seat: mine for seat, mine in lines.items() if seat not in gone or seat in acted}


def _held(post: Post) -> tuple[Incident, ...]:
    rows = inbox.held_in(post.tx, post.game.id)
    why = {r.id: r.outcome.removeprefix("held: ") for r in rows}
    what = {r.id: f"letter {r.id}, {why[r.id]}. {release_does(r.outcome, r.id)}" for r in rows}
    return tuple(Incident(r.seat or "a stranger", r.received_at, what[r.id]) for r in rows)


def _bounced(post: Post) -> tuple[Incident, ...]:
    rows = mails.bounced_in(post.tx, post.game.id)
    return tuple(Incident(r.seat, r.made_at, f"mail {r.id} ({r.kind}).", r.error) for r in rows)
