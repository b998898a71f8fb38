"""What a game's open step comes to: computed whole first, which changes nothing, and then written at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.engine.agreement import Agreement
from referee.engine.asks import Ask, Pending
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.values import value
from referee.reports.pages import QuestionPage
from referee.reports.parts import Kind
from referee.service.campaign.campaign import Work
from referee.service.campaign.logbook import log
from referee.service.deadlines import absences, outage
from referee.service.people import agreements
from referee.service.post.post import Mailing, Post
from referee.service.table.table import TableTop
from referee.service.turns import due, inquiry, silence, turn_letters
from referee.service.turns.due import Meanwhile
from referee.store import games, inbox, orders, reports, steps
from referee.store.database import Transaction
from referee.store.reports import Composed
from referee.store.steps import Circumstances, Finished
from referee.store.tables import GameRow, Occasion, Status


class Advanced(StrEnum):
    """What an attempt to adjudicate came to."""

    PLAYED = "played"
    ASKED = "asked"
    HELD = "held"
    NOT_NOW = "not now"


@value
class Played:
    """A step that was adjudicated, with its letters and the silences that it puts on record.

    The ``newsletters`` are no part of it: words of players stand in them, which may have to be taken out some day.
    """

    top: TableTop
    why: Occasion
    at: datetime
    done: Finished
    mailing: Mailing
    newsletters: Sequence[Composed]
    silences: tuple[silence.Silence, ...]

    def write(self, work: Work) -> Advanced:
        """Keep state, events, letters and mails, and do what follows of silence."""
        tx, game, done = work.tx, self.done.game, self.done
        silence.keep(tx, self.top, self.silences, self.at)
        agreements.close(tx, game, self.top.agreement, self.at)
        self.mailing.keep_aside(tx)
        reports.keep(tx, game, done.step["step"], self.newsletters, made_at=self.at)  # before a letter that all is over
        steps.keep(tx, done)
        row = games.game(tx, game)
        silence.follow(work, row, self.top, self.silences)
        inquiry.tell(work, row)  # about orders that were sent in advance
        letters, chain = len(self.mailing.letters) + len(self.newsletters), done.chain_hash[:12]
        log.info("adjudicated", game=row.name, step=row.step, why=self.why.value, letters=letters, chain=chain)
        return Advanced.PLAYED


@value
class Stopped:
    """The questions at which a live step stops, with their letters; the step itself is not saved."""

    game: int
    step: int
    asks: Mapping[str, Ask[Any]]
    at: datetime
    closes: datetime
    mailing: Mailing

    def write(self, work: Work) -> Advanced:
        """Keep the questions, and mail them."""
        row, seats = games.game(work.tx, self.game), [(key, ask.seat) for key, ask in self.asks.items()]
        new = orders.ask(work.tx, row.id, self.step, seats, at=self.at, closes_at=self.closes)
        Post(work, row).keep(self.mailing, self.step)
        games.set_due(work.tx, row.id, None)
        log.info("asked", game=row.name, step=self.step, questions=len(new))
        return Advanced.ASKED


@value
class Waits:
    """A turn that waits though its time seems to have come, and what is done meanwhile."""

    game: int
    meanwhile: Meanwhile

    def write(self, work: Work) -> Advanced:
        """Do that."""
        self.meanwhile(Post(work, games.game(work.tx, self.game)))
        return Advanced.NOT_NOW


Computed = Played | Stopped | Waits


def compute(
    work: Work, game_id: int, why: Occasion, step: int | None = None, *, end: Agreement | None = None, told: str = ""
) -> Computed | None:
    """Return what the open step comes to now, and change nothing; None if it is not to be adjudicated now.

    With ``step`` it is that one or none. With ``end`` it is the GM's end of the game, of which everybody is ``told``.
    """
    row, now = games.game(work.tx, game_id), work.now
    if row.status is not Status.RUNNING or step not in (None, row.step + 1):
        return None
    if why is not Occasion.GM and not _is_time(work, row, why):
        return None
    top = TableTop.load(work, row, now)
    meanwhile = None if why is Occasion.GM else _wait(work, top, why)
    if meanwhile is not None:
        return Waits(row.id, meanwhile)
    top.agreement = end or agreements.agreement(work.tx, top)
    top.news = (*top.news, told) if told else top.news
    try:
        after = top.play()
    except Pending as stop:
        return _asked(work, top, stop)
    return _played(work, top, why, after)


def _played(work: Work, top: TableTop, why: Occasion, after: Game[Any, Any]) -> Played:
    row, now = top.row, work.now
    top.news = (*top.news, *agreements.failed(work.tx, row.id, top.agreement))
    due, shifted = (None, False) if after.end else absences.due_after(work.tx, row, now)
    post = Post(work, row, open_step=after.step + 1)
    top.news = (*top.news, *((absences.NEXT_WAITS,) if shifted else ()))
    missed = silence.look(post, top, why) if top.agreement is None else ()
    written = post.composed(turn_letters.letters_of(post, top, after, due, missed), step=after.step, shuffled=True)
    newsletters = [one for one in written.letters if one.kind == Kind.NEWSLETTER]
    mailing = written._replace(letters=[one for one in written.letters if one not in newsletters])
    around = Circumstances(
        why=why,
        at=now,
        orders=top.lines(),
        given=top.given,
        letters=mailing.letters,
        due_at=due,
        deciding=tuple(after.pending()),
    )
    done = steps.finish(work.tx, top.kit.codec, row.id, after, around)
    silences = () if row.closed else missed  # else what was on record then stands
    return Played(top, why, now, done, mailing, newsletters, silences)


def _asked(work: Work, top: TableTop, stop: Pending) -> Stopped:
    """Write the letters with the questions at which a live step stops; those that were asked before stand."""
    row, closes = top.row, work.now + top.row.live_pause
    known = {one.key for one in orders.asked(work.tx, row.id, top.step)}
    post, letters = Post(work, row), []
    for key, ask in stop.asks.items():
        if key not in known:
            would = [stop.would[key]] if key in stop.would else []
            page = QuestionPage(post.head(ask.seat), top.step, told(stop.events, ask.seat), ask, closes, would)
            letters.append((ask.seat, top.kit.writer.write(page)))
    mailing = post.composed(letters, step=top.step, shuffled=True)
    return Stopped(row.id, top.step, dict(stop.asks), work.now, closes, mailing)


def _is_time(work: Work, row: GameRow, why: Occasion) -> bool:
    """Say whether a turn may be adjudicated now: it is due, and nothing that came in time may still be unread."""
    if why is Occasion.DEADLINE and not _is_due(work.tx, row, work.now):
        return False
    if inbox.unread_before(work.tx, row.due_at or work.now, row.id):
        return False
    return not outage.touches(outage.unsettled(work), _moment(work.tx, row, work.now, why))


def _is_due(tx: Transaction, row: GameRow, now: datetime) -> bool:
    deadline = row.on_time_until or row.due_at
    return (deadline is not None and deadline <= now) or (row.id, row.step + 1) in orders.closing(tx, now)


def _moment(tx: Transaction, row: GameRow, now: datetime, why: Occasion) -> datetime:
    """Return the time at which a turn is to be adjudicated: its deadline, or now if that is not what it waits for."""
    due = row.due_at or orders.open_until(tx, row.id, row.step + 1)
    return due if why is Occasion.DEADLINE and due is not None else now


def _wait(work: Work, top: TableTop, why: Occasion) -> Meanwhile | None:
    """Say whether a turn waits all the same: for grace, for the GM, for who may think again."""
    if why is Occasion.DEADLINE:
        may = top.locked_at is None and top.row.due_at is not None and top.silent()
        return due.wait_at_deadline(Post(work, top.row), top) if may else None
    return due.wait_when_ready(Post(work, top.row), top) if top.ready() else due.call_off
