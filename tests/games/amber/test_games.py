"""Whole games: nothing hangs or breaks off, every card keeps its place, and every view is right."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from referee.bots.simulate import Style, writer_of
from referee.engine.copies import copied
from referee.engine.sheet import OnFile
from referee.games.amber import RULESET
from referee.games.amber.state import State
from tests.games.amber.invariants import check, check_step
from tests.games.amber.table import begin, step, steps, written

LONGEST = 60

STYLES = (Style.SCRIBBLE, Style.WILD, Style.RANDOM)

SOAK = int(os.environ.get("REFEREE_SOAK_INVARIANTS", "10000"))
"""So many games `make soak` plays with every invariant looked at after every step."""

BLOCK = 50


@pytest.mark.parametrize("number", range(39))
def test_the_invariants_hold_in_every_game(number: int) -> None:
    look_after_every_step(STYLES[number % len(STYLES)], number)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 100 + SOAK, BLOCK))
def test_the_invariants_hold_in_very_many_games(first: int) -> None:
    for number in range(first, first + BLOCK):
        look_after_every_step(STYLES[number % len(STYLES)], number)


def look_after_every_step(style: Style, number: int) -> None:
    """Play a game, and look at all invariants, and at every view, after each step."""
    before = None
    for game in steps(begin(number), style, LONGEST):
        assert list(check(game.state)) == []
        if before is not None:
            assert list(check_step(before.state, game.state, game.events)) == []
        for seat in game.setup.seats:
            assert game.view(seat) == RULESET.look(game.state, seat, game.setup)
        before = game


@pytest.mark.parametrize("number", range(12))
def test_in_what_order_a_hand_was_drawn_shows_in_nothing_that_is_told(number: int) -> None:
    style = (Style.SCRIBBLE, Style.WILD)[number % 2]
    files = {seat: OnFile() for seat in begin(number).setup.seats}
    for game in steps(begin(number), style, 12):
        if game.end is None:
            orders = written(game, writer_of(RULESET, style), files)
            other = replace(game, state=turned_round(game.state))
            assert game.play(orders).events == other.play(orders).events


def turned_round(state: State) -> State:
    """The state with every hidden hand the other way round."""
    other = copied(state)
    for p in other.players.values():
        p.down.reverse()
        p.concealed.reverse()
    return other


@pytest.mark.parametrize("number", range(26))
def test_sensible_players_come_to_an_end(number: int) -> None:
    last = list(steps(begin(number, defaults=True), Style.SENSIBLE, 200))[-1]

    assert last.end is not None


@pytest.mark.parametrize("number", [0, 5, 12])
def test_nobody_s_orders_are_needed(number: int) -> None:
    games = list(steps(begin(number, defaults=True), Style.SILENT, 12))

    assert games[-1].step == 12
    assert all(list(check(game.state)) == [] for game in games)


@pytest.mark.parametrize("number", range(6))
def test_the_same_orders_give_the_same_turn(number: int) -> None:
    game = begin(number)
    files = {seat: OnFile() for seat in game.setup.seats}
    for _ in range(8):
        if game.end is not None:
            return
        once = step(game, Style.SCRIBBLE, dict(files))
        again = step(game, Style.SCRIBBLE, files)
        assert once.events == again.events
        assert once.state == again.state
        game = again
