"""What a GM may ask: how things stand, what was done, what waits for their YES."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee.mail.address import normal
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.gm.order import Answer, GmWork, Question
from referee.service.records import log
from referee.service.turns import attention
from referee.store import confirmations
from referee.store.tables import Asked, GameRow

STANDS = "HOW THINGS STAND"
"""The title of what STATUS brings, which is looked at when all commands of a letter are carried out."""

NOTHING = "Nothing of yours waits for a YES, so nothing was done."


class Status(Question):
    """Ask how things stand, and what wants your attention."""

    usage: ClassVar[str | tuple[str, ...]] = "STATUS"
    example: ClassVar[str] = "STATUS"

    def done(self, gm: GmWork) -> Answer:
        """Say it."""
        lines = stands(gm.work, gm.row)
        return Answer("Below.", lines, [(STANDS, lines)])


class Log(Question):
    """Ask what was done in this game, by whom."""

    usage: ClassVar[str | tuple[str, ...]] = "LOG"
    example: ClassVar[str] = "LOG"

    def done(self, gm: GmWork) -> Answer:
        """List it."""
        lines = log.lines(log.of_game(gm.tx, gm.row, None), gm.when.short)
        return Answer("Below.", lines, [("THE LOG", lines)])


class Yes(Question):
    """Ask what waits for your word. What I ask you is confirmed by YES in answer to the very letter that asks."""

    usage: ClassVar[str | tuple[str, ...]] = ("YES", "YES text")
    example: ClassVar[str] = "YES"
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Say which letters wait."""
        return Answer(waiting(gm.work, gm.row))


class No(Yes):
    """In answer to the very letter that asks, it says that nothing is to be done."""

    usage: ClassVar[str | tuple[str, ...]] = ("NO", "NO text")
    example: ClassVar[str] = "NO"


def stands(work: Work, row: GameRow) -> Sequence[str]:
    """Say how a game stands and what wants attention."""
    when = When(row.zone, work.now)
    due = f"due {when.full(row.due_at)}" if row.due_at else "no deadline is running"
    found = [item.words for item in attention.attention(work, row)]
    said = f"{row.title}: {row.status.value}, turn {row.step + 1} is open, {due}."
    return [said, *(f"- {words}" for words in found or ["Nothing wants your attention."])]


def waiting(work: Work, row: GameRow) -> str:
    """Say which letters wait for the answer of this GM, and how to give it."""
    now = work.now
    when = When(row.zone, now)
    rows = [
        one
        for one in confirmations.open_of(work.tx, Asked.GM_ORDER, now, game=row.id)
        if one.address == normal(work.campaign.who)
    ]
    if not rows:
        return NOTHING
    asked = [
        f"{', '.join(str(order['line']) for order in one.details['orders'])} (asked {when.at(one.made_at)})"
        for one in rows
    ]
    letter = "the letter that asks about it" if len(rows) == 1 else "that of the letters that asks about what you mean"
    return f"Nothing was done. What waits for your YES: {'; '.join(asked)}. Answer {letter}: Do you want this done?"
