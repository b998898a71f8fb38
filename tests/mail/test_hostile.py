"""Letters made to hang or crash their reader cost about what an honest one of their size costs.

Each is read at one size and at four times that; its time may grow by hardly more than that.
"""

from collections.abc import Callable

import pytest

from referee.mail.letter import Problem, read
from referee.mail.quoting import Form, classify
from tests.engine.cost import assert_costs

FORM = Form("YOUR ORDERS FOR TURN 6", ("WAIT", "DEFEND WITH ANY"), "END OF ORDERS FOR TURN 6")
SMALL, LARGE = 25_000, 100_000
SHORTER = 2
"""So much shorter are the lines that `make test` reads; `make soak` reads them in full."""

TOP = b"From: a@b.test\r\nTo: c@d.test\r\n"


def filled(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def assert_linear(work: Callable[[int], object], shorter: int = 1) -> None:
    """Four times the size may cost eight times the time, and what honest noise there is on a busy machine."""
    assert_costs(lambda: work(LARGE // shorter), times=8, of=lambda: work(SMALL // shorter), spare=1 / shorter)


def honest() -> object:
    """Read a letter that nobody made to hang us."""
    return read(TOP + b"\r\n" + b"HOLD\r\n" * 300)


BODIES = [
    "On Fri 20 Nov 2026 9:14 a@b wrote:\n| x\n| y\n",
    "_________\nx mailing list\n",
    "-- Forwarded message \n",
    "\n",
    "> ",
    ">",
    "On 1 \n",
    "On Fri 20 Nov 2026 9:14 a@b wrote:\n",
    "From: a\nSent: 9:14\n\n",
    ":\n",
    "-- \n",
    "-",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "1",
    "11:1 wrote:\n",
    " ",
    "  \t\n",
    "> YOUR ORDERS FOR\n",
    "WAIT\n",
    "> WAIT DEFEND WITH ANY ",
    "YOUR ORDERS FOR TURN 6\nWAIT\n",
    "END OF ORDERS FOR TURN 6\n",
    "\f\n",
    "=_-.~",
    "wrote:\n> ",
    "Sent from my ",
    "---------- Forwarded message\n",
    "@:>:",
    "20/11/",
    "a b ",
    "| a | b |\n",
    "Xx: a <a@b>\n",
    "Xx: 9:14 1.1.2026\nYy: <a@b>\n",
    "AB> x\n",
    ">>> 9:14 1.1.2026 >>>\n",
    "---- 9:14 1.1.2026 a@b wrote ----\n",
    "|---->\n",
    "|---->\n| a@b |\n",
    "---",
    "(: ",
    "\x18",
]


@pytest.mark.parametrize("shorter", [SHORTER, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("unit", BODIES)
def test_hostile_lines_are_labelled_in_linear_time(unit: str, shorter: int) -> None:
    assert_linear(lambda size: classify(filled(unit, size).split("\n"), form=FORM, own=["r@referee.test"]), shorter)


HEADERS = {
    "type": "Content-Type: text/plain{};",
    "type quoted": 'Content-Type: text/plain; a={}";',
    "to": "To: {}<,",
    "comments": "To: {}(",
    "subject": "Subject: {}=?utf-8?q?a?= ",
    "id": "Message-ID: {}<",
    "group": "To: {}a:b;",
    "2231": "Content-Type: text/plain; {}a*0=x; ",
    "date": "Date: {}1 ",
    "folded": "X-A: {}a\r\n b",
    "disposition": "Content-Disposition: attachment{}; a*=b''%ff",
    "cc": "Cc: {}a@b.test,\r\n ",
}


@pytest.mark.parametrize("template", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("size", [2_000, 15_000, LARGE])
def test_a_hostile_header_costs_next_to_nothing(template: str, size: int) -> None:
    name, _, unit = template.partition("{}")
    raw = TOP + (name + filled(unit, size)).encode() + b"\r\n\r\nHOLD\r\n"

    assert_costs(lambda: read(raw), times=30, of=honest, spare=0.25)
    assert read(raw).sender == "a@b.test"


@pytest.mark.parametrize("unit", ["(", "<,", "=?utf-8?q?a?= ", '"', "a@b,", "\\", ":;", "<@a,"])
@pytest.mark.parametrize("size", [1_900, LARGE])
def test_a_hostile_from_gives_no_sender_and_no_delay(unit: str, size: int) -> None:
    raw = b"From: " + filled(unit, size).encode() + b"\r\n\r\nHOLD\r\n"

    assert read(raw).sender is None
    assert_costs(lambda: read(raw), times=100, of=honest, spare=0.25)


def nested(size: int) -> str:
    one = 'Content-Type: multipart/mixed; boundary="b{0}"\r\n\r\n--b{0}\r\n'
    return "".join(one.format(n) for n in range(size // 60))


STRUCTURES: dict[str, Callable[[int], str]] = {
    "parts": lambda size: 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n' + filled("--b\r\n\r\n\r\n", size),
    "nested": nested,
    "nested letters": lambda size: filled("Content-Type: message/rfc822\r\n\r\n", size),
    "part header": lambda size: (
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain'
        + filled(";", size)
        + "\r\n\r\nx"
    ),
    "folded part header": lambda size: (
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain'
        + filled(";\r\n ", size)
        + "\r\n\r\nx"
    ),
    "split boundary": lambda size: "Content-Type: multipart/mixed; boundary*0=b\r\n\r\n" + filled("--b\r\n", size),
}


@pytest.mark.parametrize("structure", STRUCTURES.values(), ids=STRUCTURES)
def test_a_hostile_structure_is_refused_before_it_is_parsed(structure: Callable[[int], str]) -> None:
    found = read(TOP + structure(LARGE).encode())

    assert (found.problem, found.error, found.sender) == (Problem.TOO_COMPLEX, None, "a@b.test")
    assert_linear(lambda size: read(TOP + structure(size).encode()))


ENCODED = {
    "uuencode": "Content-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 a\r\n{}" + "M" * 61 + "\r\n",
    "base64": "Content-Transfer-Encoding: base64\r\n\r\n{}QUFB!",
    "quoted": "Content-Transfer-Encoding: quoted-printable\r\n\r\n{}=0",
    "flowed": "Content-Type: text/plain; format=flowed\r\n\r\n{}a \r\n",
    "flowed quotes": "Content-Type: text/plain; format=flowed\r\n\r\n{}>",
    "long": "\r\n{}a",
    "folds": "\r\n{}" + "a" * 998 + "\r\n ",
    "tildes": "\r\n{}~~a",
    "all tildes": "\r\n{}~",
    "struck": "\r\n{}~~a~~ b",
    "strokes": "Content-Type: text/plain; charset=utf-8\r\n\r\n{}a\u0336",
    "strokes apart": "Content-Type: text/plain; charset=utf-8\r\n\r\n{}a\u0336    ",
}
TAGS = [
    "<div>x",
    "<b><div>",
    "<a><p>",
    "<table><tr><td>",
    "<!--",
    "<a ",
    "&",
    "<font><p>",
    "<blockquote>x<br>",
    "</p>",
    "x<x",
    "<p style='display:none'>x",
    "<p a=b ",
    "<select><option>",
    "<svg><p>",
    "<br>",
    "<li>",
    "<pre>\n",
    "&nbsp;",
    "<s>x",
    "<s>x</s>",
    "<p style='text-decoration:x",
]


@pytest.mark.parametrize("template", ENCODED.values(), ids=ENCODED)
def test_a_hostile_text_is_read_in_linear_time(template: str) -> None:
    head, _, unit = template.partition("{}")

    assert_linear(lambda size: read(TOP + (head + filled(unit, size)).encode()))


@pytest.mark.parametrize("tag", TAGS)
def test_hostile_html_is_read_in_bounded_time(tag: str) -> None:
    """Deep nesting costs the parser itself more than its share: five times linear, no more."""
    head = TOP + b"Content-Type: text/html\r\n\r\n"
    few, many = (head + filled(tag, size).encode() for size in (SMALL, LARGE))

    assert_costs(lambda: read(many), times=20, of=lambda: read(few), spare=0.5)
