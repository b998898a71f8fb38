"""What a report of a mail that came back says, and how much of it is believed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.mail import bounce
from referee.mail.bounce import Bounce, Fate, is_hard
from tests.mail.dsn import BOB, report


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (report(), Bounce(Fate.HARD, BOB, "5.1.1 550 5.1.1 User unknown")),
        (report(status="4.4.7", said="timed out"), Bounce(Fate.SOFT, BOB, "4.4.7 timed out")),
        (report(status="5.2.2", said="552 full"), Bounce(Fate.SOFT, BOB, "5.2.2 552 full")),
        (report(status="5.0.0", said="over quota"), Bounce(Fate.SOFT, BOB, "5.0.0 over quota")),
        (report(action="delayed", status="4.4.1"), Bounce(Fate.DELAYED, BOB, "4.4.1 550 5.1.1 User unknown")),
        (report(to="b@other.example"), Bounce(Fate.HARD, "b@other.example", "5.1.1 550 5.1.1 User unknown")),
        (report(action="delivered", status="2.0.0"), None),
        (report().replace(b"report-type=delivery-status", b"report-type=disposition-notification"), None),
        (report().replace(b"report-type=delivery-status", b"report-type=feedback-report"), None),
        (b"From: bob@players.example\r\nSubject: away\r\n\r\nI am away until May.\r\n", None),
        (b"", None),
        (b"\xff\x00 nonsense", None),
    ],
)  # fmt: skip
def test_a_report_says_what_became_of_the_mail(raw: bytes, expected: Bounce | None) -> None:
    assert bounce.read(raw, sent_to=BOB) == expected


def test_of_words_for_people_only_those_count_that_name_our_address() -> None:
    words = (
        b"From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\n"
        b"Hi. This is the qmail-send program at mx.example.\r\n"
        b"I'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n"
        b"<bob@players.example>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n"
        b"--- Below this line is a copy of the message.\r\n\r\nSubject: x\r\n\r\nhello\r\n"
    )

    assert bounce.read(words, sent_to=BOB) == Bounce(Fate.HARD, BOB, "Sorry, no mailbox here by that name. (#5.1.1)")
    assert bounce.read(words, sent_to="cato@players.example") is None


@pytest.mark.parametrize(
    ("status", "words", "hard"),
    [
        ("5.1.1", "", True),
        ("5.2.1", "", True),
        ("5.3.0", "553 Unknown E-Mail Address", True),
        ("", "550 no", True),
        ("", "", True),
        ("5.7.1", "", False),
        ("5.0.0", "554 rejected for policy reasons", False),
        ("", "451 try later", False),
        ("", "552 5.2.2 mailbox full", False),
    ],
)
def test_a_bounce_is_hard_if_the_address_will_never_take_mail(status: str, words: str, hard: bool) -> None:
    assert is_hard(status, words) is hard


EXPECTED = {
    "flufl__dsn_05": "delayed", "flufl__dsn_15": "hard", "flufl__exim_01": "hard", "flufl__groupwise_01": "hard",
    "flufl__postfix_01": "hard", "flufl__qmail_01": "hard", "flufl__qmail_08": "-",
    "mikel__multi_address_bounce1": "hard", "mikel__report_422": "delayed", "mikel__report_530": "hard",
    "sisimai__arf-01": "-", "sisimai__lhost-exchange2007-01": "hard", "sisimai__lhost-exim-02": "hard",
    "sisimai__lhost-gmail-01": "hard", "sisimai__lhost-gmx-01": "soft", "sisimai__lhost-outlook-01": "soft",
    "sisimai__lhost-postfix-01": "hard", "sisimai__lhost-postfix-02": "hard", "sisimai__lhost-qmail-01": "hard",
    "sisimai__lhost-sendmail-01": "hard", "sisimai__rfc3464-01": "hard", "sisimai__rfc3834-01": "-",
    "sisimai__rfc3834-02": "-", "sisimai__rfc3834-03": "-", "sisimai__rfc3834-04": "-", "sisimai__rfc3834-05": "-",
    "sisimai__is-not-bounce-01": "-", "sisimai__is-not-bounce-02": "-",
}  # fmt: skip
SENT_TO = {
    "flufl__dsn_05": "userx@example.cz", "flufl__dsn_15": "userx@example.com", "flufl__exim_01": "userx@its.example.nl",
    "flufl__groupwise_01": "userx@example.edu", "flufl__postfix_01": "xxxxx@local.ie",
    "flufl__qmail_01": "userx@example.de",
    "mikel__multi_address_bounce1": "kfhejkfbsjkjsbhds@gmail.com", "mikel__report_422": "fraser@oooooooo.com.au",
    "mikel__report_530": "edwin@zzzzzzz.com", "sisimai__lhost-exim-02": "kijitora@example.jp",
    "sisimai__lhost-gmail-01": "userunknown@example.jp", "sisimai__lhost-gmx-01": "shironeko@example.jp",
    "sisimai__lhost-qmail-01": "kijitora@example.ne.jp",
}  # fmt: skip


def test_bounces_of_real_hosts_are_understood_and_vacation_notes_are_no_bounces() -> None:
    corpus = os.environ.get("REFEREE_MAIL_CORPUS")
    if not corpus:
        pytest.skip("set REFEREE_MAIL_CORPUS to a folder of real letters")
    found = {}
    for name in EXPECTED:
        [file] = Path(corpus).glob(f"{name}.*")
        read = bounce.read(file.read_bytes(), sent_to=SENT_TO.get(name, BOB))
        found[name] = read.fate.value if read else "-"

    assert found == EXPECTED
