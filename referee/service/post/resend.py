"""Sending a mail once more by the GM's hand."""

from datetime import datetime

from referee.engine.errors import SetupError
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import Remedied
from referee.store import games, mails, outbox
from referee.store.database import Transaction
from referee.store.tables import MailRow, Sending


def resend(work: Work, number: int) -> datetime:
    """Put a mail that was sent, refused or given up into the outbox once more; return when it will go.

    It is the same letter under the same Message-ID, and goes to the address that its player has now. Raises
    `SetupError` if it waits anyway, or if another player has the seat by now: what they may know is told otherwise.
    """
    mail, now = work.tx.get(MailRow, number), work.now
    if mail is None:
        raise Remedied(
            f"There is no mail {number}.",
            shell="See: referee mail outbox --all",
            mail="STATUS names those that came back, with their numbers.",
        )
    if mail.state is Sending.QUEUED:
        raise SetupError(f"Mail {number} waits to be sent anyway.")
    if passed_on(work.tx, mail):
        told = "its player was replaced; the newcomer has the report"
        raise SetupError(f"Mail {number} was for a player who has the seat of {mail.seat or 'before'} no more: {told}.")
    if mail.seat and mail.sent_to is not None:
        mail.address = None
    row = outbox.resend(work.tx, number, now)
    details = {"mail": number, "kind": row.kind}
    work.record("resend", game=row.game, details=details)
    return row.next_at


def passed_on(tx: Transaction, mail: MailRow) -> bool:
    """Say whether a mail was for somebody who has its seat no more, so that it must never leave again."""
    if mail.game is None:
        return False
    sitting = games.seats(tx, mail.game)
    if mail.seat is None:  # a report that was asked for once more is a letter to the person
        has = any(s.player == mail.player and s.vacant_since is None for s in sitting)
        return mail.kind == "again" and mail.player is not None and not has
    seat = next((s for s in sitting if s.name == mail.seat), None)
    if seat is None:
        return False
    if mail.player is not None and (mail.player != seat.player or seat.vacant_since is not None):
        return True
    went_to = mails.address_row(tx, mail.sent_to) if mail.sent_to is not None else None
    return went_to.player != seat.player if went_to is not None else mail.made_at < seat.joined_at
