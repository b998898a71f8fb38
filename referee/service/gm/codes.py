"""The GM's YES to a code: what was asked for is done once, in order, and only if the game stands where it stood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.engine.lexicon import Lexicon
from referee.mail.address import normal
from referee.reports.parts import Done
from referee.service.gm import letters
from referee.service.gm.lines import CommandLine, lexicon_of, with_lines
from referee.service.gm.order import GmOrder, GmWork
from referee.service.gm.verbs import GRAMMAR
from referee.service.letters import statement
from referee.service.letters.kinds import GmCodeLetter
from referee.service.letters.outcome import WAITS, Outcome
from referee.store import confirmations, inbox
from referee.store.tables import ConfirmationRow

MOVED = "The game has moved on since you asked, so nothing was done. Please ask once more if you still want it."
SAID = {
    "used": "Your answer to that letter came before, and counts once; nothing more was done.",
    "dropped": "As you wish: nothing of it is done.",
    "asked again": statement.AGAIN,
}
"""What is said once of an answer that does nothing."""

NOT_TRIED = "It was not tried, because the one before it could not be carried out."


def read(case: GmCodeLetter) -> int | None:
    """Take the answer to a code; another sender's does nothing and says nothing, a second one says so once."""
    row = case.code
    sender = normal(case.letter.sender) if case.letter.sender else ""
    if case.doubt or sender != row.address or not letters.is_gms(case):
        case.player = None
        return case.close(Outcome.NOT_THE_GM, note="a code of the GM, from another sender")
    if row.used_at is not None:
        return _once(case, row, Outcome.DUPLICATE, "used")
    words = statement.heard(case)
    if not words.yes:
        if words.no:
            confirmations.drop(case.tx, row, case.now)
        return _once(case, row, Outcome.NOTHING_NEW, "dropped" if words.no else "asked again")
    if row.expires_at <= case.now:
        return _told(case, row, statement.LATE, Outcome.EXPIRED)
    if row.details["stands"] != letters.where(case):
        return _told(case, row, MOVED, Outcome.EXPIRED)
    if inbox.to_read(case.tx, limit=1) != [case.row.id]:  # such as one that was released just now
        inbox.put_back(case.tx, case.row.id)
        return WAITS
    confirmations.use(case.tx, row, case.now)
    commands = letters.Commands(GmWork(case.work.by(sender), case.game.id))
    done, goes_on, lexicon = [], True, lexicon_of(case)
    for one in row.details["orders"]:
        line = _line(one, lexicon)
        words_said, goes_on = commands.tried(line) if goes_on else (NOT_TRIED, False)
        done.append(Done(line.text, words_said))
    letters.answer(case, commands, sender, done)
    return case.close(Outcome.CONFIRMED)


def _line(stored: Mapping[str, Any], lexicon: Lexicon) -> CommandLine:
    order = GRAMMAR.read(str(stored["line"]), lexicon)
    assert isinstance(order, GmOrder)
    return with_lines(str(stored["line"]), order, tuple(stored["below"]))


def _once(case: GmCodeLetter, row: ConfirmationRow, outcome: Outcome, why: str) -> int | None:
    """Say the first time why an answer does nothing; a program that goes on answering is not answered again."""
    if not row.details.get(why):
        confirmations.note(case.tx, row, **{why: True})
        done = [Done(str(one["line"]), SAID[why]) for one in row.details["orders"]]
        letters.answer(case, letters.Commands(GmWork(case.work, case.game.id)), row.address, done)
    return case.close(outcome, note=why)


def _told(case: GmCodeLetter, row: ConfirmationRow, why: str, outcome: Outcome) -> int | None:
    """Say once that a code counts no more."""
    confirmations.use(case.tx, row, case.now)
    commands = letters.Commands(GmWork(case.work, case.game.id))
    letters.answer(case, commands, row.address, [Done(one["line"], why) for one in row.details["orders"]])
    return case.close(outcome)
