"""The wire form of mails beside the standard library's."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default

from sqlmodel import select

from benchmarks.pairs import Row, Way, cost
from benchmarks.world import campaign
from referee.mail.outgoing import Outgoing, wire
from referee.service.post.delivery import outgoing
from referee.store import outbox
from referee.store.tables import MailRow

GAMES = 10


def on_the_wire() -> Row:
    """Compare building the bytes of one mail."""
    with campaign() as world:
        world.add(GAMES)
        world.advance()
        with world.campaign.store.reading() as tx:
            due = outbox._due(tx, tx.exec(select(MailRow.id)))
            mails = [outgoing(world.campaign, one, one.address) for one in due if one.address]
    for mail in mails:
        ours, theirs = (message_from_bytes(data, policy=default) for data in (wire(mail), built(mail)))
        assert _texts(ours) == _texts(theirs)
        assert {name: str(ours[name]) for name in theirs if not name.startswith("Content")} == {
            name: str(theirs[name]) for name in theirs if not name.startswith("Content")
        }

    def us() -> int:
        for mail in mails:
            wire(mail)
        return len(mails)

    def them() -> int:
        for mail in mails:
            built(mail)
        return len(mails)

    return cost("a mail's bytes / EmailMessage", "<= 0.10", Way(us), Way(them), rounds=5)


def built(mail: Outgoing) -> bytes:
    """Build the same mail as the standard library's manual has it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = f"{mail.sender_name} <{mail.sender}>" if mail.sender_name else mail.sender
    message["To"] = mail.recipient
    message["Subject"] = mail.subject
    message["Date"] = mail.date
    message["Message-ID"] = mail.message_id
    if mail.reply_to:
        message["Reply-To"] = mail.reply_to
    message["Auto-Submitted"] = mail.automatic.value
    message["X-Auto-Response-Suppress"] = "All"
    message["MIME-Version"] = "1.0"
    message.set_content(mail.body)
    if mail.html:
        message.add_alternative(mail.html, subtype="html")
    return message.as_bytes()


def _texts(message: EmailMessage) -> list[str]:
    """The text of a mail, and its HTML if it has any, each with plain line ends."""
    found = [message.get_body((kind,)) for kind in ("plain", "html")]
    return ["\n".join(part.get_content().splitlines()) for part in found if part is not None]
