"""HELP by mail: the orders at a glance, one explained, or all."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import select

from referee.store.tables import MailRow, Sending
from tests.service.world import World

ANA = "ana@players.example"


def helped(world: World, line: str, step: int | None = None) -> str:
    """Let Ana ask for help, and return the letter that brings it."""
    world.write("Ana", line, step=step)
    world.tick()
    return next(" ".join(mail.body.split()) for mail in world.mails() if "order" in mail.subject and mail.to == ANA)


@pytest.mark.parametrize(
    ("line", "begins", "holds"),
    [
        ("HELP", "These orders can be used now", "HELP IF conditions, HELP ALL everything."),
        ("help lead", "This is how LEAD is written: LEAD cards", "For instance:"),
        ("HELP IF", "IF condition THEN order ELSE order", "These are conditions"),
        ("HELP CONDITIONS", "IF condition THEN order ELSE order", "These are conditions"),
        ("help condition", "IF condition THEN order ELSE order", "These are conditions"),
        ("HELP ALL", "Write one order on a line.", "ABOUT WHOLE LETTERS"),
        ("HELP EVERYTHING", "Write one order on a line.", "ABOUT WHOLE LETTERS"),
        ("please help", "These orders can be used now", "HELP LEAD explains an order"),
    ],
)
def test_help_comes_as_short_as_it_was_asked_for(world: World, line: str, begins: str, holds: str) -> None:
    text = helped(world, line)

    assert text.startswith(begins)
    assert holds in text


def test_who_surrenders_where_no_order_is_called_so_hears_of_resign(world: World) -> None:
    world.write("Ana", "SURRENDER")
    world.tick()
    (receipt,) = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == ANA]

    assert 'I don\'t know the order "SURRENDER". Did you mean RESIGN?' in receipt
    assert "SURRENDER" not in world.campaign.kit("amber").rules.grammar.instead


def test_help_names_what_else_a_player_may_write_and_each_is_explained(world: World) -> None:
    more = ("PROPOSE", "VOTE", "ABSENT", "ADDRESS", "RESIGN SEAT")
    text = helped(world, "HELP")
    world.quiet()
    explained = [helped(world.quiet(), f"HELP {one.split()[0]}") for one in more]

    assert f"And in any letter (also {', '.join(more)}):" in text
    assert [one.startswith("This is how ") for one in explained] == [True] * len(more)


@pytest.mark.parametrize("step", [None, 0])
def test_help_on_a_word_of_the_rules_brings_what_they_say_of_it(tmp_path: Path, step: int | None) -> None:
    world = World.made(tmp_path)
    world.game(start=step is None)
    world.quiet()

    world.write("Ana", "HELP Drawing\nHELP xyzzy", step=step)
    world.tick()
    told = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == ANA]

    assert any(text.startswith("WD-7 Drawing") for text in told)
    assert any("HELP xyzzy \"xyzzy\" is not the first word of an order" in text for text in told)
    world.campaign.close()


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("HELP", ["help"]),
        ("Hello,\nHELP\nRULES WD-7\nAna", ["help", "rules"]),
        ("HELP\nLEAD LOW", ["help", "receipt"]),
        ("HELP\nSTATUS", ["help", "receipt"]),
        ("CANCEL REPLY\nHELP", ["help", "receipt"]),
        ("CLEAR\nHELP", ["help", "receipt"]),
        ("HELP\nHELP xyzzy", ["help", "receipt"]),
        ("RULES RULINGS", ["receipt"]),
    ],
)
def test_a_letter_that_asks_for_help_or_rules_alone_has_no_receipt_beside_the_answer(
    world: World, text: str, kinds: list[str]
) -> None:
    world.write("Ana", "CALENDAR ON" if text == "HELP" else "LEAD LOW")
    world.tick()
    world.quiet()
    world.write("Ana", text)
    world.tick()
    with world.campaign.store.reading() as tx:
        sent = sorted(row.kind for row in tx.exec(select(MailRow)) if row.state is Sending.QUEUED)

    assert sent == kinds


@pytest.mark.parametrize("asked", ["HELP", "RULES WD-7"])
def test_who_asks_hears_in_that_page_that_the_orders_stand_and_of_nothing_that_was_said_before(
    tmp_path: Path, asked: str
) -> None:
    world = World.made(tmp_path)
    world.game(early="yes", policy={"early_delay": "30m"})
    world.write("Ana", "LEAD M5, M6, M7")
    world.write("Bob", "LEAD LOW")
    world.tick()
    world.tick()
    warned = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == ANA]
    world.write("Ana", asked)
    world.tick()
    told = [" ".join(mail.body.split()) for mail in world.mails() if mail.to == ANA]

    assert any("Please note:" in text for text in warned)
    assert len(told) == 1
    assert "Your orders on file stand as they are; asking changes none of them." in told[0]
    world.campaign.close()


def test_so_many_ask_for_help_that_no_more_are_answered_as_ever(world: World) -> None:
    most = world.campaign.settings.limits.replies_per_hour
    for n in range(most + 3):
        world.write("Ana", f"HELP\n{'Hello,' * (n % 2)}")
        world.tick()

    assert [mail.to for mail in world.mails()].count(ANA) < most + 3


def test_before_the_start_help_names_wishes(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game(start=False)
    world.quiet()

    text = helped(world, "HELP", step=0)

    assert text.startswith("Before the start you may send these, each on a line of its own: WORD text")
    world.campaign.close()
