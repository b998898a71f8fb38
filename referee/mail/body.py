"""The text of a letter: which parts are read, in what order, and what became of the others."""

import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import compat32
from typing import TYPE_CHECKING

from .html import to_lines
from .lines import letters, unquoted
from .quoting import Label, Labelled, classify
from .runon import by_html
from .scan import Limits, Problem, head, too_much
from .signed import content_of
from .text import (
    PART,
    STRUCK,
    UnreadableCharset,
    clean,
    decode,
    is_encrypted,
    lines_of,
    rejoin_folds,
    struck_apart,
    unarmoured,
    unflow,
)

CALENDAR_ANSWER = "an answer to an invitation of a calendar"
"""What a part is called that a calendar program wrote (RFC 6047 section 2.4)."""

_PLAIN = ("text/plain", "text/markdown", "text/x-markdown", "plain/text", "text/text")
"""Kinds that are read as they stand; the last two are what some programs write in place of the first."""

_BASE64 = re.compile(rb"[A-Za-z0-9+/]{2,}={0,2}")
_PKCS7 = ("application/pkcs7-mime", "application/x-pkcs7-mime")
_ENCRYPTED = ("multipart/encrypted", *_PKCS7)
_WRITTEN = (Label.NEW, Label.STRUCK)
_LINKS = ("http", "image:", "cid:", "mailto:")
_SHOWN = 100
_MOST_SHOWN = 3

if TYPE_CHECKING:
    StrMessage = Message[str, str]


@dataclass(slots=True)
class Body:
    """What reading the parts of one letter gave."""

    limits: Limits = field(default_factory=Limits)
    lines: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    attached: list[list[str]] = field(default_factory=list)
    fallbacks: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    disagrees: str | None = None
    problem: Problem | None = None
    size: int = 0
    parts: int = 0

    def shown(self, part: "StrMessage", depth: int) -> list[str]:
        """The lines that a part shows in the letter; what is attached goes to the body."""
        self.parts += 1
        if depth > self.limits.depth or self.parts > self.limits.parts:
            raise TooMuch(Problem.TOO_COMPLEX)
        kind = _PKCS7[0] if _is_signed_file(part) else part.get_content_type()
        if kind in _PKCS7 and (inside := self._signed(part)) is not None:
            return self.shown(inside, depth + 1)
        if kind in _ENCRYPTED:
            self.problem = Problem.ENCRYPTED
        if part.is_multipart() and kind.startswith("multipart/"):
            return self._together(part, kind, depth)
        if kind in _PLAIN or kind == "text/html" or kind.startswith("multipart/") or _is_text_file(part, kind):
            return self._leaf(part, kind)
        answers = kind == "text/calendar" and str(part.get_param("method", failobj="")).lower() == "reply"
        self.ignored.append(CALENDAR_ANSWER if answers else kind)
        return []

    def _signed(self, part: "StrMessage") -> "StrMessage | None":
        """The letter inside an opaque signature, within the limits of one; None if it is encrypted."""
        data = part.get_payload(decode=True)
        found = content_of(data) if isinstance(data, bytes) else None
        if found is None:
            return None
        if (problem := too_much(found, head(found, self.limits), self.limits)) is not None:
            raise TooMuch(problem)
        return message_from_bytes(found, policy=compat32)

    def _together(self, part: "StrMessage", kind: str, depth: int) -> list[str]:
        children = [child for child in part.get_payload() if isinstance(child, Message)]
        if kind != "multipart/alternative":
            return [line for child in children for line in self.shown(child, depth + 1)]
        readings = [(_holds_html(child), self.shown(child, depth + 1)) for child in children]
        plain = next((lines for is_html, lines in readings if not is_html and _has_text(lines)), None)
        html = next((lines for is_html, lines in readings if is_html and _has_text(lines)), None)
        if plain is None or html is None or _is_excuse(plain, html):
            return html or plain or []
        if _strikes_out(html) and not _strikes_out(plain):
            self.other = plain
            self.disagrees = _disagreement(plain, html) if _words(plain) - _words(html) else None
            return html
        # What stands unmarked in the text and quoted in the HTML is not taken for quoted: it may be an answer written
        # into the quotation, and an order that counts though it was quoted is told, one that is lost is lost.
        self.other = html
        plain = by_html(plain, html)
        self.disagrees = None if _shape(plain) == _shape(html) else _disagreement(plain, html)
        return plain

    def _leaf(self, part: "StrMessage", kind: str) -> list[str]:
        attached = part.get_content_disposition() == "attachment" or _is_text_file(part, kind)
        if attached and kind == "text/html":
            self.ignored.append(kind)
            return []
        try:
            lines = self._lines(part, kind)
        except UnreadableCharset as charset:
            self.ignored.append(f"{kind} in {charset}")
            self.problem = self.problem or Problem.UNREADABLE_CHARSET
            return []
        if attached:
            self.attached.append(lines)
            return []
        return lines

    def _lines(self, part: "StrMessage", kind: str) -> list[str]:
        encoding = str(part.get("content-transfer-encoding", "")).strip().lower()
        data = _decoded(part, encoding)
        self.size += len(data)
        if self.size > self.limits.text:
            raise TooMuch(Problem.TOO_LARGE)
        if encoding not in ("quoted-printable", "base64"):
            data = rejoin_folds(data)
        found = decode(data, part.get_content_charset("") if kind.startswith("text/") else "")
        if found.fallback is not None:
            self.fallbacks.append(found.fallback)
        if kind == "text/html":
            return self._html(found.text)
        if str(part.get_param("format", failobj="")).lower() == "flowed":
            lines = unflow(found.text, delsp=str(part.get_param("delsp", failobj="")).lower() == "yes")
        else:
            lines = lines_of(found.text)
        return struck_apart(unarmoured(lines))

    def _html(self, source: str) -> list[str]:
        """HTML's lines; tags left open by the ten thousand are a trap for the parser, no letter."""
        if source.count("<") - 2 * source.count("</") - source.count("<br") > 25_000:
            raise TooMuch(Problem.TOO_COMPLEX)
        return [STRUCK * line.startswith(STRUCK) + clean(line) for line in to_lines(source)]


