"""What a thousand simulated games cost; some of them are played in this process, and what they took is scaled."""

from __future__ import annotations

from benchmarks.pairs import Row, Taken, alone, timed
from referee import games
from referee.bots.simulate import Plan, simulate

MANY = 1000
WARM = 2


def amber() -> Row:
    """Say what a thousand games of Amber cost."""
    return _of("amber", "<= 25 s", 50)


def living_trumps() -> Row:
    """Say the same of Living Trumps."""
    return _of("living-trumps", "<= 100 s", 20)


def _of(slug: str, aim: str, some: int) -> Row:
    rules, plan = games.find(slug), Plan(slug)

    def play(numbers: range) -> None:
        assert all(one.reason for one in simulate(games.find, plan, numbers, workers=1))

    play(range(WARM))
    one = timed(lambda: play(range(some)), some)
    name = f"simulate, {MANY:,} games: {rules.title} (of {some})"
    return alone(name, aim, Taken(MANY * one.wall, MANY * one.cpu))
