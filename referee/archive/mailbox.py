"""The letters of a record as mail, in the form that mail programs open (mbox): from the referee to seats, by name."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from time import asctime

from referee.archive.record import Letter, Record

POLICY = SMTP.clone(linesep="\n", max_line_length=None, cte_type="8bit")
REFEREE, LOOKING_ON = "Referee", "Observers"


def written(record: Record) -> bytes:
    """Return every letter of a record as one mailbox, in their order; no address stands in it."""
    return b"".join(_entry(record, n, one) for n, one in enumerate(record.letters, 1))


def _entry(record: Record, number: int, letter: Letter) -> bytes:
    """Return a letter as it lies in a mailbox: a line that parts it from others, and no line like that within."""
    mail = EmailMessage(policy=POLICY)
    mail["From"] = _nobody(REFEREE)
    mail["To"] = _nobody(letter.seat or LOOKING_ON)
    mail["Date"] = format_datetime(letter.made_at)
    mail["Subject"] = " ".join(letter.subject.split())
    mail["X-Referee"] = f"{letter.kind}, turn {letter.step}, letter {number} of {record.about.name}"
    mail.set_content(letter.body, charset="utf-8", cte="8bit")
    lines = mail.as_bytes(unixfrom=False).split(b"\n")
    parted = (b">" + line if line.lstrip(b">").startswith(b"From ") else line for line in lines)
    began = f"From referee {asctime(letter.made_at.utctimetuple())}\n"
    return began.encode() + b"\n".join(parted) + b"\n"


def _nobody(name: str) -> Address:
    """Return a name that nothing can be sent to."""
    return Address(name, "nobody", "referee.invalid")
