"""What mail programs make of the HTML of our letters when it is answered: their own HTML around it, and text of it.

Each program is a row of PROGRAMS: how it turns a page into text, how it marks and leads in what it quotes, and what
HTML it wraps the page in. The same arguments always give the same letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from textwrap import wrap
from typing import Literal

from selectolax.lexbor import LexborHTMLParser, LexborNode

Where = Literal["above", "below", "form", "between"]
WHERE: tuple[Where, ...] = ("above", "below", "form", "between")

OURS = "orders+0123456789abcdefghjkmnpq@referee.test"
ANSWER_TO = f"The Referee <{OURS}>"
ANA = "ana@players.test"
NOW = "\ue000"
"""Stands before what is written into the page; no program shows it."""

BLOCKS = frozenset("div p h1 h2 h3 table ul ol pre blockquote tr li".split())
INLINE = frozenset(("span", "strong", "time"))
BODY = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)
PRE = re.compile(r"(<pre[^>]*class=\"form\"[^>]*>)([^<]*)(</pre>)")
CLASS = re.compile(r'class="(\w+)"')


@dataclass(frozen=True)
class Words:
    """How a program writes a page as text: what stands between cells, before items, around headings and in links."""

    cell: str = "\n"
    item: str = "- {}"
    numbered: str = "{n}. {}"
    heading: str = "{}"
    link: str = "{} <{to}>"
    width: int = 0
    apart: bool = True


@dataclass(frozen=True)
class Program:
    """How a program answers. ``words`` None: it sends no text; ``page`` None: no HTML."""

    words: Words | None
    lead: Callable[[str], list[str]]
    mark: str = "> "
    page: Callable[[str, str, str], str] | None = None
    classes: str = ""
    run_on: bool = False
    sign: tuple[str, ...] = ()


def on_wrote(_: str) -> list[str]:
    """Lead in as most do."""
    return [f"On Fri, Nov 20, 2026 at 9:14 AM {ANSWER_TO} wrote:", ""]


def wrote(subject: str) -> list[str]:
    """Lead in by a name alone."""
    return ["On 20/11/2026 09:14, The Referee wrote:"]


def schrieb(subject: str) -> list[str]:
    """Lead in in German, in two lines."""
    return ["Am Fr., 20. Nov. 2026 um 09:14 Uhr schrieb The Referee", f"<{OURS}>:", ""]


def head(subject: str) -> list[str]:
    """Lead in as Outlook does."""
    return ["_" * 32, f"From: {ANSWER_TO}", "Sent: Friday, November 20, 2026 9:14 AM", f"To: Ana <{ANA}>",
            f"Subject: {subject}", ""]  # fmt: skip


def kopf(subject: str) -> list[str]:
    """Lead in as GMX does."""
    return ["", "Gesendet: Freitag, 20. November 2026 um 09:14 Uhr", f'Von: "The Referee" <{OURS}>', f"An: {ANA}",
            f"Betreff: {subject}", ""]  # fmt: skip


def samsung(subject: str) -> list[str]:
    """Lead in as Samsung's telephones do."""
    return ["", "Sent from my Galaxy", "", "", "-------- Original message --------", f"From: {ANSWER_TO} ",
            "Date: 20/11/2026  09:14  (GMT+01:00) ", f"To: Ana <{ANA}> ", f"Subject: {subject} ", ""]  # fmt: skip


def nothing(_: str) -> list[str]:
    """Lead in by nothing."""
    return []


def quote(opening: str, closing: str) -> Callable[[str, str, str], str]:
    """Make HTML that has this around the page; what is written between its parts stands outside of it."""

    def made(above: str, inside: str, below: str) -> str:
        cut = f'</div>{closing}{{}}{opening}<div class="page">'
        parts = re.sub(rf"<div>{NOW}([^<]*)</div>", lambda m: cut.format(f"<div>{m[1]}</div>"), inside)
        return f"{above}{opening}{parts}{closing}{below}"

    return made


def unmarked(opening: str, closing: str = "") -> Callable[[str, str, str], str]:
    """Make HTML in which all below this is the letter that is answered."""
    return lambda above, inside, below: f"{above}{opening}{inside.replace(NOW, '')}{closing}{below}"


HEAD = (
    f"<b>From:</b> {escape(ANSWER_TO)}<br><b>Sent:</b> Friday, November 20, 2026 9:14 AM<br><b>To:</b> Ana "
    f"&lt;{ANA}&gt;<br><b>Subject:</b> {{subject}}"
)
LEAD = f"On Fri, Nov 20, 2026 at 9:14 AM {escape(ANSWER_TO)} wrote:"

