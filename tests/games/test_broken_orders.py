"""Orders of our rule cases, as mail programs break them: all of one counts or nothing."""

from __future__ import annotations

import textwrap
from functools import cache

import pytest

from referee.engine.audience import Seat
from referee.engine.reader import Reader
from referee.engine.sheet import Heard
from referee.games import every
from referee.resources import Resources
from tests.laws.test_cases import CASES

FILED = (Heard.ORDER, Heard.STANDING, Heard.ADVANCE)
SEATS = ("Corwin", "Eric", "Fiona", "Random", "Bleys", "Caine", "Julian")
WIDTHS = (66, 68, 70, 72, 74, 76, 78, 80)
GAMES = {"amber": "SEIZE", "living-trumps": "SUBSTANCE SCHEME"}
"""Those in whose cases an order is longer than a program's line, each with a short one."""


@cache
def reader(slug: str) -> Reader:
    """Who reads the lines of Corwin, at a table of names that the cases use."""
    rules = every(third_party=False)[slug]
    seats = [Seat(name) for name in SEATS[: rules.seats[-1]]]
    tables = {name: Resources().table(name) for name in rules.words.tables}
    return Reader(rules.grammar, rules.words.lexicon(seats, tables), seats[0], 1)


def filed(slug: str, *lines: str) -> list[str]:
    return [line.text for line in reader(slug).read(lines).lines if line.heard in FILED]


def long_orders(slug: str) -> list[str]:
    """All orders of its cases that have more characters than the narrowest program gives a line."""
    written = {line for case in CASES if case.game == slug for lines in case.orders.values() for line in lines}
    return sorted(line for line in written if len(line) > WIDTHS[0] and filed(slug, line) == [line])


@pytest.mark.parametrize("slug", GAMES)
def test_an_order_broken_at_any_width_is_read_whole_or_refused(slug: str) -> None:
    short, found = GAMES[slug], long_orders(slug)

    assert found
    for order in found:
        for width in WIDTHS:
            lines = textwrap.wrap(order, width, break_on_hyphens=False)
            for above, below in (([], []), ([short], [short]), ([], ["", short])):
                others = [line for line in (*above, *below) if line]
                wanted = [*above, order, *below[-1:]]

                assert filed(slug, *above, *lines, *below) in (wanted, others), (width, lines)


@pytest.mark.parametrize(
    ("slug", "lines"),
    [
        ("amber", ["IF THRONE EMPTY", "THEN SEIZE", "ELSE WAIT"]),
        ("amber", ["IF THRONE EMPTY", "SEIZE"]),
        ("amber", ["IF THRONE EMPTY AND NOT RULER IS ME", "THEN SEIZE"]),
        ("amagande", ["PLAY 7D IF SUM <= 12", "ELSE DRAW"]),
        ("elements", ["PUT FLAME", "ELSE ISLAND", "ELSE OCEAN"]),
        ("normal-cards", ["REPLY IF POINTS >= 10 WIN CHEAP", "ELSE DUMP"]),
        (
            "living-trumps",
            ["SHADOWSHIFT 1 DEAL Bleys GIVE 8C GET 7H PLAY HONOUR", "THEN DEAL Bleys GIVE 8C PLAY HONOUR"],
        ),
    ],
)
def test_an_order_that_goes_on_below_is_one(slug: str, lines: list[str]) -> None:
    assert filed(slug, *lines) == [" ".join(lines)]


@pytest.mark.parametrize(
    "lines",
    [
        ["IF THRONE EMTPY", "THEN SEIZE"],
        ["IF THRONE EMTPY", "SEIZE"],
        ["IF RULER ERIC", "ATTACK Eric"],
        ["IF THRONE EMPTY", "THEN SIEZE", "ELSE WAIT"],
    ],
)
def test_an_order_below_a_condition_that_cannot_be_read_does_not_count_without_it(lines: list[str]) -> None:
    assert filed("amber", *lines) == []


def test_a_whole_order_with_a_condition_that_cannot_be_read_leaves_the_next_alone() -> None:
    assert filed("amber", "IF THRONE EMTPY ATTACK Eric", "SEIZE") == ["SEIZE"]


def test_an_order_by_itself_is_no_more_of_a_list_above_it_though_it_would_fit() -> None:
    assert filed("amagande", "PLAY:", "6H,", "ACE SUIT H") == ["PLAY: 6H,", "ACE SUIT H"]
