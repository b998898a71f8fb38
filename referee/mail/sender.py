"""Who wrote a letter, as far as its headers can say, and whether that was a person."""

from collections.abc import Callable
from dataclasses import dataclass
from email.errors import (
    CharsetError,
    InvalidBase64CharactersDefect,
    InvalidBase64LengthDefect,
    InvalidBase64PaddingDefect,
    MessageDefect,
)
from email.policy import default as policy
from enum import StrEnum
from typing import Any

from .address import clean_name
from .scan import Head
from .words import AUTO_REPLY_SUBJECTS


class SenderProblem(StrEnum):
    """Why no sender may be believed."""

    NO_FROM = "no From header"
    SEVERAL_FROM = "more than one From header"
    SEVERAL_ADDRESSES = "more than one address in From"
    NO_ADDRESS = "no address in From"
    MALFORMED = "the From header is malformed"


class Machine(StrEnum):
    """What shows that a program, not a person, wrote a letter: never answer it (RFC 3834 section 2)."""

    AUTO_SUBMITTED = "Auto-Submitted"
    PRECEDENCE = "Precedence"
    LIST = "mailing list"
    NULL_RETURN_PATH = "null return path"
    REPORT = "delivery or disposition report"
    DAEMON = "sent by a mail system"
    AUTO_RESPONSE = "automatic response"
    SUBJECT = "subject of an automatic reply"


_IN_NAME = (CharsetError, InvalidBase64CharactersDefect, InvalidBase64LengthDefect, InvalidBase64PaddingDefect)
_IN_NAME_BY_TEXT = (
    "period in 'phrase'",
    "missing trailing whitespace after encoded-word",
    "missing whitespace before encoded word",
    "encoded word inside quoted string",
)
_DAEMONS = frozenset(
    """mailer-daemon postmaster mail-daemon mailerdaemon noreply no-reply no_reply donotreply do-not-reply
    do_not_reply autoreply auto-reply bounce bounces nobody""".split()
)
_REPORTS = ("multipart/report", "message/delivery-status", "message/disposition-notification")
_AUTO_HEADERS = (
    "x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply", "x-autoreply-from", "x-mail-autoreply",
    "x-failed-recipients", "x-auto-response-suppress", "x-loop", "feedback-id",
)  # fmt: skip
_LISTS = ("list-id", "list-post", "list-unsubscribe")


def author(top: Head) -> tuple[str, str]:
    """Address and name of the one author (RFC 5322 3.6.2); `Unbelievable` where From is anything but plain."""
    values = top.all("from")
    if not values:
        raise Unbelievable(SenderProblem.NO_FROM)
    if len(values) > 1:
        raise Unbelievable(SenderProblem.SEVERAL_FROM)
    header: Any = policy.header_factory("From", values[0])
    if len(header.addresses) > 1:
        raise Unbelievable(SenderProblem.SEVERAL_ADDRESSES)
    if not header.addresses or not header.addresses[0].addr_spec.strip("<>@"):
        raise Unbelievable(SenderProblem.NO_ADDRESS)
    one = header.addresses[0]
    in_group = any(group.display_name is not None for group in header.groups)
    if in_group or not one.username or not one.domain or one.addr_spec not in values[0]:
        raise Unbelievable(SenderProblem.MALFORMED)
    if any(not _is_harmless(defect) for defect in header.defects):
        raise Unbelievable(SenderProblem.MALFORMED)
    return str(one.addr_spec), clean_name(one.display_name)


class Unbelievable(ValueError):
    """A From header that names nobody in particular."""

    def __init__(self, problem: SenderProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


def _is_harmless(defect: MessageDefect) -> bool:
    """Sloppiness in the name only: `Anna B. Mueller` without quotes, an encoded word without its spaces or padding."""
    return isinstance(defect, _IN_NAME) or str(defect) in _IN_NAME_BY_TEXT


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the signs are looked for in."""

    top: Head
    sender: str
    mail_from: str | None
    subject: str


def machine(top: Head, sender: str | None, mail_from: str | None, subject: str) -> Machine | None:
    """The first sign of a program, or None; `mail_from` is the envelope's sender where it is known."""
    seen = _Seen(top, sender or "", mail_from, subject)
    return next((sign for sign, shows in _SIGNS if shows(seen)), None)


def _is_auto_submitted(seen: _Seen) -> bool:
    return any(value.partition(";")[0].strip().lower() not in ("", "no") for value in seen.top.all("auto-submitted"))


def _is_bulk(seen: _Seen) -> bool:
    return any(value.strip().lower() in ("bulk", "junk", "list", "auto_reply") for value in seen.top.all("precedence"))


def _is_list(seen: _Seen) -> bool:
    return any(seen.top.first(name) for name in _LISTS)


def _is_null(seen: _Seen) -> bool:
    return seen.mail_from in ("", "<>") or seen.top.first("return-path").replace(" ", "") == "<>"


def _is_report(seen: _Seen) -> bool:
    return seen.top.first("content-type").partition(";")[0].strip().lower() in _REPORTS


def _is_daemon(seen: _Seen) -> bool:
    address = (seen.sender or seen.top.first("from")).strip().rpartition("<")[2]
    return address.partition("@")[0].strip("<> ").partition("+")[0].lower() in _DAEMONS


def _is_response(seen: _Seen) -> bool:
    return any(found in _AUTO_HEADERS for found, value in seen.top.fields if value)


def _has_auto_subject(seen: _Seen) -> bool:
    return seen.subject.lower().lstrip(" [(*").startswith(AUTO_REPLY_SUBJECTS)


_SIGNS: tuple[tuple[Machine, Callable[[_Seen], bool]], ...] = (
    (Machine.AUTO_SUBMITTED, _is_auto_submitted),
    (Machine.NULL_RETURN_PATH, _is_null),
    (Machine.REPORT, _is_report),
    (Machine.PRECEDENCE, _is_bulk),
    (Machine.LIST, _is_list),
    (Machine.DAEMON, _is_daemon),
    (Machine.AUTO_RESPONSE, _is_response),
    (Machine.SUBJECT, _has_auto_subject),
)
