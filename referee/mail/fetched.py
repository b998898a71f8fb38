"""What a mailbox gives: a letter, and when the mail server had it."""

from dataclasses import dataclass
from datetime import datetime


class NotThere(OSError):
    """The mailbox cannot be reached or read now; it is tried again."""


class NotNow(Exception):
    """A letter is not taken now, such as the hundredth of one sender in an hour; it stays and is offered again."""


AGAIN = 600.0
"""After so many seconds a letter that was not taken is offered again."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """One letter from a mailbox, without an envelope; `truncated` when only its first bytes were fetched."""

    raw: bytes
    arrived: datetime
    truncated: bool = False