GMAIL = quote(
    f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{LEAD}<br></div><blockquote '
    'class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">',
    "</blockquote></div>",
)
CITE = quote(f'<div><br></div><div>{LEAD}</div><blockquote type="cite">', "</blockquote>")
MOZ = quote(
    f'<div class="moz-cite-prefix">{LEAD}<br></div><blockquote type="cite" cite="mid:1@referee.test">', "</blockquote>"
)
YAHOO = unmarked(
    f'<div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted"><div style="color:#26282a"><div>{LEAD}</div><br>',
    "</div></div>",
)
OUTLOOK = unmarked(f'<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">{HEAD}</div>')
WORD = unmarked(f'<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{HEAD}</p></div>')
PROTON = quote(
    f'<div class="protonmail_quote">{LEAD}<br><blockquote class="protonmail_quote" type="cite">', "</blockquote></div>"
)
GMX = unmarked(
    '<div name="quote" style="margin:10px 5px 5px 10px;padding:10px 0 10px 10px;border-left:2px solid #C3D9E5">'
    f"{HEAD}<div>"
)
SAMSUNG = unmarked(
    '<div id="composer_signature"><div style="font-size:85%">Sent from my Galaxy</div></div><div><br></div><div>'
    f"-------- Original message --------</div><div>{HEAD}</div><div><br></div>"
)
K9 = quote(f'<br><br><div class="gmail_quote">{LEAD}<blockquote class="gmail_quote">', "</blockquote></div>")

PROGRAMS: dict[str, Program] = {
    "gmail": Program(
        Words(heading="*{}*", item="   - {}", numbered="   {n}. {}", width=76), on_wrote, page=GMAIL, classes="m_-1"
    ),
    "gmail on a telephone": Program(Words(heading="*{}*", link="{}"), schrieb, page=GMAIL, classes="m_1"),
    "outlook": Program(
        Words(cell="\t", item="*\t{}", numbered="{n}.\t{}", link="{}<{to}>"), head, mark="", page=WORD
    ),
    "outlook on the web": Program(
        Words(item="  *   {}", numbered="  {n}.  {}", link="{}<{to}>"), head, mark="", page=OUTLOOK, classes="x_"
    ),
    "outlook, html alone": Program(None, head, mark="", page=OUTLOOK, classes="x_"),
    "apple": Program(Words(cell="\t", item="\u2022 {}", numbered="\t{n}.\t{}"), on_wrote, page=CITE),
    "iphone": Program(
        Words(item="{}", numbered="{}", link="{}"), on_wrote, page=CITE, sign=("Sent from my iPhone", "")
    ),
    "thunderbird": Program(Words(cell="\t", item="  * {}", numbered=" {n}. {}", width=72), wrote, page=MOZ),
    "thunderbird, text alone": Program(
        Words(cell="\t", heading="  {}", item="  * {}", numbered=" {n}. {}", width=72), wrote,
        sign=("-- ", "Ana"),
    ),
    "samsung": Program(Words(cell=" ", item="{}", numbered="{}", link="{}"), samsung, mark="", page=SAMSUNG),
    "samsung, run on": Program(
        Words(cell=" ", item="{}", numbered="{}", link="{}"), samsung, mark="", run_on=True
    ),
    "yahoo": Program(
        Words(cell=" ", item="   - {}", numbered="   {n}. {}", link="{}"), on_wrote, mark="", page=YAHOO,
        classes="ydp1",
    ),
    "yahoo, html alone": Program(None, on_wrote, mark="", page=YAHOO, classes="yiv1"),
    "k-9": Program(Words(cell=" ", item="* {}", numbered="* {}"), on_wrote, page=K9),
    "fairemail": Program(Words(cell="  ", item="- {}", numbered="{n}. {}", link="{} <{to}>"), wrote, page=CITE),
    "proton": Program(
        Words(item="-   {}", numbered="{n}.  {}", heading="{}", link="[{}]({to})"), on_wrote, page=PROTON
    ),
    "gmx": Program(Words(cell=" ", item="* {}", numbered="{n}. {}", link="{}"), kopf, mark="", page=GMX),
    "gmx, text alone": Program(Words(item="{}", numbered="{}", link="{} <{to}>"), kopf, mark=""),
    "roundcube": Program(
        Words(cell="\t\t", item="\t* {}", numbered="\t* {}", heading="{up}", link="{} [1]", width=76), on_wrote
    ),
    "no lead, no mark": Program(Words(item="{}", numbered="{}", link="{}"), nothing, mark=""),
    "no lead, no mark, narrow": Program(Words(cell=" ", link="{} <{to}>", width=50), nothing, mark=""),
}  # fmt: skip
"""Each program by its name."""


@dataclass(frozen=True)
class Outside:
    """The outside of an answer: who writes, where to, what it answers ('' if it does not say), and its own id."""

    sender: str = ANA
    to: str = OURS
    answers: str = "<1@referee.test>"
    message_id: str = "<answer@players.test>"


def answer(
    program: str, page: str, subject: str, written: Sequence[str], where: Where, outside: Outside = Outside()
) -> bytes:
    """Return a program's answer to our page, with these lines written above, below, in the form or between."""
    how = PROGRAMS[program]
    inside = _written_into(_inside(page), written, where)
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = f"Ana Smith <{outside.sender}>", outside.to, f"Re: {subject}"
    made["Message-ID"] = outside.message_id
    if outside.answers:
        made["In-Reply-To"] = outside.answers
    if how.words is not None:
        lines = _text(how, how.words, inside, subject, written, where)
        made.set_content("\n".join([*lines, ""]), cte="quoted-printable")
    if how.page is not None:
        source = f"<html><body>{_page(how, inside, subject, written, where)}</body></html>"
        if how.words is None:
            made.set_content(source, subtype="html", cte="quoted-printable")
        else:
            made.add_alternative(source, subtype="html", cte="quoted-printable")
    return made.as_bytes()


