"""What is known of our mails: found, counted, come back, and kept for whom they were when a seat passes on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from sqlalchemy import bindparam, or_, text, update
from sqlalchemy import select as select_columns
from sqlmodel import SQLModel, col, func, select

from referee.engine.audience import OBSERVER
from referee.store.database import Transaction
from referee.store.outbox import QUEUED
from referee.store.tables import AddressRow, BounceRow, MailRow, Sending
from referee.store.tables.post import BY_ITSELF

MAIL = SQLModel.metadata.tables["mail"].c
STEP = SQLModel.metadata.tables["step"].c
LAST_PLAYED = (
    select_columns(STEP.played_at)
    .where(STEP.game == bindparam("game"))
    .order_by(STEP.step.desc())
    .limit(1)
    .scalar_subquery()
)
NOT_SENT = text("mail.state != 'sent'")
"""In the words of the index, which SQLite takes only for what it sees written out; so is `QUEUED`."""
UNTOUCHED = col(MailRow.leased_by).is_(None), col(MailRow.attempts) == 0, col(MailRow.error) == ""
"""Of mails that wait: tried by nobody yet, and claimed by nobody."""
LOST = NOT_SENT, text("mail.state IN ('failed', 'dead')"), col(MailRow.error) != ""
"""What was refused or given up says why; what does not is to somebody who is forgotten, and nobody need hear of it."""
BOUNCED_IN = (
    select_columns(MAIL.id, MAIL.seat, MAIL.kind, MAIL.made_at, MAIL.error)
    .where(
        *LOST,
        MAIL.game == bindparam("game"),
        MAIL.seat != "",
        or_(MAIL.ended_at.is_(None), LAST_PLAYED.is_(None), MAIL.ended_at >= LAST_PLAYED),
    )
    .order_by(MAIL.id)
)
LATELY_TO = (
    select(MailRow)
    .where(func.lower(MailRow.address) == bindparam("to"), text(BY_ITSELF))
    .order_by(col(MailRow.made_at).desc(), col(MailRow.id).desc())
    .limit(bindparam("most"))
)
REPORT = SQLModel.metadata.tables["report"].c
NEWEST_OF = (
    select_columns(REPORT.kind, MAIL.seat, MAIL.player, MAIL.address, MAIL.message_id, MAIL.headers)
    .join_from(REPORT.id.table, MAIL.id.table, MAIL.report == REPORT.id)
    .where(REPORT.game == bindparam("game"), REPORT.step >= bindparam("since"), REPORT.step <= bindparam("until"))
    .order_by(REPORT.id)
)
ALARMS = (
    select_columns(MAIL.made_at, MAIL.body)
    .where(MAIL.kind == "gm_alarm", MAIL.game.is_(None), MAIL.player.is_(None))
    .order_by(MAIL.id.desc())
)
"""Alarms are of no game and to no player, which is said so that their index gives them in order, not sorted anew."""
OWN = ("press", "receipt", "refusal", "again", "status", "help", "rules", "list")
"""Kinds that are for the person who had the seat when they were written, and not for who has it afterwards."""

BOUNCE = SQLModel.metadata.tables["bounce"]
ADDRESS = SQLModel.metadata.tables["address"]
HEARD_FROM = (ADDRESS.c.normal == bindparam("normal_is"), ADDRESS.c.removed_at.is_(None))
CLEAR = update(BOUNCE).where(
    BOUNCE.c.address == select(ADDRESS.c.id).where(*HEARD_FROM).scalar_subquery(), BOUNCE.c.cleared_at.is_(None)
)
SOUND = update(ADDRESS).where(*HEARD_FROM, ADDRESS.c.bouncing_since.is_not(None))
NUMBER_IN_USE = select(ADDRESS.c.id).where(
    ADDRESS.c.normal == bindparam("normal"), ADDRESS.c.removed_at.is_(None)
)  # fmt: skip


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


def of_report(tx: Transaction, report: int) -> MailRow | None:
    """Return the mail that a letter went out as, the last if it was sent anew."""
    return tx.one(MailRow, "-id", report=report)


def dead_letters(tx: Transaction) -> list[MailRow]:
    """List the mails that were refused or given up, oldest first."""
    return list(tx.exec(select(MailRow).where(*LOST).order_by(col(MailRow.id))))


def bounced_in(tx: Transaction, game: int) -> list[Bounced]:
    """List the mails of a game's seats that came back, were refused or given up since its last step, oldest first."""
    return [Bounced(*row) for row in tx.rows(BOUNCED_IN, game=game)]


