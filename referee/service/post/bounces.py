"""Mail that comes back: known by the return path it went out with, and by nothing else that a letter says.

It changes where mail goes and what the GM hears, never a game.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.mail.address import normal
from referee.mail.bounce import Bounce, Fate
from referee.mail.letter import Letter, Machine
from referee.reports.parts import Kind
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.logbook import log
from referee.service.campaign.remedies import answered_or, typed
from referee.service.letters.aside import returned
from referee.service.letters.incoming import Incoming
from referee.service.letters.kinds import ReturnedMail
from referee.service.letters.outcome import Outcome
from referee.service.post.trouble import tell_gm_all
from referee.store import games, mails, outbox, people
from referee.store.database import Transaction
from referee.store.outbox import Due
from referee.store.tables import AddressRow, BounceRow, LetterRow, MailRow, Sending

SOFT_LIMIT = 3
"""So many soft bounces in a row mark an address."""

SOFT_SPAN = timedelta(days=7)
"""Those that are older count no more."""

GATHER = timedelta(minutes=10)
"""How long bounces are gathered before the GM is told: those of one turn arrive together."""

REPORTS = (Machine.NULL_RETURN_PATH, Machine.REPORT, Machine.DAEMON, Machine.AUTO_SUBMITTED)
"""What a report of a mail system shows; anything else at a return path is somebody's vacation note."""

FOR_GM = (Kind.GM_ALARM.value, Kind.GM_TURN.value)


REMEDIES = (
    answered_or("See what did not get away", "STATUS", "referee mail outbox"),
    answered_or("Send one again", "RESEND and its number", "referee mail resend NUMBER"),
    typed("Give a player another address", "referee player add-address OLD NEW"),
)


def return_token(case: Incoming) -> str | None:
    """Return the token of a return path that a letter was sent to; empty if it holds none; None if it is no such."""
    settings = case.campaign.settings.mail
    found = case.tokens_at(settings.bounce_local_part)
    if settings.bounce_local_part == settings.reply_local_part:  # one mailbox for all: the token alone tells
        return next((token for token in found if mails.returned(case.tx, token) is not None), None)
    if found:
        return found[0]
    return "" if settings.bounce_local_part in dict(case.mailboxes) else None


def reported(campaign: Campaign, row: LetterRow, letter: Letter) -> Bounce | None:
    """Read what a letter reports of a mail of ours, if it came to the return path of one; before any transaction.

    Raises `NoWorker`.
    """
    if letter.machine not in REPORTS:
        return None
    with campaign.reading() as work:
        token = return_token(Incoming(work, row, letter))
        mail = mails.returned(work.tx, token) if token else None
        if mail is None:
            return None
        address = _sent_to(work.tx, mail)
        sent_to = address.address if address else mail.address or ""
    return returned(campaign, row.raw, sent_to)


def take(case: ReturnedMail) -> int | None:
    """Read what came to a return path; whatever it is, it is not answered."""
    mail = mails.returned(case.tx, case.path) if case.path else None
    if mail is None:
        return case.close(Outcome.MACHINE, note="to the return path of no mail of ours")
    case.game = games.game(case.tx, mail.game) if mail.game is not None else None
    if case.letter.machine not in REPORTS:
        return case.close(Outcome.MACHINE, note=f"answers mail {mail.id} by itself")
    address = _sent_to(case.tx, mail)
    if address is not None and not address.address:
        return case.close(Outcome.MACHINE, note=f"mail {mail.id} went to somebody who is forgotten")
    found = case.returned
    if found is None or found.fate is Fate.DELAYED:
        said = "says nothing of a failure" if found is None else "is delayed"
        return case.close(Outcome.MACHINE, note=f"mail {mail.id} {said}")
    if mail.state is not Sending.SENT:
        return case.close(Outcome.BOUNCED, note=f"mail {mail.id}, once more")
    outbox.came_back(case.tx, mail, at=case.now, error=f"it came back: {found.said}".rstrip(": "))
    _count(case.work, mail, address, hard=found.fate is Fate.HARD, said=found.said, letter=case.row.id)
    return case.close(Outcome.BOUNCED, note=f"mail {mail.id}, {found.fate.value}: {found.said}")


