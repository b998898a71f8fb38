"""Sending a mail once more by the GM's hand."""

from __future__ import annotations

from datetime import datetime

from referee.engine.audience import REFEREE
from referee.engine.errors import SetupError
from referee.service.campaign import Campaign
from referee.store import actions, bounces, games, outbox
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.tables import MailRow, Sending


def resend(campaign: Campaign, number: int) -> datetime:
    """Put a mail that was sent, refused or given up into the outbox once more; return when it will go.

    It is the same letter under the same Message-ID, and goes to the address that its player has now. Raises
    `SetupError` if it waits anyway, or if another player has the seat by now: what he may know he is told otherwise.
    """
    with campaign.store.writing() as tx:
        return resend_in(campaign, tx, number)


def resend_in(campaign: Campaign, tx: Transaction, number: int) -> datetime:
    """Do so within a transaction."""
    mail, now = tx.get(MailRow, number), campaign.clock.now()
    if mail is None:
        raise NotThere(f"There is no mail {number}. See: referee mail outbox --all")
    if mail.state is Sending.QUEUED:
        raise SetupError(f"Mail {number} waits to be sent anyway.")
    if mail.seat and mail.game is not None and _passed_on(tx, mail):
        raise SetupError(f"Mail {number} was for a player who has the seat of {mail.seat} no more.")
    if mail.seat and mail.sent_to is not None:
        mail.address = None
    row = outbox.resend(tx, number, now)
    details = {"mail": number, "kind": row.kind}
    actions.record(tx, at=now, who=campaign.who, what="resend", game=row.game, details=details, to=REFEREE)
    return row.next_at


def _passed_on(tx: Transaction, mail: MailRow) -> bool:
    """Has the seat another player than when the mail was made?"""
    seat = next((s for s in games.seats(tx, mail.game or 0) if s.name == mail.seat), None)
    if seat is None:
        return False
    went_to = bounces.address_row(tx, mail.sent_to) if mail.sent_to is not None else None
    return went_to.player != seat.player if went_to is not None else mail.made_at < seat.joined_at
