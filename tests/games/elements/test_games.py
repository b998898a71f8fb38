"""What always holds (RULES.md, section 5), looked at after every step of whole matches of every kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.engine.audience import OBSERVER
from referee.engine.events import told
from referee.engine.game import Game
from referee.games.cards import Card
from referee.games.elements import RULESET
from referee.games.elements.events import FireSaid, IslandSeen, IslandsPassed, WhirlwindCalled
from referee.games.elements.state import State
from referee.games.elements.values import PACK
from referee.games.elements.view import View

Match = Game[State, View]

SOAK = int(os.environ.get("REFEREE_SOAK_GAMES", "3000"))
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"rounds": "3", "fire_tie": "shared", "impulses": "5"},
    {"magic_per_turn": "0", "round_limit": "4"},
    {"mode": "non-mage"},
    {"mode": "non-mage", "double_islands": "yes", "shrink": "yes", "rounds": "2"},
    {"magic_per_turn": "12", "impulses": "24", "round_limit": "3"},
)
MENDING = ("UNDO", "TOUCH island (penance)")
STYLES = (Style.WILD, Style.SENSIBLE, Style.RANDOM, Style.SCRIBBLE)


def whole(number: int) -> Iterator[Match]:
    """One match, its seats, options and style going by its number."""
    style = STYLES[number // len(VARIANTS) % len(STYLES)]
    plan = Plan("elements", style, seats=3 + number % 5, options=VARIANTS[number % len(VARIANTS)])
    return steps(RULESET, plan, number)


def cards_of(state: State) -> list[Card]:
    """Every card, wherever it lies."""
    piles = [lying.card for pile in state.ocean.values() for lying in pile]
    own = [card for zone in (state.islands, state.flames) for cards in zone.values() for card in cards]
    return [*piles, *own, *(held.card for held in state.hands.values())]


def holds(game: Match) -> None:
    """EL-I1 to EL-I6 as far as one table shows them."""
    state = game.state
    assert sorted(cards_of(state)) == sorted(PACK)  # EL-I1, EL-I4
    for seat in state.seats:
        flame = state.flames[seat]
        assert len({card.rank for card in flame}) <= 1  # EL-I2
        assert len(flame) < 4 or game.end is not None  # EL-I2
        assert len(state.islands[seat]) <= state.size  # EL-I3
    assert all(1 <= len(pile) <= 5 for pile in state.ocean.values())  # EL-R12
    assert tuple(state.islands) == state.seats  # EL-I6
    for one in (*state.seats, OBSERVER):
        assert game.view(one) == RULESET.look(state, one, game.setup)


def deadline_holds(before: Match, after: Match) -> None:
    """What one deadline must keep."""
    state = after.state
    last = max((done.impulse for done in state.done), default=0)
    if state.round == before.state.round:
        for seat in state.hands:  # EL-I3: only what was taken in the last impulse, or had when a rule was broken
            if any(done.seat == seat and done.what in MENDING for done in state.done if done.impulse == last):
                continue
            mine = [done for done in state.done if done.seat == seat and done.what != "WAIT"]
            assert [done.what[:4] for done in mine if done.impulse == last][-1:] == ["TAKE"]
    passes = sum(isinstance(e, IslandsPassed) for e in after.events)
    calls = sum(isinstance(e, WhirlwindCalled) for e in after.events)
    assert passes == calls or (passes < calls and any(isinstance(e, FireSaid) for e in after.events))  # EL-I6, EL-R8
    for seat in state.seats:  # EL-I7
        assert all(e.seat == seat for e in told(after.events, seat) if isinstance(e, IslandSeen))
    assert not any(isinstance(e, IslandSeen) for e in told(after.events, OBSERVER))
    never_taken_back(after)


def never_taken_back(after: Match) -> None:
    """EL-I5: between putting a card on a spot and taking it from there, its owner touched their Island."""
    laid: dict[str, Any] = {}
    stormy = [done.impulse for done in after.state.done if done.what == "AIR"]
    for done in after.state.done:
        match done.what.split():
            case ["PUT", "OCEAN", "as", spot] if done.impulse not in stormy:  # EL-R6
                laid[spot] = done.seat
            case ["TOUCH", *_] | ["PUT", "ISLAND"]:
                laid = {spot: seat for spot, seat in laid.items() if seat != done.seat}
            case ["AIR"] | ["MOVE", *_]:
                laid.clear()
            case ["TAKE", spot] if not done.lost and after.setup["mode"] != "mage":
                assert laid.get(spot) != done.seat


def played(number: int) -> None:
    """Play one match and look after every step."""
    before = None
    for game in whole(number):
        holds(game)
        if before is not None:
            deadline_holds(before, game)
        before = game
    assert before is not None
    assert before.end is not None
    assert before.end.reason in RULESET.ending.reasons
    limit = int(before.setup["round_limit"]) * int(before.setup["rounds"])
    assert before.step <= limit  # EL-R14


@pytest.mark.parametrize("block", range(6))
def test_what_always_holds(block: int) -> None:
    for number in range(block * 12, block * 12 + 12):
        played(number)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(30))
def test_what_always_holds_for_long(block: int) -> None:
    each = max(1, SOAK // 30)
    for number in range(1000 + block * each, 1000 + (block + 1) * each):
        played(number)


def lengths(seats: int, mode: str, style: Style, games: int) -> list[int]:
    """Deadlines of so many matches with default options, the shortest first."""
    plan = Plan("elements", style, seats=seats, options={"mode": mode})
    return sorted([*steps(RULESET, plan, number)][-1].step for number in range(games))


@pytest.mark.parametrize("seats", range(3, 8))
def test_sensible_mages_come_to_fire_in_six_deadlines(seats: int) -> None:
    assert lengths(seats, "mage", Style.SENSIBLE, 8)[-2] <= 6  # EL-P1.2


@pytest.mark.parametrize("style", [style for style in Style if style is not Style.RANDOM])
@pytest.mark.parametrize("seats", [3, 7])
def test_most_matches_without_magic_last_four_deadlines_or_more(seats: int, style: Style) -> None:
    assert lengths(seats, "non-mage", style, 5)[2] >= 4  # EL-P1.2


@pytest.mark.soak
@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("seats", range(3, 8))
def test_the_middle_match_without_magic_lasts_six_deadlines_or_more(seats: int, style: Style) -> None:
    assert lengths(seats, "non-mage", style, 41)[20] >= 6  # EL-P1.2


def test_the_same_seed_orders_and_rulings_give_the_same_round() -> None:
    one, other = ([game.state for game in whole(7)] for _ in range(2))

    assert one == other  # EL-I8
