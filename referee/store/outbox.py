"""Mail on its way out: claimed under a lease, sent, tried again, or given up. One recipient per mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, LargeBinary, Update, bindparam, case, func, or_, text, type_coerce, update
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col

from referee.engine.values import named
from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.people import Mailbox, reachable
from referee.store.reports import Envelope, new_return_token
from referee.store.sqlite import given, listed
from referee.store.tables import MailRow, Sending
from referee.store.tables.columns import unpacked

QUEUED = text("mail.state = 'queued'")
"""In the words of the index, which SQLite takes only for what it sees written out."""

SEND = update(MailRow).where(col(MailRow.id) == bindparam("mail_is"), QUEUED)

WISH = "wish"
"""Under this name a mail's headers hold how its player wished to have it when it was first claimed."""

MAIL, REPORT, SEAT = (SQLModel.metadata.tables[name] for name in ("mail", "report", "seat"))
READY = (
    select_columns(MAIL.c.id)
    .where(
        QUEUED,
        or_(MAIL.c.next_at <= bindparam("now"), MAIL.c.made_at > bindparam("now")),
        or_(
            MAIL.c.leased_until.is_(None),
            MAIL.c.leased_until <= bindparam("now"),
            MAIL.c.leased_until > bindparam("longest"),
        ),
    )
    .order_by(MAIL.c.next_at, MAIL.c.id)
    .limit(bindparam("limit"))
)
TAKING = update(MAIL).where(MAIL.c.id.in_(listed("mails")))
WISHED = update(MAIL).where(MAIL.c.id == bindparam("mail_is"))
AS_KEPT: dict[str, ColumnElement[Any]] = {
    **{name: MAIL.c[name] for name in ("id", "message_id", "kind", "game", "seat", "address", "headers")},
    **{name: MAIL.c[name] for name in ("null_return", "return_token", "made_at", "attempts")},
    "player": case((MAIL.c.address.is_(None), func.coalesce(MAIL.c.player, SEAT.c.player)), else_=MAIL.c.player),
    "subject": func.coalesce(MAIL.c.subject, REPORT.c.subject),
    "body": type_coerce(func.coalesce(MAIL.c.body, REPORT.c.body), LargeBinary),
    "document": case((MAIL.c.body.is_(None), REPORT.c.document), else_=MAIL.c.document),
}
"""What a mail says of itself, or else its letter; it goes to the player it names, or to nobody, or to who has the seat.
"""
CLAIMED = (
    select_columns(*AS_KEPT.values())
    .join_from(MAIL, REPORT, REPORT.c.id == MAIL.c.report, isouter=True)
    .outerjoin(SEAT, (SEAT.c.game == MAIL.c.game) & (SEAT.c.name == MAIL.c.seat))
    .where(MAIL.c.id.in_(listed("mails")))
    .order_by(MAIL.c.next_at, MAIL.c.id)
)


@named
class Due:
    """A claimed mail with all that its bytes are built from; `address` is None if its player has none.

    `html` and `data` are as its player wished when it was first claimed, so that every try is the same bytes.
    """

    id: int
    message_id: str
    kind: str
    game: int | None
    seat: str | None
    player: int | None
    address: str | None
    name: str
    html: bool
    data: bool
    subject: str
    body: str
    document: str
    headers: Mapping[str, Any]
    null_return: bool
    return_token: str | None
    made_at: datetime
    attempts: int


def post(
    tx: Transaction,
    envelope: Envelope,
    *,
    kind: str,
    subject: str,
    body: str,
    made_at: datetime,
    document: str = "",
    game: int | None = None,
) -> MailRow:
    """Put a mail that is no report into the outbox: to an address, or to a player."""
    assert envelope.address is not None or envelope.player is not None, "to whom?"
    row = MailRow(kind=kind, game=game, subject=subject, body=body, document=document, **envelope.kept(made_at))
    return tx.save(row)


def claim(
    tx: Transaction, who: str, now: datetime, *, lease: timedelta, limit: int = 20, html: bool = True
) -> list[Due]:
    """Take mails that are due, for as long as the lease lasts; nobody else is given them meanwhile.

    ``html`` says whether those go out as HTML, too, whose players wish nothing else.

    Leases that are over count as free, so what a crashed sender had is sent by
    the next one, as the same bytes with the same Message-ID. So does one that
    no clock of today can have given: somebody has set the clock back.
    """
    taken = [number for (number,) in tx.rows(READY, now=now, longest=now + lease, limit=limit)]
    if not taken:
        return []
    tx.run(TAKING, mails=given(taken), leased_by=who, leased_until=now + lease)
    due = _due(tx, taken, html)
    tx.run_all(WISHED, [{"mail_is": one.id, "headers": dict(one.headers)} for one in due])
    return due


