"""What is written on the outside of a letter: its sender, its recipients, and when our mail server had it."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import getaddresses, parseaddr, parsedate_to_datetime

from referee.config.sections import Mail
from referee.mail.address import mailbox_of, read_token, same_address
from referee.mail.scan import Head, Limits, head
from referee.mail.sender import doubt_of, machine

LONGEST_WAY = timedelta(days=10)
"""No mail server keeps a letter longer before it hands it on; one that says so has a broken clock."""

MOST_RECIPIENTS = 10
ADDRESS = re.compile(r"\[(?:IPv6:)?([0-9A-Fa-f.:]{3,45})\]")
"""How a Received header names the machine that it took a letter from (RFC 5321 4.4)."""

NOTED = ("x-original-to", "envelope-to", "delivered-to")
"""Where a host notes for whom this copy of a letter is."""


def heading(raw: bytes) -> Head:
    """Return the letter's headers as plain text."""
    return head(raw, Limits())


def sender_of(raw: bytes) -> str:
    """Return the address in Return-Path ('' for the null sender), else that in From."""
    top = heading(raw)
    paths = top.all("return-path")
    return parseaddr(paths[0] if paths else top.first("from"))[1]


def author_of(raw: bytes, envelope_sender: str, server: str) -> str:
    """Return the one address in From; '' if a program wrote the letter, or our mail server does not believe it."""
    top = heading(raw)
    named = [address for _, address in getaddresses(top.all("from"))]
    if len(named) != 1 or doubt_of(top, server) or machine(top, named[0], envelope_sender, top.first("subject")):
        return ""
    return named[0]


def recipients_of(raw: bytes, settings: Mail) -> list[str]:
    """Return for whom a letter without an envelope is: each address of ours with a token is a letter of its own.

    What a host noted stands before To and Cc, where others of ours may stand, who get their own copy. Without a
    token, another address of ours; '' if there is none.
    """
    top = heading(raw)
    noted = [value for name in NOTED for value in top.all(name)[:5]]
    written = [value for name in ("to", "cc") for value in top.all(name)[:20]]
    for values in (noted, written):
        ours = [a for _, a in getaddresses(values) if is_ours(a, settings)]
        if found := {token: a for a in ours if (token := read_token(mailbox_of(a, settings.domain)[1]))}:
            return list(found.values())[:MOST_RECIPIENTS]
    return [next((a for _, a in getaddresses([*noted, *written]) if is_ours(a, settings)), "")]


def is_ours(address: str, settings: Mail) -> bool:
    """Say whether an address is one that the referee is written to at, whatever token stands in it."""
    ours = (settings.reply_local_part, settings.bounce_local_part, settings.open_local_part, "postmaster")
    is_from = same_address(address.strip().strip("<>"), settings.from_address)
    return is_from or mailbox_of(address, settings.domain)[0] in ours


def received_at(raw: bytes, host: str, fallback: datetime, now: datetime) -> datetime:
    """Return when our mail server had a letter: by the topmost Received header that it wrote, if we know its name.

    Else, or if that cannot be read, the fallback; never later than now, which is our own clock's time.
    """
    return min(_noted(heading(raw), host, now) or fallback, now)


def was_received_by(raw: bytes, host: str) -> bool:
    """Say whether a letter bears a Received header of this host."""
    return any(_by(value) == host.lower() for value in heading(raw).all("received"))


def host_of(raw: bytes, host: str) -> str:
    """Return the address of the machine that handed a letter to our mail server; '' if nobody noted it.

    Our server's Received header is its own word; without its name the topmost counts, which it wrote last.
    """
    values = [v for v in heading(raw).all("received")[:20] if not host or _by(v) == host.lower()]
    found = ADDRESS.search(values[0].partition(" by ")[0]) if values else None
    return found[1].lower() if found else ""


def _noted(top: Head, host: str, now: datetime) -> datetime | None:
    if not host:
        return None
    value = next((v for v in top.all("received") if _by(v) == host.lower()), None)
    if value is None:
        return None
    try:
        when = parsedate_to_datetime(value.rpartition(";")[2].strip())
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    return when if now - LONGEST_WAY <= when else None


def _by(value: str) -> str:
    """Return which host says that it received: the word after `by`, outside of any comment."""
    depth, words = 0, []
    for word in value.rpartition(";")[0].replace("(", " ( ").replace(")", " ) ").split():
        depth += (word == "(") - (word == ")")
        if depth <= 0 and word not in "()":
            words.append(word.lower())
    at = words.index("by") if "by" in words[:-1] else None
    return "" if at is None else words[at + 1].rstrip(".")
