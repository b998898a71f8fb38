"""Mail that came back: what its host says became of it (RFC 3464), and for good or only for now.

To be asked only of letters that reached the return path of a mail of ours: anybody can write such a report.
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from enum import StrEnum
from itertools import pairwise

from flufl.bounce import all_failures

from .address import clean_name
from .scan import Limits, head, too_much

logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)  # it logs the tracebacks that are caught here

_DEFAULT_LIMITS = Limits()
_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY = re.compile(r"(?<![\d.-])([45])\d\d[ -]")
_FULL = ("mailbox full", "mailbox is full", "quota", "exceeded storage", "disk full", "policy", "spam", "blocked")
_UNKNOWN = ("unknown", "no such user", "no such recipient", "does not exist", "not found", "invalid recip", "disabled")
_FOR_NOW = re.compile(r"4\.|5\.2\.[23]$|5\.[367]\.|5\.4\.[067]$")
"""Statuses (RFC 3463) that say nothing about the address: full, a system's trouble, the letter's form, a policy."""

_MOST = 65_536
"""So many bytes are looked at: a report stands before the letter that it sends back."""

_MOST_BLOCKS = 2_000
_LONGEST = 200
_LOOKED_AT = 8_192


class Fate(StrEnum):
    """What became of a mail, by its host's report."""

    HARD = "hard"
    SOFT = "soft"
    DELAYED = "delayed"


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a report says: the fate, the address that it names, and the host's words in one line."""

    fate: Fate
    recipient: str
    said: str


def read(raw: bytes, *, sent_to: str, limits: Limits = _DEFAULT_LIMITS) -> Bounce | None:
    """Read what came to the return path of a mail to `sent_to`; None if it reports no trouble. Never raises."""
    if too_much(raw, head(raw, limits), limits) is not None:
        return None
    raw = raw[:_MOST].replace(b"\r\n", b"\n")
    if raw.count(b"\n\n") > _MOST_BLOCKS:
        return None
    try:
        message = message_from_bytes(raw)
        if _is_no_bounce(message):
            return None
        return _from_status(message, sent_to) or _from_words(message, sent_to)
    except Exception:  # noqa: BLE001 - parsers and detectors raise what they like, and then it reports nothing
        return None


def is_hard(status: str, words: str) -> bool:
    """Say whether an address will never take mail: by the host's words, the status, its reply, else yes."""
    plain = f"{status} {words}".lower()
    if any(said in plain for said in _UNKNOWN):
        return True
    if any(said in plain for said in _FULL):
        return False
    found = _STATUS.search(status) or _STATUS.search(words)
    if found is not None and found.group(0) != "5.0.0":
        return _FOR_NOW.match(found.group(0)) is None
    reply = _REPLY.search(words)
    return reply is None or reply.group(1) == "5"


def _is_no_bounce(message: Message) -> bool:
    """A receipt of reading or a complaint (RFC 8098, RFC 5965) is a report, yet the mail arrived."""
    kind = str(message.get_param("report-type") or "").lower()
    return kind in ("disposition-notification", "feedback-report")


def _from_status(message: Message, sent_to: str) -> Bounce | None:
    """Go by the report for machines: the part about our recipient, else the first that failed."""
    found = list(_told(message))
    ours = [one for one in found if one.recipient == sent_to.lower()]
    failed = [one for one in ours or found if one.fate is not Fate.DELAYED]
    return next(iter(failed or ours or found), None)


def _told(message: Message) -> Iterator[Bounce]:
    for part in message.walk():
        blocks = part.get_payload()
        if part.get_content_type() != "message/delivery-status" or not isinstance(blocks, list):
            continue
        for block in blocks:
            if not isinstance(block, Message):
                continue
            action = str(block.get("Action", "")).strip().lower()
            status, words = str(block.get("Status", "")), str(block.get("Diagnostic-Code", ""))
            named = str(block.get("Original-Recipient") or block.get("Final-Recipient") or "")
            said = _line(f"{status} {words.partition(';')[2] or words}")
            if action == "delayed":
                yield Bounce(Fate.DELAYED, _address(named), said)
            elif action == "failed" or (not action and status.lstrip().startswith(("4", "5"))):
                yield Bounce(Fate.HARD if is_hard(status, words) else Fate.SOFT, _address(named), said)


def _from_words(message: Message, sent_to: str) -> Bounce | None:
    """Go by the words of mail systems that write no such report, but only if they name the very address."""
    for_now, for_good = all_failures(message)
    named = {address.decode("ascii", "replace").lower() for address in for_good}
    if sent_to.lower() in named:
        words = _text(message)
        fate = Fate.HARD if is_hard("", words) else Fate.SOFT
        return Bounce(fate, sent_to.lower(), _said(words, sent_to))
    if sent_to.lower() in {address.decode("ascii", "replace").lower() for address in for_now}:
        return Bounce(Fate.DELAYED, sent_to.lower(), "")
    return None


def _text(message: Message) -> str:
    """The beginning of the first text of a report."""
    for part in message.walk():
        if part.get_content_maintype() == "text":
            payload = part.get_payload(decode=True)
            return payload[:_LOOKED_AT].decode("latin-1") if isinstance(payload, bytes) else ""
    return ""


def _said(words: str, sent_to: str) -> str:
    """The line that holds a code, or the one below the address."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    coded = next((line for line in lines if _STATUS.search(line) or _REPLY.search(line)), None)
    if coded is None:
        below = [after for line, after in pairwise(lines) if sent_to.lower() in line.lower()]
        coded = next(iter(below), "")
    return _line(coded)


def _address(named: str) -> str:
    return named.rpartition(";")[2].strip().strip("<>").lower()


def _line(text: str) -> str:
    return clean_name(text, limit=_LONGEST)