def sent(tx: Transaction, mail: int, *, at: datetime, answer: str, to: int | None = None) -> bool:
    """Note that the server took a mail, with its words, for which address of a player; say whether that is news.

    It counts even if the lease was over: what is sent, is sent.
    """
    done = {"state": Sending.SENT, "sent_at": at, "sent_to": to, "answer": answer, "error": ""}
    return tx.run(SEND, mail_is=mail, **done, leased_by=None, leased_until=None) == 1


def retry(tx: Transaction, mail: int, who: str, *, next_at: datetime, error: str, counts: bool = True) -> bool:
    """Note a try that did not work, and when the next one is; `counts` is off if the server was not there at all.

    Like `failed` and `give_up` it does nothing, and says so, if the lease went to somebody else.
    """
    later = _change(mail, next_at=next_at, error=error, leased_by=None, leased_until=None)
    if counts:
        later = later.values(attempts=MailRow.attempts + 1)
    return tx.exec(later.where(col(MailRow.leased_by) == who)).rowcount == 1


def failed(tx: Transaction, mail: int, who: str, *, at: datetime, error: str) -> bool:
    """Note that the server refused a mail for good."""
    return _end(tx, mail, who, Sending.FAILED, at, error)


def give_up(tx: Transaction, mail: int, who: str, *, at: datetime, error: str) -> bool:
    """Note that a mail was tried for too long."""
    return _end(tx, mail, who, Sending.DEAD, at, error)


def came_back(tx: Transaction, row: MailRow, *, at: datetime, error: str) -> None:
    """Note that a mail which was sent has come back; nothing else of it changes."""
    tx.change(row, state=Sending.FAILED, ended_at=at, error=error)


def renew(tx: Transaction, who: str, until: datetime) -> int:
    """Let this sender keep until then what it has claimed and not sent yet; say how many mails that is."""
    held = update(MailRow).where(QUEUED, col(MailRow.leased_by) == who)
    return tx.exec(held.values(leased_until=until)).rowcount


def release(tx: Transaction, who: str) -> int:
    """Free what this sender had claimed, as when it starts again; say how many."""
    freed = update(MailRow).where(col(MailRow.state) == Sending.QUEUED).values(leased_by=None, leased_until=None)
    return tx.exec(freed.where(col(MailRow.leased_by) == who)).rowcount


def resend(tx: Transaction, mail: int, at: datetime) -> MailRow:
    """Send a mail once more, the same letter to the address its player has now, in the forms they wish now.

    Its return path is a new one, so that what comes back late from another address is not taken for it.
    """
    row = tx.at(MailRow, mail)
    if row is None:
        raise NotThere(f"There is no mail {mail}.")
    row.state, row.attempts, row.next_at, row.error = Sending.QUEUED, 0, at, ""
    row.leased_by = row.leased_until = row.ended_at = None
    row.return_token = None if row.null_return else new_return_token()
    row.headers = {name: said for name, said in row.headers.items() if name != WISH}
    return tx.save(row)


def _change(mail: int, **values: Any) -> Update:
    queued = update(MailRow).where(col(MailRow.id) == mail, col(MailRow.state) == Sending.QUEUED)
    return queued.values(**values)


def _end(tx: Transaction, mail: int, who: str, state: Sending, at: datetime, error: str) -> bool:
    ended = _change(mail, state=state, ended_at=at, error=error, leased_by=None, leased_until=None)
    return tx.exec(ended.values(attempts=MailRow.attempts + 1).where(col(MailRow.leased_by) == who)).rowcount == 1


def _due(tx: Transaction, ids: Iterable[int], html: bool = True) -> list[Due]:
    """Read the claimed mails with their letters and the people they go to, in the order in which they are sent."""
    found = [dict(zip(AS_KEPT, row, strict=True)) for row in tx.rows(CLAIMED, mails=given(ids))]
    known = reachable(tx, [one["player"] for one in found if one["player"] is not None])
    return [_addressed(one, known, html) for one in found]


def _addressed(mail: dict[str, Any], known: Mapping[int, Mailbox], html: bool) -> Due:
    player, address, headers = mail["player"], mail["address"], mail["headers"]
    to = Mailbox("", None, False, address) if address is not None or player is None else known[player]
    wish = headers.get(WISH)
    if wish is None or wish["player"] != player:  # for one who has the seat since it is another mail
        wish = {"player": player, "html": html if to.html is None else to.html, "data": to.data}
    document = mail["document"] or ""
    body = unpacked(mail["body"], document.encode()).decode() if mail["body"] is not None else ""
    texts = {"subject": mail["subject"] or "", "body": body, "document": document}
    going = {"address": to.address, "name": to.name, "html": wish["html"], "data": wish["data"]}
    return Due(**(mail | texts | going | {"headers": {**headers, WISH: wish}}))
