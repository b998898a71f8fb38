"""Which letter a mail follows: the one that it answers, or the reader's newest report, so that a game is one thread."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.mail import outgoing
from referee.mail.outgoing import Automatic
from referee.reports.parts import Kind
from referee.store import mails
from referee.store.database import Transaction
from referee.store.tables import LetterRow

FOLLOWED = (Kind.INVITATION.value, Kind.WELCOME.value, Kind.REPORT.value, Kind.GM_TURN.value)
"""Other letters are answers to one of these, or stand beside it."""


class Answering(NamedTuple):
    """What an answer takes over: its headers, as the outbox keeps them, and its subject, '' for none."""

    headers: dict[str, Any]
    subject: str


def answering(row: LetterRow) -> Answering:
    """Return what an answer to a letter takes over from it; what may not stand in a header of ours is left out."""
    from referee.mail import letter  # which a letter that answers none can do without

    read = letter.heading(row.raw)
    headers: dict[str, Any] = {"automatic": Automatic.REPLIED.value}
    for answered in outgoing.believable([read.message_id or ""]):
        headers["in_reply_to"] = answered
        headers["references"] = outgoing.references(read.references or read.in_reply_to, answered)
    return Answering(headers, outgoing.answer_subject(read.subject))


class Thread:
    """Where letters about a step belong: to the letter that they answer, or to each reader's newest report."""

    def __init__(self, tx: Transaction, game: int, step: int, answers: LetterRow | None) -> None:
        self._answered = answering(answers) if answers is not None else None
        self._newest = {} if answers is not None else mails.newest_of(tx, game, FOLLOWED, step)

    def subject(self, kind: Kind, own: str) -> str:
        """Return the subject of a letter: a receipt keeps the one that it answers."""
        kept = self._answered.subject if self._answered is not None and kind is Kind.RECEIPT else ""
        return kept or own

    def headers(self, seat: str, player: int | None, address: str | None) -> dict[str, Any]:
        """Return the headers of a mail to this reader that say what made us write it, and what it follows."""
        if self._answered is not None:
            return self._answered.headers
        headers: dict[str, Any] = {"automatic": Automatic.GENERATED.value}
        before = self._newest.get((seat, player, address))
        if before is None:
            return headers
        return headers | {
            "in_reply_to": before.message_id,
            "references": [*before.references[:1], before.message_id],
        }
