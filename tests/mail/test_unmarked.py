"""Answers below, within and above quotations without marks, and letters inside opaque signatures."""

from __future__ import annotations

import subprocess
from base64 import encodebytes
from dataclasses import replace
from pathlib import Path
from shutil import which
from time import process_time

import pytest

from referee.mail.letter import Problem, read
from referee.mail.lines import described, is_picture
from referee.mail.quoting import Label, classify
from referee.mail.signed import content_of
from tests.mail.test_runon import ANSWERED, REPORT

HEADS = {
    "outlook": ["From: Referee <referee@referee.test>", "Sent: Friday, November 20, 2026 9:14 AM",
                "To: Ana <ana@players.test>", "Subject: [Siege] Turn 1", ""],
    "yahoo": ["On Friday, November 20, 2026 at 09:14:00 AM GMT+1, Referee <referee@referee.test> wrote:", ""],
    "original": ["-----Original Message-----", ""],
}  # fmt: skip
OLDER = ["From: Ana <ana@players.test>", "Sent: Thursday, November 19, 2026 9:14 AM", "To: Referee",
         "Subject: orders", "", "SEIZE"]  # fmt: skip


def new(*lines: str) -> list[str]:
    found = classify(
        lines, form=ANSWERED, own=["referee@referee.test"], subject="Re: [Siege] Turn 1", names=("Ana Smith", "Ana")
    )
    return [" ".join(line.text.split()) for line in found if line.label is Label.NEW]


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_what_stands_below_an_unmarked_quotation_of_our_letter_counts(head: list[str]) -> None:
    orders = ["ATTACK Eric WITH 9P", "TO Eric: let us talk"]

    assert new(*head, *REPORT, "", *orders) == orders
    assert new("Hello,", "", *head, *REPORT, "", *orders, "", "-- ", "Ana") == ["Hello,", *orders]
    assert new(*head, *REPORT[:9], "ATTACK Eric WITH 4S", *REPORT[9:], *orders) == orders
    assert new(*head, *REPORT, "", *orders, "", *OLDER) == orders
    assert new("WAIT", *head, *REPORT[:-1], "SEIZE", "") == ["WAIT"]


def test_what_outlook_marks_as_an_answer_is_read_within_the_quotation() -> None:
    inside = [*REPORT[:9], "[Ana] ATTACK Eric WITH 4S", "", "[Ana Smith] DEFEND WITH 9P", "[Eric] SEIZE", *REPORT[9:]]

    assert new(*HEADS["outlook"], *inside) == ["ATTACK Eric WITH 4S", "DEFEND WITH 9P"]
    assert new("[Ana] WAIT") == ["WAIT"]


def test_no_line_of_our_letter_is_such_an_answer() -> None:
    said = "A vanity of Eric: [Ana] RESIGN, and be glad of it, [Ana] RESIGN"
    letter = (*REPORT[:5], f"  {said}", *REPORT[5:])
    form = type(ANSWERED)(ANSWERED.begin, ANSWERED.lines, ANSWERED.end, letter)
    quoted = [*HEADS["outlook"], *letter[:5], "A vanity of Eric:", "[Ana] RESIGN, and be glad of it,", "[Ana] RESIGN"]

    found = classify(quoted, form=form, own=["referee@referee.test"], names=("Ana",))
    assert [line.text for line in found if line.label is Label.NEW] == []


SUGGESTED = ["  1  ATTACK Eric WITH 4S", "  2  DEFEND AGAINST SWORDS WITH WANDS", "  3  DEFEND WITH 9P, 4S"]


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_orders_that_our_letter_suggests_count_where_they_are_copied_above_it(head: list[str]) -> None:
    at = REPORT.index("WHAT YOU HOLD")
    letter = (*REPORT[:at], "ORDERS THAT YOU COULD SEND", "", *SUGGESTED, "", *REPORT[at:])
    form = replace(ANSWERED, letter=letter)

    def written(*lines: str) -> list[str]:
        found = classify(lines, form=form, own=["referee@referee.test"], subject="Re: [Siege] Turn 1")
        return [line.text for line in found if line.label is Label.NEW]

    for copied in (SUGGESTED, SUGGESTED[:2], [line.strip() for line in SUGGESTED], ["ADD", *SUGGESTED[1:]]):
        assert written(*copied) == copied
        assert written(*copied, "", *head, *(f"> {line}" for line in letter)) == copied
    assert written(*head, *letter) == []
    assert written("WAIT", "", "ORDERS THAT YOU COULD SEND", "", *SUGGESTED) == ["WAIT"]