def refused(work: Work, due: Due, *, hard: bool, recipient: bool, said: str) -> None:
    """Count a mail that our mail server did not take; it speaks of the address only if ``recipient``."""
    mail = work.tx.get(MailRow, due.id)
    assert mail is not None
    address = mails.address_in_use(work.tx, normal(due.address)) if recipient and due.address else None
    _count(work, mail, address, hard=hard, said=said, letter=None)


def _sent_to(tx: Transaction, mail: MailRow) -> AddressRow | None:
    return mails.address_row(tx, mail.sent_to) if mail.sent_to is not None else None


def _count(
    work: Work,
    mail: MailRow,
    address: AddressRow | None,
    *,
    hard: bool,
    said: str,
    letter: int | None,
) -> None:
    """Write a bounce down, mark its address if that was enough, and send the mail to another one, once."""
    now = work.now
    mails.add(
        work.tx, mail=mail.id, address=address.id if address else None, letter=letter, at=now, hard=hard, said=said
    )
    log.info("mail came back", mail=mail.id, hard=hard)
    if address is None:
        return
    if hard or mails.counted(work.tx, address.id, now - SOFT_SPAN) >= SOFT_LIMIT:
        address.bouncing_since = address.bouncing_since or now
        work.tx.add(address)
        work.tx.flush()
    elsewhere = _another(work.tx, address)
    if elsewhere is not None and mail.address is None:
        mail.address = elsewhere.address
        work.tx.add(mail)
        outbox.resend(work.tx, mail.id, now)


def _another(tx: Transaction, address: AddressRow) -> AddressRow | None:
    """Return the address to try next, the newest of theirs that does not bounce."""
    known = people.addresses_of(tx, address.player)
    return next((row for row in known if row.id != address.id and row.bouncing_since is None), None)


def heard_from(case: Incoming) -> None:
    """Let an address count as sound again when a letter came from it that was believed."""
    if case.sender:
        mails.clear(case.tx, case.sender, case.now)


def tell(campaign: Campaign) -> int:
    """Tell the GM in one letter which addresses have begun to bounce and what could not be sent; say of how many."""
    now = campaign.clock.now()
    with campaign.store.reading() as tx:
        if not _worth_telling(tx, now):
            return 0
    with campaign.writing() as work:
        found = mails.untold(work.tx)
        known = mails.told_of(work.tx, [address.id for _, _, address in found if address is not None])
        new = [x for x in found if _matters(*x) and (x[2] is None or x[2].id not in known) and x[1].kind not in FOR_GM]
        mails.tell(work.tx, [row for row, mail, address in found if _matters(row, mail, address)], now)
        if new:
            tell_gm_all(
                work,
                "Mail did not reach some of the players.",
                _lines(work.tx, new),
                REMEDIES,
            )
        return len(new)


def _worth_telling(tx: Transaction, now: datetime) -> bool:
    due = [row.at for row, mail, address in mails.untold(tx) if _matters(row, mail, address)]
    return bool(due) and min(due) <= now - GATHER


def _matters(row: BounceRow, mail: MailRow, address: AddressRow | None) -> bool:
    """A single soft bounce may be chance; it shows in the lists."""
    return address is None or row.hard or address.bouncing_since is not None


def _lines(tx: Transaction, found: Sequence[tuple[BounceRow, MailRow, AddressRow | None]]) -> list[str]:
    """Say it once for each address, and once for each mail that was refused for another reason."""
    out: dict[str, str] = {}
    for row, mail, address in found:
        whose = people.player(tx, address.player).name if address else mail.seat or mail.address or "somebody"
        where = f" at {address.address}" if address else f", mail {mail.id} ({mail.kind})"
        another = " It goes to another address of theirs now." if address and _another(tx, address) else ""
        out.setdefault(f"{whose}{where}", f": {row.said or 'no reason was given'}.{another}")
    return [f"{key}{said}" for key, said in out.items()]
