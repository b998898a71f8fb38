"""Which letter of ours a letter answers: the form that this very letter had, and what else stood in it, as HTML too.

What others write goes out in our letters and comes back in answers to them. So a form counts only where the letter
that is answered had one; a letter without any, such as one that brings press, has none, whatever is quoted in it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from referee.mail.form import APART, Form, find, holds
from referee.mail.quoting import written
from referee.reports.data import loads
from referee.reports.document import Block, Section, Title
from referee.reports.page_lines import lines_of, page_lines
from referee.reports.parts import Kind
from referee.service.letters.incoming import GameLetter, Incoming
from referee.store import mails, reports
from referee.store.tables import MailRow, ReportRow

CODED = re.compile(r"code [0-9A-Z]{8}\b")
"""Markers without a code are of letters that went out before there were any; others could make them up."""

MOST_ANSWERED = 400
"""So many of the newest letters of a turn are known where a program does not say which one it answers."""

MOST_SHOWN = 50
"""So many of them are known as HTML, too."""

SAID_BACK = (Kind.RECEIPT.value, Kind.REFUSAL.value, Kind.NOTICE.value)
"""Letters in which what their reader wrote stands indented."""

SURELY_OURS = 20
"""So many letters of a line of ours are no chance."""


@lru_cache(64)  # a letter is looked at again and again until all that it wants to be done aside is done
def page_of(document: str) -> tuple[str, ...]:
    """Return all words of a letter, line by line, whether it went out as HTML or not; none without a document."""
    return tuple(page_lines(loads(document))) if document else ()


@lru_cache(256)
def told_by(document: str, below: frozenset[str] | None = None) -> str:
    """Return what a letter tells its reader, or what stands in it below these headings; its title is public."""
    return "\n".join(lines_of(block for block in loads(document).blocks if _counts(block, below))) if document else ""


def _counts(block: Block, below: frozenset[str] | None) -> bool:
    if below is None:
        return not isinstance(block, Title)
    return isinstance(block, Section) and block.title.upper() in below


def mail_answered(case: Incoming) -> MailRow | None:
    """Return the mail of ours that a letter says it answers."""
    named = (mails.find(case.tx, message) for message in (*case.letter.in_reply_to, *reversed(case.letter.references)))
    return next((mail for mail in named if mail is not None), None)


def lines_answered(case: Incoming) -> Form | None:
    """Return what stood in the mail that is answered, of which no form counts; None if it is not known."""
    mail = mail_answered(case)
    return None if mail is None else said_in(case, mail)


def lines_sent(case: GameLetter) -> Form:
    """Return what stood in the letters that a seat, or the GM, may be answering, of which no form counts.

    Where their letter holds none of our words, it quotes none of these letters; so it may say once more what stands
    there as theirs.
    """
    rows = reports.since(case.tx, case.game.id, case.seat, case.game.step, MOST_ANSWERED)
    lines = [
        (line, row.kind in SAID_BACK and line.startswith(" "))
        for row in rows
        for line in (APART, *row.body.splitlines())
    ]
    ours = [line for line, theirs in lines if not theirs]
    quoted = len(ours) < len(lines) and holds(case.letter.lines, ours, SURELY_OURS)
    known = tuple([line for line, _ in lines] if quoted else ours)
    shown = tuple(line for row in rows[:MOST_SHOWN] for line in (APART, *page_of(row.document)))
    return Form("", (), "", known, shown)


def lines_mailed(case: Incoming) -> Form:
    """Return what stood in mails to the writer by themselves, of which they may be answering one; no form counts.

    What is indented there may be their own words, which they may say once more.
    """
    rows = mails.lately_to(case.tx, case.letter.sender or "", MOST_SHOWN)
    letter = (line for row in rows for line in (APART, *(row.body or "").splitlines()))
    page = (line for row in rows for line in (APART, *page_of(row.document or "")))
    kept, shown = (tuple(line for line in one if not line.startswith(" ")) for one in (letter, page))
    return Form("", (), "", kept, shown)


def said_in(case: Incoming, mail: MailRow) -> Form:
    """Return what stood in a mail of ours, as text and as HTML, of which no form counts."""
    row = case.tx.at(ReportRow, mail.report) if mail.report is not None else None
    of = row if mail.body is None and row is not None else mail
    return Form("", (), "", tuple((of.body or "").splitlines()), page_of(of.document or ""))


def subject_of(case: Incoming, mail: MailRow) -> str:
    """Return the subject of a mail of ours."""
    row = case.tx.at(ReportRow, mail.report) if mail.report is not None else None
    return row.subject if mail.subject is None and row is not None else mail.subject or ""


def form_answered(case: GameLetter) -> Form:
    """Return the form of the letter of ours that a seat's letter answers, with all lines of that letter.

    Only the newest form that was sent to the seat can count, for any other is of a turn that is over. Where the letter
    that is answered had none, it counts only if its markers were written now, as by somebody who takes it out of that
    earlier letter. Where a program does not say what it answers, the form is known by its markers alone.
    """
    mail, row = mail_answered(case), _newest_form(case)
    if mail is None or not _is_for(mail, case):
        sent = lines_sent(case)
        form = _form(row, sent) if row is not None and CODED.search(row.form[0]) else None
        texts = filter(None, (case.letter.lines, case.letter.other))
        if form is None or any(find(lines, form) for lines in texts):
            return form or sent
        return replace(form, begin="", end="")  # who types the form's lines means them
    answered = said_in(case, mail)
    had_it = row is not None and {row.form[0], row.form[-1]}.issubset(answered.letter)
    if row is not None and (had_it or _is_written_now(case, _form(row, answered), answered)):
        return _form(row, answered)
    return answered


def _is_written_now(case: Incoming, form: Form, answered: Form) -> bool:
    """Say whether a form stands among what was written now in the answer to a letter that has none."""
    return bool(CODED.search(form.begin)) and bool(find(written(case.labelled(answered).lines), form))


def _form(row: ReportRow, answered: Form) -> Form:
    begin, *inside, end = row.form
    return replace(answered, begin=begin, lines=tuple(inside), end=end)


def _is_for(mail: MailRow, case: GameLetter) -> bool:
    """Say whether a mail went to this seat, or to its player."""
    mine = mail.player is not None and case.player is not None and mail.player == case.player.id
    return mail.game == case.game.id and (mail.seat == case.seat or mine)


def _newest_form(case: GameLetter) -> ReportRow | None:
    """Return the letter with the newest form that was sent to a seat."""
    rows = (reports.latest(case.tx, case.game.id, case.seat, kind) for kind in ("report", "welcome"))
    return next((row for row in rows if row is not None and row.form), None)