def test_taps_that_a_page_has_on_one_line_are_ours() -> None:
    """They follow one another in the form of our letter as well, where no words stand above them."""
    form = ("SHADOW PASS", "SUBSTANCE SCHEME", "TRICKS AUTO", "DEALS CLOSED", "DEFEND YIELD")
    letter = (*REPORT[: REPORT.index(ANSWERED.begin) + 1], *form, *REPORT[REPORT.index(ANSWERED.end) :])
    page = [*letter[:-2], "", "Or tap:", *(f"  {line}" for line in form), "", " ".join(letter[-2:])]
    answered = replace(ANSWERED, lines=form, letter=letter, page=tuple(page))
    shown = [*letter[:-2], "", f"Or tap: {' '.join(form)}", "", " ".join(letter[-2:])]

    found = classify(["TRICK A", "", *HEADS["outlook"], *shown], form=answered, own=["referee@referee.test"])

    assert [(line.label, line.text) for line in found if line.text and line.label in (Label.NEW, Label.RUN_ON)] == [
        (Label.NEW, "TRICK A")
    ]


PICTURES = [
    "[image: logo.png]", "[cid:image001.png@01DB2A]", "[Bild: Logo]", "<image001.png>", "[Inline-Bild 1]",
    "[inline:logo.gif]", "[IMG_1234.JPG]", "[Outlook-abc.png]", "<IMG_1234.heic>", "[Immagine incorporata]",
    "[imagen: logo.png]", "[Picture: x.png]", "[A close up of a logo]", "[Ana's photo]", "<smime.p7s>",
    "[https://acme.example/logo.png]", "[cid:a@b] [cid:c@d]", "[image: Facebook] [image: Twitter]",
    "[facebook icon] [twitter icon] [linkedin icon]", "[Facebook] [Twitter] [LinkedIn]",
    "[cid:logo.png]<https://acme.example/>", "[Logo] <https://acme.example/> [Facebook] <https://fb.example/ana>",
    "[A close up of a logo Description automatically generated]",
    "[A close up of a sign\n\nDescription automatically generated]",
    "[A black and white text\n\nAI-generated content may be incorrect.]",
    "[Ein Bild, das Text enthält.\n\nAutomatisch generierte Beschreibung]",
    "[Une image contenant texte\nDescription générée automatiquement]",
]  # fmt: skip


@pytest.mark.parametrize("shown", PICTURES)
def test_what_stands_for_a_picture_is_nobodys_order(shown: str) -> None:
    for gap in ([], [""]):
        assert new("WAIT", *gap, *shown.split("\n"), *gap, "SEIZE") == ["WAIT", "SEIZE"]


def test_an_order_between_brackets_is_told_to_its_writer() -> None:
    orders = ["[ATTACK Eric]", "[SEIZE] [WAIT]", "[WAIT", "SEIZE]", "TO Eric: [image: a tower]", "[logo] SEIZE"]

    assert new(*orders) == orders


def test_lines_full_of_brackets_are_soon_told_from_pictures() -> None:
    began = process_time()
    worst = ["[cid:a] " * 120 + "!", "[" * 1000, "[a " * 300 + "]", "<a.png>" * 140 + "x", "[logo" + " logo" * 190]
    described(["[a", *["description automatically generated]"] * 3] * 5000)

    assert not any(is_picture(line) for line in worst for _ in range(100))
    assert process_time() - began < 3


def test_a_lead_may_run_over_more_than_three_lines() -> None:
    name = ["Referee of the Game of", "Amber", "<referee@referee.test> wrote:"]
    lead = ["On Friday, November 20, 2026", "at 9:14 AM", *name]

    assert new("WAIT", "", *lead, "", *(f"> {line}" for line in REPORT)) == ["WAIT"]
    assert new("WAIT", "SEIZE", *lead, *(f"> {line}" for line in REPORT)) == ["WAIT", "SEIZE"]


LETTER = b"Content-Type: text/plain; charset=utf-8\r\n\r\nATTACK Eric WITH 9P\r\nWAIT\r\n"
TOP = b"From: Ana <ana@players.test>\r\nMIME-Version: 1.0\r\n"
KIND = b'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"\r\n'


def value(tag: int, *inside: bytes) -> bytes:
    """A value of DER."""
    content = b"".join(inside)
    size = len(content)
    long = size.to_bytes(2, "big")
    return bytes([tag]) + (bytes([size]) if size < 0x80 else b"\x82" + long) + content


