"""A game that its players end by agreement."""

from __future__ import annotations

import pytest

from referee.engine.agreement import CONCESSION, DRAW, Agreement, GmEnd, read_end
from referee.engine.audience import OBSERVER, PUBLIC, Seat
from referee.engine.events import GameEnded
from referee.engine.game import Game
from referee.engine.setup import Setup
from referee.games import find
from referee.games.amber.state import Place

ANA, BOB = Seat("Ana"), Seat("Bob")


@pytest.mark.parametrize("what", [Agreement(), Agreement(BOB), Agreement(Seat("Mary Ann"))])
def test_an_agreement_is_read_as_it_is_stored(what: Agreement) -> None:
    assert Agreement.read(what.line) == what
    assert read_end(what.line) == what


@pytest.mark.parametrize(
    "what", [GmEnd(()), GmEnd((), cancelled=True), GmEnd((BOB,)), GmEnd((Seat("Mary Ann"), BOB))]
)
def test_an_end_by_the_gm_is_read_as_it_is_stored(what: GmEnd) -> None:
    assert read_end(what.line) == what
    assert what.end((BOB, Seat("Mary Ann"), Seat("Zoe"))).winners == what.winners


def test_it_ends_the_game_in_a_step_of_its_own_and_changes_nothing_else() -> None:
    rules = find("wizards-duel")
    game = Game.start(rules, Setup((ANA, BOB), rules.settle({})), b"seed")

    draw, won = game.agreed(Agreement()), game.agreed(Agreement(BOB))

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
