"""Whole duels for the tests: played by random orders, by random answers, or by sensible orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.engine.reader import Reader
from referee.engine.setup import Setup
from referee.engine.sheet import OnFile
from referee.games.wizards_duel import RULESET
from referee.games.wizards_duel.events import Resign
from referee.games.wizards_duel.state import State
from referee.games.wizards_duel.view import View
from referee.resources import Resources

ANA, BO = SEATS = (Seat("Ana"), Seat("Bob"))
LEXICON = RULESET.words.lexicon(SEATS, {name: Resources().table(name) for name in RULESET.words.tables})
READ = RULESET.reader(LEXICON, ANA)

Duel = Game[State, View]
Write = Callable[[View, Chance], Any]


def new(options: Mapping[str, str], seed: bytes) -> Duel:
    """A duel just set up."""
    return Game.start(RULESET, Setup(SEATS, RULESET.settle(options)), seed)


def by_orders(options: Mapping[str, str], seed: bytes, write: Write) -> Iterator[Duel]:
    """Play a duel by written orders, with standing ones kept; each step of it."""
    game = new(options, seed)
    files = {seat: OnFile() for seat in SEATS}
    yield game
    while game.end is None:
        orders: dict[Seat, list[Order]] = {}
        for seat in SEATS:
            lines = write(game.view(seat), Chance(seed + seat.encode(), game.step))
            sheet = Reader(RULESET.grammar, LEXICON, seat, game.step + 1).read(lines)
            files[seat] = files[seat].after(sheet, RULESET.grammar, game.step + 1)
            sent = files[seat].in_force(game.step + 1, RULESET.reader(LEXICON, seat))
            refused = [remark.order for remark in RULESET.orders.check(game.view(seat), sent) if remark.refuses]
            orders[seat] = [one for one in sent if one not in refused]
        game = game.play(orders)
        yield game


def by_answers(options: Mapping[str, str], seed: bytes) -> Iterator[Duel]:
    """Play a duel by random answers to whatever is asked, but nobody resigns; each step of it."""
    game = new(options, seed)
    yield game
    while game.end is None:
        chance = Chance(seed, game.step)
        desks = {seat: partial(_random_desk, chance) for seat in SEATS}
        game = game.play({}, desks=desks)
        yield game


def _random_desk(chance: Chance, look: Callable[[], View]) -> Callable[[Ask[Any]], Answer[Any]]:
    def answer(ask: Ask[Any]) -> Answer[Any]:
        if isinstance(ask, Resign):
            return Answer(False, Why.DEFAULT)
        return Answer(chance.pick(ask.choices, "answer"), Why.PLAN)

    return answer
