"""Adjudicating a game's open step: all of it in one transaction, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.engine.agreement import GmEnd
from referee.engine.asks import Pending
from referee.engine.audience import GM, OBSERVER, REFEREE, Seat
from referee.engine.events import Answered, Event, told
from referee.engine.game import Game
from referee.engine.sheet import form_lines
from referee.reports.desk_pages import GmAlarmPage, GmTurnPage, Incident
from referee.reports.once import Situation
from referee.reports.pages import EndPage, Later, Letter, Opened, QuestionPage, ReportPage, in_force
from referee.service import between, sealed
from referee.service.campaign import Campaign
from referee.service.clock import absences, early, grace, outage, silence
from referee.service.desk import asking, attention, cited
from referee.service.desk.anew import Anew
from referee.service.logbook import log
from referee.service.outcome import release_does
from referee.service.people import agreeing
from referee.service.policy import Policy
from referee.service.post import Post
from referee.service.remedies import answered_or
from referee.service.tabletop import TableTop, runs_idle_turns
from referee.service.trouble import PASSING, place, tell_gm
from referee.store import actions, games, inbox, orders, outbox, questions, steps
from referee.store.database import Transaction
from referee.store.errors import AlreadyPlayed
from referee.store.games import Standing
from referee.store.steps import Circumstances, Played
from referee.store.tables import GameRow, Occasion, Reveal, Status

ANEW = "The time for your next orders begins anew with this report."
"""What a report says of a turn that was adjudicated anew."""


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
    silent: tuple[Seat, ...] = ()
    """The seats that must act and have nothing on file."""


def advance(campaign: Campaign, game_id: int, why: Occasion, *, step: int | None = None) -> Advanced:
    """Adjudicate the open step of a running game; a game that fails is rolled back whole, held, and its GM told.

    Whether it is to be adjudicated now is looked at once more in its own transaction, for another process may have
    done it meanwhile; with ``step`` it is that one or none. Raises `Busy` and the like, which are not the game's fault.
    """
    try:
        with campaign.store.writing() as tx:
            return adjudicate(campaign, tx, game_id, why, step)
    except AlreadyPlayed:
        return Advanced.NOT_NOW
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        hold(campaign, game_id, place(error))
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        return Advanced.HELD


def at_once(
    campaign: Campaign,
    tx: Transaction,
    game_id: int,
    why: Occasion,
    step: int,
    *,
    end: GmEnd | None = None,
    told: str = "",
) -> Advanced:
    """Adjudicate a step within a transaction that does more; if it fails, that alone is undone and the game held.

    With ``end`` the step is the GM's end of the game, of which everybody is ``told``.
    """
    try:
        with tx.begin_nested():
            return adjudicate(campaign, tx, game_id, why, step, end=end, told=told)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the transaction stands
        tx.expire_all()
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        _hold_in(campaign, tx, game_id, place(error))
        _tell_held(campaign, tx, games.game(tx, game_id), place(error))
        return Advanced.HELD


def preview(campaign: Campaign, game_id: int) -> Preview:
    """Adjudicate the open step and write its letters, and save nothing."""
    with campaign.store.reading() as tx:
        return preview_in(campaign, tx, games.game(tx, game_id))


def preview_in(campaign: Campaign, tx: Transaction, row: GameRow) -> Preview:
    """Do as `preview` does, within the caller's transaction."""
    now = campaign.clock.now()
    top = TableTop.load(campaign, tx, row, now)
    try:
        after = top.play()
    except Pending as stop:
        return Preview(top.step, (), tuple(stop.asks), tuple(top.silent()))
    post = Post(campaign, tx, row, now, open_step=after.step + 1)
    due, _ = absences.due_after(tx, row, now)
    letters = tuple(_letters(post, top, after, due, silence.look(post, top, Occasion.DEADLINE)))
    return Preview(top.step, letters, (), tuple(top.silent()))


def hold(campaign: Campaign, game_id: int, reason: str) -> None:
    """Hold a game that could not be adjudicated, and tell the GM; the other games go on.

    It is held even if what broke it breaks the letter to the GM too.
    """
    with campaign.store.writing() as tx:
        _hold_in(campaign, tx, game_id, reason)
    try:
        with campaign.store.writing() as tx:
            _tell_held(campaign, tx, games.game(tx, game_id), reason)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game is held already
        log.error("alarm not written", game=game_id, error=type(error).__name__, where=place(error))
        with campaign.store.writing() as tx:
            name = games.game(tx, game_id).name
            remedy = answered_or("See how it stands", "STATUS", f"referee game show {name}")
            tell_gm(campaign, tx, f"{name} could not be adjudicated and is held.", reason, remedy)


