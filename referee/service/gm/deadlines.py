"""The GM's commands that move a game's deadlines, forward or back, and let it stand still or go on."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Self

from referee.engine.audience import PUBLIC, REFEREE, Seat
from referee.engine.errors import SetupError
from referee.reports.when import When
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import HELD_BY_GM, Remedied, sentence
from referee.service.deadlines import moments, notices
from referee.service.deadlines.absences import due_after
from referee.service.deadlines.deadline import LETTERS_LOST, NOBODY_SPOKE, STILL_PAUSED
from referee.service.gm.mail import hold_letter
from referee.service.gm.order import Answer, GmOrder, GmWork, words_for
from referee.service.gm.turns import PAUSED, let_go_on, taken_back
from referee.service.post.post import Post
from referee.service.turns import due
from referee.store import games, orders
from referee.store.tables import GameRow, Status

ANNOUNCED = {LETTERS_LOST: timedelta(), NOBODY_SPOKE: due.MASS_WAIT}
"""For what a game is held that all are told of, and how much time it has at least when it goes on."""

COLON = re.compile(r":(?=\s|$)")
"""It stands before a reason, and in no time of day."""

BACK = re.compile(r"[-\u2010-\u2015\u2212]|minus\b", re.IGNORECASE)
"""How a length of time begins that would take a deadline back."""

ITSELF = re.compile(r"^(?:the\s+)?(?:deadline|turn)\s+(?=by\b|until\b|to\b|[-+]?\s*\d)", re.IGNORECASE)
"""What is extended, as one says it."""

FORWARD = "A deadline is moved forward. Give a length of time such as 2d or 12h."

ALL_THE_SAME = "All orders are in, so it is adjudicated early all the same, unless you PAUSE."

NO_TIME = "Write a length of time such as 2d, or a time such as 2026-12-01 20:00."


class Extend(GmOrder):
    """Move the deadline of the open turn by a length of time or to a later time, or those of all games by as
    much, and tell everybody why.
    """

    usage = "EXTEND text"
    example = "EXTEND 2d: Our server was down."
    typed = (
        'game extend autumn +24h --reason "The mail server was down."',
        'game extend --all +2d --reason "I was ill."',
    )
    said = words_for(
        time="Such as Tue 20:00 or 2026-12-01 8pm; 2d is added to the deadline.",
        reason="What the players are told.",
        everywhere="All games that run, by as much: +2d.",
    )
    by_mail = "UNTIL stands before a time; ALL moves those of all games; the reason may follow."
    text: str = ""
    time: str = ""
    reason: str = ""
    everywhere: bool = False

    def understood(self, gm: GmWork) -> Self:
        """Read ``[ALL] [BY] SPAN reason`` or ``[UNTIL] DATE TIME reason``."""
        everywhere, time, reason = _parts(gm, self.text)
        return replace(self, time=time, reason=reason, everywhere=everywhere)

    def done(self, gm: GmWork) -> Answer:
        if not self.everywhere:
            return _moved(gm, _wanted(gm, self.time), self.reason)
        if BACK.match(self.time.strip()):
            raise SetupError(FORWARD)
        by = moments.span(self.time)
        if by is None:
            raise Remedied(
                "The deadlines of all games are moved by a length of time, such as:",
                shell="referee game extend --all +2d",
                mail="EXTEND ALL 2d",
            )
        if by <= timedelta():
            raise SetupError(FORWARD)
        rows = notices.extend_all(gm.work, by, self.reason)
        said = [f"{row.title} (due {When(row.zone, gm.now).full(row.due_at)})" for row in rows if row.due_at]
        return Answer(f"Moved by {self.time}: {', '.join(said) or 'no game, for none has a deadline'}.", rows)


class Shorten(GmOrder):
    """Move the deadline back by a length of time, or to an earlier time; EXTEND never does."""

    usage = "SHORTEN text"
    example = "SHORTEN 2h: Everybody is ready."
    typed = ('game extend autumn 2h --shorten --reason "Everybody is ready."',)
    said = words_for(time=Extend.said["time"], reason=Extend.said["reason"])
    by_mail = "The reason may follow."
    text: str = ""
    time: str = ""
    reason: str = ""

    def understood(self, gm: GmWork) -> Self:
        """Read as EXTEND does, but for one game alone."""
        everywhere, time, reason = _parts(gm, self.text)
        if everywhere:
            raise SetupError("Deadlines are moved back in one game at a time, so nothing was changed.")
        return replace(self, time=time, reason=reason)

    def done(self, gm: GmWork) -> Answer:
        wanted = _wanted(gm, self.time)
        until = -wanted if isinstance(wanted, timedelta) else wanted
        return _moved(gm, until, self.reason, shorten=True)


def _parts(gm: GmWork, text: str) -> tuple[bool, str, str]:
    """Part a line: whether it is about all games, the words of its time, and the reason behind them."""
    words: Sequence[str] = ITSELF.sub("", COLON.sub(" ", text, count=1).strip()).split() or [""]
    if words[0].casefold() == gm.row.name and words[1:]:
        words = words[1:]
    everywhere = words[0].upper() == "ALL"
    words = words[1:] if everywhere else words
    words = words[1:] if words and words[0].upper() in ("UNTIL", "BY", "TO") else words
    if not words:
        raise SetupError(NO_TIME)
    if BACK.match(words[0]):
        raise SetupError(FORWARD)
    _, many = moments.beginning(words, gm.row.zone, gm.now)
    rest = words[many:]
    reason = rest[1:] if rest and rest[0].lower() == "because" else rest
    return everywhere, " ".join(words[:many]), " ".join(reason)


def _wanted(gm: GmWork, time: str) -> timedelta | datetime:
    """Read a length of time, which is forward, or a moment on the game's clock."""
    if BACK.match(time.strip()):
        raise SetupError(FORWARD)
    by = moments.span(time)
    if by is None:
        return moments.moment(time, gm.row.zone, gm.now)
    if by <= timedelta():
        raise SetupError(FORWARD)
    return by


