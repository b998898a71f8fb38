"""More letters than are answered in an hour: all are read, and one letter says later what became of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.rounds.byhand import send_waiting
from tests.service.world import Mail, SmtpSink, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A duel where two letters in an hour are answered."""
    made = World.made(tmp_path, limits_replies_per_hour=2)
    made.game()
    yield made.quiet()
    made.campaign.close()


def flood(world: World, *texts: str) -> list[Mail]:
    """Let Ana write, a minute apart, and return what she gets at once."""
    for text in texts:
        world.clock.forward(minutes=1)
        world.write("Ana", text)
        world.tick()
    return [mail for mail in world.mails() if mail.to != "gm@referee.example"]


def words(mail: Mail) -> str:
    return " ".join(mail.body.split())


def test_one_letter_says_what_became_of_those_that_got_no_answer(world: World) -> None:
    answers = flood(world, "LEAD LOWEST", "HELLO THERE", "REPLY HIHGEST", "hello?", "RAPLY HIGHEST")
    assert [m.subject for m in answers] == ["[The duel] Turn 1: your orders", "[The duel] Turn 1: your letter"]
    assert "If more come, one letter says a little later what became of them all." in words(answers[1])

    world.clock.forward(minutes=55)
    assert world.mails() == []
    world.clock.forward(minutes=10)
    (digest,) = world.mails()

    assert (digest.to, digest.subject) == ("ana@players.example", "[The duel] what became of your letters")
    assert (digest.message["Auto-Submitted"], digest.reply_to) == ("auto-replied", world.reply_address("Ana"))
    said, last = digest.body.split("-" * 72)
    assert said == (
        "Dear Ana,\n\nso many letters came from you in a short time that I did not answer each\nof them. All were read."
        " This is what became of those without an answer:\n\n"
        "  Tuesday 24 November, 13:03 (Berlin)  Turn 1: your letter, nothing\n      changed\n"
        "  Tuesday 24 November, 13:04 (Berlin)  Turn 1: your letter\n"
        "  Tuesday 24 November, 13:05 (Berlin)  Turn 1: your letter, nothing\n      changed\n\n"
        "  The last answer in full:\n\n"
    )
    assert "I don't know the order \"RAPLY\". Did you mean REPLY?" in " ".join(last.split())


def test_before_the_start_too_no_help_is_promised_that_does_not_come(tmp_path: Path) -> None:
    world = World.made(tmp_path, limits_replies_per_hour=2)
    world.game(start=False)
    world.quiet()
    for line in ("HELP", "HELP WORD", "RULES WD-7"):
        world.write("Ana", line, step=0)
        world.tick()
    came = [mail.subject for mail in world.mails() if mail.to == "ana@players.example"]
    world.clock.forward(minutes=70)
    (digest,) = world.mails()

    assert came.count("[The duel] your letter") == 2
    assert not any("rules" in subject for subject in came)
    assert "so many letters of yours in this hour that it does not come now" in words(digest)
    assert "in a letter of" not in words(digest)
    world.campaign.close()


def test_orders_have_their_receipt_however_many_letters_came(world: World) -> None:
    answers = flood(world, *(f"LEAD {'LOWEST' if n % 2 else 'HIGHEST'}" for n in range(7)), "hello", "LEAD LOWEST")

    receipts = [mail for mail in answers if "Keep it as your proof:" in words(mail)]
    assert [mail.subject for mail in receipts] == ["[The duel] Turn 1: your orders"] * 8
    assert len({words(mail).partition("Receipt ")[2][:24] for mail in receipts}) == 8
    assert answers == receipts
    assert "only those with orders get a receipt" in words(receipts[1])


def test_programs_that_send_the_same_orders_for_every_receipt_fall_silent(world: World) -> None:
    fast = flood(world, *["LEAD LOWEST"] * 12)
    world.clock.forward(minutes=90)
    world.quiet()
    slow = []
    for _ in range(3):
        world.clock.forward(minutes=40)
        slow += flood(world, "LEAD LOWEST")
    other = flood(world, "LEAD HIGHEST")

    assert [mail.subject for mail in fast] == ["[The duel] Turn 1: your orders"] * 5
    assert slow == []
    assert [mail.subject for mail in other] == ["[The duel] Turn 1: your orders"]
    assert world.on_file("Ana") == ("LEAD HIGHEST",)


def test_what_became_of_the_others_goes_out_in_its_time_though_nothing_but_sending_runs(
    tmp_path: Path, sink: SmtpSink
) -> None:
    with_sink = World.made(tmp_path, limits_replies_per_hour=2, smtp_port=sink.port)
    with_sink.game()
    for text in ("hello", "hello there", "hello again"):
        with_sink.write("Ana", text)
        with_sink.tick()
    send_waiting(with_sink.campaign)
    before = len(sink.taken)
    with_sink.clock.forward(minutes=59)
    send_waiting(with_sink.campaign)
    with_sink.clock.forward(minutes=1)
    send_waiting(with_sink.again().campaign)

    assert [mail.subject for mail in sink.mails()[before:]] == ["[The duel] what became of your letters"]
    with_sink.campaign.close()


def test_it_comes_before_the_deadline_if_it_can(world: World) -> None:
    world.clock.forward(hours=6, minutes=20)
    flood(world, "LEAD LOWEST", "hello", "hello?")

    world.clock.forward(minutes=23)

    assert [m.subject for m in world.mails()] == ["[The duel] what became of your letters"]


def test_there_is_one_a_day_so_two_programs_fall_silent(world: World) -> None:
    flood(world, *["hello"] * 4)
    world.clock.forward(hours=2)
    assert len(world.mails()) == 1

    answers = flood(world, *["hello"] * 4)
    world.clock.forward(hours=2)

    assert len(answers) == 2
    assert "one letter says" not in words(answers[1])
    assert world.mails() == []


def test_what_is_asked_for_in_between_is_not_lost(world: World) -> None:
    answers = flood(world, "LEAD LOWEST", "STATUS", "TO Bob: hello", "WAIT FLAG", "HISTORY 0")

    assert [m.to for m in answers].count("bob@players.example") == 1
    world.clock.forward(hours=2)
    assert "[The duel] what became of your letters" in [m.subject for m in world.mails()]


@pytest.mark.parametrize("asked", ["HELP", "RULES", "LOG", "HISTORY 0", "RESEND"])
def test_a_letter_that_is_asked_for_beyond_that_is_promised_to_nobody(world: World, asked: str) -> None:
    flood(world, "STATUS", "hello", asked)
    world.clock.forward(hours=2)
    (digest,) = world.mails()

    said = words(digest).partition("The last answer in full:")[2]
    assert "it does not come now; ask again in an hour." in said


def test_of_letters_without_a_key_there_is_none_for_anybody_can_write_them_in_a_players_name(world: World) -> None:
    for n in range(6):
        world.clock.forward(minutes=1)
        forged = world.letter(f"RESIGN SEAT {n}", "ana@players.example")
        world.arrive(forged, "orders@referee.example", "mallory@elsewhere.example")
        world.tick()
    told = world.mails()
    world.clock.forward(hours=4)
    world.tick()

    theirs = [words(mail) for mail in told if mail.to == "ana@players.example"]
    assert ["more of them get no answer for a while; nor are they used." in one for one in theirs] == [False, True]
    assert {mail.to for mail in told} == {"ana@players.example", "gm@referee.example"}
    assert world.mails() == []