def overdue(tx: Transaction, before: datetime) -> list[MailRow]:
    """List the mails that should have gone before then and are still not sent, for the GM's alarm.

    What only waits for its time, as in somebody's quiet hours, is not among them.
    """
    query = select(MailRow).where(QUEUED, col(MailRow.made_at) <= before)
    query = query.where(or_(col(MailRow.error) != "", col(MailRow.next_at) <= before))
    return sorted(tx.exec(query), key=lambda mail: mail.id)  # ordered by SQLite it would go through all mails


def tried_in_vain(tx: Transaction, before: datetime) -> int:
    """Count the mails made before then that were tried and still wait."""
    return tx.exec(
        select(func.count()).select_from(MailRow).where(QUEUED, MailRow.error != "", col(MailRow.made_at) <= before)
    ).one()


def any_sent(tx: Transaction, since: datetime) -> bool:
    """Say whether the server took any mail since then."""
    return tx.exec(select(MailRow.id).where(col(MailRow.sent_at) >= since).limit(1)).first() is not None


def lost_to(tx: Transaction, kinds: Collection[str], since: datetime) -> int:
    """Count the mails of these kinds that came back, were refused or given up since then."""
    lost = tx.exec(select(MailRow.kind).where(*LOST, col(MailRow.ended_at) >= since)).all()
    return sum(kind in kinds for kind in lost)


def newest_sent(tx: Transaction, game: int) -> int:
    """Return the number of the newest mail of a game that was sent; 0 if none was."""
    query = select(func.coalesce(func.max(MailRow.id), 0)).where(MailRow.game == game, MailRow.state == Sending.SENT)
    return tx.exec(query).one()


def newest_of(
    tx: Transaction, game: int, step: int, kinds: Iterable[str], public: Iterable[str]
) -> dict[tuple[str, int | None, str | None], Followed]:
    """Find the newest mail of these kinds to each reader of a game about a step or the one before.

    To who looks on it may be of some more, the ``public`` ones.

    A reader is a seat, with the player and the address if the mail names them.
    """
    rows = tx.rows(NEWEST_OF, game=game, since=step - 1, until=step)
    return {
        (seat, player, address): Followed(message_id, headers.get("references", []))
        for kind, seat, player, address, message_id, headers in rows
        if kind in (kinds if seat != OBSERVER else public)
    }


def find(tx: Transaction, message_id: str) -> MailRow | None:
    """Find a mail by its Message-ID, as from the In-Reply-To of an answer or a bounce."""
    return tx.one(MailRow, message_id=message_id)


def lately_to(tx: Transaction, address: str, most: int) -> list[MailRow]:
    """List the newest mails to an address by itself that are no letters about a game, so many at most."""
    return tx.all(LATELY_TO, to=address.lower(), most=most)


def returned(tx: Transaction, token: str) -> MailRow | None:
    """Find the mail whose return path held this token."""
    return tx.one(MailRow, return_token=token)


def open_press(tx: Transaction, game: int, seat: str) -> MailRow | None:
    """Find the newest mail of press to a seat that waits, untried and claimed by nobody."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.seat == seat, MailRow.kind == "press")
    return tx.exec(query.where(*UNTOUCHED).order_by(col(MailRow.id).desc())).first()


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
    return tx.exec(query.where(*UNTOUCHED).order_by(col(MailRow.id).desc())).first()


def count_made(tx: Transaction, kind: str, game: int, player: int, *, since: datetime) -> int:
    """Count the mails of a kind to a player about a game that were made since then."""
    query = select(func.count()).where(MailRow.game == game, MailRow.player == player, MailRow.kind == kind)
    return tx.exec(query.where(col(MailRow.made_at) > since)).one()


def waiting_of(tx: Transaction, game: int, seat: str) -> list[MailRow]:
    """List the mails to a seat that wait, untried and claimed by nobody."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.seat == seat)
    return list(tx.exec(query.where(*UNTOUCHED)))


def alarmed_since(tx: Transaction, words: str, since: datetime) -> bool:
    """Say whether the GM was written an alarm with these words in its text since then."""
    recent = takewhile(lambda alarm: alarm[0] > since, tx.each(ALARMS))
    return any(words in " ".join((body or "").split()) for _, body in recent)


def next_number(tx: Transaction, kind: str) -> int:
    """Return the running number of the next mail of a kind, for those that belong to no game."""
    return tx.exec(select(func.count()).where(MailRow.kind == kind)).one() + 1