def _moved(gm: GmWork, by: timedelta | datetime, reason: str, *, shorten: bool = False) -> Answer:
    """Move the deadline of the open step, or the end of the pause of a live one, and tell everybody why.

    A length of time is added to it. Only with ``shorten`` it may come to lie earlier. The value is where it lies then;
    raises `SetupError`.
    """
    row, ends = gm.row, notices.ends(gm.tx, gm.row)
    if ends is not None and by == ends and row.status is Status.RUNNING:
        said = f"The turn is due {gm.when.full(ends)} already; nothing was changed, and nobody is told."
        return Answer(said, ends)
    before, early_at = notices.told_so_far(gm.tx, row, gm.now), row.early_at
    begun(row)
    if row.closed:
        raise taken_back(row, " and takes no orders")
    if ends == notices.WHEN_RESUMED:
        raise SetupError(f"{row.title} is paused; its questions have their full time when you resume it.")
    until = max(ends or gm.now, gm.now) + by if isinstance(by, timedelta) else by
    if until <= gm.now:
        raise SetupError("The new deadline lies in the past. Give one that is still to come.")
    earlier = ends is not None and until < ends
    if earlier and not shorten:
        raise notices.would_shorten(row, ends, gm.now)
    if not orders.close_at(gm.tx, row.id, row.step + 1, gm.now, until):
        games.set_due(gm.tx, row.id, until, on_time_until=row.on_time_until)
    let_go_on(gm.tx, row)
    subject = "the deadline is earlier now" if earlier else notices.SUBJECT
    text = sentence(reason) or f"The GM has moved the deadline of this turn{' to an earlier time' if earlier else ''}."
    sender, paused = "the GM" if reason.strip() else "", gm.row.status is Status.PAUSED
    text, due = (f"{text} {STILL_PAUSED}", None) if paused else (text, until)
    notices.tell(Post(gm.work, gm.row), subject, text, due, before=before, sender=sender, urgent=False)
    gm.record("extend", PUBLIC, step=gm.row.step + 1, until=until.isoformat(), reason=reason)
    if paused:
        return Answer(f"The deadline is {gm.when.full(until)}.{PAUSED}", until)
    early = f" {ALL_THE_SAME}" if early_at is not None and early_at < until else ""
    return Answer(f"The turn is due {gm.when.full(until)}, and everybody is told.{early}", until)


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
    said = words_for(n="The letter's number.", text="Why, for the log.")
    n: int | None = None
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        if self.n is not None:
            hold_letter(gm.work, self.n, self.text)
            return Answer(f"Letter {self.n} is held.")
        _running(gm.row)
        games.set_status(gm.tx, gm.game, Status.HELD, self.text or HELD_BY_GM)
        gm.record("hold", reason=self.text)
        shell = f"you let it go on, such as by: referee game resume {gm.row.name}"
        return Answer("The game is held until", shell=shell, mail="RESUME, PROCESS or EXTEND.")