def _inside(page: str) -> str:
    found = BODY.search(page)
    assert found is not None
    return found[1].strip()


def _written_into(inside: str, written: Sequence[str], where: Where) -> str:
    """Write into the page: in its form, or below what happened."""
    if where == "form":
        begin, inner, end = PRE.search(inside).groups()  # type: ignore[union-attr]
        first, *rest = inner.split("\n")
        new = (f"{NOW}{escape(line)}" for line in written)
        return PRE.sub(lambda _: begin + "\n".join([first, *rest[:-1], *new, rest[-1]]) + end, inside)
    if where == "between":
        at = inside.index("<h2")
        return inside[:at] + "".join(f"<div>{NOW}{escape(line)}</div>" for line in written) + inside[at:]
    return inside


def _text(how: Program, words: Words, inside: str, subject: str, written: Sequence[str], where: Where) -> list[str]:
    bare = not (where == "form" and how.page)  # what is typed into the quotation is marked with it
    quoted = [_marked(how, line, bare=bare) for line in text_of(inside, words)]
    lead = how.lead(subject)
    if how.run_on:
        flat = " ".join(" ".join([*lead, *quoted]).split())
        return [f"{' '.join(written)} {flat}" if where == "above" else flat, *(written if where == "below" else ())]
    above = [*written, "", *how.sign] if where == "above" else []
    below = ["", *written] if where == "below" else []
    return [*above, *lead, *quoted, *below]


def _marked(how: Program, line: str, *, bare: bool) -> str:
    """Set a line off as quoted, but for one that was typed below it."""
    if line.startswith(NOW) and bare:
        return line.removeprefix(NOW)
    line = line.removeprefix(NOW)
    return f"{how.mark}{line}".rstrip() if how.mark else line


def _page(how: Program, inside: str, subject: str, written: Sequence[str], where: Where) -> str:
    assert how.page is not None
    new = "".join(f"<div>{escape(line)}</div>" for line in written)
    quoted = CLASS.sub(lambda m: f'class="{how.classes}{m[1]}"', inside)
    quoted = re.sub(rf"{NOW}(?![^<]*</div>)", "", quoted)
    made = how.page(new if where == "above" else "", quoted, new if where == "below" else "")
    return made.replace("{subject}", escape(subject))


def text_of(inside: str, words: Words) -> list[str]:
    """Return the page as text, as these words say."""
    root = LexborHTMLParser(f"<html><body>{inside}</body></html>").body
    assert root is not None
    lines: list[str] = []
    for piece in "".join(_said(root, words)).split("\n"):
        line = piece.replace("\x0b", "").rstrip()
        if not line and (not words.apart or not lines or not lines[-1]):
            continue
        kept = not words.width or line.startswith(NOW) or piece.startswith("\x0b")
        lines += [line] if kept else wrap(line, words.width, break_long_words=False, break_on_hyphens=False) or [""]
    return lines


def _said(node: LexborNode, words: Words) -> Iterator[str]:
    """Write a node; lines that are kept as they stand begin with a vertical tab."""
    tag = node.tag
    if tag == "-text":
        text = node.text_content or ""
        behind = text[:1].isspace() and node.prev is not None and node.prev.tag in INLINE and text.strip()
        said = " ".join(f" {text} ".replace(NOW, "").split())
        yield f"{NOW * text.startswith(NOW)}{' ' if behind else ''}{said}{' ' * text[-1:].isspace()}"
        return
    if tag == "br":
        yield "\n"
        return
    if tag == "pre":
        yield "\n\n" + "\n".join(f"\x0b{line}" for line in node.text().split("\n")) + "\n\n"
        return
    inner = "".join(piece for child in node.iter(include_text=True) for piece in _said(child, words))
    yield from _dressed(node, inner, words)


def _dressed(node: LexborNode, inner: str, words: Words) -> Iterator[str]:
    tag = node.tag or ""
    said = inner.strip(" \n")
    if tag in ("h1", "h2", "h3"):
        yield f"\n\n{words.heading.format(said, up=said.upper())}\n\n"
    elif tag == "a":
        yield f"{words.link.format(said, to=node.attributes['href'])} "
    elif tag == "li":
        numbered = node.parent is not None and node.parent.tag == "ol"
        form = words.numbered if numbered else words.item
        yield f"\n{form.format(said, n=node.attributes.get('value') or 1)}\n"
    elif tag in ("td", "th"):
        yield f"{said}{words.cell}"
    elif tag == "tr":
        yield f"\n{inner.strip(chr(10))}\n"
    elif tag in ("p", "table", "ul", "ol", "blockquote"):
        yield f"\n\n{inner}\n\n"
    elif tag in BLOCKS:
        yield f"\n{inner}\n"
    else:
        yield inner
