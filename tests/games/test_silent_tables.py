"""A table where nobody writes, or nobody any more: the game ends by its own rules, as its RULES.md says."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee.bots.simulate import Style, orders_from, seed_of, setup, writer_of
from referee.cases.letters import Post
from referee.engine.game import Game
from referee.engine.sheet import OnFile
from referee.games import every
from referee.laws.played import Position, Rules
from referee.resources import Resources

AGREED = ("amber",)
"""Games that end so only where the table agreed on a last turn (AM-14.7)."""

TABLES: list[tuple[str, Mapping[str, str]]] = [
    *((slug, {}) for slug in sorted(set(every(third_party=False)) - set(AGREED))),
    ("amagande", {"voluntary_draw": "yes"}),
    ("amber", {"turn_limit": "12"}),
    ("elements", {"mode": "non-mage"}),
]

MOST = 100


def silent_after(turns: int, rules: Rules, options: Mapping[str, str], number: int) -> Position:
    """Play a game in which all write for so many turns and nobody afterwards; what they let stand stays in force."""
    game = Game.start(rules, setup(rules, rules.seats[0], options), seed_of(number))
    lexicon = Post(rules, Resources()).lexicon(game.setup.seats)
    on_file, plays = {seat: OnFile() for seat in game.setup.seats}, writer_of(rules, Style.SENSIBLE)
    while game.end is None and game.step < MOST:
        orders = {}
        for seat, filed in on_file.items():
            writes = plays if game.step < turns else writer_of(rules, Style.SILENT)
            on_file[seat], orders[seat] = orders_from(writes, game, seat, lexicon, filed)
        game = game.play(orders)
    return game


@pytest.mark.parametrize(("slug", "options"), TABLES, ids=lambda one: one if isinstance(one, str) else "-".join(one))
@pytest.mark.parametrize("turns", [0, 2])
@pytest.mark.parametrize("number", range(3))
def test_a_table_that_falls_silent_ends(slug: str, options: Mapping[str, str], turns: int, number: int) -> None:
    rules = every(third_party=False)[slug]

    last = silent_after(turns, rules, options, number)

    assert last.end is not None
    assert last.end.reason in rules.ending.reasons


@pytest.mark.parametrize("slug", AGREED)
def test_only_where_the_rulebook_says_so_a_silent_table_plays_on(slug: str) -> None:
    last = silent_after(0, every(third_party=False)[slug], {}, 0)

    assert (last.end, last.step) == (None, MOST)
