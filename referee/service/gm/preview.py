"""What the open turn would come to if it were adjudicated now; nothing of it is kept but that the GM looked.

No more is loaded for it than for the turn itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.engine.asks import Pending
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.errors import SetupError
from referee.engine.game import Game
from referee.engine.lexicon import spoken
from referee.engine.values import value
from referee.service.campaign import seal
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import reader_in
from referee.service.gm.order import Answer, GmOrder, GmWork, Text, words_for
from referee.service.table.table import TableTop
from referee.store import people
from referee.store.tables import Occasion, Status

if TYPE_CHECKING:
    from referee.reports.parts import Letter

OBSERVERS = Seat("OBSERVERS")
"""How those are called who look on, whose seat has no name."""

UNSEAL_TYPED = "--unseal prints them, and the players are told."
UNSEAL_MAILED = "PREVIEW UNSEALED brings them, and the players are told."
"""How one sees letters that are sealed."""

FLAGS = (
    "Waiting is asked for by {} (WAIT FLAG ON): receipts say that the turn is not adjudicated before its deadline while"
    " a flag is on."
)
UNRULED = "The rules ask you for a ruling that you have not made (RULINGS lists it); without one there is no effect."


@value
class TriedLetter:
    """One letter that would go out."""

    seat: str
    """Whose it would be."""
    subject: str | None
    """Its subject, unless it is sealed."""
    body: str | None
    """Its text, unless it is sealed."""


@value
class Tried:
    """What would come of adjudicating the open turn now."""

    turn: int
    """The open turn."""
    silent: tuple[str, ...]
    """The seats that must act, and from which nothing came."""
    letters: list[TriedLetter]
    """The letters that would go out."""
    questions: int
    """How many questions a live game would stop for."""


class Preview(GmOrder):
    """Adjudicate the open turn as it stands, and save nothing of it. Its letters come only unsealed, and the
    players are told that you looked.
    """

    shows = Tried
    usage = "PREVIEW [UNSEALED]"
    example = "PREVIEW"
    typed = ("turn preview autumn --unseal --seat Anna",)
    said = words_for(unsealed="With the letters; the players are told.", seat="Only the letter to this seat, or to GM.")
    unsealed: bool = False
    seat: str = ""

    @property
    def saves(self) -> bool:
        """Only that somebody looked is kept."""
        return self.unsealed

    def done(self, gm: GmWork) -> Answer:
        """Say what the open turn would come to; its letters only where they are not sealed, or the look is on record.

        In the value they are blank where they are sealed.
        """
        row = gm.row
        if row.status in (Status.INVITING, Status.OVER):
            raise SetupError(f"{row.title} is not being played.")
        sealed = seal.is_sealed(row)
        top = TableTop.load(gm.work, row, gm.now)
        silent = ", ".join(top.silent()) or "nobody; all are in"
        silent = f"No orders from: {silent}. {waits_for(gm.work, top)}".rstrip()
        asks, letters = foreseen(gm.work, top, sealed=sealed and not self.unsealed)
        if self.unsealed and sealed:
            seal.record(gm.tx, row, "a preview of the turn", at=gm.now, who=gm.campaign.who)
        if self.seat:
            wanted = OBSERVERS if self.seat.upper() == OBSERVERS else reader_in(gm.tx, gm.game, self.seat)
            letters = [one for one in letters if wanted == (one[0] or OBSERVERS)]
        words = [(one.subject, one.body) if one else (None, None) for _, one in letters]
        tried = [TriedLetter(seat or OBSERVERS, *said) for (seat, _), said in zip(letters, words, strict=True)]
        found = Tried(top.step, tuple(top.silent()), tried, len(asks))
        if asks:
            stops = f"Turn {top.step} would stop for {len(asks)} questions by mail; nothing was saved."
            return Answer(f"{stops} {silent}", found)
        many = "1 letter" if len(tried) == 1 else f"{len(tried)} letters"
        said = f"Turn {top.step} can be adjudicated; nothing was saved. {silent} {many} would go out."
        if sealed and not self.unsealed:
            return Answer(f"{said} They are sealed.", found, shell=UNSEAL_TYPED, mail=UNSEAL_MAILED)
        texts = [Text(f"TO {one.seat}: {one.subject}", (one.body or "").splitlines()) for one in tried]
        return Answer(f"{said} They are below.", found, texts)


def foreseen(
    work: Work, top: TableTop, *, sealed: bool = False
) -> tuple[Sequence[str], Sequence[tuple[Seat, Letter | None]]]:
    """Adjudicate the open step; return the questions at which a live game stops, and the letter to each reader.

    If they are sealed, none is written.
    """
    try:
        after = top.play()
    except Pending as stop:
        return tuple(stop.asks), ()
    if not sealed:
        return (), _letters(work, top, after)
    onlookers = (OBSERVER,) if people.observers(work.tx, top.row.id) else ()
    return (), [(seat, None) for seat in (*top.game.setup.seats, *onlookers, GM)]


def _letters(work: Work, top: TableTop, after: Game[Any, Any]) -> Sequence[tuple[Seat, Letter]]:
    """Write the letters; all that writes and posts them is loaded here, for a look at what is sealed needs none."""
    from referee.reports.parts import Kind
    from referee.service.deadlines import absences
    from referee.service.post.post import Post
    from referee.service.turns import silence, turn_letters

    post = Post(work, top.row, open_step=after.step + 1)
    due, _ = absences.due_after(work.tx, top.row, work.now)
    found = turn_letters.letters_of(post, top, after, due, silence.look(post, top, Occasion.DEADLINE))
    return [(seat, one) for seat, one in found if seat == OBSERVER or one.kind is not Kind.NEWSLETTER]


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
