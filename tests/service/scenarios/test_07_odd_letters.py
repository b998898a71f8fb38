"""Scenario 7: no text, a huge attachment, a broken charset, nothing at all, parts in parts, a bomb: orders stay."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import pytest

from tests.service.world import World


def made(**headers: str) -> EmailMessage:
    """Begin a letter of Ana's."""
    message = EmailMessage()
    message["From"], message["To"] = "ana@players.example", "orders@referee.example"
    message["Subject"], message["Message-ID"] = "hm", "<odd@ana>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return message


def bomb() -> bytes:
    """Pack ten million zeros."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("orders.txt", b"\0" * 10_000_000)
    return held.getvalue()


def attached(data: bytes, kind: str, name: str) -> bytes:
    """A letter with an attachment and no text."""
    message = made()
    main, _, sub = kind.partition("/")
    message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    return message.as_bytes()


def nested(depth: int) -> bytes:
    """Parts in parts, and nothing in them."""
    head = b"From: ana@players.example\r\nMessage-ID: <odd@ana>\r\nMIME-Version: 1.0\r\n"
    body = b""
    for n in range(depth):
        head += b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (n, n)
        body = b"\r\n--b%d--" % n + body
    return head + b"Content-Type: text/plain\r\n\r\n\r\n" + body


ODD = {
    "no text part": attached(b"\x89PNG" * 99, "image/png", "photo.png"),
    "an empty attachment": attached(b"", "application/octet-stream", "orders.bin"),
    "a bomb": attached(bomb(), "application/zip", "orders.zip"),
    "an empty body": made().as_bytes() + b"\r\n",
    "a broken charset": b"From: ana@players.example\r\nMessage-ID: <odd@ana>\r\n"
    b'Content-Type: text/plain; charset="x-no-such"\r\n\r\n\xff\xfe\x00\x80\r\n',
    "parts in parts": nested(40),
    "blanks alone": b"From: ana@players.example\r\nMessage-ID: <odd@ana>\r\n\r\n \r\n\t\r\n\xc2\xa0\r\n",
}


@pytest.fixture
def with_orders(world: World) -> World:
    """Ana has orders on file since noon, and her receipt is out."""
    world.write("Ana", "LEAD HIGHEST")
    world.tick()
    world.quiet().clock.forward(minutes=10)
    return world


STANDS = "Your orders of today at 13:00 still stand."
STAY = "these orders stay on file, those of today at 13:00. 1 LEAD HIGHEST"


@pytest.mark.parametrize("raw", ODD.values(), ids=ODD.keys())
def test_it_is_kept_answered_clearly_and_the_orders_stay(with_orders: World, raw: bytes) -> None:
    letter = with_orders.write("Ana", "", raw=raw)
    behind = with_orders.write("Bob", "LEAD LOWEST")
    with_orders.tick()
    mails = [m for m in with_orders.mails() if m.to == "ana@players.example"]

    assert with_orders.kept(letter).raw == raw
    assert with_orders.on_file("Ana") == ("LEAD HIGHEST",)
    assert len(mails) == 1
    said = " ".join(mails[0].body.split())
    assert (STAY if b"x-no-such" in raw else STANDS) in said
    assert with_orders.outcome(behind) == "orders filed"


def test_twenty_megabytes_are_cut_and_answered_once(with_orders: World) -> None:
    raw = attached(b"\x00" * 20_000_000, "application/octet-stream", "holiday.mov")
    recipient = with_orders.reply_address("Ana")
    from referee.service.rounds.byhand import take

    taken = take(with_orders.campaign, raw, sender="ana@players.example", recipient=recipient)
    with_orders.tick()
    mails = with_orders.mails()

    assert taken.truncated
    assert len(with_orders.kept(taken.letter).raw) <= 65_536
    assert with_orders.outcome(taken.letter) == "too large"
    assert [m.to for m in mails] == ["ana@players.example"]
    assert "today at 13:00" in " ".join(mails[0].body.split())
    assert with_orders.on_file("Ana") == ("LEAD HIGHEST",)
