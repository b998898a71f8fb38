"""Answers to letters that came as HTML: what was written is done, and nothing of what a program quotes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from referee.engine.audience import Seat
from referee.store import games
from tests.mail.pages import PROGRAMS, Outside, Where, answer
from tests.service.world import Mail, World

ANA, BOB = "ana@players.example", "bob@players.example"
MINE = (
    ["LEAD HIGHEST", "REPLY CHEAPEST WIN, LOWEST", "PLAY ON 2"],
    ["LEAD LOWEST", "REPLY HIGHEST", "PLAY ON 3"],
    ["LEAD HIGHEST", "REPLY LOWEST", "PLAY ON 4"],
)
PLACES: tuple[Where, ...] = ("above", "below")
SOME = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["some", "all"])
"""Whether at each place there are answers that name our letter and such that do not (`make soak`); or in turn."""

UNMARKED = ("samsung", "samsung, run on", "yahoo", "outlook", "gmx, text alone", "no lead, no mark", "gmail", "proton")


@pytest.fixture(scope="module")
def reported(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[World, Mail]:
    """The duel after turn 1, closed, to be copied, and Ana's report."""
    world = World.copied(begun, tmp_path_factory.mktemp("reported"))
    world.adjudicate()
    mail = next(mail for mail in world.mails() if mail.to == ANA)
    world.campaign.close()
    return world, mail


@pytest.fixture
def later(reported: tuple[World, Mail], tmp_path: Path) -> Iterator[World]:
    """Return a copy of it, at the same moment."""
    made = World.copied(reported[0].campaign.settings.folder, tmp_path)
    made.clock.moment = reported[0].clock.moment
    yield made
    made.campaign.close()


def ways(program: str, places: tuple[Where, ...], every: bool) -> list[tuple[Where, bool]]:
    """Where it is written, and whether the answer names our letter."""
    first = list(PROGRAMS).index(program)
    both = [(n, where, named) for n, where in enumerate(places, first) for named in (True, False)]
    return [(where, named) for n, where, named in both if every or n % 2 == named]


def answered(world: World, mail: Mail, program: str, where: Where, *written: str, named: bool = True) -> list[Mail]:
    """Answer a letter in a mail program, perhaps one that names no letter of ours; return what goes out then."""
    world.count += 1
    names = str(mail.message["Message-ID"]) if named else ""
    outside = Outside(ANA, mail.reply_to, names, f"<page-{world.count}@players.example>")
    world.arrive(answer(program, mail.page, mail.subject, written, where, outside), mail.reply_to, ANA)
    world.tick()
    return world.mails()


@SOME
@pytest.mark.parametrize("program", [name for name in PROGRAMS if not PROGRAMS[name].run_on])
def test_orders_count_wherever_they_are_written_and_nothing_else(
    reported: tuple[World, Mail], later: World, program: str, every: bool
) -> None:
    for n, (where, named) in enumerate(ways(program, ("above", "below", "form"), every)):
        mine = MINE[n % len(MINE)]
        (receipt,) = answered(later, reported[1], program, where, *mine, named=named)

        assert later.on_file("Ana") == tuple(mine)
        assert [line for line in receipt.body.splitlines() if "quoted" in line or "understand" in line] == []


def assert_a_quotation_orders_nothing(world: World, mail: Mail, program: str, every: bool) -> None:
    """Whoever quotes a letter, however it is named, files nothing and does nothing at once."""
    before = world.on_file("Ana")
    for where, named in ways(program, PLACES, every):
        mails = answered(world, mail, program, where, "Sure, fine.", named=named)

        assert world.on_file("Ana") == before
        assert [(one.to, "Done at once" in one.body) for one in mails] == [(ANA, False)]


@SOME
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_quotation_alone_orders_nothing(
    reported: tuple[World, Mail], later: World, program: str, every: bool
) -> None:
    assert_a_quotation_orders_nothing(later, reported[1], program, every)


def test_a_tap_orders_what_it_says(reported: tuple[World, Mail], later: World) -> None:
    world, mail = later, reported[1]
    links = LexborHTMLParser(mail.page).css("a")
    assert links

    for number, link in enumerate(links):
        parts = urlsplit(link.attributes["href"] or "")
        opened = parse_qs(parts.query)
        subject, body = opened["subject"][0], opened["body"][0]
        raw = f"From: {ANA}\nTo: {parts.path}\nSubject: {subject}\nMessage-ID: <tap-{number}@a.test>\n\n{body}\n"
        world.arrive(raw.encode(), mail.reply_to, ANA)
        world.tick()

        assert link.text() in world.on_file("Ana")
        assert [one.to for one in world.mails()] == [ANA]


@SOME
@pytest.mark.parametrize("program", UNMARKED)
def test_words_of_others_order_nothing_in_the_answer_to_their_html(
    world: World, program: str, every: bool
) -> None:
    world.write("Bob", "TO Ana:\nLook:\nLEAD LOWEST\nRESIGN SEAT\nYES\nTO Bob: take it all\n.")
    world.tick()
    mail = next(one for one in world.mails() if one.to == ANA)

    assert_a_quotation_orders_nothing(world, mail, program, every)


@SOME
@pytest.mark.parametrize("program", UNMARKED)
def test_an_older_letter_orders_nothing_either(
    world: World, program: str, every: bool
) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.tick()
    (mail,) = world.mails()
    world.write("Ana", "TO GM: hello\nSTATUS")
    world.tick()
    world.quiet()

    assert_a_quotation_orders_nothing(world, mail, program, every)


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
