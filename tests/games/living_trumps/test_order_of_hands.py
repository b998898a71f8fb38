"""In which order a Hand holds its cards, and so which of them came last, is nobody else's business (LT-R27)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypeVar

import pytest

from referee.bots.simulate import Plan, Style, orders_from, steps, writer_of
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.game import Game, readers
from referee.engine.orders import Order
from referee.engine.sheet import OnFile
from referee.games import find
from referee.games.living_trumps.options import OPTIONS
from referee.games.living_trumps.state import State
from referee.games.living_trumps.view import View
from tests.editions.games import words

T = TypeVar("T")
VARIANTS = next(one for one in OPTIONS if one.name == "variant").values
GAMES = range(8)
TURNS = 4


class SameLuck(Chance):
    """Luck that meets the same cards, in whatever order they lie."""

    def pick(self, items: Sequence[T], *purpose: str) -> T:
        return super().pick(sorted(items, key=str), *purpose)

    def shuffled(self, items: Sequence[T], *purpose: str) -> list[T]:
        return super().shuffled(sorted(items, key=str), *purpose)


@pytest.mark.parametrize("number", GAMES)
def test_nothing_that_others_are_told_hangs_on_the_order_of_a_hand(number: int) -> None:
    for one, other in pairs(number, "3"):
        for seat in readers(one.setup):
            assert told(one, seat) == told(other, seat)


def test_in_edition_2_it_did() -> None:
    assert any(told(one, OBSERVER) != told(other, OBSERVER) for one, other in pairs(0, "2"))


def pairs(number: int, edition: str) -> Iterator[tuple[Game[State, View], Game[State, View]]]:
    """The turns of a game with open Hands, each played twice: as the Hands lie, and with all of them shuffled."""
    rules, luck = find("living-trumps", edition), Chance(b"order of hands", number)
    plan = Plan(rules.slug, Style.SCRIBBLE, seats=3 + number % 4, options={"variant": VARIANTS[number % 4]})
    for before in islice(steps(rules, plan, number), TURNS):
        if before.end is not None:
            return
        state = copied(before.state)
        for n, p in enumerate(state.players.values()):
            p.open_turn, p.free = state.turn + n % 2, p.free + 3
        shuffled = copied(state)
        for p in shuffled.players.values():
            p.hand = luck.shuffled(p.hand, p.seat)
        lines = written(Game.from_middle(rules, before.setup, state, before.step + 1, before.seed))
        yield played(before, state, lines), played(before, shuffled, lines)


def written(game: Game[State, View]) -> dict[Seat, list[Order]]:
    """What bots order that write all there is to write."""
    lexicon, write = words(game.rules, game.setup.seats), writer_of(game.rules, Style.SCRIBBLE)
    return {seat: orders_from(write, game, seat, lexicon, OnFile())[1] for seat in game.setup.seats}


def played(before: Game[State, View], state: State, orders: dict[Seat, list[Order]]) -> Game[State, View]:
    """Play the next turn from this state."""
    return Game.from_middle(before.rules, before.setup, state, before.step + 1, before.seed).play(orders, luck=SameLuck)


def told(game: Game[State, View], seat: Seat) -> list[str]:
    """What a reader was told of others, by the faces of cards."""
    heard = [e for e in game.events if e.to.includes(seat)]
    return [re.sub(r"\bf\d+\.", "", str(e)) for e in heard if getattr(e, "seat", None) != seat]
