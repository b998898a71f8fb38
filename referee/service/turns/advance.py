"""Adjudicating a game's open step: all of it in one transaction, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from referee.engine.agreement import GmEnd
from referee.engine.asks import Pending
from referee.engine.audience import GM, Seat
from referee.engine.events import told
from referee.reports.desk_pages import GmAlarmPage
from referee.reports.pages import QuestionPage
from referee.reports.parts import Letter
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import answered_or
from referee.service.deadlines import absences, outage
from referee.service.people import agreements
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place, tell_gm
from referee.service.table.table import TableTop
from referee.service.turns import early, grace, inquiry, silence, turn_letters
from referee.store import games, inbox, questions, steps
from referee.store.database import Transaction
from referee.store.errors import AlreadyPlayed
from referee.store.steps import Circumstances
from referee.store.tables import GameRow, Occasion, Status

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

    title: str
    step: int
    letters: tuple[tuple[Seat, Letter | None], ...]
    """One for each reader; none is written where nobody may read it."""
    asks: tuple[str, ...] = ()
    silent: tuple[Seat, ...] = ()
    """The seats that must act and have nothing on file."""


def advance(campaign: Campaign, game_id: int, why: Occasion, *, step: int | None = None) -> Advanced:
    """Adjudicate the open step of a running game; a game that fails is rolled back whole, held, and its GM told.

    Whether it is to be adjudicated now is looked at once more in its own transaction, for another process may have
    done it meanwhile; with ``step`` it is that one or none. Raises `Busy` and the like, which are not the game's fault.
    """
    try:
        with campaign.writing() as work:
            return adjudicate(work, game_id, why, step)
    except AlreadyPlayed:
        return Advanced.NOT_NOW
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        hold(campaign, game_id, place(error))
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        return Advanced.HELD


def at_once(
    work: Work,
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
        with work.tx.begin_nested():
            return adjudicate(work, game_id, why, step, end=end, told=told)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the transaction stands
        work.tx.expire_all()
        log.error("game held", game=game_id, error=type(error).__name__, where=place(error))
        _hold_in(work, game_id, place(error))
        _tell_held(work, games.game(work.tx, game_id), place(error))
        return Advanced.HELD


def preview(work: Work, row: GameRow, *, sealed: bool = False) -> Preview:
    """Adjudicate the open step and, unless they are sealed, write its letters; nothing of it is kept."""
    now = work.now
    top = TableTop.load(work, row, now)
    try:
        after = top.play()
    except Pending as stop:
        return Preview(row.title, top.step, (), tuple(stop.asks), tuple(top.silent()))
    post = Post(work, row, open_step=after.step + 1)
    if sealed:
        return Preview(row.title, top.step, tuple((seat, None) for seat in (*post.public, GM)), (), tuple(top.silent()))
    due, _ = absences.due_after(work.tx, row, now)
    letters = tuple(turn_letters.letters_of(post, top, after, due, silence.look(post, top, Occasion.DEADLINE)))
    return Preview(row.title, top.step, letters, (), tuple(top.silent()))


def hold(campaign: Campaign, game_id: int, reason: str) -> None:
    """Hold a game that could not be adjudicated, and tell the GM; the other games go on.

    It is held even if what broke it breaks the letter to the GM too.
    """
    with campaign.writing() as work:
        _hold_in(work, game_id, reason)
    try:
        with campaign.writing() as work:
            _tell_held(work, games.game(work.tx, game_id), reason)
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the game is held already
        log.error("alarm not written", game=game_id, error=type(error).__name__, where=place(error))
        with campaign.writing() as work:
            name = games.game(work.tx, game_id).name
            remedy = answered_or("See how it stands", "STATUS", f"referee game show {name}")
            tell_gm(work, f"{name} could not be adjudicated and is held.", reason, remedy)


def _hold_in(work: Work, game_id: int, reason: str) -> None:
    _now, details = work.now, {"reason": reason}
    games.set_status(work.tx, game_id, Status.HELD, reason)
    work.record("hold", game=game_id, details=details, who="referee")


def _tell_held(work: Work, row: GameRow, reason: str) -> None:
    post = Post(work, row)
    page = GmAlarmPage(
        post.head(GM),
        f"{row.title} could not be adjudicated and is held.",
        (reason, "Nothing was changed: orders and cards are as they were before."),
        (
            f"Look with PREVIEW in an answer to this letter, or: referee turn preview {row.name}",
            f"Go on with RESUME in an answer, or: referee game resume {row.name}",
        ),
    )
    post.send(GM, work.campaign.kit_of(row).writer.write(page), step=row.step + 1)


def adjudicate(
    work: Work,
    game_id: int,
    why: Occasion,
    step: int | None = None,
    *,
    end: GmEnd | None = None,
    told: str = "",
) -> Advanced:
    """Do all of an adjudication within a transaction; what goes wrong in it is raised."""
    row, now = games.game(work.tx, game_id), work.now
    if row.status is not Status.RUNNING or step not in (None, row.step + 1):
        return Advanced.NOT_NOW
    if why is Occasion.DEADLINE and not _is_due(work.tx, row, now):
        return Advanced.NOT_NOW
    if why is not Occasion.GM and inbox.unread_before(work.tx, row.due_at or now, row.id):
        return Advanced.NOT_NOW
    if why is not Occasion.GM and outage.touches(outage.unsettled(work), _moment(work.tx, row, now, why)):
        return Advanced.NOT_NOW
    top = TableTop.load(work, row, now)
    if why is not Occasion.GM and _waits(work, top, why):
        return Advanced.NOT_NOW
    top.agreement = end or agreements.agreement(work.tx, top)
    top.news = (*top.news, told) if told else top.news
    try:
        after = top.play()
    except Pending as stop:
        return _ask(work, top, stop)
    top.news = (*top.news, *agreements.close(work.tx, top, top.agreement, now))
    due, shifted = (None, False) if after.end else absences.due_after(work.tx, row, now)
    if row.closed and due is not None:
        due, shifted = absences.due_anew(work.tx, row, now), False
        top.news = (*top.news, ANEW)
    post = Post(work, row, open_step=after.step + 1)
    top.news = (*top.news, *((absences.NEXT_WAITS,) if shifted else ()))
    missed, rerun = silence.look(post, top, why) if top.agreement is None else (), row.closed
    if not rerun:  # else what was on record then stands
        silence.keep(work.tx, top, missed, now)
    letters = post.composed(turn_letters.letters_of(post, top, after, due, missed), step=after.step, shuffled=True)
    around = Circumstances(
        why=why,
        at=now,
        orders=top.lines(),
        given=top.given,
        letters=letters,
        due_at=due,
        deciding=tuple(after.pending()),
    )
    chained = steps.save(work.tx, top.kit.codec, row.id, after, around)
    silence.follow(work, games.game(work.tx, row.id), top, () if rerun else missed)
    inquiry.tell(work, row.id)  # about orders that were sent in advance
    log.info("adjudicated", game=row.name, step=after.step, why=why.value, letters=len(letters), chain=chained[:12])
    return Advanced.PLAYED


def _moment(tx: Transaction, row: GameRow, now: datetime, why: Occasion) -> datetime:
    """Return the time at which a turn is to be adjudicated: its deadline, or now if that is not what it waits for."""
    due = row.due_at or questions.open_until(tx, row.id, row.step + 1)
    return due if why is Occasion.DEADLINE and due is not None else now


def _waits(work: Work, top: TableTop, why: Occasion) -> bool:
    """Say whether a turn waits though its time seems to have come: for grace, for the GM, for who may think again."""
    if why is Occasion.DEADLINE:
        may = top.locked_at is None and top.row.due_at is not None and top.silent()
        return bool(may) and grace.waits(Post(work, top.row), top)
    post = Post(work, top.row)
    if not top.ready():
        early.off(post)
        return True
    return early.waits(post, top)


def _ask(work: Work, top: TableTop, stop: Pending) -> Advanced:
    """Keep the questions at which a live step stops, and mail them; the step itself is not saved (one commit)."""
    row, closes = top.row, work.now + top.row.live_pause
    new = questions.put(
        work.tx, row.id, top.step, [(key, ask.seat) for key, ask in stop.asks.items()], at=work.now, closes_at=closes
    )
    post = Post(work, row)
    letters = []
    for question in new:
        seat, ask = Seat(question.seat), stop.asks[question.key]
        would = [stop.would[question.key]] if question.key in stop.would else []
        page = QuestionPage(post.head(seat), top.step, told(stop.events, seat), ask, closes, would)
        letters.append((seat, top.kit.writer.write(page)))
    post.send_all(letters, step=top.step, shuffled=True)
    games.set_due(work.tx, row.id, None)
    log.info("asked", game=row.name, step=top.step, questions=len(new))
    return Advanced.ASKED


def _is_due(tx: Transaction, row: GameRow, now: datetime) -> bool:
    deadline = row.on_time_until or row.due_at
    return (deadline is not None and deadline <= now) or (row.id, row.step + 1) in questions.closing(tx, now)
