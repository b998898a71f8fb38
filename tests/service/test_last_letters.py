"""The last letter, and what a game that is opened tells when it is over: never before, and a closed one never."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.service.gm.ending import EndGame
from referee.service.gm.status import Status as StatusAsked
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people import observers
from referee.service.rounds.command import carry_out
from referee.service.turns.opened import CLOSED, NOT_YET
from referee.store.tables import Reveal, Status
from tests.service.world import Mail, World

ANA, BOB, OLGA = "ana@players.example", "bob@players.example", "olga@players.example"


def closed(world: World) -> World:
    """Let the duel be one that was announced as not opened."""
    with world.campaign.store.writing() as tx:
        row = world.row()
        row.reveal = Reveal.NONE
        tx.add(row)
    return world


def over(world: World) -> list[Mail]:
    """Let Ana and Bob play a turn, and Ana give up in the next; return the mail of that one."""
    world.write("Ana", "LEAD LOWEST\nREPLY HIGHEST")
    world.write("Bob", "WORD abracadabra\nLEAD HIGHEST")
    world.adjudicate()
    world.write("Ana", "RESIGN")
    world.write("Bob", "STANDING CALL NEVER")
    world.tick()
    world.quiet()
    world.adjudicate()
    return world.mails()


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def asked(world: World, line: str) -> dict[str, str]:
    """Let Bob ask for something, and return what comes to him, by subject."""
    world.write("Bob", line)
    world.tick()
    return {mail.subject: words(mail) for mail in world.mails() if mail.to == BOB}


def test_the_last_turn_is_reported_as_every_other_and_the_last_letter_comes_beside_it(world: World) -> None:
    mails = {mail.subject: mail for mail in over(world) if mail.to == BOB}

    assert sorted(mails) == ["[The duel] The game is over: Bob won", "[The duel] Turn 2: You have won"]
    report, last = mails["[The duel] Turn 2: You have won"], mails["[The duel] The game is over: Bob won"]
    assert "The game is over." in words(report)
    assert "Ana gave up" in words(report)
    assert "---- orders" not in report.body
    secret = world.row().secret.hex()
    assert (secret in words(report), secret in words(last)) == (False, True)
    assert len(last.body.splitlines()) <= 60


@pytest.mark.parametrize("line", ["HISTORY ORDERS", "HISTORY LUCK", "history orders"])
def test_nothing_is_opened_before_the_end(world: World, line: str) -> None:
    world.write("Ana", "LEAD LOWEST")

    mails = asked(world, line)

    assert list(mails) == ["[The duel] Turn 1: your letter"]
    assert NOT_YET in mails["[The duel] Turn 1: your letter"]


@pytest.mark.parametrize("line", ["HISTORY ORDERS", "HISTORY LUCK"])
def test_a_closed_game_is_never_opened(world: World, line: str) -> None:
    before = asked(closed(world), line)
    mails = over(world)
    after = asked(world, line)

    secret = world.row().secret.hex()
    assert [CLOSED in text for text in (*before.values(), *after.values())] == [True, True]
    assert [secret in text for text in (*map(words, mails), *after.values())].count(True) == 0
    last = next(mail for mail in mails if mail.to == ANA and "is over" in mail.subject)
    assert "WHAT EVERYBODY HELD" not in last.body


def test_all_orders_come_when_the_game_is_over(world: World) -> None:
    over(world)

    mails = asked(world, "HISTORY ORDERS")

    assert mails["[The duel] All orders"].startswith(
        "These orders were in force, seat by seat. "
        "In force for Ana in turn 1: LEAD LOWEST REPLY HIGHEST "
        "In force for Ana in turn 2: RESIGN REPLY HIGHEST (as before) "
        "In force for Bob in turn 1: LEAD HIGHEST In force for Bob in turn 2: CALL NEVER"
    )
    assert "All orders come in a letter of their own." in mails["[The duel] The game is over"]


def test_words_after_the_end_are_answered_with_the_line_that_brings_them_to_the_others(world: World) -> None:
    over(world)

    [said] = asked(world, "Good game everyone! Can we play again?").values()

    assert "If it is for the others, send: TO ALL: Good game everyone! Can we play again?" in said


def test_words_that_were_delivered_after_the_end_are_said_back_as_they_were_written(world: World) -> None:
    over(world)

    mails = asked(world, "TO Ana: Congratulations!")

    assert "TO Ana: Congratulations! Delivered to Ana now." in mails["[The duel] The game is over"]


def test_the_luck_comes_with_the_lines_that_check_it(world: World) -> None:
    over(world)

    mails = asked(world, "HISTORY LUCK")

    luck, row = mails["[The duel] What the luck was made of"], world.row()
    assert f"{row.commitment} Secret: {row.secret.hex()} Words: Ana: none Bob: none" in luck
    assert "import hashlib" in luck
    assert "WHAT LAY HIDDEN AT THE END Ana" in luck


def test_the_last_report_comes_once_more(world: World) -> None:
    over(world)

    assert "[The duel] Turn 2: You have won" in asked(world, "HISTORY 2")


def test_a_game_that_ends_by_agreement_has_a_last_letter_alone(world: World) -> None:
    carry_out(world.campaign, EndGame(result="Ana", reason="She cannot be stopped"), "duel")

    [last] = [mail for mail in world.mails() if mail.to == ANA]
    assert last.subject == "[The duel] The game is over: Ana won"
    assert "The GM's reason: | She cannot be stopped." in words(last)


def test_each_reader_gets_the_last_report_before_the_letter_that_the_game_is_over(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    mails = over(world)
    found = {to: [mail.subject for mail in mails if mail.to == to][-2:] for to in (ANA, BOB, OLGA)}

    report, last = "[The duel] Turn 2: Bob has won", "[The duel] The game is over: Bob won"
    assert found == {
        ANA: [report, last],
        BOB: ["[The duel] Turn 2: You have won", last],
        OLGA: ["[The duel] Newsletter, turn 2: Bob has won", last],
    }


def test_those_who_look_on_are_offered_nothing_that_they_cannot_ask_for(world: World) -> None:
    observers.add(world.campaign, "duel", OLGA)
    mails = over(world)

    [last] = [mail for mail in mails if mail.to == OLGA and "is over" in mail.subject]
    assert "HISTORY" not in last.body
    assert world.row().secret.hex() in last.body


def test_an_end_that_is_taken_back_and_comes_again_says_so(world: World) -> None:
    over(world)
    carry_out(world.campaign, Rollback(n=2, text="An error.", anyway=True), "duel")
    world.quiet()
    carry_out(world.campaign, Rerun(), "duel")

    mails = {mail.subject: words(mail) for mail in world.mails() if mail.to == BOB}
    report, last = sorted(mails)
    assert last == "[The duel] RERUN: The game is over: Bob won"
    assert "Nothing that you were told is different." in mails[report]
    assert "Turn 2 was adjudicated anew. The reason: | An error. HOW IT ENDED" in mails[last]


def test_a_gm_is_reminded_of_rulings_until_the_game_is_over(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    world.game("sea", ("Ana", "Bob", "Cleo"), ruleset="elements")
    while world.row("sea").status is Status.RUNNING:
        world.adjudicate("sea")

    _, *turns, last = [mail for mail in world.mails() if mail.to == "gm@referee.example"]
    assert {mail.subject for mail in turns} == {f"[The sea] Turn {n} is adjudicated" for n in range(1, len(turns) + 1)}
    assert last.subject == "[The sea] The game is over"
    assert ["YOUR RULINGS" in mail.body for mail in (*turns, last)] == [True] * len(turns) + [False]
    world.campaign.close()


def test_words_after_the_end_are_of_no_turn_and_no_turn_is_open(world: World) -> None:
    over(world)

    world.write("Ana", "TO Bob: Well played.")
    world.tick()
    (told,) = [mail for mail in world.mails() if mail.to == BOB and "Well played" in mail.body]
    (status,) = carry_out(world.campaign, StatusAsked(), "duel").texts

    assert told.subject == "[The duel] After the end: a word for you"
    assert status.lines[0] == "The duel: over, after turn 2."