class TooMuch(ValueError):
    """A limit that only the parsed letter could show."""


def read(raw: bytes, limits: Limits) -> Body:
    """The lines of all texts shown in the letter, then of those attached."""
    body = Body(limits)
    try:
        body.lines = body.shown(message_from_bytes(raw, policy=compat32), 0)
    except TooMuch as limit:
        return Body(problem=limit.args[0])
    if is_encrypted(body.lines):
        body.problem = Problem.ENCRYPTED
    for text in body.attached:
        body.lines += [PART, *text]
    if not any(line.strip() for line in body.lines):
        body.problem = body.problem or Problem.NO_TEXT
    elif body.problem is Problem.UNREADABLE_CHARSET:
        body.problem = None
    return body


def _has_text(lines: Sequence[str]) -> bool:
    return any(line.strip() for line in lines)


def _decoded(part: "StrMessage", encoding: str) -> bytes:
    """The bytes of a part; of base64 as far as it goes, for some call plain text so, and some lists add some below."""
    if encoding == "base64":
        del part["content-transfer-encoding"]
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    if encoding != "base64":
        return data
    lines = data.splitlines(keepends=True)
    stripped = (line.strip() for line in lines)
    end = next((n for n, line in enumerate(stripped) if line and not _BASE64.fullmatch(line)), len(lines))
    code = b"".join(b"".join(lines[:end]).split())
    try:
        decoded = binascii.a2b_base64(code + b"=" * (-len(code) % 4))
    except binascii.Error:
        decoded = binascii.a2b_base64(code[: len(code.rstrip(b"=")) // 4 * 4])
    return b"\n".join(filter(None, (decoded, b"".join(lines[end:]))))


def _is_excuse(plain: Sequence[str], html: Sequence[str]) -> bool:
    """Does the text only say that one should look at the HTML?"""
    words = " ".join(plain).lower()
    return "html" in words and len(words) < 400 and not set(filter(str.strip, plain)) & set(html)


def _holds_html(part: "StrMessage") -> bool:
    """Is this the richer one of two alternatives?"""
    return any(inner.get_content_type() == "text/html" for inner in part.walk())


def _is_signed_file(part: "StrMessage") -> bool:
    """S/MIME of which a server has forgotten what it is (RFC 8551, 3.2.1)."""
    name = (part.get_filename("") or "").lower()
    return part.get_content_type() == "application/octet-stream" and name.endswith(".p7m")


def _is_text_file(part: "StrMessage", kind: str) -> bool:
    """A text file that a program sent without saying that it is text."""
    return kind == "application/octet-stream" and (part.get_filename("") or "").lower().endswith(".txt")


def _strikes_out(lines: Sequence[str]) -> bool:
    """Was anything struck out? Many programs leave that away in the text beside the HTML."""
    return any(line.startswith(STRUCK) for line in lines)


def _words(lines: Sequence[str]) -> set[str]:
    """What was written now or struck out, word by word."""
    written = (line.text for line in classify(lines) if line.label in _WRITTEN)
    return {letters(word) for text in written for word in text.split()}


def _shape(lines: Sequence[str]) -> list[str]:
    """The lines without the width of what is quoted: where they are the same, so are all labels."""
    return [" ".join(line.split()) if line.startswith("> ") else line for line in lines]


def _disagreement(plain: Sequence[str], html: Sequence[str]) -> str | None:
    """What was written now in one of two alternatives and not in the other, as it stands there.

    Layout, case, links and typographic finery are no difference.
    """
    in_text, in_html = classify(plain), classify(html)
    one, other = _substance(plain, in_text), _substance(html, in_html)
    if "".join(found for _, found in one) == "".join(found for _, found in other):
        return None
    text_alone, html_alone = _only(one, in_html), _only(other, in_text)
    if not text_alone and not html_alone:
        return "the same words, in another order or not as often"
    cited = {_letters_of(unquoted(line.text)) for line in in_html if line.label is Label.QUOTED}
    quoted = [line for line in text_alone if _letters_of(line) in cited]
    absent = [line for line in text_alone if line not in quoted]
    told: list[str] = []
    if absent or html_alone:
        told.append(f"only the text has {_listed(absent)}; only the HTML has {_listed(html_alone)}")
    if quoted:
        told.append(f"quoted in the HTML alone is {_listed(quoted)}")
    return "; ".join(told)


def _substance(lines: Sequence[str], labelled: Sequence[Labelled]) -> list[tuple[str, str]]:
    """Each line that was written now, with its letters and digits."""
    found = zip(lines, labelled, strict=True)
    return [(line, _letters_of(one.text)) for line, one in found if one.label is Label.NEW]


def _letters_of(line: str) -> str:
    words = (word for word in line.split() if not word.lstrip("<([").lower().startswith(_LINKS))
    return "".join(map(letters, words))


def _only(one: Sequence[tuple[str, str]], other: Sequence[Labelled]) -> list[str]:
    """The lines of one alternative that the other has nowhere, written or struck out."""
    known = "".join(_letters_of(line.text) for line in other if line.label in _WRITTEN)
    return [line.strip() for line, found in one if found not in known]


def _listed(lines: Sequence[str]) -> str:
    """Some lines between quotation marks, and how many more there are."""
    if not lines:
        return "nothing more"
    shown = [f'"{line if len(line) <= _SHOWN else line[:_SHOWN] + "..."}"' for line in lines[:_MOST_SHOWN]]
    more = len(lines) - len(shown)
    shown += [f"{more} more line{'s' * (more > 1)}"] if more else []
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
