"""What a newcomer reads: a first letter that is short, with orders that can be sent; and headlines that differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.bots.simulate import seed_of, setup
from referee.engine.audience import Seat
from referee.engine.game import Game
from referee.laws.played import Rules
from tests.laws.played import played, post, rulesets

MOST_LINES, LARGE = 60, 9
"""So many lines of text has a first letter at most, and two more for each player beyond so many: they are named."""
MOST_ALIKE = 0.25
LONGEST_HEADLINE = 60
GAMES = 6


def begun(rules: Rules, seats: int, number: int) -> Game[Any, Any]:
    """A game of so many players, with the usual options, before its first step."""
    return Game.start(rules, setup(rules, seats, {}), seed_of(number))


def beginnings(slug: str) -> Iterator[Game[Any, Any]]:
    """A game of every number of players."""
    rules = rulesets()[slug]
    yield from (begun(rules, seats, seats) for seats in rules.seats)


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_a_first_letter_is_read_to_its_end(slug: str) -> None:
    def lines(game: Game[Any, Any], seat: Seat) -> int:
        return sum(bool(line.strip()) for line in post(slug).welcome(game, seat).body.split("\n"))

    long = {
        (len(game.setup.seats), seat): count
        for game in beginnings(slug)
        for seat in game.setup.seats
        if (count := lines(game, seat)) > MOST_LINES + 2 * max(0, len(game.setup.seats) - LARGE)
    }

    assert long == {}


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_the_orders_shown_in_a_first_letter_can_be_sent(slug: str) -> None:
    rules = rulesets()[slug]
    for game in beginnings(slug):
        lexicon = post(slug).lexicon(game.setup.seats)
        for seat in game.setup.seats:
            view = game.view(Seat(seat))
            lines = list(rules.orders.examples(view))
            orders = [rules.grammar.read(line, lexicon, seat) for line in lines]

            assert [rules.grammar.show(one) for one in orders] == lines
            assert [(one.order, one.text) for one in rules.orders.remarks(view, orders)] == []


@pytest.mark.parametrize("slug", sorted(rulesets().keys() - {"elements"}))
def test_two_reports_in_a_row_seldom_have_one_headline(slug: str) -> None:
    alike = longest = letters = 0
    for number in range(GAMES):
        record, before = played(slug, number), ""
        seat = record.start.setup.seats[0]
        for step in record.steps:
            if step.after.end is not None:
                break
            headline = post(slug).report(step.after, seat).subject.partition(": ")[2]
            alike, letters, longest = alike + (headline == before), letters + 1, max(longest, len(headline))
            before = headline

    assert letters >= GAMES
    assert (alike / letters <= MOST_ALIKE, longest <= LONGEST_HEADLINE) == (True, True), (alike, letters, longest)
