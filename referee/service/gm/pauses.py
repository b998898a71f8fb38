"""The GM's commands that let a game stand still or go on: paused, held, resumed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import ClassVar

from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.errors import SetupError
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import HELD_BY_GM
from referee.service.deadlines import outage
from referee.service.deadlines.absences import due_after
from referee.service.deadlines.notices import pause, tell
from referee.service.gm.mail import hold_letter
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.gm.turns import taken_back
from referee.service.post.post import Post
from referee.service.turns import grace
from referee.store import games, orders
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

ANNOUNCED = {outage.HELD_REASON: timedelta(), grace.HELD_REASON: grace.MASS_WAIT}
"""For what a game is held that all are told of, and how much time it has at least when it goes on."""


class Hold(GmOrder):
    """Hold the game, or a letter that was not read yet: nothing of it is done until you say how it goes on. The
    players are not told.
    """

    usage = (
        "HOLD GAME", "HOLD GAME text", "HOLD (LETTER) n", "HOLD (LETTER) n : text", "HOLD : text",
    )  # fmt: skip
    example = "HOLD GAME Something is wrong with the deck."
    typed = (
        'game hold autumn --reason "I look into turn 5."',
        'mail hold 17 --reason "I want to ask Anna first."',
    )
    said: ClassVar[Mapping[str, str]] = {
        "n": "The letter's number.",
        "text": "Why, for the log.",
    }
    n: int | None = None
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Hold the one or the other."""
        if self.n is not None:
            hold_letter(gm.work, self.n, self.text)
            return Answer(f"Letter {self.n} is held.")
        hold(gm.work, gm.row, self.text)
        shell = f"you let it go on, such as by: referee game resume {gm.row.name}"
        return Answer("The game is held until", shell=shell, mail="RESUME, PROCESS or EXTEND.")


class Pause(GmOrder):
    """Stop the game's clock until it is resumed, and tell everybody, with your words if you add some."""

    usage = ("PAUSE", "PAUSE text")
    example = "PAUSE I am away until Monday."
    typed = ('game pause autumn --reason "The GM is on holiday until Monday."',)
    said: ClassVar[Mapping[str, str]] = {"text": "What the players are told."}
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Stop it."""
        _running(gm.row)
        pause(gm.work, gm.row, self.text)
        return Answer("The game is paused, and everybody is told.")


class Resume(GmOrder):
    """Let a paused or held game go on; a deadline that is over moves to the next of its rule."""

    usage = ("RESUME", "RESUME text")
    example = "RESUME"
    typed = ("game resume autumn",)
    said: ClassVar[Mapping[str, str]] = {"text": "What the players are told."}
    letters_first = True
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Let it go on."""
        due = resume(gm.work, gm.row, self.text).due_at
        return Answer(f"The game goes on. {f'The turn is due {gm.when.full(due)}.' if due else ''}".rstrip(), due)


def _running(row: GameRow) -> None:
    """Refuse a game that does not run; raises `SetupError`."""
    begun(row)
    if row.status is not Status.RUNNING:
        raise SetupError(f"{row.title} is {row.status} already.")


def hold(work: Work, row: GameRow, reason: str) -> None:
    """Hold a game: nothing of it is adjudicated until the GM says how it goes on.

    Its clock runs, and nobody but the GM is told.
    """
    _running(row)
    games.set_status(work.tx, row.id, Status.HELD, reason or HELD_BY_GM)
    work.record("hold", game=row.id, details={"reason": reason})


def resume(work: Work, row: GameRow, reason: str = "") -> GameRow:
    """Let a paused or held game go on.

    Where all know that the game stood still, a deadline that is over moves to the next of its rule, and all are told.
    One that the GM chose to hold, or that failed, has its turn run at once with all that came until now; if it goes
    on before its deadline nobody can know that it stood still, and the log does not tell the players either.
    """
    now, was, least = work.now, row.status, ANNOUNCED.get(row.hold_reason)
    begun(row)
    if was not in (Status.PAUSED, Status.HELD):
        raise SetupError(f"{row.title} is {row.status}, so there is nothing to resume.")
    if row.closed:
        raise taken_back(row, " and takes no orders")
    work.campaign.kit_of(row)  # one that this program cannot play stays as it is
    known = was is Status.PAUSED or least is not None
    games.set_status(work.tx, row.id, Status.RUNNING)
    row = games.game(work.tx, row.id)
    if known:
        _ask_on(work.tx, row, now, held=was is Status.HELD)
    if known and row.due_at is not None and row.due_at <= now:
        row = _given_time(work, row, least)
    if known:
        post = Post(work, row)
        words = partial(_goes_on, post, reason or "The game goes on.")
        tell(post, "the game goes on", words, row.due_at, sender="the GM", urgent=False)
    to = PUBLIC if known or (row.due_at is not None and row.due_at <= now) else REFEREE
    work.record("resume", game=row.id, to=to)
    return row


def _ask_on(tx: Transaction, row: GameRow, now: datetime, *, held: bool) -> None:
    """Let the questions at which a live game stands be open for their full time, from now on."""
    asked = orders.close_at(tx, row.id, row.step + 1, now, now + row.live_pause)
    if not asked and held:
        orders.move_pause(tx, row.id, row.step + 1, now + row.live_pause)  # it did not go on from them


def _goes_on(post: Post, text: str, seat: Seat) -> str:
    """Tell a seat that is asked something until when it may answer; the others know of no question."""
    asked = orders.open_for(post.tx, post.game.id, post.game.step + 1, seat, post.now)
    until = max((one.closes_at for one in asked), default=None)
    when = When(post.head(seat).zone, post.now).marked()
    return text if until is None else f"{text} My question to you is open until {when.due(until)}."


def _given_time(work: Work, row: GameRow, least: timedelta | None) -> GameRow:
    """Move a deadline that is over to the next of its rule, where so much is promised no sooner than after that."""
    now = work.now
    due, _ = due_after(work.tx, row, now)
    if least is not None:
        due = max(due or now, now + max(least, work.campaign.settings.outage.drain))
    games.set_due(work.tx, row.id, due)  # which is a deadline of its own, and no grace any more
    details = {"step": row.step + 1, "until": due.isoformat() if due else "", "reason": "the game goes on"}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return games.game(work.tx, row.id)
