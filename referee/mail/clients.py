"""Answers in the manner of several mail programs, for demo players and for tests.

Each style follows what the program really writes: where the answer stands, how the quote is marked and led in,
how the body is encoded. The same arguments always give the same bytes.
"""

import html
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.policy import default as policy
from email.utils import format_datetime, parseaddr, parsedate_to_datetime
from hashlib import sha256
from textwrap import TextWrapper, wrap
from typing import Literal

from .form import Form, find
from .letter import read

Where = Literal["above", "below", "form"]

_DAYS = {
    "en": "Mon Tue Wed Thu Fri Sat Sun".split(),
    "de": "Mo. Di. Mi. Do. Fr. Sa. So.".split(),
    "fr": "lun. mar. mer. jeu. ven. sam. dim.".split(),
    "es": "lun mar mié jue vie sáb dom".split(),
}
_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.".split(),
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(),
    "es": "ene feb mar abr may jun jul ago sep oct nov dic".split(),
}

_FULL_DAYS = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()


@dataclass(frozen=True, slots=True)
class Original:
    """What a program knows of the letter that is answered."""

    name: str
    address: str
    answer_to: str
    recipient: str
    subject: str
    message_id: str
    date: datetime
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How one program answers. `lead` are the lines above the quote; `prefix` stands before each quoted line."""

    lead: tuple[str, ...]
    language: str = "en"
    prefix: str = "> "
    subject: str = "Re: "
    greeting: str = ""
    sign: tuple[str, ...] = ()
    lead_quoted: bool = False
    width: int = 0
    lead_width: int = 0
    flowed: bool = False
    html: bool = False
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    program: str = ""


def reply(
    style: str,
    to: bytes,
    orders: Sequence[str],
    sender: str,
    seed: int = 0,
    *,
    where: Where = "above",
    form: Form | None = None,
    date: datetime | None = None,
) -> bytes:
    """An answer to `to` from `sender` (`Anna <anna@players.test>`), in one of STYLES, with the orders in it.

    With `where` "form" they stand between the markers of `form`, in place of its lines (odd seeds) or below them.
    A program that marks no quotes can only answer above them, or in the form.
    """
    how = STYLES[style]
    original = _original(to)
    if where == "form":
        assert form is not None, "which form?"
        body = [*_lead(how, original), *_filled(how, original, orders, form, seed)]
    elif where == "below" and how.prefix:
        body = [*_lead(how, original), *_quote(how, original.lines), "", *orders, *how.sign]
    else:
        greeting = [how.greeting, ""] if how.greeting else []
        body = [*greeting, *orders, "", *how.sign, *_lead(how, original), *_quote(how, original.lines)]
    number = sha256(repr((style, to, list(orders), sender, seed, where)).encode()).hexdigest()[:20]
    return _headers(how, original, sender, number, date or original.date) + _encoded(how, body, number)


def _original(raw: bytes) -> Original:
    """Read the letter that is answered."""
    letter = read(raw)
    message = message_from_bytes(raw, policy=policy)
    name, address = parseaddr(str(message["From"]))
    return Original(
        name or address,
        address,
        str(message["Reply-To"] or address),
        str(message["To"] or ""),
        letter.subject,
        letter.message_id or "",
        parsedate_to_datetime(str(message["Date"])),
        tuple(letter.lines),
    )


def _lead(how: Style, original: Original) -> list[str]:
    """What stands above the quote: who wrote the original, and when, in the words of the program."""
    d, (_, to) = original.date, parseaddr(original.recipient)
    said = {
        "d": d,
        "day": _DAYS[how.language][d.weekday()],
        "full_day": _FULL_DAYS[d.weekday()],
        "month": _MONTHS[how.language][d.month - 1],
        "hour": f"{d.hour % 12 or 12}:{d.minute:02} {'AM' if d.hour < 12 else 'PM'}",
    }
    lines = [line.format(o=original, to=to, **said) for line in how.lead]
    if how.lead_width:
        wrapper = TextWrapper(how.lead_width, break_long_words=False, break_on_hyphens=False)
        lines = [piece for line in lines for piece in wrapper.wrap(line) or [""]]
    return [how.prefix + line for line in [*lines, ""]] if how.lead_quoted else lines


def _quote(how: Style, lines: Sequence[str]) -> list[str]:
    """The quoted lines; with `width`, wrapped as some programs do, each piece behind its own prefix."""
    lines = list(lines)
    while lines and not lines[-1]:
        lines.pop()
    if how.width:
        lines = [piece for line in lines for piece in (wrap(line, how.width, drop_whitespace=True) or [""])]
    return [_prefixed(how, line) for line in lines]


def _prefixed(how: Style, line: str) -> str:
    return (how.prefix + line if line else how.prefix.rstrip()) if how.prefix else line


def _filled(how: Style, original: Original, orders: Sequence[str], form: Form, seed: int) -> list[str]:
    """The quote, the orders typed in its form: behind the prefix where they replace lines, bare where added."""
    places = sorted(find(original.lines, form))
    assert len(places) >= 2, "the letter has no such form"
    first, last = places[0] + 1, places[-1]
    inside = [] if seed % 2 else _quote(how, original.lines[first:last])
    typed = [_prefixed(how, order) for order in orders] if seed % 2 else list(orders)
    return [*_quote(how, original.lines[:first]), *inside, *typed, *_quote(how, original.lines[last:])]


def _headers(how: Style, original: Original, sender: str, number: str, date: datetime) -> bytes:
    """The top of the answer."""
    subject = original.subject
    if not subject.lower().startswith(how.subject.strip().lower()):
        subject = how.subject + subject
    reference = [("In-Reply-To", original.message_id), ("References", original.message_id)]
    fields = [
        ("From", sender),
        ("To", original.answer_to),
        ("Subject", subject if subject.isascii() else f"=?utf-8?b?{_word(subject)}?="),
        ("Date", format_datetime(date)),
        ("Message-ID", f"<{number}@{parseaddr(sender)[1].rpartition('@')[2]}>"),
        *(reference if original.message_id else []),
        *([("User-Agent", how.program)] if how.program else []),
        ("MIME-Version", "1.0"),
    ]
    return "".join(f"{name}: {value}\r\n" for name, value in fields).encode()


def _word(text: str) -> str:
    return encodebytes(text.encode()).replace(b"\n", b"").decode("ascii")


def _encoded(how: Style, body: Sequence[str], number: str) -> bytes:
    """The body, as one text or with its HTML beside it."""
    text = _part(how, "plain", "\r\n".join([*_flow(how, body), ""]))
    if not how.html:
        return text
    boundary = f"000000000000{number}".encode()
    page = _part(how, "html", _page(how, body))
    parts = b"".join(b"--" + boundary + b"\r\n" + part + b"\r\n" for part in (text, page))
    head = b'Content-Type: multipart/alternative; boundary="' + boundary + b'"\r\n\r\n'
    return head + parts + b"--" + boundary + b"--\r\n"


def _part(how: Style, kind: str, content: str) -> bytes:
    """One text with its headers, encoded as the program would."""
    charset, encoding = how.charset, how.encoding
    try:
        data = content.encode(charset)
    except UnicodeEncodeError:
        charset, data = "utf-8", content.encode()
    if encoding == "quoted-printable":
        data = b2a_qp(data, istext=True)
    elif encoding == "base64":
        data = encodebytes(data).replace(b"\n", b"\r\n")
    flowed = "; format=flowed" if how.flowed and kind == "plain" else ""
    head = f"Content-Type: text/{kind}; charset={charset}{flowed}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + data


def _flow(how: Style, body: Sequence[str]) -> list[str]:
    """Soft line breaks for a flowed text (RFC 3676 4.2): what is written, not what is quoted."""
    if not how.flowed:
        return list(body)
    flowed: list[str] = []
    for line in body:
        pieces = wrap(line, 72) if len(line) > 76 and not line.startswith(">") else [line]
        pieces = [" " + piece if piece.startswith((" ", "From ")) else piece for piece in pieces]
        flowed += [*(piece + " " for piece in pieces[:-1]), *(pieces[-1:] or [""])]
    return [line.rstrip() if line.startswith(">") else line for line in flowed]


def _page(how: Style, body: Sequence[str]) -> str:
    """The same as HTML: quoted stretches in blockquotes, each line a div."""
    page: list[str] = []
    depth = 0
    for line in body:
        level = 1 if line.startswith(">") else 0
        page += ["<blockquote>"] * (level - depth) + ["</blockquote>"] * (depth - level)
        depth = level
        shown = html.escape(line.removeprefix(">").removeprefix(" ") if level else line, quote=False)
        page.append(f"<div>{shown or '<br>'}</div>")
    page += ["</blockquote>"] * depth
    return f'<html><body><div dir="ltr">{"".join(page)}</div></body></html>'


_WHO = "{o.name} <{o.address}>"
_APPLE = (f"On {{d.day}} {{month}} {{d.year}}, at {{d:%H:%M}}, {_WHO} wrote:",)

STYLES: dict[str, Style] = {
    "gmail": Style(
        (f"On {{day}}, {{month}} {{d.day}}, {{d.year}} at {{hour}} {_WHO} wrote:", ""),
        lead_width=78, html=True, charset="UTF-8", width=76,
    ),
    "gmail_de": Style(
        (f"Am {{day}}, {{d.day}}. {{month}} {{d.year}} um {{d:%H:%M}} Uhr schrieb {_WHO}:", ""),
        language="de", lead_width=78, encoding="base64", greeting="Hallo,",
    ),
    "gmail_fr": Style(
        (f"Le {{day}} {{d.day}} {{month}} {{d.year}} à {{d:%H:%M}}, {_WHO} a écrit :", ""),
        language="fr", lead_width=78, width=76,
    ),
    "gmail_es": Style(
        ("El {day}, {d.day} {month} {d.year} a las {d:%H:%M}, {o.name} (<{o.address}>) escribió:", ""),
        language="es", lead_width=78,
    ),
    "outlook_de": Style(
        (
            f"Von: {_WHO}",
            "Gesendet: {full_day}, {d.day}. {month} {d.year} {d:%H:%M}",
            "An: {o.recipient}",
            "Betreff: {o.subject}",
            "",
        ),
        language="de", prefix="", subject="AW: ", charset="iso-8859-1", greeting="Hallo Spielleiter,",
    ),
    "outlook_en": Style(
        (
            "_" * 32,
            f"From: {_WHO}",
            "Sent: {d:%A, %B} {d.day}, {d.year} {hour}",
            "To: {o.recipient}",
            "Subject: {o.subject}",
            "",
        ),
        prefix="", subject="RE: ", charset="Windows-1252", html=True,
    ),
    "apple": Style(_APPLE, lead_quoted=True, html=True, program="Apple Mail (2.3826)"),
    "thunderbird": Style(
        ("On {d:%d/%m/%Y %H:%M}, {o.name} wrote:",),
        flowed=True, program="Mozilla Thunderbird", sign=("", "-- ", "Anna"),
    ),
    "mutt": Style(
        ("On {d:%a, %b %d, %Y at %I:%M:%S%p %z}, {o.name} wrote:",),
        charset="us-ascii", encoding="8bit", program="Mutt/2.2.9",
    ),
    "iphone": Style(_APPLE, lead_quoted=True, sign=("Sent from my iPhone", ""), program="iPhone Mail"),
    "gmx": Style(
        (
            "",
            "Gesendet: {full_day}, {d.day}. {month} {d.year} um {d:%H:%M} Uhr",
            'Von: "{o.name}" <{o.address}>',
            "An: {to}",
            "Betreff: {o.subject}",
            "",
        ),
        language="de", prefix="", subject="Aw: ",
    ),
    "yahoo": Style(
        (f"    On {{d:%A, %B %d, %Y at %I:%M:%S %p}} GMT, {_WHO} wrote:", ""),
        prefix="", html=True, encoding="base64",
    ),
    "proton": Style(
        (f"On {{d:%A, %B}} {{d.day}}th, {{d.year}} at {{d:%H:%M}}, {_WHO} wrote:", ""),
        sign=("Sent with Proton Mail secure email.", ""),
    ),
}  # fmt: skip
"""How each program answers, by its name; a lead may tell of the original (``o``), when it came, and to whom."""
