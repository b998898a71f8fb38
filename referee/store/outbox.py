"""Mail on its way out: claimed under a lease, sent, tried again, or given up. One recipient per mail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Update, bindparam, func, or_, text, update
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col, select

from referee.store.database import Transaction
from referee.store.errors import NotThere
from referee.store.people import reachable
from referee.store.reports import Envelope, new_return_token
from referee.store.tables import MailRow, ReportRow, SeatRow, Sending

QUEUED = text("mail.state = 'queued'")
"""In the words of the index, which SQLite takes only for what it sees written out."""

MAIL = SQLModel.metadata.tables["mail"].c
STEP = SQLModel.metadata.tables["step"].c
LAST_PLAYED = select_columns(func.max(STEP.played_at)).where(STEP.game == bindparam("game")).scalar_subquery()
BOUNCED_IN = (
    select_columns(MAIL.id, MAIL.seat, MAIL.kind, MAIL.made_at, MAIL.error)
    .where(
        text("mail.state IN ('failed', 'dead')"),
        MAIL.game == bindparam("game"),
        MAIL.seat != "",
        or_(MAIL.ended_at.is_(None), LAST_PLAYED.is_(None), MAIL.ended_at >= LAST_PLAYED),
    )
    .order_by(MAIL.id)
)

FIND = select(MailRow).where(MailRow.message_id == bindparam("message_id"))


REPORT = SQLModel.metadata.tables["report"].c
NEWEST_OF = (
    select_columns(REPORT.kind, MAIL.seat, MAIL.player, MAIL.address, MAIL.message_id, MAIL.headers)
    .join_from(REPORT.id.table, MAIL.id.table, MAIL.report == REPORT.id)
    .where(REPORT.game == bindparam("game"), REPORT.step >= bindparam("since"), REPORT.step <= bindparam("until"))
    .order_by(REPORT.id)
)


class Followed(NamedTuple):
    """A mail that others follow: its Message-ID, and those that it refers to itself."""

    message_id: str
    references: list[str]


class Bounced(NamedTuple):
    """A mail that could not be sent, to whom, and why."""

    id: int
    seat: str
    kind: str
    made_at: datetime
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A claimed mail with all that its bytes are built from; `address` is None if its player has none."""

    id: int
    message_id: str
    kind: str
    game: int | None
    seat: str | None
    player: int | None
    address: str | None
    name: str
    subject: str
    body: str
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
    game: int | None = None,
) -> MailRow:
    """Put a mail that is no report into the outbox: to an address, or to a player."""
    assert envelope.address is not None or envelope.player is not None, "to whom?"
    row = MailRow(
        message_id=envelope.message_id,
        kind=kind,
        game=game,
        player=envelope.player,
        address=envelope.address,
        subject=subject,
        body=body,
        headers=dict(envelope.headers),
        null_return=envelope.null_return,
        return_token=envelope.return_token(),
        made_at=made_at,
        next_at=envelope.not_before or made_at,
    )
    tx.add(row)
    tx.flush()
    return row


def claim(tx: Transaction, who: str, now: datetime, *, lease: timedelta, limit: int = 20) -> list[Due]:
    """Take mails that are due, for as long as the lease lasts; nobody else is given them meanwhile.

    Leases that are over count as free, so what a crashed sender had is sent by
    the next one, as the same bytes with the same Message-ID. So does one that
    no clock of today can have given: somebody has set the clock back.
    """
    until = col(MailRow.leased_until)
    free = or_(until.is_(None), until <= now, until > now + lease)
    ready = select(MailRow.id).where(QUEUED, or_(col(MailRow.next_at) <= now, col(MailRow.made_at) > now), free)
    ready = ready.order_by(col(MailRow.next_at), col(MailRow.id)).limit(limit)
    taking = update(MailRow).where(col(MailRow.id).in_(ready)).values(leased_by=who, leased_until=now + lease)
    taken = tx.exec(taking.returning(col(MailRow.id)).execution_options(synchronize_session=False)).scalars().all()
    return _due(tx, taken)


def sent(tx: Transaction, mail: int, *, at: datetime, answer: str, to: int | None = None) -> bool:
    """Note that the server took a mail, with its words, for which address of a player; say whether that is news.

    It counts even if the lease was over: what is sent, is sent.
    """
    done = _change(
        mail, state=Sending.SENT, sent_at=at, sent_to=to, answer=answer, error="", leased_by=None, leased_until=None
    )
    return tx.exec(done).rowcount == 1


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
    row.state, row.ended_at, row.error = Sending.FAILED, at, error
    tx.add(row)
    tx.flush()


def renew(tx: Transaction, who: str, until: datetime) -> int:
    """Let this sender keep until then what it has claimed and not sent yet; say how many mails that is."""
    held = update(MailRow).where(QUEUED, col(MailRow.leased_by) == who)
    return tx.exec(held.values(leased_until=until)).rowcount


def release(tx: Transaction, who: str) -> int:
    """Free what this sender had claimed, as when it starts again; say how many."""
    return tx.exec(_freed().where(col(MailRow.leased_by) == who)).rowcount


