"""What a floor reads in letters and writes in them, flat: a letter's new lines, a receipt, a mail of two forms."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from binascii import b2a_qp
from datetime import datetime
from email.message import Message
from email.utils import format_datetime
from html import escape
from textwrap import wrap


def folded(line: str) -> str:
    """Break a line at 72 columns."""
    out = []
    while len(line) > 72:
        at = line.rfind(" ", 3, 72)
        out.append(line[:at])
        line = "  " + line[at + 1 :]
    return "\n".join([*out, line])


def plain_text(message: Message[str, str]) -> str:
    """Return the text of the first text/plain part."""
    part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    data = part.get_payload(decode=True)
    assert isinstance(data, bytes)
    return data.decode(part.get_content_charset("utf-8"))


def new_lines(text: str) -> list[str]:
    """Take what stands above the quote."""
    out = []
    for line in text.splitlines():
        if line.startswith((">", "____", "-- ", "From:")) or line.endswith("wrote:"):
            break
        out.append(line)
    return out


MEANS = {
    "LEAD LOWEST": "You lead first your lowest card, and from then on your highest\n       card.",
    "REPLY IF": "If the led card is the Moon, your reply is the Sun.",
    "REPLY CHEAPEST": "Otherwise your reply is your lowest card that is worth more than\n       the lead, else your"
    " lowest card.",
    "CALL IF": "You call when the led card beats your best by 9 or more, but no\n       line spends your last call.",
    "PLAY ON": "After the turn's own rounds you allow up to one more, if the other\n       does.",
}
"""What a receipt says of each line."""


def receipt(
    seat: str, title: str, step: int, due: str, lines: list[str], gone: list[str], code: str, proof: bytes
) -> str:
    """Write a receipt."""
    nl = "\n"
    said = nl.join(
        f"{n:>3}  {line}  (standing)\n       {MEANS[' '.join(line.replace(',', '').split()[:2])]}"
        for n, line in enumerate(lines, 1)
    )
    return f"""Dear {seat},

your letter reached me today at {due[11:16]} (Berlin). For turn {step}, due
tomorrow, {due}, I keep these orders; the standing
ones replace those of their kind, nothing else is changed.

{said}

     Standing orders hold every time, until you change or cancel them.

No longer on file:

{nl.join(f"     {line}  (standing)" for line in gone)}

If you still want any of it, send it again below a line ADD.

Where no line of yours speaks: you lead your highest card, answer with
the cheapest card that wins or else your highest, never call or draw,
and the turn ends after four rounds. (The defaults are in RULES
DEFAULTS.)

Receipt {code} of {title}. Keep it as your proof:

{nl.join(f"  {part}" for part in wrap(b32encode(proof + proof[:24]).decode().lower(), 47))}

With TO GM: in any answer, or at gm@referee.example, you reach your GM.
"""


HEAD = "<style>{}</style>".format("\n".join(f".line{n} {{ color: #24211c !important; margin: 0 }}" for n in range(40)))
STYLE = "text-align: left;vertical-align: top;padding: 2px 8px 2px 0;font-weight: bold;color: #24211c;"
BOXED = f"{STYLE}font: 16px/1.5 Georgia, 'Times New Roman', serif;margin: 0 0 6px;background: #fffdf7;border: 0 solid;"
"""As much of a style sheet, and of styles in each line, as our letters have."""


def page(title: str, body: str, style: str) -> str:
    """Write a letter as HTML, a row for each line of its text."""
    said = "\n".join(f'<tr><td style="{style}">{escape(line)}</td></tr>' for line in body.splitlines() if line)
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>{escape(title)}</title>{HEAD}</head>'
        f"<body><table>{said}</table></body></html>"
    )


def mime(sender: str, to: str, reply: str, subject: str, name: str, made: str, body: str, style: str) -> bytes:
    """Build a mail of two forms."""
    mark = f"=_{hashlib.sha256(name.encode()).hexdigest()[:32]}"
    head = f"""From: Benchmark <{sender}>
To: {to}
Subject: {subject}
Date: {format_datetime(datetime.fromisoformat(made))}
Message-ID: {name}
Reply-To: {reply}
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: All
X-Loop: {sender}
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="{mark}"

--{mark}
Content-Type: text/plain; charset="utf-8"; format=fixed
Content-Transfer-Encoding: 7bit

{body}
--{mark}
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

"""
    form = b2a_qp(page(subject, body, style).replace("\n", "\r\n").encode(), istext=True)
    return head.replace("\n", "\r\n").encode() + form + f"\r\n--{mark}--\r\n".encode()
