"""One letter going out, and its bytes: the same letter always gives the same bytes.

The standard library spends two milliseconds on building and flattening such a message, half of a turn's time;
all of ours are text, alone or with the same as HTML, and with files or none, so the few header forms needed are written
here (RFC 5322, 2047, 2046, 2183, 3676).
"""

import re
from base64 import b64encode, encodebytes
from binascii import b2a_qp
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple

_LINE = 76
_ENCODED = 45
_LONGEST_SUBJECT = 500
_LONGEST_PLAIN = 900
_SPECIALS = frozenset('()<>[]:;@\\,."')

MOST = 10
"""So many letters before it a letter names: the first, and the last ones (RFC 5322 3.6.4)."""

LONGEST_ID = 250
LONGEST_SUBJECT = 200

_ID = re.compile(r"<[!-;=?A-~]{1,200}@[!-;=?A-~]{1,200}>")
_AGAIN = re.compile(
    r"(?:(?:re|aw|antw|antwort|sv|vs|ref|rif|res|rv|odp|ynt|bls|vá)(?:\[\d{1,3}\])?\s?[:：]|回复：|答复：)\s*",
    re.IGNORECASE,
)
"""How programs mark the subject of an answer."""


class Automatic(StrEnum):
    """What moved us to write (RFC 3834 section 5): a program of our own, or a letter that we answer."""

    GENERATED = "auto-generated"
    REPLIED = "auto-replied"


class Attached(NamedTuple):
    """A file that goes with a letter: its name, its type with parameters, and what stands in it."""

    name: str
    kind: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One letter to one recipient. `reply_to` alone may hold a token; `date` must know its zone.

    `html` is the same letter as a page, for mail programs that show one; it may name where the letter is answered to.

    `bounces_to` is the envelope's sender where it is not `sender`.
    """

    sender: str
    sender_name: str = ""
    recipient: str
    recipient_name: str = ""
    reply_to: str | None = None
    subject: str
    message_id: str
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    date: datetime
    body: str
    html: str = ""
    attached: tuple[Attached, ...] = ()
    automatic: Automatic = Automatic.GENERATED
    headers: tuple[tuple[str, str], ...] = ()
    bounces_to: str | None = None

    @property
    def mail_from(self) -> str:
        """The envelope's sender: null for answers, so that nothing ever answers them (RFC 3834 section 3.3)."""
        if self.automatic is Automatic.REPLIED:
            return ""
        return self.bounces_to or self.sender


class HeaderError(ValueError):
    """Something that must not stand in a header: a line end, a control character, a broken address."""


def wire(letter: Outgoing) -> bytes:
    """The letter as RFC 5322 bytes with CRLF line ends; HeaderError if a field could break out of its header."""
    lines = [f"{name}: {value}" for name, value in _fields(letter)]
    lines.append("MIME-Version: 1.0")
    whole = _part('text/plain; charset="utf-8"; format=fixed', *_body(letter.body))
    if letter.html:
        page = _part('text/html; charset="utf-8"', *_quoted(letter.html))
        whole = _together("alternative", letter.message_id, [whole, page])
    if letter.attached:
        whole = _together("mixed", f"mixed {letter.message_id}", [whole, *map(_file, letter.attached)])
    return "\r\n".join([*lines, ""]).encode("ascii") + whole


def _together(kind: str, about: str, parts: Sequence[bytes]) -> bytes:
    """Several parts as one; the mark between them follows from what it is ``about``, the same each time."""
    boundary = f"=_{sha256(about.encode()).hexdigest()[:32]}"  # no line of quoted-printable or base 64 has "=_"
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\n'.encode("ascii")
    mark = f"--{boundary}".encode("ascii")
    # The line end before a boundary belongs to it (RFC 2046 5.1.1).
    inside = (line for part in parts for line in (mark, part))
    return head + b"\r\n".join([*inside, mark + b"--", b""])


def _file(one: Attached) -> bytes:
    """A file in base 64, whatever it holds (RFC 2045 6.8)."""
    head = f'Content-Type: {one.kind}\r\nContent-Disposition: attachment; filename="{one.name}"\r\n'
    coded = encodebytes(one.content).replace(b"\n", b"\r\n").removesuffix(b"\r\n")
    return f"{head}Content-Transfer-Encoding: base64\r\n\r\n".encode("ascii") + coded


