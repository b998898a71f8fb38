"""What a thousand simulated games cost; some of them are played in this process, and what they took is scaled."""

from __future__ import annotations

from benchmarks.pairs import Row, Taken, alone, timed
from referee import games
from referee.bots.simulate import Plan, simulate

MANY = 1000
WARM = 2


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
