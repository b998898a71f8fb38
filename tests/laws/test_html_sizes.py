"""The longest letters there are, at the largest table of each game: mail programs cut none of them."""

from collections.abc import Iterator

import pytest

from referee.bots.simulate import Style, seed_of, setup
from referee.engine.audience import OBSERVER
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.laws.played import play_step
from referee.reports.look import html
from referee.resources import Resources
from referee.service.post.delivery import CUT
from tests.laws.played import post, rulesets
from tests.reports.drawn import REPLY

TABLES = {"amagande": 4, "amber": 16, "elements": 7, "living-trumps": 8, "normal-cards": 4, "wizards-duel": 2}
LONGEST = 40
LOUD = {"elements": Style.RANDOM}
"""Whose letters are the longest where players do whatever can be done; elsewhere where they play to win."""


def sizes(slug: str, style: Style, number: int) -> list[int]:
    """The bytes of each letter of a game as HTML, to every seat and to those who look on."""
    return [len(page.encode()) for page in pages(slug, style, number)]


def pages(slug: str, style: Style, number: int) -> Iterator[str]:
    """Every letter of a game from the first to the last."""
    rules, writes = rulesets()[slug], post(slug)
    game = Game.start(rules, setup(rules, TABLES[slug], {}), seed_of(number))
    seats, lexicon = game.setup.seats, writes.lexicon(game.setup.seats)
    files = {seat: OnFile() for seat in seats}
    yield from (html(writes.welcome(game, seat).document, Resources(), REPLY) for seat in seats)
    while game.end is None and game.step < LONGEST:
        step = play_step(game, number, style, lexicon, files)
        game = step.after
        for seat in (*seats, OBSERVER):
            yield html(writes.report(game, seat, step.files.get(seat)).document, Resources(), REPLY)


@pytest.mark.parametrize("slug", TABLES)
def test_no_letter_of_the_largest_table_is_cut(slug: str) -> None:
    found = sizes(slug, LOUD.get(slug, Style.SENSIBLE), 0)

    assert max(found) < 0.8 * CUT


@pytest.mark.soak
@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("slug", TABLES)
def test_no_letter_of_many_games_at_the_largest_table_is_cut(slug: str, style: Style) -> None:
    found = [max(sizes(slug, style, number)) for number in range(10)]

    assert max(found) < CUT