def _part(kind: str, body: bytes, encoding: str) -> bytes:
    """A text with the headers that say what it is."""
    head = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode("ascii") + body


def message_id(campaign: str, game: str, step: int, seat: str, kind: str, number: int, domain: str) -> str:
    """The Message-ID of one letter: campaign, game, step, seat, kind and a running number name it, and no other."""
    return f"<{_atom(campaign)}.{_atom(game)}.{step}.{_atom(seat)}.{_atom(kind)}.{number}@{domain}>"


def _fields(letter: Outgoing) -> list[tuple[str, str]]:
    """Every header but MIME's own, in the order in which people expect them."""
    fields = [
        ("From", _mailbox(letter.sender_name, letter.sender)),
        ("To", _mailbox(letter.recipient_name, letter.recipient)),
        ("Subject", _text(letter.subject[:_LONGEST_SUBJECT], len("Subject: "))),
        ("Date", format_datetime(letter.date)),
        ("Message-ID", _plain(letter.message_id)),
    ]
    if letter.reply_to is not None:
        fields.append(("Reply-To", _mailbox("", letter.reply_to)))
    if letter.in_reply_to is not None:
        fields.append(("In-Reply-To", _plain(letter.in_reply_to)))
        before = letter.references or (letter.in_reply_to,)
        fields.append(("References", "\r\n ".join(_plain(one) for one in before)))
    fields.append(("Auto-Submitted", letter.automatic.value))
    fields.append(("X-Auto-Response-Suppress", "All"))
    fields.extend((_name(name), _text(value, len(name) + 2)) for name, value in letter.headers)
    return fields


def _text(value: str, used: int) -> str:
    """Free text in a header, folded at spaces, or as encoded words where ASCII does not suffice (RFC 2047)."""
    _refuse_controls(value)
    if not value.isascii() or "=?" in value:
        return "\r\n ".join(_encoded_words(value))
    if used + len(value) <= _LINE:
        return value
    if any(len(word) > 900 for word in value.split(" ")):
        return "\r\n ".join(_encoded_words(value))
    return _folded(value, used)


def _folded(value: str, used: int) -> str:
    """Lines of 76 characters, broken in front of a space that is followed by something (RFC 5322 2.2.3)."""
    first, *rest = value.split(" ")
    lines, line = [], first
    length = used + len(first)
    for word in rest:
        if word and length + 1 + len(word) > _LINE and line.strip():
            lines.append(line)
            line, length = "", 0
        line += " " + word
        length += 1 + len(word)
    return "\r\n".join([*lines, line])


def _encoded_words(value: str) -> list[str]:
    """UTF-8 in base 64, cut between characters so that each word is at most 75 long."""
    words, chunk = [], b""
    for letter in value:
        encoded = letter.encode("utf-8", "replace")
        if len(chunk) + len(encoded) > _ENCODED:
            words.append(chunk)
            chunk = b""
        chunk += encoded
    words.append(chunk)
    return [f"=?utf-8?b?{b64encode(word).decode('ascii')}?=" for word in words]


def _mailbox(name: str, address: str) -> str:
    """`Name <address>`, the name quoted or encoded as it needs."""
    if not address.isascii() or address.count("@") != 1 or any(c <= " " or c in '<>,;:"()\x7f' for c in address):
        raise HeaderError("not a plain address")
    if not name:
        return address
    _refuse_controls(name)
    if not name.isascii() or "=?" in name:
        return "\r\n ".join([*_encoded_words(name), f"<{address}>"])
    if _SPECIALS.intersection(name) or name != name.strip():
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{name} <{address}>" if len(name) + len(address) < _LINE - 12 else f"{name}\r\n <{address}>"


def _plain(value: str) -> str:
    """A structured value of ours: ASCII without spaces, on a line that no server folds."""
    if len(value) > _LONGEST_PLAIN or not value.isascii() or any(c <= " " or c == "\x7f" for c in value):
        raise HeaderError("not a plain header value")
    return value