class Pause(GmOrder):
    """Stop the game's clock until it is resumed, and tell everybody, with your words if you add some."""

    usage = ("PAUSE", "PAUSE text")
    example = "PAUSE I am away until Monday."
    typed = ('game pause autumn --reason "The GM is on holiday until Monday."',)
    said = words_for(text="What the players are told.")
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        _running(gm.row)
        notices.pause(gm.work, gm.row, self.text)
        return Answer("The game is paused, and everybody is told.")


class Resume(GmOrder):
    """Let a paused or held game go on; a deadline that is over moves to the next of its rule."""

    usage = ("RESUME", "RESUME text")
    example = "RESUME"
    typed = ("game resume autumn",)
    said = words_for(text="What the players are told.")
    letters_first = True
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Let it go on.

        Where all know that the game stood still, a deadline that is over moves to the next of its rule, and all are
        told. One that the GM chose to hold, or that failed, has its turn run at once with all that came until now; if
        it goes on before its deadline nobody can know that it stood still, and the log does not tell the players
        either.
        """
        row = gm.row
        was, least = row.status, ANNOUNCED.get(row.hold_reason)
        begun(row)
        if was not in (Status.PAUSED, Status.HELD):
            raise SetupError(f"{row.title} is {row.status}, so there is nothing to resume.")
        if row.closed:
            raise taken_back(row, " and takes no orders")
        gm.campaign.kit_of(row)  # one that this program cannot play stays as it is
        known = was is Status.PAUSED or least is not None
        games.set_status(gm.tx, row.id, Status.RUNNING)
        if known:
            _ask_on(gm, held=was is Status.HELD)
            if _is_over(gm):
                _give_time(gm, least)
            post = Post(gm.work, gm.row)
            words = partial(_goes_on, post, self.text or "The game goes on.")
            notices.tell(post, "the game goes on", words, sender="the GM", urgent=False)
        due = gm.row.due_at
        gm.record("resume", PUBLIC if known or _is_over(gm) else REFEREE)
        return Answer(f"The game goes on. {f'The turn is due {gm.when.full(due)}.' if due else ''}".rstrip(), due)


def _running(row: GameRow) -> None:
    begun(row)
    if row.status is not Status.RUNNING:
        raise SetupError(f"{row.title} is {row.status} already.")


def _is_over(gm: GmWork) -> bool:
    due = gm.row.due_at
    return due is not None and due <= gm.now


def _ask_on(gm: GmWork, *, held: bool) -> None:
    """Let the questions at which a live game stands be open for their full time, from now on."""
    step, until = gm.row.step + 1, gm.now + gm.row.live_pause
    if not orders.close_at(gm.tx, gm.game, step, gm.now, until) and held:
        orders.move_pause(gm.tx, gm.game, step, until)  # it did not go on from them


def _goes_on(post: Post, text: str, seat: Seat) -> str:
    """Tell a seat that is asked something until when it may answer; the others know of no question."""
    asked = orders.open_for(post.tx, post.game.id, post.game.step + 1, seat, post.now)
    until = max((one.closes_at for one in asked), default=None)
    when = When(post.head(seat).zone, post.now).marked()
    return text if until is None else f"{text} My question to you is open until {when.due(until)}."


def _give_time(gm: GmWork, least: timedelta | None) -> None:
    """Move a deadline that is over to the next of its rule, where so much is promised no sooner than after that."""
    row, now = gm.row, gm.now
    due, _ = due_after(gm.tx, row, now)
    if least is not None:
        due = max(due or now, now + max(least, gm.campaign.settings.outage.drain))
    games.set_due(gm.tx, row.id, due)  # which is a deadline of its own, and no grace any more
    gm.record("extend", PUBLIC, step=row.step + 1, until=due.isoformat() if due else "", reason="the game goes on")
