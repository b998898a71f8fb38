"""In which order somebody holds hidden cards, nobody else is told: neither in letters nor by the events as data."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from referee.bots.simulate import setup
from referee.engine.audience import OBSERVER, Seat
from referee.engine.copies import copied
from referee.engine.events import Event, told
from referee.engine.game import Game
from referee.games import amagande, elements
from referee.games.amagande.events import HandShown
from referee.games.amagande.state import PACK
from referee.games.cards import Card
from referee.games.elements.events import CardClaimed, FireSaid, IslandSeen, WhirlwindCalled
from referee.games.elements.state import Held
from tests.laws.played import post

Heard = dict[Seat, Sequence[Event]]
SEED = bytes(32)


def others_hear(game: Game[Any, Any], owner: Seat, line: str = "", seat: Seat | None = None) -> Heard:
    """What all but the owner are told of a step with this line of somebody's."""
    by = seat or owner
    order = game.rules.grammar.read(line, post(game.rules.slug).lexicon(game.setup.seats), by)
    after = game.play({by: (order,)})
    return {one: told(after.events, one) for one in (*game.setup.seats, OBSERVER) if one != owner}


def burning(flame: Sequence[Card], island: Sequence[Card], mode: str, *, fourth: Card | None = None) -> Game[Any, Any]:
    """A table of Elements of which the first seat has this Flame and Island, and perhaps this card in hand."""
    table = setup(elements.RULESET, 3, {"mode": mode})
    state = copied(Game.start(elements.RULESET, table, SEED).state)
    taken = {*flame, *island, fourth}
    owner = table.seats[0]
    state.flames[owner], state.islands[owner] = list(flame), list(island)
    for spot, (lying,) in list(state.ocean.items()):
        if lying.card in taken:
            del state.ocean[spot]
    if fourth is not None:
        state.hands[owner] = Held(fourth, "o1")
    return Game.from_middle(elements.RULESET, table, state, 1, SEED)


def fours_of(mode: str) -> tuple[list[Card], list[Card]]:
    """Four cards of one type out of the Ocean of that table, and the first seat's Island."""
    table = setup(elements.RULESET, 3, {"mode": mode})
    state = Game.start(elements.RULESET, table, SEED).state
    lying = [pile[-1].card for pile in state.ocean.values()]
    kind = next(card.rank for card in lying if sum(other.rank == card.rank for other in lying) == 4)
    return [card for card in lying if card.rank == kind], state.islands[table.seats[0]]


@pytest.mark.parametrize("mode", ["mage", "non-mage"])
def test_a_whirlwind_passes_an_island_and_scatters_a_flame_in_an_order_of_its_own(mode: str) -> None:
    fours, island = fours_of(mode)
    owner = Seat("Anna")
    heard = [
        others_hear(burning(flame, cards, mode), owner, "AIR")
        for flame in permutations(fours[:3])
        for cards in (island, island[::-1], sorted(island))
    ]

    assert {WhirlwindCalled, IslandSeen} <= {type(e) for e in heard[0][Seat("Bruno")]}
    assert all(one == heard[0] for one in heard)


@pytest.mark.parametrize("mode", ["mage", "non-mage"])
def test_what_is_taken_out_of_a_flame_is_not_what_came_last(mode: str) -> None:
    fours, island = fours_of(mode)
    owner = Seat("Anna")
    heard = [others_hear(burning(flame, island, mode), owner, "TAKE FLAME") for flame in permutations(fours[:3])]

    assert any(isinstance(e, CardClaimed) and e.source == "flame" for e in heard[0][Seat("Bruno")])
    assert all(one == heard[0] for one in heard)


def test_a_foursome_is_shown_in_an_order_of_its_own() -> None:
    fours, island = fours_of("mage")
    owner = Seat("Anna")
    heard = [
        others_hear(burning(cards[:3], island, "mage", fourth=cards[3]), owner, "PUT FLAME")
        for cards in permutations(fours)
    ]

    assert any(isinstance(e, FireSaid) for e in heard[0][Seat("Bruno")])
    assert all(one == heard[0] for one in heard)


def test_a_hand_of_amagande_is_laid_open_in_no_order_of_drawing() -> None:
    table = setup(amagande.RULESET, 2, {})
    start = Game.start(amagande.RULESET, table, SEED)
    owner, other = table.seats
    seven = next(card for card in PACK if card.rank == "7" and card.suit == start.state.reference)
    heard = []
    for turned in (False, True):
        state = copied(start.state)
        for zone in (state.stock, state.discard, *state.hands.values()):
            zone[:] = [card for card in zone if card is not seven]
        state.on_turn = other
        state.discard = [card for card in (*state.stock, *state.discard) if card.suit == seven.suit][:1]
        state.hands[other] = [seven, *state.hands[other]]
        state.hands[owner].sort(reverse=turned)
        game = Game.from_middle(amagande.RULESET, table, state, 1, SEED)
        heard.append(others_hear(game, owner, f"PLAY {seven}", other))

    assert any(isinstance(e, HandShown) and e.seat == owner for e in heard[0][other])
    assert heard[0] == heard[1]