def _hold_in(campaign: Campaign, tx: Transaction, game_id: int, reason: str) -> None:
    now, details = campaign.clock.now(), {"reason": reason}
    games.set_status(tx, game_id, Status.HELD, reason)
    actions.record(tx, at=now, who="referee", what="hold", game=game_id, details=details, to=REFEREE)


def _tell_held(campaign: Campaign, tx: Transaction, row: GameRow, reason: str) -> None:
    post = Post(campaign, tx, row, campaign.clock.now())
    page = GmAlarmPage(
        post.head(GM),
        f"{row.title} could not be adjudicated and is held.",
        (reason, "Nothing was changed: orders and cards are as they were before."),
        (
            f"Look with PREVIEW in an answer to this letter, or: referee turn preview {row.name}",
            f"Go on with RESUME in an answer, or: referee game resume {row.name}",
        ),
    )
    post.send(GM, campaign.kit_of(row).writer.write(page), step=row.step + 1)


def adjudicate(
    campaign: Campaign,
    tx: Transaction,
    game_id: int,
    why: Occasion,
    step: int | None = None,
    *,
    end: GmEnd | None = None,
    told: str = "",
) -> Advanced:
    """Do all of an adjudication within a transaction; what goes wrong in it is raised."""
    row, now = games.game(tx, game_id), campaign.clock.now()
    if row.status is not Status.RUNNING or step not in (None, row.step + 1):
        return Advanced.NOT_NOW
    if why is Occasion.DEADLINE and not _is_due(tx, row, now):
        return Advanced.NOT_NOW
    if why is not Occasion.GM and inbox.unread_before(tx, row.due_at or now, row.id):
        return Advanced.NOT_NOW
    if why is not Occasion.GM and outage.touches(outage.unsettled(campaign, tx), _moment(tx, row, now, why)):
        return Advanced.NOT_NOW
    top = TableTop.load(campaign, tx, row, now)
    if why is not Occasion.GM and _waits(campaign, tx, top, now, why):
        return Advanced.NOT_NOW
    top.agreement = end or agreeing.agreement(tx, top)
    top.news = (*top.news, told) if told else top.news
    try:
        after = top.play()
    except Pending as stop:
        return _ask(campaign, tx, top, stop, now)
    top.news = (*top.news, *agreeing.close(tx, top, top.agreement, now))
    due, shifted = (None, False) if after.end else absences.due_after(tx, row, now)
    if row.closed and due is not None:
        due, shifted = absences.due_anew(tx, row, now), False
        top.news = (*top.news, ANEW)
    post = Post(campaign, tx, row, now, open_step=after.step + 1)
    top.news = (*top.news, *((absences.NEXT_WAITS,) if shifted else ()))
    missed, rerun = silence.look(post, top, why) if top.agreement is None else (), row.closed
    if not rerun:  # else what was on record then stands
        silence.keep(tx, top, missed, now)
    letters = post.composed(_letters(post, top, after, due, missed), step=after.step, shuffled=True)
    around = Circumstances(why=why, at=now, orders=top.lines(), given=top.given, letters=letters, due_at=due)
    chained = steps.save(tx, top.kit.codec, row.id, after, around)
    silence.follow(campaign, tx, games.game(tx, row.id), top, () if rerun else missed)
    asking.tell(campaign, tx, row.id)  # about orders that were sent in advance
    log.info("adjudicated", game=row.name, step=after.step, why=why.value, letters=len(letters), chain=chained[:12])
    return Advanced.PLAYED


def _moment(tx: Transaction, row: GameRow, now: datetime, why: Occasion) -> datetime:
    """Return the time at which a turn is to be adjudicated: its deadline, or now if that is not what it waits for."""
    due = row.due_at or questions.open_until(tx, row.id, row.step + 1)
    return due if why is Occasion.DEADLINE and due is not None else now


def _waits(campaign: Campaign, tx: Transaction, top: TableTop, now: datetime, why: Occasion) -> bool:
    """Say whether a turn waits though its time seems to have come: for grace, for the GM, for who may think again."""
    if why is Occasion.DEADLINE:
        may = top.locked_at is None and top.row.due_at is not None and top.silent()
        return bool(may) and grace.waits(Post(campaign, tx, top.row, now), top)
    post = Post(campaign, tx, top.row, now)
    if not top.ready():
        early.off(post)
        return True
    return early.waits(post, top)


