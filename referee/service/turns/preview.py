"""What the open step of a game would come to if it were adjudicated now; nothing of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.asks import Pending
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.game import Game
from referee.engine.lexicon import spoken
from referee.engine.values import value
from referee.service.campaign.campaign import Work
from referee.service.table.table import TableTop
from referee.store import people
from referee.store.tables import GameRow, Occasion

if TYPE_CHECKING:
    from referee.reports.parts import Letter


FLAGS = (
    "Waiting is asked for by {} (WAIT FLAG ON): receipts say that the turn is not adjudicated before its deadline while"
    " a flag is on."
)
UNRULED = "The rules ask you for a ruling that you have not made (RULINGS lists it); without one there is no effect."


@value
class Preview:
    """What would happen if the open step were adjudicated now: every letter, or the questions of a live game."""

    title: str
    step: int
    letters: tuple[tuple[Seat, Letter | None], ...]
    """One for each reader; none is written where nobody may read it."""
    asks: tuple[str, ...] = ()
    silent: tuple[Seat, ...] = ()
    """The seats that must act and have nothing on file."""
    waits: str = ""
    """What an early turn would wait for, in words; nothing where the deadline is over."""


def preview(work: Work, row: GameRow, *, sealed: bool = False) -> Preview:
    """Adjudicate the open step and, unless they are sealed, write its letters; nothing of it is kept."""
    top = TableTop.load(work, row, work.now)
    silent, waits = tuple(top.silent()), waits_for(work, top)
    try:
        after = top.play()
    except Pending as stop:
        return Preview(row.title, top.step, (), tuple(stop.asks), silent, waits)
    if not sealed:
        return Preview(row.title, top.step, _letters(work, top, after), (), silent, waits)
    onlookers = (OBSERVER,) if people.observers(work.tx, row.id) else ()
    readers = (*top.game.setup.seats, *onlookers, GM)
    return Preview(row.title, top.step, tuple((seat, None) for seat in readers), (), silent, waits)


def waits_for(work: Work, top: TableTop) -> str:
    """Say what an early turn waits for, while the deadline is still to come: WAIT flags, and rulings of the GM."""
    if top.locked_at is not None or (top.row.due_at is not None and top.row.due_at <= work.now):
        return ""
    seats = top.waiting()
    flags = FLAGS.format(spoken(seats)) if seats else ""
    return f"{flags} {UNRULED if _is_unruled(work, top) else ''}".strip()


def _is_unruled(work: Work, top: TableTop) -> bool:
    """Say whether a ruling of the GM is missing; what finds that is loaded only where the rules may ask for one."""
    if not top.kit.rules.asks_the_gm:
        return False
    from referee.service.turns import inquiry

    return inquiry.unanswered(work, top)


def _letters(work: Work, top: TableTop, after: Game[Any, Any]) -> tuple[tuple[Seat, Letter], ...]:
    """Write the letters; all that writes and posts them is loaded here, for a look at what is sealed needs none."""
    from referee.reports.parts import Kind
    from referee.service.deadlines import absences
    from referee.service.post.post import Post
    from referee.service.turns import silence, turn_letters

    post = Post(work, top.row, open_step=after.step + 1)
    due, _ = absences.due_after(work.tx, top.row, work.now)
    found = turn_letters.letters_of(post, top, after, due, silence.look(post, top, Occasion.DEADLINE))
    return tuple((seat, one) for seat, one in found if seat == OBSERVER or one.kind is not Kind.NEWSLETTER)
