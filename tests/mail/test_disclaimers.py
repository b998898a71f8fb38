"""Notices at the foot of a letter are no words of its writer; and nothing that they wrote is taken for one."""

from __future__ import annotations

from time import process_time

import pytest

from referee.mail.disclaimers import at_the_foot
from referee.mail.quoting import Label, classify

ENGLISH = """\
This e-mail and any attachments are confidential and intended solely for the
addressee. If you are not the intended recipient please delete it."""

LEGAL = """\
CONFIDENTIALITY NOTICE: This e-mail and any attachments are confidential and
may be privileged. If you are not the intended recipient, please notify the
sender immediately and delete this message.
Please consider the environment before printing this email."""

GERMAN = """\
Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte
Informationen. Wenn Sie nicht der richtige Adressat sind oder diese E-Mail
irrtümlich erhalten haben, informieren Sie bitte sofort den Absender und
vernichten Sie diese Mail."""

FRENCH = """\
Ce message et toutes les pièces jointes sont confidentiels et établis à
l'intention exclusive de ses destinataires."""

REGISTER = "Acme GmbH | Amtsgericht Berlin HRB 1234"

ORDERS = "LEAD HIGHEST\nreply lowest"


def new(text: str) -> list[str]:
    return [line.text for line in classify(text.split("\n")) if line.label is Label.NEW]


@pytest.mark.parametrize("notice", [ENGLISH, LEGAL, GERMAN, FRENCH, "This email is confidential.", ENGLISH.upper()])
@pytest.mark.parametrize("below", ["", f"\n\n{REGISTER}", f"\n{REGISTER}", "\n\n> LEAD LOWEST"])
@pytest.mark.parametrize("ruler", ["", "_" * 32 + "\n", "_" * 32 + "\n\n"])
def test_a_notice_at_the_foot_is_a_signature(notice: str, below: str, ruler: str) -> None:
    text = f"{ORDERS}\n\nThanks,\nAnna\n\n{ruler}{notice}{below}"
    labels = {line.label for line in classify(text.split("\n"))}

    assert new(text) == ["LEAD HIGHEST", "reply lowest", "Thanks,", "Anna"]
    assert labels - {Label.QUOTED} == {Label.NEW, Label.BLANK, Label.SIGNATURE}


ENDLESS = "This e-mail is confidential and intended for the named recipient alone"


@pytest.mark.parametrize("notice", [ENGLISH, LEGAL, GERMAN, FRENCH, "This email is confidential", ENDLESS])
@pytest.mark.parametrize("order", ["LEAD HIGHEST", "reply lowest", "TO Bob: it is confidential.", "ABSENT 1.12.", "."])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_what_is_written_below_a_notice_is_new_and_so_is_all_above(notice: str, order: str, gap: str) -> None:
    assert new(f"{ORDERS}\n\n{notice}{gap}{order}")[-1] == order


def test_orders_right_above_a_notice_are_new() -> None:
    assert new(f"{ORDERS}\n{ENGLISH}") == ORDERS.split("\n")


@pytest.mark.parametrize(
    "text",
    [
        "TO ALL:\nThis message is confidential and for the recipient alone.\n.",
        "This is confidential: I am going to attack Bob.\nATTACK Bob WITH 8S",
        "Any card will do, please.\nLEAD ANY",
        "DISCARD Recipient\nDELETE 8S",
        "NOTICE 5",
    ],
)
def test_a_writers_own_words_are_theirs(text: str) -> None:
    assert new(text) == text.split("\n")


def test_a_hundred_thousand_lines_of_notices_are_soon_read() -> None:
    began = process_time()
    at_the_foot(["This e-mail is confidential and for the recipient"] * 100_000, [True] * 100_000)
    at_the_foot(["x", ""] * 50_000, [True, False] * 50_000)

    assert process_time() - began < 2