def count_beginning(tx: Transaction, name: str) -> int:
    """Count the mails whose Message-ID begins with this, up to and with a full stop."""
    assert name.endswith(".")
    identity = col(MailRow.message_id)
    return tx.exec(select(func.count()).where(identity >= name, identity < f"{name[:-1]}/")).one()


def counts(tx: Transaction) -> dict[Sending, int]:
    """Count the mails in each state but those that were sent, which are nearly all, and those to who is forgotten."""
    counted = or_(col(MailRow.state) == Sending.QUEUED, *LOST[2:])
    rows = tx.exec(select(MailRow.state, func.count()).where(NOT_SENT, counted).group_by(col(MailRow.state)))
    states = (state for state in Sending if state is not Sending.SENT)
    return dict.fromkeys(states, 0) | {Sending(state): n for state, n in rows}


def pin(tx: Transaction, game: int, seat: str, player: int, *, everything: bool = False) -> None:
    """Note for whom the seat's mail was, now that another has it: what has left, and of what waits the personal kinds.

    With ``everything`` nothing is left to follow the seat, as when it becomes empty.
    """
    theirs = update(MailRow).where(col(MailRow.game) == game, col(MailRow.seat) == seat)
    theirs = theirs.where(col(MailRow.player).is_(None), col(MailRow.address).is_(None))
    if not everything:
        theirs = theirs.where((col(MailRow.state) != Sending.QUEUED) | col(MailRow.kind).in_(OWN))
    tx.exec(theirs.values(player=player))


def redirect(tx: Transaction, game: int, seat: str, token: str) -> None:
    """Let what is still to leave and follows the seat be answered to another token: the one it would have is dead."""
    query = select(MailRow).where(QUEUED, MailRow.game == game, MailRow.seat == seat, col(MailRow.player).is_(None))
    for row in tx.exec(query).all():
        tx.change(row, headers={**row.headers, "token": token})


def add(
    tx: Transaction, *, mail: int, address: int | None, letter: int | None, at: datetime, hard: bool, said: str
) -> BounceRow:
    """Write down that a mail came back by a letter, or (no letter) was refused when we handed it over."""
    row = BounceRow(mail=mail, address=address, letter=letter, at=at, hard=hard, said=said)
    return tx.save(row)


def counted(tx: Transaction, address: int, since: datetime) -> int:
    """Count what came back from an address since then, and since it was last heard from."""
    query = select(func.count()).where(BounceRow.address == address, col(BounceRow.at) >= since)
    return tx.exec(query.where(col(BounceRow.cleared_at).is_(None))).one()


def clear(tx: Transaction, normal: str, at: datetime) -> None:
    """Let nothing count any more that came back from an address in use, as compared, for it was heard from."""
    tx.run(CLEAR, normal_is=normal, cleared_at=at)
    tx.run(SOUND, normal_is=normal, bouncing_since=None)


def untold(tx: Transaction) -> list[tuple[BounceRow, MailRow, AddressRow | None]]:
    """List what the GM was not told of, with the mail and the address, oldest first."""
    query = select(BounceRow, MailRow, AddressRow).join(MailRow, col(MailRow.id) == col(BounceRow.mail))
    query = query.outerjoin(AddressRow, col(AddressRow.id) == col(BounceRow.address))
    open_rows = query.where(col(BounceRow.told_at).is_(None), col(BounceRow.cleared_at).is_(None))
    return [(a, b, c) for a, b, c in tx.exec(open_rows.order_by(col(BounceRow.id)))]


def told_of(tx: Transaction, addresses: Iterable[int]) -> set[int]:
    """Return those of the addresses whose trouble the GM knows."""
    query = select(BounceRow.address).where(col(BounceRow.address).in_(set(addresses)))
    known = query.where(col(BounceRow.told_at).is_not(None), col(BounceRow.cleared_at).is_(None)).distinct()
    return {address for address in tx.exec(known) if address is not None}


def tell(tx: Transaction, rows: Iterable[BounceRow], at: datetime) -> None:
    """Note that the GM was told of these."""
    for row in rows:
        tx.change(row, told_at=at)


def address_in_use(tx: Transaction, normal: str) -> AddressRow | None:
    """Find the row of an address that somebody has now, as compared."""
    return tx.one(AddressRow, normal=normal, removed_at=None)


def number_in_use(tx: Transaction, normal: str) -> int | None:
    """Return the number of that row; each mail that is sent asks for it."""
    return next((number for (number,) in tx.rows(NUMBER_IN_USE, normal=normal)), None)


def address_row(tx: Transaction, address: int) -> AddressRow | None:
    """Return an address, also one that was removed."""
    return tx.at(AddressRow, address)
