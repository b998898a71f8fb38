"""The GM's commands that move deadlines, forward or back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar, Self

from referee.engine.audience import PUBLIC
from referee.engine.errors import SetupError
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import Remedied, sentence
from referee.service.deadlines import moments, notices
from referee.service.deadlines.deadline import STILL_PAUSED
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.gm.turns import PAUSED, let_go_on, taken_back
from referee.service.post.post import Post
from referee.store import games, orders
from referee.store.tables import GameRow, Status

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
    said: ClassVar[Mapping[str, str]] = {
        "time": "Such as Tue 20:00 or 2026-12-01 8pm; 2d is added to the deadline.",
        "reason": "What the players are told.",
        "everywhere": "All games that run, by as much: +2d.",
    }
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
        """Move one deadline, or all."""
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
    said: ClassVar[Mapping[str, str]] = {name: Extend.said[name] for name in ("time", "reason")}
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
        """Move it back."""
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


def _moved(gm: GmWork, until: timedelta | datetime, reason: str, *, shorten: bool = False) -> Answer:
    stands = notices.ends(gm.tx, gm.row)
    if stands is not None and until == stands and gm.row.status is Status.RUNNING:
        said = f"The turn is due {gm.when.full(stands)} already; nothing was changed, and nobody is told."
        return Answer(said, stands)
    early_at, due = gm.row.early_at, extend(gm.work, gm.row, until, reason, shorten=shorten)
    early = f" {ALL_THE_SAME}" if early_at is not None and early_at < due else ""
    if gm.row.status is Status.PAUSED:
        return Answer(f"The deadline is {gm.when.full(due)}.{PAUSED}", due)
    return Answer(f"The turn is due {gm.when.full(due)}, and everybody is told.{early}", due)


def extend(work: Work, row: GameRow, until: datetime | timedelta, reason: str, *, shorten: bool = False) -> datetime:
    """Move the deadline of the open step, or the end of the pause of a live one, and tell everybody why.

    A length of time is added to it. Only with ``shorten`` it may come to lie earlier. Return where it lies then; raises
    `SetupError`.
    """
    now, ends = work.now, notices.ends(work.tx, row)
    before = notices.told_so_far(work.tx, row, now)
    begun(row)
    if row.closed:
        raise taken_back(row, " and takes no orders")
    if ends == notices.WHEN_RESUMED:
        raise SetupError(f"{row.title} is paused; its questions have their full time when you resume it.")
    if isinstance(until, timedelta):
        until = max(ends or now, now) + until
    if until <= now:
        raise SetupError("The new deadline lies in the past. Give one that is still to come.")
    earlier = ends is not None and until < ends
    if earlier and not shorten:
        raise notices.would_shorten(row, ends, now)
    if not orders.close_at(work.tx, row.id, row.step + 1, now, until):
        games.set_due(work.tx, row.id, until, on_time_until=row.on_time_until)
    let_go_on(work.tx, row)
    row = games.game(work.tx, row.id)
    subject = "the deadline is earlier now" if earlier else notices.SUBJECT
    text = sentence(reason) or f"The GM has moved the deadline of this turn{' to an earlier time' if earlier else ''}."
    sender, paused = "the GM" if reason.strip() else "", row.status is Status.PAUSED
    text, due = (f"{text} {STILL_PAUSED}", None) if paused else (text, until)
    notices.tell(Post(work, row), subject, text, due, before=before, sender=sender, urgent=False)
    details = {"step": row.step + 1, "until": until.isoformat(), "reason": reason}
    work.record("extend", game=row.id, details=details, to=PUBLIC)
    return until
