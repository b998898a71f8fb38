"""What no longer stands by a new letter is named in its receipt: each order, and no other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.mail.clients import reply
from referee.service.players.receipts import CLEAR_THE_REST, NONE_STANDS
from tests.service.world import World

AGAIN = "If you still want any of it, send it again below a line ADD."
NO_MORE = "No longer on file:"
OWN = ("LEAD LOWEST", "ROUND 2 LEAD M18")
BEFORE = "LEAD LOWEST\nROUND 2 LEAD MOON\nTURN 2 LEAD SUN\nREPLY CHEAPEST WIN\nREPLY LOWEST"


def receipt(world: World, *texts: str, seat: str = "Ana") -> str:
    """Let letters of a seat come one after another; return the receipt of the last."""
    said = ""
    for text in texts:
        world.quiet()
        world.clock.forward(minutes=5)
        world.write(seat, text)
        world.tick()
        (said,) = (mail.body for mail in world.mails() if mail.to == world.address(seat))
    return said


def gone(said: str) -> list[str]:
    """Return what a receipt names as gone, each list with its heading."""
    paragraphs = said.split("\n\n")
    found: list[str] = []
    for heading, lines in pairwise(paragraphs):
        if heading.startswith("No longer on file"):
            found += [heading, *(line.strip() for line in lines.splitlines())]
    return found


@pytest.mark.parametrize(
    ("text", "named", "hint"),
    [
        ("LEAD HIGHEST", [NO_MORE, *OWN], True),
        ("LEAD LOWEST", [NO_MORE, "ROUND 2 LEAD M18"], True),
        ("ROUND 2 LEAD MOON\nLEAD LOWEST", [], False),
        ("ADD\nLEAD HIGHEST", [], False),
        ("REPLY LOWEST", [NO_MORE, "REPLY CHEAPEST WIN  (standing)"], True),
        ("ADD\nREPLY HIGHEST", [], False),
        ("TURN 2 LEAD MOON", [f"{NO_MORE[:-1]} for turn 2:", "LEAD M19"], True),
        ("LEAD HIGHEST\nTURN 2 LEAD MOON", [NO_MORE, *OWN, f"{NO_MORE[:-1]} for turn 2:", "LEAD M19"], True),
        ("CLEAR", [NO_MORE, *OWN], False),
        ("CLEAR\nLEAD HIGHEST", [NO_MORE, *OWN], False),
        ("CANCEL REPLY", [NO_MORE, "REPLY CHEAPEST WIN  (standing)", "REPLY LOWEST  (standing)"], False),
        ("LAED HIGHEST", [], False),
        ("TO Bob: hello", [], False),
        ("STATUS", [], False),
    ],
)
def test_a_receipt_names_the_orders_that_no_longer_stand(world: World, text: str, named: list[str], hint: bool) -> None:
    said = receipt(world, BEFORE, text)

    assert (gone(said), AGAIN in " ".join(said.split())) == (named, hint)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("LEAD LOWEST\nREPLY LOWST", True),
        ("LEAD LOWEST", False),
        ("REPLY LOWEST\nLEAD LOWST", False),
        ("LEAD LOWST", False),
    ],
    ids=["one of two", "none", "what is kept stands", "nothing is kept"],
)
def test_who_may_lose_orders_by_mending_another_hears_of_add(world: World, text: str, told: bool) -> None:
    said = " ".join(receipt(world, text).split())

    assert ("Send what you mend below a line ADD; without it, it replaces the orders above." in said) == told


def test_taps_on_two_orders_of_a_letter_leave_the_second_and_say_so(world: World) -> None:
    said = receipt(world, "LEAD LOWEST", "LEAD HIGHEST")

    assert gone(said) == [NO_MORE, "LEAD LOWEST"]


def test_what_is_named_may_be_sent_again_as_it_is_printed(world: World) -> None:
    said = receipt(world, "REPLY LOWEST", "REPLY HIGHEST", "ADD\n     REPLY LOWEST  (standing)")

    assert gone(said) == []
    assert world.on_file("Ana") == ("REPLY HIGHEST", "REPLY LOWEST")


def test_an_order_that_stood_twice_and_stands_once_is_named_once(world: World) -> None:
    said = receipt(world, "LEAD LOWEST\nLEAD LOWEST", "LEAD LOWEST")

    assert gone(said) == [NO_MORE, "LEAD LOWEST"]


def test_nobody_hears_of_anothers_orders(world: World) -> None:
    said = receipt(world, "LEAD LOWEST")
    said += receipt(world, "LEAD MOON", "LEAD HIGHEST", seat="Bob")

    assert gone(said) == [NO_MORE, "LEAD M18"]


@pytest.mark.parametrize(
    ("before", "text", "said_of_it", "cancelled"),
    [
        ("LEAD HIGHEST", "CANCEL LEAD", f"CANCEL LEAD {NONE_STANDS} {CLEAR_THE_REST}", False),
        ("LEAD HIGHEST", "CANCEL ALL", f"CANCEL ALL {NONE_STANDS} {CLEAR_THE_REST}", False),
        ("STANDING REPLY LOWEST", "CANCEL LEAD", f"CANCEL LEAD {NONE_STANDS}", False),
        ("STANDING REPLY LOWEST", "CANCEL REPLY", "Cancelled: REPLY.", True),
        ("STANDING REPLY LOWEST", "CANCEL ALL", "Cancelled: all standing orders.", True),
        ("PLAY ON 4", "CANCEL PLAY ON", "Cancelled: PLAY.", True),
    ],
)
def test_what_cancels_nothing_is_not_said_to_have_cancelled(
    world: World, before: str, text: str, said_of_it: str, cancelled: bool
) -> None:
    said = " ".join(receipt(world, before, text).split())

    assert said_of_it in said
    assert ("Cancelled:" in said, "This line I could not use:" in said) == (cancelled, not cancelled)


def test_a_receipt_speaks_of_replacing_only_where_something_stood(world: World) -> None:
    replaces = "; the standing ones replace those of their kind, nothing else is changed."
    first = receipt(world, "REPLY LOWEST")

    assert "I keep these orders." in " ".join(first.split())
    assert replaces in " ".join(receipt(world, "REPLY HIGHEST").split())
    assert replaces in " ".join(receipt(world, "LEAD LOWEST", "REPLY LOWEST", seat="Bob").split())


@pytest.mark.parametrize("style", ["gmail", "outlook_en", "apple", "mutt"])
def test_what_a_receipt_names_as_gone_comes_back_by_its_own_lines_below_add(world: World, style: str) -> None:
    receipt(world, "LEAD LOWEST\nROUND 2 LEAD MOON")
    world.write("Ana", "ROUND 3 LEAD M19")
    world.tick()
    mail = next(mail for mail in world.mails() if mail.to == world.address("Ana"))
    lines = ["ADD", *gone(mail.body)[1:]]

    raw = reply(style, mail.message.as_bytes(), lines, world.address("Ana"), where="above")
    world.arrive(raw, mail.reply_to, world.address("Ana"))
    world.tick()

    assert lines == ["ADD", *OWN]
    assert world.on_file("Ana") == ("ROUND 3 LEAD M19", *OWN)
