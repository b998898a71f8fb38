"""Forty answers to one report as mail programs write them, and what must come of each.

They are made from the report itself, for what programs do to a quotation is what they are about.
"""

from __future__ import annotations

import textwrap
from base64 import encodebytes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape

from tests.mail.test_runon import HEADER, LEADS
from tests.mail.test_unmarked import HEADS, OLDER, in_pieces, signed

FILED, NOTHING, MACHINE = "orders filed", "nothing new", "automatic mail"
LONG = "LEAD M19, KS, QS, NS, PS, 10S, 9S, 8S, 7S, 6S, 5S, 4S, 3S, 2S, KC, QC, NC, PC, 10C, 9C, 8C, 7C, HIGHEST"


@dataclass(frozen=True)
class Answered:
    """The report that is answered: its text and Message-ID; and who answers to where."""

    body: str
    message_id: str
    sender: str
    to: str

    @property
    def flat(self) -> str:
        """The text without its line ends."""
        return " ".join(self.body.split())

    @property
    def quoted(self) -> list[str]:
        """The lines behind marks."""
        return [f"> {line}".rstrip() for line in self.body.splitlines()]


@dataclass(frozen=True)
class Shape:
    """One letter: its text, HTML and headers, and what comes of it: orders, words delivered to Bob, its outcome."""

    text: Callable[[Answered], str]
    orders: tuple[str, ...] = ()
    press: tuple[str, ...] = ()
    outcome: str = FILED
    html: Callable[[Answered], str] | None = None
    subject: str = "Re: [The duel] Welcome: the game begins"
    headers: Sequence[tuple[str, str]] = ()
    raw: Callable[[Answered, str], bytes] | None = None

    def letter(self, answered: Answered, number: int) -> bytes:
        """The bytes of it."""
        head = (
            f"From: Ana Smith <{answered.sender}>\r\nTo: {answered.to}\r\nSubject: {self.subject}\r\n"
            f"Message-ID: <shape-{number}@players.test>\r\nIn-Reply-To: {answered.message_id}\r\nMIME-Version: 1.0\r\n"
        ) + "".join(f"{name}: {value}\r\n" for name, value in self.headers)
        if self.raw is not None:
            return head.encode() + self.raw(answered, self.text(answered))
        made = EmailMessage()
        made.set_content(self.text(answered), cte="quoted-printable")
        if self.html is not None:
            page = f"<html><body>{self.html(answered)}</body></html>"
            made.add_alternative(page, subtype="html", cte="quoted-printable")
        del made["MIME-Version"]
        return head.encode() + made.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def run_on(written: str, lead: str) -> Callable[[Answered], str]:
    return lambda a: f"{written} {LEADS[lead]}{a.flat}"


def page(lead: str, *written: str) -> Callable[[Answered], str]:
    """The same with its lines: what was written, the lead, the quotation."""
    led = HEADER.sub("<br>", escape(LEADS[lead].strip()))
    return lambda a: f"{divs(written)}<div>{led}</div><blockquote>{divs(a.body.splitlines())}</blockquote>"


def divs(lines: Sequence[str]) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def above(*written: str) -> Callable[[Answered], str]:
    """The usual answer: above a lead and a marked quotation."""
    lead = "On Fri, Nov 20, 2026 at 9:14 AM Referee <referee@referee.example> wrote:"
    return lambda a: "\n".join([*written, "", lead, *a.quoted])


def below(head: str, *written: str) -> Callable[[Answered], str]:
    return lambda a: "\n".join([*HEADS[head], *a.body.splitlines(), "", *written])


def opaque(make: Callable[[bytes], bytes]) -> Callable[[Answered, str], bytes]:
    def made(_: Answered, text: str) -> bytes:
        kind = b'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\r\n'
        inner = b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + text.replace("\n", "\r\n").encode()
        return kind + b"Content-Transfer-Encoding: base64\r\n\r\n" + encodebytes(make(inner))

    return made


def calendar(_: Answered, text: str) -> bytes:
    answer = "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nSUMMARY:Turn 1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    kinds = (("text/plain; charset=utf-8", text), ('text/calendar; charset="utf-8"; method=REPLY', answer))
    parts = "".join(f"--=_b\r\nContent-Type: {kind}\r\n\r\n{body}\r\n" for kind, body in kinds)
    return f'Content-Type: multipart/alternative; boundary="=_b"\r\n\r\n{parts}--=_b--\r\n'.encode()


