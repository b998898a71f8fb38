"""The cut for high card ends, whatever is left in the Shadow Deck (LT-R8, LT-R72)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.bots.simulate import seed_of, setup
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.game import Game
from referee.engine.table import Table
from referee.games.cards import Card, french, jokers
from referee.games.living_trumps import RULESET
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.state import State, Trumps
from referee.games.living_trumps.turn import PATIENCE, cut

JOKERS = list(jokers(2))
SEVENS = [card for card in french(52) if card.rank == "7"]
EIGHT = [card for card in french(52) if card.rank == "8"]


def table(deck: Sequence[Card], number: int) -> Trumps:
    """Four players and what is left of the deck."""
    state: State = copied(Game.start(RULESET, setup(RULESET, 4, {}), seed_of(1)).state)
    state.shadow_deck = list(deck)
    return Table(state, Chance(b"cut", number), {})


@pytest.mark.parametrize("deck", [[], JOKERS, SEVENS, [*SEVENS, *EIGHT, *JOKERS]])
def test_a_deck_with_too_few_ranks_leaves_it_to_the_lot(deck: list[Card]) -> None:
    t = table(deck, 1)
    seats = tuple(t.state.players)

    order = cut(t, seats)

    (told,) = t.events
    assert isinstance(told, ev.Cut)
    assert sorted(order) == sorted(seats)
    assert (told.lots, len(told.rounds), len(set(told.rounds[0]))) == (True, 1, 4)


def test_a_deck_that_hardly_ever_decides_is_cut_twenty_times() -> None:
    deck = [*SEVENS, *EIGHT, *SEVENS, *EIGHT, *french(52)[:2]]
    t = table([*deck, *JOKERS * 20], 1)

    order = cut(t, tuple(t.state.players))

    (told,) = t.events
    assert isinstance(told, ev.Cut)
    assert sorted(order) == sorted(t.state.players)
    assert (told.lots, len(told.rounds)) == (True, PATIENCE + 1)


def test_a_whole_deck_decides_by_its_cards() -> None:
    t = table(french(52), 1)

    cut(t, tuple(t.state.players)[:2])

    (told,) = t.events
    assert isinstance(told, ev.Cut)
    assert not told.lots
