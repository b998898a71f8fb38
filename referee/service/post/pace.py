"""When mail that can wait goes out: not in a player's quiet hours, and press gathered on request.

Reports, receipts and questions never wait; and nothing waits until it is too late to act on it.
"""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from referee.reports import wrap
from referee.reports.data import dumps, loads
from referee.reports.document import Document, Section
from referee.reports.parts import Kind, Letter
from referee.store import mails
from referee.store.database import Transaction
from referee.store.tables import GameRow, PlayerRow, ReportRow

CAN_WAIT = (Kind.PRESS, Kind.NOTICE, Kind.REMINDER, Kind.NEWSLETTER)

TO_SPARE = timedelta(hours=1)
"""What waits must still come so long before the deadline of its turn."""

MOST = 50
"""So many letters of press go into one mail."""

BETWEEN = "\n\n" + "-" * wrap.WIDTH + "\n\n"
"""What stands between letters that go out as one mail."""


def awake(quiet: str, zone: str, at: datetime) -> datetime:
    """Return the first moment from then on that is not in somebody's quiet hours, such as `22:00-07:00`."""
    if not quiet:
        return at
    begin, end = map(time.fromisoformat, quiet.split("-"))
    local = at.astimezone(ZoneInfo(zone))
    clock = local.time().replace(tzinfo=None)
    sleeps = begin <= clock < end if begin < end else clock >= begin or clock < end
    if not sleeps:
        return at
    day = local.date() if clock < end else local.date() + timedelta(days=1)
    return datetime.combine(day, end, ZoneInfo(zone)).astimezone(at.tzinfo)


def not_before(kind: Kind, player: PlayerRow, game: GameRow, now: datetime) -> datetime | None:
    """Return when a letter to a player is to go out; None for at once."""
    if kind not in CAN_WAIT:
        return None
    last = game.due_at - TO_SPARE if game.due_at is not None and kind is not Kind.NEWSLETTER else None
    gathered = now + player.digest if kind is Kind.PRESS else now
    if last is not None and gathered > last:
        gathered = max(now, last)
    then = awake(player.quiet, player.zone, gathered)
    if last is not None and then > last:
        then = gathered if kind is Kind.PRESS and awake(player.quiet, player.zone, gathered) == gathered else now
    return then if then > now else None


def joined(subject: str, first: str, more: str) -> str:
    """Set one letter's document below another's, in one with this subject."""
    one, two = loads(first), loads(more)
    below = Section(two.subject.rpartition("] ")[2], two.blocks)
    return dumps(Document(subject, (*one.blocks, below)))


def gathered(tx: Transaction, game: int, seat: str, token: str, letter: Letter, player: PlayerRow) -> bool:
    """Lay a letter of press into the mail of press that waits for this player; say whether there was one."""
    if letter.kind is not Kind.PRESS or not player.digest:
        return False
    mail = mails.open_press(tx, game, seat)
    if mail is None or mail.headers.get("token") != token:
        return False
    count = int(mail.headers.get("letters", 1)) + 1
    report = tx.get(ReportRow, mail.report) if mail.report is not None else None
    body = mail.body if mail.body is not None else report.body if report is not None else None
    written = mail.document if mail.body is not None else report.document if report is not None else None
    if body is None or not written or count > MOST:
        return False
    mail.subject = f"{letter.subject.rpartition(': ')[0]}: {count} letters"
    mail.body = body.rstrip("\n") + BETWEEN + letter.body
    mail.document = joined(mail.subject, written, letter.data)
    mail.headers = {**mail.headers, "letters": count}
    tx.add(mail)
    tx.flush()
    return True
