"""Words that reached nobody are said back as the line that would have been understood, ready to be sent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from referee.service.gm.turns import Rerun, Rollback
from referee.service.rounds.command import carry_out
from referee.store import rulings
from referee.store.tables import VoteRow
from tests.service.world import Mail, World

SEATS = ("Corwin", "Eric", "Fiona", "Random")
GM_AT = "gm@referee.example"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A game of four, and all mail so far is out."""
    made = World.made(tmp_path)
    made.game("amber", SEATS, ruleset="amber")
    yield made.quiet()
    made.campaign.close()


def say(world: World, text: str, answers: Mail | None = None) -> str:
    """Let Eric write, and return the receipt."""
    if answers is None:
        world.write("Eric", text, game="amber")
        world.tick()
    else:
        world.answer(answers, text, In_Reply_To=str(answers.message["Message-ID"]))
    return " ".join(next(mail for mail in world.mails() if mail.to == world.address("Eric")).body.split())


def word(world: World, text: str) -> Mail:
    """Let Corwin write to Eric, and return what reached him."""
    world.write("Corwin", text, game="amber")
    world.tick()
    return next(mail for mail in world.mails() if mail.to == world.address("Eric"))


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Ok deal!", "TO Corwin: Ok deal!"),
        ("I like it.\nShall we meet in Shadow?\n\nEric", "TO Corwin: I like it. Shall we meet in Shadow?"),
        ("Thanks!\nEric", "TO Corwin: Thanks!"),
        (
            "So be it, and for ever. " * 20,
            "TO Corwin: alone on a line, your words below it, and below these a line with a single full stop",
        ),
    ],
)
def test_who_answers_words_of_another_is_shown_how_theirs_reach_them(world: World, said: str, line: str) -> None:
    receipt = say(world, said, word(world, "TO Eric: shall we join against Fiona?"))

    assert f"It went to nobody. If it is for Corwin, send: {line}" in receipt


@pytest.mark.parametrize("said", ["TO Corwin: deal", "TO Corwin: deal\n\nWhat a nice game this is, I think!"])
def test_who_has_written_to_them_is_shown_nothing(world: World, said: str) -> None:
    assert "went to nobody" not in say(world, said, word(world, "TO Eric: shall we?"))


def test_a_question_is_said_back_as_one_to_the_gm(world: World) -> None:
    receipt = say(world, "WAIT\n\nCan I do anything while I am banished?")

    assert "If you ask the GM, send: TO GM: Can I do anything while I am banished?" in receipt


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("vote no, I still want to win", "VOTE NO"),
        ("I vote for no. Sorry!", "VOTE NO"),
        ("My vote is yes, is that right?", "VOTE YES"),
        ("No, I am winning :)", "VOTE NO"),
        ("NO", "VOTE NO"),
        ("Yes", "VOTE YES"),
    ],
)
def test_a_vote_among_other_words_is_none_and_its_line_is_shown(world: World, said: str, line: str) -> None:
    without = say(world, said)
    world.write("Corwin", "PROPOSE DRAW", game="amber")
    world.tick()
    world.quiet()
    receipt = say(world, said)

    assert "A ballot is open" not in without
    assert f"A ballot is open, and that is no vote yet. To cast it, send on a line by itself: {line}" in receipt
    assert "TO GM: " + said not in receipt
    with world.campaign.store.reading() as tx:
        assert [row.seat for row in tx.exec(select(VoteRow))] == ["Corwin"]
        assert rulings.ballot(tx, world.row("amber").id) is not None


def test_a_yes_to_somebodys_words_is_no_vote_though_a_ballot_is_open(world: World) -> None:
    world.write("Corwin", "PROPOSE DRAW", game="amber")
    world.tick()
    world.quiet()

    receipt = say(world, "Yes, with pleasure!", word(world, "TO Eric: shall we join against Fiona?"))

    assert "A ballot is open" not in receipt
    assert "If it is for Corwin, send: TO Corwin: Yes, with pleasure!" in receipt


def test_nothing_that_goes_to_the_gm_tells_of_a_vote_among_other_words(world: World) -> None:
    world.write("Corwin", "PROPOSE DRAW", game="amber")
    world.tick()
    world.quiet()
    world.write("Eric", "vote no, I still want to win", game="amber")
    world.tick()
    world.adjudicate("amber")

    assert all("still want to win" not in mail.body for mail in world.mails() if mail.to == GM_AT)


def test_who_confirms_orders_in_a_sentence_is_shown_the_line(world: World) -> None:
    world.adjudicate("amber")
    say(world, "WAIT")
    carry_out(world.campaign, Rollback(n=1, text="A rule was read wrongly."), "amber")
    carry_out(world.campaign, Rerun(), "amber")
    world.quiet()
    told = "Your orders of before still wait for your word. Send on a line by itself: CONFIRM ORDERS"

    assert told in say(world, "I confirm my orders.")
    assert "count again" in say(world, "CONFIRM ORDERS")
    assert told not in say(world, "I confirm my orders.")


@pytest.mark.parametrize("line", ["@Corwin shall we join?", "@Corwin: shall we join?", "Corwin: shall we join?"])
def test_who_calls_somebody_hears_how_words_reach_them_and_of_no_order(world: World, line: str) -> None:
    told = say(world, line)

    assert "Write TO Corwin: and your words." in told
    assert "For instance" not in told
