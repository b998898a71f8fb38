"""Answers to letters that came as HTML: what was written is done, and nothing of what a program quotes."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from referee.engine.audience import Seat
from referee.store import games
from tests.mail.pages import PROGRAMS, Outside, Where, answer
from tests.service.world import Mail, World

ANA, BOB = "ana@players.example", "bob@players.example"
MINE = ["LEAD HIGHEST", "REPLY CHEAPEST WIN, LOWEST", "PLAY ON 2"]
PLACES: tuple[Where, ...] = ("above", "below")
UNMARKED = ("samsung", "samsung, run on", "yahoo", "outlook", "gmx, text alone", "no lead, no mark", "gmail", "proton")


def report_of(world: World) -> Mail:
    """Let turn 1 be adjudicated, and return Ana's report."""
    world.adjudicate()
    return next(mail for mail in world.mails() if mail.to == ANA)


def answered(world: World, mail: Mail, program: str, where: Where, *written: str, named: bool = True) -> list[Mail]:
    """Answer a letter in a mail program, perhaps one that names no letter of ours; return what goes out then."""
    world.count += 1
    names = str(mail.message["Message-ID"]) if named else ""
    outside = Outside(ANA, mail.reply_to, names, f"<page-{world.count}@players.example>")
    world.arrive(answer(program, mail.page, mail.subject, written, where, outside), mail.reply_to, ANA)
    world.tick()
    return world.mails()


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("program", [name for name in PROGRAMS if not PROGRAMS[name].run_on])
def test_orders_count_wherever_they_are_written_and_nothing_else(world: World, program: str, named: bool) -> None:
    mail = report_of(world)
    for where in ("above", "below", "form"):
        (receipt,) = answered(world, mail, program, where, *MINE, named=named)

        assert world.on_file("Ana") == tuple(MINE)
        assert [line for line in receipt.body.splitlines() if "quoted" in line or "understand" in line] == []
        answered(world, mail, program, "above", "CLEAR")


def assert_a_quotation_orders_nothing(world: World, mail: Mail, program: str) -> None:
    """Whoever quotes a letter, however it is named, files nothing and does nothing at once."""
    before = world.on_file("Ana")
    for named in (True, False):
        for where in PLACES:
            mails = answered(world, mail, program, where, "Sure, fine.", named=named)

            assert world.on_file("Ana") == before
            assert [(one.to, "Done at once" in one.body) for one in mails] == [(ANA, False)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quotation_alone_orders_nothing(world: World, program: str) -> None:
    mail = report_of(world)
    assert_a_quotation_orders_nothing(world, mail, program)


def test_a_tap_orders_what_it_says(world: World) -> None:
    mail = report_of(world)
    links = LexborHTMLParser(mail.page).css("a")
    assert links

    for number, link in enumerate(links):
        parts = urlsplit(link.attributes["href"] or "")
        opened = parse_qs(parts.query)
        subject, order = opened["subject"][0], opened["body"][0]
        raw = f"From: {ANA}\nTo: {parts.path}\nSubject: {subject}\nMessage-ID: <tap-{number}@a.test>\n\n{order}\n"
        world.arrive(raw.encode(), mail.reply_to, ANA)
        world.tick()

        assert order in world.on_file("Ana")
        assert [one.to for one in world.mails()] == [ANA]


@pytest.mark.parametrize("program", UNMARKED)
def test_words_of_others_order_nothing_in_the_answer_to_their_html(world: World, program: str) -> None:
    world.write("Bob", "TO Ana:\nLook:\nLEAD LOWEST\nRESIGN SEAT\nYES\nTO Bob: take it all\n.")
    world.tick()
    mail = next(one for one in world.mails() if one.to == ANA)

    assert_a_quotation_orders_nothing(world, mail, program)


@pytest.mark.parametrize("program", UNMARKED)
def test_an_older_letter_orders_nothing_either(world: World, program: str) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    (mail,) = world.mails()
    world.write("Ana", "TO GM: hello\nSTATUS")
    world.tick()
    world.quiet()

    assert_a_quotation_orders_nothing(world, mail, program)


@pytest.mark.parametrize("program", UNMARKED)
def test_a_yes_counts_and_a_quoted_question_is_none(world: World, program: str) -> None:
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    mail = next(one for one in world.mails() if "do you want to leave?" in one.subject)

    for where in PLACES:
        answered(world, mail, program, where, "I shall think about it.")
        assert not has_left(world)
    answered(world, mail, program, "above", "YES")
    assert has_left(world)


def has_left(world: World) -> bool:
    with world.campaign.store.reading() as tx:
        return games.seat(tx, world.row().id, Seat("Ana")).vacant_since is not None
