"""The letters of a turn: what every seat, those who look on and the GM are told of it.

When a game is over, each reader gets a last letter beside the report of the last turn; where it ended by agreement,
before the turn was played, the last letter alone, unless orders that worked at once have told something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.events import Event, told
from referee.engine.game import Game
from referee.engine.mends import NothingCorrected
from referee.engine.sheet import form_lines
from referee.reports.desk_pages import GmTurnPage, Incident
from referee.reports.once import Situation
from referee.reports.pages import EndPage, ReportPage
from referee.reports.parts import Letter, in_force
from referee.service.campaign import seal
from referee.service.deadlines import absences
from referee.service.letters.outcome import release_does
from referee.service.post import newsletter
from referee.service.post.post import Post
from referee.service.table import table
from referee.service.table.table import TableTop
from referee.service.turns import attention, citations, silence
from referee.service.turns.differences import Anew
from referee.service.turns.opened import opened
from referee.store import inbox, mails, steps

UNFIT = (
    "A correction of yours did not fit how the game stood, and changed nothing; everybody was told. Why it did not may"
    " follow from cards that are sealed to you."
)

ANEW = "The time for your next orders begins anew with this report."
"""What a report says of a turn that was adjudicated anew, to those who have orders to send."""

AS_BEFORE = "The deadline for your next orders is the one that was running when the turn was taken back."
"""What it says instead where the time that begins anew would be no longer than the time that they had."""


FLAG = "Your WAIT flag is still up, so this turn is not adjudicated before its time. WAIT FLAG OFF takes it down."
"""What a report says to whoever left it up, where turns are adjudicated early."""


def letters_of(
    post: Post, top: TableTop, after: Game[Any, Any], due: datetime | None, missed: tuple[silence.Silence, ...]
) -> list[tuple[Seat, Letter]]:
    """Write what every seat and the GM are told of a step."""
    looks = (*_looks(post, after.step - 1), *top.news)
    shown = silence.shown(post, missed)
    public = after.view(OBSERVER)
    situation = top.kit.writer.situation(public, told(after.events, OBSERVER))
    made = table.events(post.tx, top)
    unfit = sum(isinstance(event, NothingCorrected) for event in after.events)
    again, ruled = Anew.of(post, after.step), citations.cited(post.tx, post.game.id, after.step, after.events)
    last, reported = _last(post, top, after), top.agreement is None or bool(made)
    of_time = ANEW if due is None or due != absences.due_before(post.tx, post.game, post.now) else AS_BEFORE
    out: list[tuple[Seat, Letter]] = []
    for seat in post.public:
        mine = tuple(words for who, words in ruled if who.includes(seat))
        anew = (of_time,) if post.game.closed and due is not None and seat != OBSERVER else ()
        holds = (FLAG,) if after.end is None and post.game.early and seat in top.waiting() else ()
        later = again.words_to(seat, after.step + 1)
        notices = (*looks, *anew, *mine, *silence.word_to(seat, missed, after.step), *holds, *later)
        if reported and not (seat == OBSERVER and post.newsletter):
            page = _report(post, top, after, seat, due, shown, notices, situation, told(made, seat))
            out.append((seat, again.write(top.kit.writer, page)))
        if last is not None:
            own = replace(last, head=post.head(seat), view=after.view(seat), rerun=again.why)
            out.append((seat, top.kit.writer.write(own if reported else replace(own, notices=notices))))
    if reported and post.newsletter:
        heard = (*told(made, OBSERVER), *told(after.events, OBSERVER))
        words = (*looks, *(words for who, words in ruled if who.includes(OBSERVER)))
        story = newsletter.page(
            post, after.step, heard, public, due, missing=shown, notices=words, rerun=again.why, situation=situation
        )
        readers = [*((seat, story) for seat in post.onlookers), *newsletter.to_players(post, story)]
        out += [(seat, again.issue(top.kit.writer, one, seat)) for seat, one in readers]
    for_gm = GmTurnPage(
        head=post.head(GM),
        step=after.step,
        told=told(after.events, GM),
        view=public,
        deadline=due,
        silent=tuple(one.seat for one in missed),
        held=_held(post),
        bounced=_bounced(post),
        notices=_to_gm(post, top, after, missed, unfit),
        played=top.agreement is None,
        situation=situation,
        rerun=again.why,
        rulings=attention.asked(post, top.kit.rules) if after.end is None else (),
        standing=attention.standing(post),
    )
    return [*out, (GM, top.kit.writer.write(for_gm))]


def _to_gm(
    post: Post, top: TableTop, after: Game[Any, Any], missed: tuple[silence.Silence, ...], unfit: int
) -> tuple[str, ...]:
    """Say what the GM should look at: a correction that was none, and who was silent."""
    lonely = silence.lonely(post, top) if after.end is None else ()
    return (*([UNFIT] if unfit else []), *silence.words_to_gm(missed), *lonely)


def _report(
    post: Post,
    top: TableTop,
    after: Game[Any, Any],
    seat: Seat,
    due: datetime | None,
    missing: tuple[Seat, ...],
    notices: tuple[str, ...],
    situation: Situation,
    before: Sequence[Event],
) -> ReportPage:
    rules, view = top.kit.rules, after.view(seat)
    clerk = top.clerk(seat)
    played = top.agreement is None  # else the game ended before the turn, and nobody was asked for orders
    lines = in_force(top.file(seat), after.step, clerk.read) if played else ()
    mine = (*before, *told(after.events, seat))
    asked = played and seat in after.setup.seats and rules.decide(top.game.view(seat)) is not None
    goes_on = after.end is None
    form = form_lines(rules.orders.form(view), top.file(seat).standing) if goes_on and seat != OBSERVER else ()
    code = post.form_code(seat, after.step + 1)
    return ReportPage(
        post.head(seat), after.step, mine, view, lines, due, tuple(form), missing, notices,
        situation=situation, asked=asked, code=code,
    )  # fmt: skip


def _last(post: Post, top: TableTop, after: Game[Any, Any]) -> EndPage | None:
    """Return what the last letters of a game that is over have in common; each has its own reader."""
    if after.end is None:
        return None
    past = (*steps.events(post.tx, top.kit.codec, post.game.id, since=1), (after.step, after.events))
    turning = top.kit.writer.turning(past)
    return EndPage(post.head(OBSERVER), after.step, None, after.end, turning, opened(post, after))


def _looks(post: Post, last: int) -> tuple[str, ...]:
    """Say what the GM looked at, unsealed, since the last step."""
    return seal.looks(post.tx, post.game.id, steps.played_at(post.tx, post.game.id, last))


def _held(post: Post) -> tuple[Incident, ...]:
    rows = inbox.held_in(post.tx, post.game.id)
    why = {r.id: r.outcome.removeprefix("held: ") for r in rows}
    what = {r.id: f"letter {r.id}, {why[r.id]}. {release_does(r.outcome, r.id)}" for r in rows}
    return tuple(Incident(r.seat or "a stranger", r.received_at, what[r.id]) for r in rows)


def _bounced(post: Post) -> tuple[Incident, ...]:
    rows = mails.bounced_in(post.tx, post.game.id)
    return tuple(Incident(r.seat, r.made_at, f"mail {r.id} ({r.kind}).", r.error) for r in rows)
