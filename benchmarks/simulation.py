"""What a thousand simulated games cost, some of which are played in this process; and what reading a line costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from statistics import mean
from typing import Any

from benchmarks.pairs import Row, Taken, alone, size, timed
from referee import games
from referee.bots.bot import own_chance
from referee.bots.simulate import Plan, Style, seed_of, setup, simulate, writer_of
from referee.cases.letters import Post
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon, split
from referee.engine.ruleset import Ruleset
from referee.resources import Resources

MANY = 1000
WARM = 2

TABLES, ROUNDS = 6, 9
"""At so many tables of each game bots write the lines that are read, so many times over; the fastest round counts."""


def amber() -> Row:
    """Say what a thousand games of Amber of nine cost."""
    return _of("amber", 9, "<= 25 s", 40)


def living_trumps() -> Row:
    """Say the same of Living Trumps of eight, a full table."""
    return _of("living-trumps", 8, "<= 100 s", 16)


def _of(slug: str, seats: int, aim: str, some: int) -> Row:
    rules, plan = games.find(slug), Plan(slug, seats=seats)

    def play(numbers: range) -> None:
        assert all(one.reason for one in simulate(games.find, plan, numbers, workers=1))

    play(range(WARM))
    one = timed(lambda: play(range(some)), some)
    name = f"simulate, {MANY:,} games: {rules.title} of {seats} ({some} played)"
    return alone(name, aim, Taken(MANY * one.wall, MANY * one.cpu))


def lines() -> Row:
    """Say what it costs to read an order line for the first time, as bots write them at tables that have just begun."""
    found = {rules.title: _reading(rules) for rules in games.every(third_party=False).values()}
    dearest = max(found, key=lambda title: found[title])
    return size("an order line read anew, mean of the games", "<= 25", mean(found.values()), "us",
                f"{dearest}: {found[dearest]:.1f} us")  # fmt: skip


def _reading(rules: Ruleset[Any, Any]) -> float:
    """Microseconds by CPU that a line of a game takes."""
    written = [one for number in range(TABLES) for one in _written(rules, number)]

    def read() -> None:
        for line, lexicon, seat in written:
            with suppress(OrderError):  # a few that bots scribble are not to be read
                rules.grammar.parse(split(line), lexicon, seat, line)

    read()
    return 1e6 * min(timed(read, len(written)).cpu for _ in range(ROUNDS))


def _written(rules: Ruleset[Any, Any], number: int) -> Iterator[tuple[str, Lexicon, Any]]:
    game = Game.start(rules, setup(rules, rules.seats[-1], {}), seed_of(number))
    lexicon = Post(rules, Resources()).lexicon(game.setup.seats)
    for style in (Style.SENSIBLE, Style.SCRIBBLE):
        write = writer_of(rules, style)
        for seat in game.setup.seats:
            for line in write(game.view(seat), own_chance(game.seed, seat, 1)):
                yield line.removeprefix("STANDING "), lexicon, seat
