"""A game that its players end by agreement."""

from __future__ import annotations

import pytest

from referee.engine.agreement import CANCELLED, CONCESSION, DRAW, ENDED, Agreement
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import GameEnded
from referee.engine.game import Game
from referee.engine.setup import Setup
from referee.games import find
from referee.games.amber.state import Place

ANA, BOB, MARY = Seat("Ana"), Seat("Bob"), Seat("Mary Ann")


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (Agreement(), "DRAW"),
        (Agreement(CONCESSION, (BOB,)), "CONCEDE Bob"),
        (Agreement(CONCESSION, (MARY,)), "CONCEDE Mary Ann"),
        (Agreement(ENDED), "END"),
        (Agreement(ENDED, (MARY, BOB)), "END Mary Ann, Bob"),
        (Agreement(CANCELLED), "CANCEL"),
    ],
)
def test_an_end_outside_of_the_rules_is_read_as_it_is_stored(what: Agreement, line: str) -> None:
    assert (what.line, Agreement.read(line)) == (line, what)
    assert what.end((BOB, MARY, Seat("Zoe"))).winners == what.winners


def test_it_ends_the_game_in_a_step_of_its_own_and_changes_nothing_else() -> None:
    rules = find("wizards-duel")
    game = Game.start(rules, Setup((ANA, BOB), rules.settle({})), b"seed")

    draw, won = game.agreed(Agreement()), game.agreed(Agreement(CONCESSION, (BOB,)))

    assert draw.end == GameEnded(reason=DRAW, winners=(), losers=(), to=PUBLIC)
    assert won.end == GameEnded(reason=CONCESSION, winners=(BOB,), losers=(ANA,), to=PUBLIC)
    assert (draw.step, draw.state, draw.pending()) == (1, game.state, {})
    assert (game.step, game.end) == (0, None)


def test_everybody_knows_of_the_end() -> None:
    rules = find("amber")
    seats = tuple(map(Seat, ("Corwin", "Eric", "Fiona", "Random")))
    game = Game.start(rules, Setup(seats, rules.settle({})), b"seed").agreed(Agreement())

    assert {seat: game.view(seat).over for seat in (*seats, OBSERVER)} == dict.fromkeys((*seats, OBSERVER), DRAW)


def test_the_dead_are_gone_and_need_not_agree() -> None:
    rules = find("amber")
    seats = tuple(map(Seat, ("Corwin", "Eric", "Fiona", "Random")))
    view = Game.start(rules, Setup(seats, rules.settle({})), b"seed").view(OBSERVER)
    before = list(rules.seating.gone(view))
    view.players[Seat("Eric")].place = Place.DEAD

    assert (before, list(rules.seating.gone(view))) == ([], ["Eric"])