def release_expired(tx: Transaction, now: datetime) -> int:
    """Free what any sender claimed for longer than its lease; say how many, for the log."""
    return tx.exec(_freed().where(col(MailRow.leased_until) <= now)).rowcount


def dead_letters(tx: Transaction) -> list[MailRow]:
    """List the mails that were refused or given up, oldest first."""
    query = select(MailRow).where(col(MailRow.state).in_([Sending.FAILED, Sending.DEAD]))
    return list(tx.exec(query.order_by(col(MailRow.id))))


def bounced_in(tx: Transaction, game: int) -> list[Bounced]:
    """List the mails of a game's seats that came back, were refused or given up since its last step, oldest first."""
    return [Bounced(*row) for row in tx.rows(BOUNCED_IN, game=game)]


def overdue(tx: Transaction, before: datetime) -> list[MailRow]:
    """List the mails that should have gone before then and are still not sent, for the GM's alarm.

    What only waits for its time, as in somebody's quiet hours, is not among them.
    """
    query = select(MailRow).where(QUEUED, col(MailRow.made_at) <= before)
    query = query.where(or_(col(MailRow.error) != "", col(MailRow.next_at) <= before))
    return list(tx.exec(query.order_by(col(MailRow.id))))


def tried_in_vain(tx: Transaction, before: datetime) -> int:
    """Count the mails made before then that were tried and still wait."""
    return tx.exec(
        select(func.count()).select_from(MailRow).where(QUEUED, MailRow.error != "", col(MailRow.made_at) <= before)
    ).one()


def any_sent(tx: Transaction, since: datetime) -> bool:
    """Say whether the server took any mail since then."""
    return tx.exec(select(MailRow.id).where(col(MailRow.sent_at) >= since).limit(1)).first() is not None


def lost_to(tx: Transaction, kinds: Iterable[str], since: datetime) -> int:
    """Count the mails of these kinds that came back, were refused or given up since then."""
    ended = col(MailRow.state).in_([Sending.FAILED, Sending.DEAD]), col(MailRow.ended_at) >= since
    return tx.exec(select(func.count()).where(col(MailRow.kind).in_(list(kinds)), *ended)).one()


def resend(tx: Transaction, mail: int, at: datetime) -> MailRow:
    """Send a mail once more, the same letter to the address its player has now.

    Its return path is a new one, so that what comes back late from another address is not taken for it.
    """
    row = tx.get(MailRow, mail)
    if row is None:
        raise NotThere(f"There is no mail {mail}.")
    row.state, row.attempts, row.next_at, row.error = Sending.QUEUED, 0, at, ""
    row.leased_by = row.leased_until = row.ended_at = None
    row.return_token = None if row.null_return else new_return_token()
    tx.add(row)
    tx.flush()
    return row


def of_report(tx: Transaction, report: int) -> list[MailRow]:
    """List the mails that carry a letter of ours."""
    return list(tx.exec(select(MailRow).where(MailRow.report == report).order_by(col(MailRow.id))))


def newest_sent(tx: Transaction, game: int) -> int:
    """Return the number of the newest mail of a game that was sent; 0 if none was."""
    query = select(func.coalesce(func.max(MailRow.id), 0)).where(MailRow.game == game, MailRow.state == Sending.SENT)
    return tx.exec(query).one()


def newest_of(
    tx: Transaction, game: int, kinds: Iterable[str], step: int
) -> dict[tuple[str, int | None, str | None], Followed]:
    """Find the newest mail of these kinds to each reader of a game about a step or the one before.

    A reader is a seat, with the player and the address if the mail names them.
    """
    rows = tx.rows(NEWEST_OF, game=game, since=step - 1, until=step)
    return {
        (seat, player, address): Followed(message_id, headers.get("references", []))
        for kind, seat, player, address, message_id, headers in rows
        if kind in kinds
    }


def find(tx: Transaction, message_id: str) -> MailRow | None:
    """Find a mail by its Message-ID, as from the In-Reply-To of an answer or a bounce."""
    return tx.first(FIND, message_id=message_id)


def returned(tx: Transaction, token: str) -> MailRow | None:
    """Find the mail whose return path held this token."""
    return tx.exec(select(MailRow).where(MailRow.return_token == token)).first()


def open_press(tx: Transaction, game: int, seat: str) -> MailRow | None:
    """Find the newest mail of press to a seat that waits, untried and claimed by nobody."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.seat == seat, MailRow.kind == "press")
    free = col(MailRow.leased_by).is_(None), MailRow.attempts == 0, MailRow.error == ""
    return tx.exec(query.where(*free).order_by(col(MailRow.id).desc())).first()


def questions(tx: Transaction, game: int, seat: str, *, until: datetime) -> list[MailRow]:
    """List the mails that asked a seat by then whether a held letter is its player's, oldest first.

    Their headers name the letter's sender as `about`, its number as `letter`, and say whether it was `answered`.
    """
    query = select(MailRow).where(MailRow.game == game, MailRow.seat == seat, MailRow.kind == "refusal")
    found = tx.exec(query.where(col(MailRow.made_at) <= until).order_by(col(MailRow.id)))
    return [mail for mail in found if "letter" in mail.headers]


def waiting(tx: Transaction, kind: str, game: int, player: int) -> MailRow | None:
    """Find the newest mail of a kind to a player about a game that waits, untried and claimed by nobody."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.player == player, MailRow.kind == kind)
    free = col(MailRow.leased_by).is_(None), MailRow.attempts == 0, MailRow.error == ""
    return tx.exec(query.where(*free).order_by(col(MailRow.id).desc())).first()


