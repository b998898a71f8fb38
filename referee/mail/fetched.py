"""What a mailbox gives: a letter, and when the mail server had it."""

from dataclasses import dataclass
from datetime import datetime


class NotThere(OSError):
    """The mailbox cannot be reached or read now; it is tried again."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """One letter from a mailbox, without an envelope; `truncated` when only its first bytes were fetched."""

    raw: bytes
    arrived: datetime
    truncated: bool = False
