"""Which mail a mail of ours follows, and what it is known by, so that mail programs show them together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from referee.mail import outgoing
from referee.mail.outgoing import Automatic, message_id
from referee.reports.parts import Kind
from referee.service.campaign.campaign import Work
from referee.store import mails
from referee.store.database import Transaction
from referee.store.tables import LetterRow

if TYPE_CHECKING:
    from referee.mail.letter import Letter as Read

FOLLOWED = (Kind.INVITATION.value, Kind.WELCOME.value, Kind.REPORT.value, Kind.GM_TURN.value)
FOLLOWED_BY_ALL = (*FOLLOWED, Kind.NEWSLETTER.value)
"""Other letters are answers to one of these, or stand beside it; those to who looks on beside a newsletter, too."""


def next_identity(work: Work, game: str, step: int, seat: str, kind: str) -> str:
    """Return the Message-ID of a reader's next mail of a kind that is no report.

    Its number counts that reader's mails alone: any other would tell them how much others write.
    """
    domain = work.campaign.settings.mail.domain
    first = message_id(work.campaign.mark(work.tx), game, step, seat, kind, 0, domain)
    number = mails.count_beginning(work.tx, first.removesuffix(f"0@{domain}>")) + 1
    return message_id(work.campaign.mark(work.tx), game, step, seat, kind, number, domain)


class Answering(NamedTuple):
    """What an answer takes over: its headers, as the outbox keeps them, and its subject, '' for none."""

    headers: dict[str, Any]
    subject: str


def answering(row: LetterRow, read: Read | None = None) -> Answering:
    """Return what an answer to a letter takes over from it; what may not stand in a header of ours is left out."""
    if read is None:
        from referee.mail import letter  # which a letter that answers none can do without

        read = letter.heading(row.raw)
    headers: dict[str, Any] = {"automatic": Automatic.REPLIED.value}
    for answered in outgoing.believable([read.message_id or ""]):
        headers["references"] = outgoing.references(read.references or read.in_reply_to, answered)
    return Answering(headers, outgoing.answer_subject(read.subject))


class Thread:
    """Where letters about a step belong: to the letter that they answer, or to each reader's newest report."""

    def __init__(
        self, tx: Transaction, game: int, step: int, answers: LetterRow | None, read: Read | None = None
    ) -> None:
        self.is_answer = answers is not None
        self._answered = answering(answers, read) if answers is not None else None
        self._newest = {} if answers is not None else mails.newest_of(tx, game, step, FOLLOWED, FOLLOWED_BY_ALL)

    def subject(self, kind: Kind, own: str) -> str:
        """Return the subject of a letter: a receipt keeps the one that it answers."""
        kept = self._answered.subject if self._answered is not None and kind is Kind.RECEIPT else ""
        return kept or own

    def headers(self, seat: str, player: int | None, address: str | None) -> dict[str, Any]:
        """Return the headers of a mail to this reader that say what it follows, and of an answer that it is one."""
        if self._answered is not None:
            return self._answered.headers
        before = self._newest.get((seat, player, address))
        return {"references": [*before.references[:1], before.message_id]} if before is not None else {}