def inside(*written: str) -> Callable[[Answered], str]:
    """Answers between the lines of an unmarked quotation."""

    def made(a: Answered) -> str:
        lines = a.body.splitlines()
        return "\n".join([*HEADS["outlook"], *lines[:6], *written, *lines[6:]])

    return made


LEAD, TALK = ("LEAD HIGHEST",), ("let us talk",)
BOTH = ("LEAD HIGHEST", "TO Bob: let us talk")

SHAPES: dict[str, Shape] = {
    **{f"run on, words, {name}": Shape(run_on("TO Bob: let us talk", name), press=TALK, outcome=NOTHING)
       for name in ("samsung", "samsung de", "yahoo on a telephone", "webmail de", "outlook")},
    **{f"run on, orders, {name}": Shape(run_on("LEAD HIGHEST", name), LEAD)
       for name in ("samsung fr", "yahoo", "webmail fr", "gmx", "outlook de")},
    **{f"run on, html beside, {name}": Shape(run_on(" ".join(BOTH), name), LEAD, TALK, html=page(name, *BOTH))
       for name in ("samsung", "yahoo", "webmail by numbers", "outlook")},
    "run on, without a lead": Shape(run_on("TO Bob: let us talk", "nothing"), press=TALK, outcome=NOTHING),
    "lines of the report among the words": Shape(lambda a: f"TO Bob: look {a.flat[300:900]}", outcome=NOTHING),
    "bulk": Shape(above(*BOTH), LEAD, TALK, headers=[("Precedence", "bulk")]),
    "a club's list": Shape(
        above(*BOTH), LEAD, TALK, headers=[("List-Id", "<club.players.test>"), ("Precedence", "list")]
    ),
    "a company's list": Shape(above("LEAD HIGHEST"), LEAD, headers=[("List-Unsubscribe", "<mailto:no@players.test>")]),
    "says that it is automatic": Shape(above(*BOTH), outcome=MACHINE, headers=[("Auto-Submitted", "auto-replied")]),
    "away, without a mark": Shape(above("I am out of the office until 5 May."), outcome=MACHINE),
    "away, in German": Shape(above("Ich bin bis zum 5. Mai im Urlaub und nicht erreichbar."), outcome=MACHINE),
    "a calendar": Shape(lambda a: "Ana has accepted.", outcome=MACHINE, raw=calendar),
    "a calendar without its part": Shape(lambda a: "Ana has accepted.", outcome=MACHINE, subject="Accepted: Turn 1"),
    **{f"wrapped by {name}": Shape(above(*textwrap.wrap(LONG, width), "", "Ana"), (LONG,))
       for name, width in (("gmail", 78), ("gmail, narrow", 72), ("outlook", 76), ("claws", 70))},
    "wrapped behind a comma": Shape(above("LEAD KS, QS,", "HIGHEST"), ("LEAD KS, QS, HIGHEST",)),
    "wrapped, and not sure": Shape(above(*textwrap.wrap(LONG.replace("HIGHEST", "HIHGEST"), 76)), outcome=NOTHING),
    **{f"below an unmarked quotation, {name}": Shape(below(name, *BOTH), LEAD, TALK) for name in HEADS},
    "below one, above an older letter": Shape(below("outlook", *BOTH, "", *OLDER[:-1], "LEAD LOWEST"), LEAD, TALK),
    "marked answers within one": Shape(inside("[Ana] LEAD HIGHEST", "[Ana Smith] TO Bob: let us talk"), LEAD, TALK),
    "another's answers within one": Shape(inside("[Bob] LEAD LOWEST"), outcome=NOTHING),
    "signed, opaque": Shape(above(*BOTH), LEAD, TALK, raw=opaque(signed)),
    "signed, in pieces": Shape(above(*BOTH), LEAD, TALK, raw=opaque(in_pieces)),
    "in the subject": Shape(above("Hello,", "Ana"), outcome=NOTHING, subject="LEAD LOWEST"),
    "a picture, and a telephone's footer": Shape(
        above("LEAD HIGHEST", "[image: logo.png]", "Sent from my iPhone"), LEAD
    ),
}  # fmt: skip
"""Each letter by its name."""
