"""What always holds (RULES.md, section 5), looked at after every step of whole games of every variant."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.engine.chance import Chance
from referee.engine.game import Game
from referee.games.living_trumps import RULESET
from referee.games.living_trumps.deck import Court
from referee.games.living_trumps.moves import Place
from referee.games.living_trumps.options import NINE_PRINCES, OPTIONS, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR
from referee.games.living_trumps.state import JewelAt, Player, State
from referee.games.living_trumps.view import View

VARIANTS = (NINE_PRINCES, PRINCE_OF_CHAOS, TRUMPS_OF_DOOM, WAR)
STYLES = (Style.SENSIBLE, Style.WILD, Style.RANDOM, Style.SCRIBBLE, Style.SILENT)
SOAK = int(os.environ.get("REFEREE_SOAK_GAMES", "3000"))
TURNS = "25"
STATED = {NINE_PRINCES: 20, PRINCE_OF_CHAOS: 20, TRUMPS_OF_DOOM: 20, WAR: 25}
"""How long games last at most, by LT-P1.1, but for one in twenty."""

MANY = 120


def played(number: int) -> Iterator[Game[State, View]]:
    """One game: variant, style, seats and options go by its number."""
    luck = Chance(b"soak", number)
    options = {o.name: luck.pick(o.values, o.name) for o in OPTIONS if o.values and luck.below(3, "which") == 0}
    options |= {"variant": VARIANTS[number % len(VARIANTS)], "max_turns": TURNS, "live": "off"}
    style = STYLES[number // len(VARIANTS) % len(STYLES)]
    yield from steps(RULESET, Plan(RULESET.slug, style, seats=3 + number % 6, options=options), number)


def holds(number: int) -> None:
    """Look at every step of a game."""
    game = before = None
    for game in played(number):
        s = game.state
        trumps(s)
        shadows(s)
        for p in s.players.values():
            player(s, p)
        assert len({p.rank for p in s.players.values()}) == len(s.players)
        assert (s.jewel is None) == (s.jewel_at is JewelAt.BANK)
        if before is not None:
            ledger(before, game)
        before = game
        for seat in (*game.setup.seats, ""):
            assert game.view(seat) == RULESET.look(s, seat, game.setup)  # type: ignore[arg-type]
    assert game is not None
    assert game.end is not None
    assert game.end.reason in RULESET.ending.reasons


def trumps(s: State) -> None:
    """LT-I1 and LT-I3."""
    cards = [*s.trump_deck, *s.discard, *(card for p in s.players.values() for card in p.cards())]
    assert len(cards) == len(set(cards)) == 104 + len(s.players)
    assert not s.gauntlet
    assert all(len(p.hand) == 12 for p in s.players.values())


def shadows(s: State) -> None:
    """LT-I2 and LT-I11."""
    laid = [one.card for p in s.players.values() for one in (*p.shadows, *p.powerbase)]
    cards = [*s.shadow_deck, *s.reserve, *laid]
    assert len(cards) == len(set(cards)) == 110
    assert not s.turned
    assert not any(card.joker for card in laid)
    assert sum(card.joker for card in s.shadow_deck) <= 6


def player(s: State, p: Player) -> None:
    """LT-I4, LT-I5 and LT-I6."""
    down = len(p.place_cards())
    assert p.free >= 0
    assert p.staked == 0
    assert (p.placed, down) == {Place.NONE: (0, 0), Place.AMBER: (1, 1), Place.KEEP: (4, 4)}[p.where]
    if p.court is Court.CHAOS:
        assert (p.place is Place.ABYSS) == (not p.shadows)
    assert 1 <= len(p.powerbase) <= 5
    assert not any(one.down for one in p.powerbase)
    assert s.turn >= 1


def ledger(before: Game[State, View], game: Game[State, View]) -> None:
    """LT-I9: the free Blood that somebody has is what they had and what the ledger says."""
    view = game.view(game.setup.seats[0])
    for seat in game.setup.seats:
        gained = sum(n for _, n in view.account(seat))
        assert before.state.players[seat].free + gained == game.state.players[seat].free


@pytest.mark.parametrize("number", range(20))
def test_what_always_holds(number: int) -> None:
    holds(number)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(30))
def test_what_always_holds_for_long(block: int) -> None:
    for number in range(block * SOAK // 30, (block + 1) * SOAK // 30):
        holds(number)


def test_the_same_game_comes_twice() -> None:
    first, second = ([game.events for game in played(3)] for _ in range(2))

    assert first == second


def war(numbers: Iterable[int], seats: int = 3) -> Iterator[Game[State, View]]:
    """The ends of Patternfall Wars between sensible players."""
    for number in numbers:
        yield last(WAR, seats, number)


def last(variant: str, seats: int, number: int) -> Game[State, View]:
    """Play one game between sensible players to its end, a hundred Turns at most."""
    options = {"variant": variant, "max_turns": "100"}
    return list(steps(RULESET, Plan(RULESET.slug, Style.SENSIBLE, seats=seats, options=options), number))[-1]


def test_games_of_sensible_players_end_within_the_stated_number_of_turns() -> None:
    lengths = {variant: [last(variant, 4, number).step for number in range(4)] for variant in VARIANTS}

    assert [variant for variant in VARIANTS if max(lengths[variant]) > STATED[variant]] == []


def test_each_court_wins_the_patternfall_war() -> None:
    ends = [(game.end, game.state.players) for game in war(range(4))]

    assert [end.reason for end, _ in ends if end] == ["war won"] * 4
    assert {players[seat].court for end, players in ends if end for seat in end.winners} == set(Court)


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS)
def test_nineteen_of_twenty_games_end_within_the_stated_number_of_turns(variant: str) -> None:
    lengths = [last(variant, 3 + number % 6, number).step for number in range(MANY)]

    assert sum(length <= STATED[variant] for length in lengths) >= 0.95 * MANY


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_table_of_silent_players_ends_by_itself(variant: str) -> None:
    plan = Plan(RULESET.slug, Style.SILENT, seats=3, options={"variant": variant})

    game = list(steps(RULESET, plan, 1))[-1]

    assert game.end is not None
    assert (game.end.reason, len(game.end.winners), game.step) == ("turn limit", 1, 40)
