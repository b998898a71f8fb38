"""What a newcomer reads: a short invitation and first letter, with orders that can be sent; headlines that differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from referee.bots.simulate import seed_of, setup
from referee.engine.audience import Seat
from referee.engine.events import told
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.games.living_trumps.options import PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR
from referee.laws.played import LONGEST, Rules, play_step, style_of
from referee.laws.played import begun as unplayed
from referee.reports.text import lines as printed
from tests.laws.played import post, rulesets

OTHERWISE = {
    "elements": [{"mode": "non-mage"}],
    "living-trumps": [{"variant": one} for one in (PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR)],
}
"""Options that make another game of one, whose newcomers are told other things."""

KINDS = [(slug, options) for slug in sorted(rulesets()) for options in ({}, *OTHERWISE.get(slug, []))]
EVERY = pytest.mark.parametrize(("slug", "options"), KINDS, ids=lambda one: one if isinstance(one, str) else str(one))

MOST_LINES, LARGE = 60, 9
"""So many lines of text has a first letter at most, and two more for each player beyond so many: they are named."""
FEW_LINES = 8
MOST_ALIKE = 0.25
LONGEST_HEADLINE = 60
GAMES, MORE, ENOUGH = 20, 40, 80
"""So many games of a ruleset, or fewer with so many reports in a row; and so many others in the long test."""


def begun(rules: Rules, seats: int, number: int, **options: str) -> Game[Any, Any]:
    """A game of so many players, otherwise with the usual options, before its first step."""
    return Game.start(rules, setup(rules, seats, options), seed_of(number))


def beginnings(slug: str, options: dict[str, str]) -> Iterator[Game[Any, Any]]:
    """A game of every number of players."""
    rules = rulesets()[slug]
    yield from (begun(rules, seats, seats, **options) for seats in rules.seats)


@EVERY
def test_an_invitation_says_in_few_lines_what_the_game_is(slug: str, options: dict[str, str]) -> None:
    rules, lines = rulesets()[slug], post(slug).writer.lines
    settled = setup(rules, rules.seats[0], options).options

    assert not lines.has("about") or 0 < len(printed(lines.block("about", settled))) <= FEW_LINES


@EVERY
def test_a_first_letter_is_read_to_its_end(slug: str, options: dict[str, str]) -> None:
    def lines(game: Game[Any, Any], seat: Seat) -> int:
        return sum(bool(line.strip()) for line in post(slug).welcome(game, seat).body.split("\n"))

    long = {
        (len(game.setup.seats), seat): count
        for game in beginnings(slug, options)
        for seat in game.setup.seats
        if (count := lines(game, seat)) > MOST_LINES + 2 * max(0, len(game.setup.seats) - LARGE)
    }

    assert long == {}


@EVERY
def test_the_orders_shown_in_a_first_letter_can_be_sent(slug: str, options: dict[str, str]) -> None:
    rules = rulesets()[slug]
    for game in beginnings(slug, options):
        lexicon = post(slug).lexicon(game.setup.seats)
        for seat in game.setup.seats:
            view = game.view(Seat(seat))
            lines = list(rules.orders.examples(view))
            orders = [rules.grammar.read(line, lexicon, seat) for line in lines]

            assert [rules.grammar.show(one) for one in orders] == [*dict.fromkeys(lines)] == lines
            assert [(one.order, one.text) for one in rules.orders.remarks(view, orders)] == []


def headlines(slug: str, number: int) -> list[str]:
    """The headlines of a whole game for its first seat, but for the last letter's."""
    found, lines = unplayed(rulesets()[slug], number), post(slug).writer.lines
    seat, style, lexicon = found.start.setup.seats[0], style_of(number), post(slug).lexicon(found.start.setup.seats)
    game, files, said = found.start, {one: OnFile() for one in found.start.setup.seats}, list[str]()
    while len(said) < LONGEST:
        game = play_step(game, number, style, lexicon, files, watched=False).after
        if game.end is not None:
            break
        said.append(lines.headline(game.view(seat), told(game.events, seat), seat))
    return said


@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_two_reports_in_a_row_seldom_have_one_headline(slug: str) -> None:
    games: list[list[str]] = []
    while len(games) < GAMES and sum(map(len, games)) < ENOUGH:
        games.append(headlines(slug, len(games)))

    assert alike(games) == []


@pytest.mark.soak
@pytest.mark.parametrize("slug", sorted(rulesets()))
def test_in_many_games_two_reports_in_a_row_seldom_have_one_headline(slug: str) -> None:
    assert alike([headlines(slug, number) for number in range(GAMES + MORE)]) == []


def alike(games: list[list[str]]) -> list[str]:
    """The headlines that are too long, and those that are as the one before if there are too many of these."""
    pairs = [pair for game in games for pair in pairwise(game)]
    same = [other for one, other in pairs if one == other]
    assert pairs
    return [one for game in games for one in game if len(one) > LONGEST_HEADLINE] + (
        same if len(same) > MOST_ALIKE * len(pairs) else []
    )
