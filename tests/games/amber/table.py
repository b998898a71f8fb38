"""Games of Amber for the tests: random tables, orders through the real reader, step by step."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.bots.bot import Writes, guessing, own_chance
from referee.bots.simulate import Style, orders_from, setup, writer_of
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Order
from referee.engine.sheet import OnFile
from referee.games.amber import RULESET
from referee.games.amber.state import State
from referee.games.amber.view import View
from referee.resources import Resources

Played = Game[State, View]


@cache
def lexicon(seats: tuple[Seat, ...]) -> Lexicon:
    """The words of a table."""
    return RULESET.words.lexicon(seats, {name: Resources().table(name) for name in RULESET.words.tables})


def begin(number: int, *, defaults: bool = False) -> Played:
    """A game of 4 to 16 players, its switches by the number."""
    seed = hashlib.sha256(f"amber {number}".encode()).digest()
    luck = Chance(seed, 0)
    count = 4 + number % 13
    options = {}
    for option in () if defaults else RULESET.options:
        if luck.below(3, "option", option.name) == 0 and option.name not in ("turn_limit", "big_table"):
            options[option.name] = luck.pick(option.values, "option", option.name)
    return Game.start(RULESET, setup(RULESET, count, options), seed)


def steps(game: Played, style: Style, longest: int) -> Iterator[Played]:
    """Play on in a style until the end, or for so many steps."""
    files = {seat: OnFile() for seat in game.setup.seats}
    yield game
    while game.end is None and game.step < longest:
        game = step(game, style, files)
        yield game


def step(game: Played, style: Style, files: dict[Seat, OnFile]) -> Played:
    """Play one step in a style."""
    seats = game.setup.seats
    if style is Style.RANDOM:
        bots = {seat: guessing(own_chance(game.seed, seat, game.step + 1)) for seat in seats}
        return game.play({}, desks=bots)
    return game.play(written(game, writer_of(RULESET, style), files))


def written(game: Played, write: Writes, files: dict[Seat, OnFile]) -> dict[Seat, list[Order]]:
    """The orders of all seats, through the real reader."""
    orders = {}
    for seat in game.setup.seats:
        files[seat], orders[seat] = orders_from(write, game, seat, lexicon(game.setup.seats), files[seat])
    return orders


def read(line: str, me: str = "Eric", seats: tuple[str, ...] = ("Corwin", "Eric", "Fiona", "Random")) -> Order:
    """Read one line at a small table."""
    return RULESET.grammar.read(line, lexicon(tuple(map(Seat, seats))), Seat(me))


def shown(line: str, **given: Any) -> str:
    """Read one line and print it."""
    return RULESET.grammar.show(read(line, **given))
