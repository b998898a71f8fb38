"""Words of a player that reached nobody, and the line that would have been understood, ready to be sent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.engine.audience import GM
from referee.engine.commands import ALL, Press, Vote
from referee.engine.lexicon import split
from referee.engine.sheet import Heard, Line, Sheet
from referee.reports.others import inline
from referee.reports.parts import Kind
from referee.service.letters.kinds import KeyLetter
from referee.service.people.agreements import may_vote
from referee.service.table.table import TableTop
from referee.store import orders
from referee.store.tables import ReportRow

LONGEST = 300
"""So many characters are made a line, ready to be sent; more go below one."""

BELOW = "alone on a line, your words below it, and below these a line with a single full stop"

VOTED = re.compile(r"\W*(?:i |i'll |my )?vot(?:e|ing) (?:is |for |with |a )?[\"']?(yes|no)\b", re.IGNORECASE)
CONFIRMED = re.compile(r"\W*(?:i |please |yes\W )*confirm(?:ed|ing)?\b[^?]*", re.IGNORECASE)


def ready_lines(case: KeyLetter, top: TableTop, sheet: Sheet) -> Iterator[str]:
    """Say of lost words which line would be understood: as a vote, as a confirmation, by who wrote, or by the GM."""
    lost = [line for line in sheet.lines if line.heard in (Heard.CHATTER, Heard.UNREADABLE)]
    votes = [found[1].upper() for line in lost if (found := VOTED.match(line.text))]
    if votes and not any(isinstance(one, Vote) for one in sheet.requests()) and may_vote(case.tx, top, case.seat):
        yield f"A ballot is open, and that is no vote yet. To cast it, send on a line by itself: VOTE {votes[-1]}"
        return
    confirms = any(CONFIRMED.fullmatch(line.text) for line in lost)
    if confirms and case.seat in orders.aside(case.tx, top.row.id, top.step):
        yield "Your orders of before still wait for your word. Send on a line by itself: CONFIRM ORDERS"
        return
    said = [line for line in lost if line.heard is Heard.CHATTER and not (sheet.useful and line.greets)]
    words = [line.text for line in said if not _names_writer(case, line)]
    asked = [text for text in words if "?" in text]
    writer = _whose_words(case, top, sheet)
    if writer and words:
        yield f"It went to nobody. If it is for {writer}, send: {_line(writer, words)}"
    elif asked:
        yield f"If you ask the GM, send: {_line(GM, asked)}"


def _line(to: str, words: Sequence[str]) -> str:
    text = inline(" ".join(words))
    return f"TO {to}: {text if len(text) <= LONGEST else BELOW}"


def _names_writer(case: KeyLetter, line: Line) -> bool:
    """Say whether a line is no more than the name of the player or of the seat."""
    names = {word.text for name in (case.letter.sender_name or "", case.seat) for word in split(name)}
    return names.issuperset(word.text for word in split(line.text) if word.text[:1].isalnum())


def _whose_words(case: KeyLetter, top: TableTop, sheet: Sheet) -> str:
    """Name who wrote the words that this letter answers; nobody if it answers another letter, or has words to them."""
    mail = case.answered
    row = case.tx.at(ReportRow, mail.report) if mail is not None and mail.report is not None else None
    if row is None or row.kind != Kind.PRESS or (row.game, row.seat) != (top.row.id, case.seat):
        return ""
    mine = {case.seat, ALL}
    then = [one for one in orders.press(case.tx, top.row.id) if one.written_at == row.made_at and not one.at_once]
    writers = {one.seat for one in then if one.seat != case.seat and mine.intersection(one.addressees)}
    written_to = {seat for one in sheet.requests() if isinstance(one, Press) for seat in one.addressees}
    return next(iter(writers - written_to), "") if len(writers) == 1 else ""