def count_made(tx: Transaction, kind: str, game: int, player: int, *, since: datetime) -> int:
    """Count the mails of a kind to a player about a game that were made since then."""
    query = select(func.count()).where(MailRow.game == game, MailRow.player == player, MailRow.kind == kind)
    return tx.exec(query.where(col(MailRow.made_at) > since)).one()


def waiting_of(tx: Transaction, game: int, seat: str) -> list[MailRow]:
    """List the mails to a seat that wait, untried and claimed by nobody."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.seat == seat)
    return list(tx.exec(query.where(col(MailRow.leased_by).is_(None), MailRow.attempts == 0, MailRow.error == "")))


def alarmed_since(tx: Transaction, words: str, since: datetime) -> bool:
    """Say whether the GM was written an alarm with these words in its text since then."""
    query = select(MailRow.body).where(MailRow.kind == "gm_alarm", col(MailRow.made_at) > since)
    return any(words in " ".join((body or "").split()) for body in tx.exec(query))


def next_number(tx: Transaction, kind: str) -> int:
    """Return the running number of the next mail of a kind, for those that belong to no game."""
    return tx.exec(select(func.count()).where(MailRow.kind == kind)).one() + 1


def count_beginning(tx: Transaction, name: str) -> int:
    """Count the mails whose Message-ID begins with this, up to and with a full stop."""
    assert name.endswith(".")
    identity = col(MailRow.message_id)
    return tx.exec(select(func.count()).where(identity >= name, identity < f"{name[:-1]}/")).one()


def counts(tx: Transaction) -> dict[Sending, int]:
    """Count the mails in each state."""
    rows = tx.exec(select(MailRow.state, func.count()).group_by(col(MailRow.state)))
    return dict.fromkeys(Sending, 0) | {Sending(state): n for state, n in rows}


def next_due(tx: Transaction) -> datetime | None:
    """Return when the next unclaimed mail is due, so that a sender may sleep until then."""
    query = select(func.min(MailRow.next_at)).where(MailRow.state == Sending.QUEUED)
    return tx.exec(query.where(col(MailRow.leased_by).is_(None))).one()


def _change(mail: int, **values: Any) -> Update:
    queued = update(MailRow).where(col(MailRow.id) == mail, col(MailRow.state) == Sending.QUEUED)
    return queued.values(**values)


def _end(tx: Transaction, mail: int, who: str, state: Sending, at: datetime, error: str) -> bool:
    ended = _change(mail, state=state, ended_at=at, error=error, leased_by=None, leased_until=None)
    return tx.exec(ended.values(attempts=MailRow.attempts + 1).where(col(MailRow.leased_by) == who)).rowcount == 1


def _freed() -> Update:
    return update(MailRow).where(col(MailRow.state) == Sending.QUEUED).values(leased_by=None, leased_until=None)


def _due(tx: Transaction, ids: Iterable[int]) -> list[Due]:
    """Read the claimed mails with their letters and the people they go to, in the order in which they are sent."""
    seat = (col(SeatRow.game) == col(MailRow.game)) & (col(SeatRow.name) == col(MailRow.seat))
    query = select(MailRow, ReportRow, SeatRow.player).outerjoin(ReportRow, col(ReportRow.id) == col(MailRow.report))
    query = query.outerjoin(SeatRow, seat).where(col(MailRow.id).in_(list(ids)))
    rows = tx.exec(query.order_by(col(MailRow.next_at), col(MailRow.id))).all()
    people = [_player_of(mail, seated) for mail, _, seated in rows]
    known = reachable(tx, [player for player in people if player is not None])
    return [_addressed(mail, report, player, known) for (mail, report, _), player in zip(rows, people, strict=True)]


def _player_of(mail: MailRow, seated: int | None) -> int | None:
    """Return the player a mail goes to: the one it names, or, if it names nobody, who has the seat."""
    return mail.player if mail.player is not None or mail.address is not None else seated


def _addressed(
    mail: MailRow, report: ReportRow | None, player: int | None, known: Mapping[int, tuple[str, str | None]]
) -> Due:
    name, address = ("", mail.address) if mail.address is not None or player is None else known[player]
    subject, body = (report.subject, report.body) if report is not None else ("", "")
    return Due(
        id=mail.id,
        message_id=mail.message_id,
        kind=mail.kind,
        game=mail.game,
        seat=mail.seat,
        player=player,
        address=address,
        name=name,
        subject=subject if mail.subject is None else mail.subject,
        body=body if mail.body is None else mail.body,
        headers=mail.headers,
        null_return=mail.null_return,
        return_token=mail.return_token,
        made_at=mail.made_at,
        attempts=mail.attempts,
    )
