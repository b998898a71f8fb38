"""Reading a letter: from any bytes to who wrote it, whether a machine did, and its lines of text.

The bytes are kept by whoever called and never written anew; nothing read here is trusted.
"""

import codecs
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime
from typing import TypeVar

from . import body
from .scan import Head, Limits, Problem, head, too_much
from .sender import Author, Machine, SenderProblem, author, machine, says_away
from .text import clean, decode

__all__ = ["Letter", "Limits", "Machine", "Problem", "SenderProblem", "heading", "read"]

T = TypeVar("T")
_DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One letter as read; `problem` is None when all of its text could be had.

    `lines` are what a reader would see, quotes and all; a form feed stands in front of an attached text, which
    begins anew. `dated` is what the sender's clock said: good to show, never to go by. `fallbacks` name charsets
    that were not what they were declared; `ignored` what was attached and not read; `other` the lines of the
    alternative that was not chosen, `disagrees` how its new text differs. `away` says that the text speaks as programs
    do for somebody who is away. `error` is the type of an exception that reading met.
    """

    sender: str | None = None
    sender_name: str = ""
    sender_problem: SenderProblem | None = None
    recipients: tuple[str, ...] = ()
    subject: str = ""
    message_id: str | None = None
    in_reply_to: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    dated: datetime | None = None
    machine: Machine | None = None
    lines: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    disagrees: str | None = None
    problem: Problem | None = None
    error: str | None = None
    fallbacks: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    away: bool = False


def read(raw: bytes, *, limits: Limits = _DEFAULT_LIMITS, mail_from: str | None = None) -> Letter:
    """Read any bytes whatever; never raises. `mail_from` is the envelope's sender where known, '' the null one."""
    raw = raw.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    top, error = _guarded(lambda: head(raw, limits), Head())
    letter = replace(_heading(top, mail_from), error=error)
    if (problem := too_much(raw, top, limits)) is not None:
        return replace(letter, problem=problem)
    text, error = _guarded(lambda: body.read(raw, limits), body.Body(problem=Problem.BROKEN))
    return replace(
        letter,
        lines=tuple(text.lines),
        other=tuple(text.other),
        disagrees=text.disagrees,
        problem=text.problem,
        error=error or letter.error,
        fallbacks=tuple(text.fallbacks),
        ignored=tuple(text.ignored),
        away=says_away(text.lines),
    )


def heading(
    raw: bytes, *, limits: Limits = _DEFAULT_LIMITS, mail_from: str | None = None, problem: Problem | None = None
) -> Letter:
    """What the headers alone say of a letter whose text nobody will read; never raises."""
    top, error = _guarded(lambda: head(raw.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n"), limits), Head())
    return replace(_heading(top, mail_from), error=error, problem=problem)


def _guarded(work: Callable[[], T], otherwise: T) -> tuple[T, str | None]:
    """The one boundary behind which the standard library may raise what it likes; gives the exception's type."""
    try:
        return work(), None
    except Exception as error:  # noqa: BLE001 - the parsers raise IndexError, RecursionError, LookupError and others
        return otherwise, type(error).__name__


def _heading(top: Head, mail_from: str | None) -> Letter:
    """All that the headers say."""
    nobody: Author = (None, "", SenderProblem.MALFORMED)
    (sender, name, problem), _ = _guarded(lambda: author(top), nobody)
    recipients, _ = _guarded(lambda: _addresses(top), tuple[str, ...]())
    subject, _ = _guarded(lambda: _unencoded(top.first("subject")), top.first("subject"))
    dated, _ = _guarded(lambda: parsedate_to_datetime(top.first("date")), None)
    return Letter(
        sender=sender,
        sender_name=name,
        sender_problem=problem,
        recipients=recipients,
        subject=" ".join(clean(subject).split()),
        message_id=next(iter(_message_ids(top.first("message-id"))), None),
        in_reply_to=_message_ids(top.first("in-reply-to")),
        references=_message_ids(top.first("references")),
        dated=dated,
        machine=machine(top, sender, mail_from, subject),
    )


def _addresses(top: Head) -> tuple[str, ...]:
    """Everybody in To and Cc, and where a host noted the recipient."""
    values = [value for name in ("to", "cc", "delivered-to", "x-original-to") for value in top.all(name)[:20]]
    return tuple(dict.fromkeys(address for _, address in getaddresses(values) if "@" in address))


def _unencoded(value: str) -> str:
    """A subject with its encoded words decoded (RFC 2047)."""
    if "=?" not in value:
        return value
    pieces = decode_header(value)
    return "".join(piece if isinstance(piece, str) else decode(piece, charset).text for piece, charset in pieces)


def _message_ids(value: str) -> tuple[str, ...]:
    """The ids in angle brackets, without looking too closely at what is in them."""
    found = (piece.partition(">")[0] for piece in value.split("<")[1:] if ">" in piece)
    return tuple(f"<{inside}>" for inside in found if inside and not any(c.isspace() for c in inside))
