"""A round through every mail program: what a player wrote is new, and nothing else but a greeting."""

from datetime import UTC, datetime

import pytest

from referee.mail.clients import STYLES, Where, reply
from referee.mail.letter import read
from referee.mail.outgoing import Outgoing, wire
from referee.mail.quoting import Form, Label, classify

FORM = Form(
    "YOUR ORDERS FOR TURN 6      write between the lines, or anywhere above",
    (
        "-" * 70,
        "WAIT",
        "DEFEND WITH ANY",
        "STANDING DEFEND AGAINST SWORDS WITH WANDS LOW, WANDS HIGH, CUPS LOW, CUPS HIGH",
        "-" * 70,
    ),
    "If nothing comes from you: WAIT, and you defend with what you have.",
)
REPORT = f"""SIEGE PERILOUS, a Game of Amber                     Turn 5, for CORWIN
======================================================================
Your orders for turn 6 are due Friday 27 November, 20:00 (Berlin).

WHAT ONLY YOU KNOW

  Your orders:
    1  ATTACK Fiona WITH ANY                       You led 3C.
ATTACK Random WITH 3C
Eric wrote: "Sent from my castle"

{FORM.begin}
{chr(10).join(FORM.lines)}
{FORM.end}
Ask STATUS, HISTORY 4, RULES AM-8 or HELP in any letter.
"""
ORDERS = [
    "ATTACK Corwin WITH 8S, 6P",
    "DEFEND AGAINST CUPS WITH LOW SWORDS",
    "From LON to PAR send three of the very long armies along the whole coast of Europe",
    "TO Fiona: keep out of this, and give my regards to Köln.",
]
GREETINGS = {"Hallo,", "Hallo Spielleiter,"}


def report() -> bytes:
    return wire(
        Outgoing(
            sender="referee@referee.test",
            sender_name="The Referee, esq.",
            recipient="anna@players.test",
            recipient_name="Anna Müller",
            reply_to="orders+0123456789abcdefghjkmnpq@referee.test",
            subject="[Siege Perilous] Turn 5: Eric becomes Corwin's man",
            message_id="<siege.5.corwin.report.1@referee.test>",
            date=datetime(2026, 11, 20, 9, 14, tzinfo=UTC),
            body=REPORT,
        )
    )


PLACES: list[tuple[Where, str]] = [
    (where, knowing)
    for where in ("above", "below", "form")
    for knowing in ("form", "form and letter", "nothing")
    if (where, knowing) != ("form", "nothing")
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("where", "knowing"), PLACES)
@pytest.mark.parametrize("seed", [0, 1])
def test_what_was_written_is_new_and_nothing_else(style: str, where: Where, seed: int, knowing: str) -> None:
    known = {"form": FORM, "nothing": None}.get(
        knowing, Form(FORM.begin, FORM.lines, FORM.end, tuple(REPORT.split("\n")))
    )
    letter = read(reply(style, report(), ORDERS, "Anna <anna@players.test>", seed, where=where, form=FORM))

    labelled = classify(letter.lines, form=known, own=["referee@referee.test"])
    new = [" ".join(line.text.split()) for line in labelled if line.label is Label.NEW]

    assert [line for line in new if line not in GREETINGS] == ORDERS
    assert (letter.sender, letter.problem, letter.machine, letter.disagrees) == ("anna@players.test", None, None, None)
    assert letter.recipients == ("orders+0123456789abcdefghjkmnpq@referee.test",)
    assert letter.in_reply_to == ("<siege.5.corwin.report.1@referee.test>",)


@pytest.mark.parametrize("style", STYLES)
def test_the_same_answer_is_the_same_bytes(style: str) -> None:
    assert reply(style, report(), ORDERS, "a@b.test") == reply(style, report(), ORDERS, "a@b.test")
    assert reply(style, report(), ORDERS, "a@b.test") != reply(style, report(), ORDERS[1:], "a@b.test")