def _letters(
    post: Post, top: TableTop, after: Game[Any, Any], due: datetime | None, missed: tuple[silence.Silence, ...]
) -> list[tuple[Seat, Letter]]:
    """Write what every seat and the GM are told of a step."""
    looks = (*_looks(post, after.step - 1), *top.news)
    shown = silence.shown(post, missed)
    public = after.view(OBSERVER)
    situation = top.kit.writer.situation(public)
    made = between.events(post.tx, top)
    again, ruled = Anew.of(post, after.step), cited.cited(post.tx, post.game.id, after.step)
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
    desk = top.desk(seat)
    played = top.agreement is None  # else the game ended before the turn, and nobody was asked for orders
    lines = in_force(top.file(seat), after.step, desk.read) if played else ()
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
    return sealed.looks(post.tx, post.game.id, steps.played_at(post.tx, post.game.id, last))


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
        would = [stop.would[question.key]] if question.key in stop.would else []
        page = QuestionPage(post.head(seat), top.step, told(stop.events, seat), ask, closes, would)
        letters.append((seat, top.kit.writer.write(page)))
    post.send_all(letters, step=top.step, shuffled=True)
    games.set_due(tx, row.id, None)
    log.info("asked", game=row.name, step=top.step, questions=len(new))
    return Advanced.ASKED


def due_games(campaign: Campaign) -> list[tuple[int, Occasion]]:
    """List the games to adjudicate now: those whose deadline is over, then live ones whose questions have closed.

    One in grace is among them as soon as something changed that may end it; one that lost time to an outage is not,
    nor one whose letters may be on their way from our mail server, which had them in time.
    """
    with campaign.store.reading() as tx:
        now = campaign.clock.now()
        over = now - outage.wait(campaign)
        gaps = outage.unsettled(campaign, tx)
        running = games.standings(tx)
        at = {s.id: s.due_at for s in running if s.due_at is not None and s.due_at <= over}
        due = [game for game in sorted(at, key=lambda game: (at[game], game)) if not outage.touches(gaps, at[game])]
        late = [s.id for s in running if s.id not in at and _may_end_grace(campaign, tx, s, now)]
        closed = [game for game, _ in questions.closing(tx, over) if game not in at]
        return [(game, Occasion.DEADLINE) for game in (*due, *late, *closed)]


def _may_end_grace(campaign: Campaign, tx: Transaction, s: Standing, now: datetime) -> bool:
    """Say whether a game is in grace, and what is on file has changed since it was looked at, or a minute is over."""
    if s.on_time_until is None or s.on_time_until > now:
        return False
    seen = (s, orders.newest_id(tx, s.id, s.step + 1), int(now.timestamp()) // 60)
    if campaign.watch.late.get(s.id) == seen:
        return False
    campaign.watch.late[s.id] = seen
    return True


def _is_due(tx: Transaction, row: GameRow, now: datetime) -> bool:
    deadline = row.on_time_until or row.due_at
    return (deadline is not None and deadline <= now) or (row.id, row.step + 1) in questions.closing(tx, now)


def early_games(campaign: Campaign) -> list[int]:
    """List the running games that may be adjudicated before their deadline: everyone who must act has orders,
    or nobody must act and the game was created so that such turns are run at once.

    Only games are looked at in which something has changed, or whose announced time has come; that what was announced
    may have to be called off is for `advance` to see. One that cannot be looked at is listed too: then it fails by
    itself, and is held.
    """
    with campaign.store.reading() as tx:
        now, watch = campaign.clock.now(), campaign.watch
        newest = orders.newest_id(tx)
        changed = orders.changed_since(tx, watch.newest) if 0 <= watch.newest < newest else frozenset()
        watch.newest = newest
        found = []
        for s in games.standings(tx):
            timely = s.early_at is not None and s.early_at <= now
            if s.on_time_until is not None or (s.due_at is not None and s.due_at <= now):
                continue  # its deadline decides
            if not (timely or s.id in changed or watch.idle.get(s.id) != s):
                continue
            row = games.game(tx, s.id)
            likely = row.early or runs_idle_turns(campaign.kit_of(row), row)
            if likely and (s.early_at is not None or _may_be_ready(campaign, tx, row, now)):
                watch.idle.pop(s.id, None)
                found.append(s.id)
            else:
                watch.idle[s.id] = s
        return found


def seen_to_wait(campaign: Campaign, game: int) -> None:
    """Remember that a game which is ready waits for its announced time, or for its deadline since that is near."""
    with campaign.store.reading() as tx:
        now, row = campaign.clock.now(), games.game(tx, game)
        near = row.due_at is not None and row.due_at - now <= Policy.of(row).early_delay
        if row.early_at is not None or near:
            campaign.watch.idle[game] = Standing(row.id, row.step, row.due_at, row.on_time_until, row.early_at)


def _may_be_ready(campaign: Campaign, tx: Transaction, row: GameRow, now: datetime) -> bool:
    try:
        return TableTop.load(campaign, tx, row, now).ready()
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game fails by itself
        log.error("game cannot be looked at", game=row.name, error=type(error).__name__, where=place(error))
        return True