def _name(name: str) -> str:
    if not name.isascii() or not name or any(c <= " " or c in ":\x7f" for c in name):
        raise HeaderError("not a header name")
    return name


def _refuse_controls(value: str) -> None:
    """No line ends of any script and no controls; NUL passes the standard library's own check."""
    if not value.isprintable() and any(c < " " or "\x7f" <= c <= "\x9f" or c in "\u2028\u2029" for c in value):
        raise HeaderError("a control character in a header")


def _atom(part: str) -> str:
    """Letters, digits and hyphens as they are, everything else in hex: two different names never meet."""
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
    return "".join(c if c in plain else "".join(f"_{byte:02x}" for byte in c.encode()) for c in part)


def _body(text: str) -> tuple[bytes, str]:
    """The body with CRLF line ends, and how it is encoded: as it stands if every server must take it so."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.endswith("\n"):
        text += "\n"
    raw = text.encode("utf-8", "replace").replace(b"\n", b"\r\n")
    if text.isascii() and "\0" not in text and not _needs_guard(text):
        return raw, "7bit"
    return _quoted(text)


def _quoted(text: str) -> tuple[bytes, str]:
    """A text whose lines are short and hold ASCII alone, whatever it says (RFC 2045 6.7)."""
    raw = text.encode("utf-8", "replace").replace(b"\n", b"\r\n")
    quoted = b2a_qp(raw, istext=True).replace(b"\r\nFrom ", b"\r\n=46rom ")
    return (b"=46" + quoted[1:] if quoted.startswith(b"From ") else quoted), "quoted-printable"


def _needs_guard(text: str) -> bool:
    """Lines that servers fold or change: over 998 characters (RFC 5322 2.1.1), or beginning `From `."""
    return text.startswith("From ") or "\nFrom " in text or (len(text) > 998 and max(map(len, text.split("\n"))) > 998)


def believable(ids: Iterable[str]) -> list[str]:
    """Return those Message-IDs that may stand in a header of ours, each once."""
    return list(dict.fromkeys(one for one in ids if len(one) <= LONGEST_ID and _ID.fullmatch(one)))


def references(before: Iterable[str], answered: str | None) -> list[str]:
    """Return what goes into References: the letters before the one that is answered, and that one as the last."""
    found = believable([*before, answered or ""])
    if answered in found:
        found = [*(one for one in found if one != answered), answered]
    return found if len(found) <= MOST else [found[0], *found[1 - MOST :]]


def answer_subject(subject: str) -> str:
    """Return the subject of an answer: `Re:` before that of the letter, which is cut if it is long; '' for none."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in subject).split())
    while found := _AGAIN.match(plain):
        plain = plain[found.end() :]
    plain = plain if len(plain) <= LONGEST_SUBJECT else f"{plain[: LONGEST_SUBJECT - 3].rstrip()}..."
    return f"Re: {plain}" if plain else ""


def calendar_file(said: Mapping[str, Any], made_at: datetime, domain: str, organizer: str) -> Attached:
    """Return a moment as a file for calendars (RFC 5545), published or taken back (RFC 5546): the same bytes each time.

    It is said by its `uid`, when it is (`at`), a `summary`, and whether it is `cancelled`; a later `sequence` of the
    same `uid` takes an earlier one's place.
    """
    from icalendar import Calendar, Event, vCalAddress  # for the few letters that bring one

    method = "CANCEL" if said["cancelled"] else "PUBLISH"
    event = Event()
    event.add("uid", f"{said['uid']}@{domain}")
    event.add("sequence", said["sequence"])
    event.add("dtstamp", made_at.astimezone(UTC))
    event.add("dtstart", datetime.fromisoformat(said["at"]).astimezone(UTC))
    event.add("summary", said["summary"])
    event.add("organizer", vCalAddress(f"mailto:{organizer}"))
    event.add("status", "CANCELLED" if said["cancelled"] else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    whole = Calendar()
    whole.add("prodid", "-//Referee//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("method", method)
    whole.add_component(event)
    kind = f'text/calendar; charset="utf-8"; method={method}; name="deadline.ics"'
    return Attached("deadline.ics", kind, whole.to_ical())