def endless(tag: int, *inside: bytes) -> bytes:
    """A value of BER whose length is not said."""
    return bytes([tag, 0x80]) + b"".join(inside) + b"\0\0"


def signed(content: bytes, *, kind: bytes = b"\x07\x02") -> bytes:
    """Signed data as most programs write it, without a signature."""
    name = bytes.fromhex("2a864886f70d01")
    inner = value(0x30, value(6, name + b"\x07\x01"), value(0xA0, value(4, content)))
    return value(0x30, value(6, name + kind), value(0xA0, value(0x30, value(2, b"\1"), value(0x31), inner)))


def in_pieces(content: bytes) -> bytes:
    """The same as Apple's and Mozilla's programs write it."""
    name = bytes.fromhex("2a864886f70d01")
    pieces = [value(4, content[n : n + 20]) for n in range(0, len(content), 20)]
    inner = endless(0x30, value(6, name + b"\x07\x01"), endless(0xA0, endless(0x24, *pieces)))
    outer = endless(0x30, value(2, b"\1"), value(0x31), inner)
    return endless(0x30, value(6, name + b"\x07\x02"), endless(0xA0, outer))


def mailed(data: bytes) -> bytes:
    return TOP + KIND + b"Content-Transfer-Encoding: base64\r\n\r\n" + encodebytes(data)


@pytest.mark.parametrize("data", [signed(LETTER), in_pieces(LETTER)], ids=["der", "ber"])
def test_an_opaque_signature_is_looked_into(data: bytes) -> None:
    letter = read(mailed(data))

    assert (letter.lines, letter.problem, letter.error) == (("ATTACK Eric WITH 9P", "WAIT", ""), None, None)
    assert read(mailed(signed(mailed(data)))).lines == letter.lines


@pytest.mark.parametrize("name", ["smime.p7m", "SMIME.P7M", ""])
def test_so_is_one_that_a_server_made_a_mere_file(name: str) -> None:
    kind = b"Content-Type: application/octet-stream\r\n" if name else KIND.replace(b"pkcs7", b"x-pkcs7")
    shown = f'Content-Disposition: attachment; filename="{name}"\r\n'.encode() if name else b""
    head = TOP + kind + shown + b"Content-Transfer-Encoding: base64\r\n\r\n"

    assert read(head + encodebytes(signed(LETTER))).lines == ("ATTACK Eric WITH 9P", "WAIT", "")
    assert read(head + encodebytes(signed(LETTER, kind=b"\x07\x03"))).problem is Problem.ENCRYPTED


def test_what_is_encrypted_or_broken_is_said_to_be_unreadable() -> None:
    whole = in_pieces(LETTER)
    broken = [signed(LETTER, kind=b"\x07\x03"), b"", b"\x30", b"\x30\x80" * 5000, *(whole[:n] for n in range(1, 90, 7))]

    assert [content_of(data) for data in broken] == [None] * len(broken)
    assert {read(mailed(data)).problem for data in broken} == {Problem.ENCRYPTED}


def test_the_limits_hold_inside_a_signature() -> None:
    deep = LETTER
    for _ in range(12):
        deep = mailed(signed(deep))

    assert read(deep).problem is Problem.TOO_COMPLEX
    assert read(mailed(signed(b"Content-Type: text/plain" + b";" * 30_000 + b"\r\n\r\nWAIT"))).problem is (
        Problem.TOO_COMPLEX
    )


@pytest.mark.skipif(which("openssl") is None, reason="this needs the program openssl")
def test_openssls_own_letter_is_read(tmp_path: Path) -> None:
    key, page = tmp_path / "key.pem", tmp_path / "letter"
    page.write_bytes(LETTER)
    made = ["-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(key) + ".crt", "-subj", "/CN=Ana"]
    subprocess.run(["openssl", "req", "-x509", *made], check=True, capture_output=True)
    by = ["-in", str(page), "-signer", f"{key}.crt", "-inkey", str(key)]
    sign = ["openssl", "cms", "-sign", "-nodetach", "-binary", *by]
    for how in ([], ["-stream"]):
        out = subprocess.run([*sign, *how], check=True, capture_output=True).stdout
        assert read(TOP.replace(b"MIME-Version: 1.0\r\n", b"") + out).lines == ("ATTACK Eric WITH 9P", "WAIT", "")
