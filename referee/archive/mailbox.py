"""The letters of a record as mail, in the form that mail programs open (mbox): from the referee to seats, by name.

BUNDLE.md says how they are written, to the byte.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from email.utils import format_datetime
from quopri import decodestring
from time import asctime

from referee.archive.record import Letter, Record

LOOKING_ON = "Observers"
MOST = 45
"""So many bytes at most stand in one encoded word, which may be no longer than 75 letters (RFC 2047, 2)."""

LINE_END = re.compile(r"\r\n|\r|\n")
PLAIN = re.compile(r"[ -~]*")
QUOTED = re.compile(r'"(.*)"')
B = r"b\?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
Q = r"q\?(?:[!-<>@-~]|=[0-9A-F]{2})*"
ENCODED = re.compile(rf"=\?utf-8\?({B}|{Q})\?=(?: (?==\?utf-8\?(?:{B}|{Q})\?=))?")
HEADERS = re.compile(
    r"((?:^|\n)From referee [^\n]*\nFrom: [^\n]*\nTo: )([^\n]*)( <nobody@referee\.invalid>\nDate: [^\n]*\nSubject: )"
    r"([^\n]*)(?=\n)"
)

Write = Callable[[str], str]


def written(record: Record) -> bytes:
    """Return every letter of a record as one mailbox, in their order; no address stands in it."""
    return _mailbox(record, _name, _encoded).encode()


def holds(record: Record, data: bytes) -> bool:
    """Say whether a mailbox holds the letters of a record; its names and subjects may be encoded in other ways."""
    try:
        return HEADERS.sub(_decoded, data.decode()) == _mailbox(record, str, str)
    except UnicodeDecodeError:
        return False


def _mailbox(record: Record, name: Write, subject: Write) -> str:
    return "".join(_entry(record, n, one, name, subject) for n, one in enumerate(record.letters, 1))


def _entry(record: Record, number: int, letter: Letter, name: Write, subject: Write) -> str:
    """Return a letter as it lies in a mailbox: a line that parts it from others, and no line like that within."""
    head = [
        "From: Referee <nobody@referee.invalid>",
        f"To: {name(letter.seat or LOOKING_ON)} <nobody@referee.invalid>",
        f"Date: {format_datetime(letter.made_at)}",
        f"Subject: {subject(' '.join(letter.subject.split()))}",
        f"X-Referee: {letter.kind}, turn {letter.step}, letter {number} of {record.about.name}",
        'Content-Type: text/plain; charset="utf-8"',
        "Content-Transfer-Encoding: 8bit",
        "MIME-Version: 1.0",
        "",
    ]
    body = LINE_END.sub("\n", letter.body).removesuffix("\n").split("\n")
    parted = [f">{line}" if line.lstrip(">").startswith("From ") else line for line in (*head, *body)]
    return "\n".join([f"From referee {asctime(letter.made_at.utctimetuple())}", *parted, "", ""])


def _encoded(said: str) -> str:
    """Return words as they may stand in a header: what is not English in as many encoded words as it needs."""
    if PLAIN.fullmatch(said) and "=?" not in said:
        return said
    parts = [b""]
    for letter in map(str.encode, said):
        if len(parts[-1]) + len(letter) > MOST:
            parts.append(b"")
        parts[-1] += letter
    return " ".join(f"=?utf-8?b?{b64encode(part).decode()}?=" for part in parts)


def _name(said: str) -> str:
    """Return a name as it may stand before an address."""
    return f'"{said}"' if PLAIN.fullmatch(said) and "." in said else _encoded(said)


def _decoded(found: re.Match[str]) -> str:
    """Return the headers of a letter with its name and its subject as they are read."""
    before, name, between, subject = found.groups()
    if quoted := QUOTED.fullmatch(name):
        name = re.sub(r"\\(.)", r"\1", quoted[1])
    return before + ENCODED.sub(_word, name) + between + ENCODED.sub(_word, subject)


def _word(found: re.Match[str]) -> str:
    """Return an encoded word as it is read; one that can't be, as it stands."""
    way, said = found[1].split("?")
    data = b64decode(said) if way == "b" else decodestring(said, header=True)
    try:
        return data.decode()
    except UnicodeDecodeError:
        return found[0]
