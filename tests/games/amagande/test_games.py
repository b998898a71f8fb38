"""Whole games: what always holds (RULES.md, section 5), looked at after every step; nothing hangs or breaks off."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from referee.bots.simulate import Plan, Style, setup, steps
from referee.cases.setting import Story
from referee.cases.words import Behind
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.errors import Illegal
from referee.engine.events import Event, GameEnded
from referee.engine.game import Game, readers
from referee.engine.ruleset import Ruleset
from referee.games.amagande import RULESET
from referee.games.amagande.case import OwnTurn, own_turns
from referee.games.amagande.events import (
    Act,
    CardPlayed,
    CheckCalled,
    Counter,
    Drawn,
    HandShown,
    LeftTable,
    NameSuit,
    Resign,
)
from referee.games.amagande.state import PACK, SUITS, State
from referee.games.amagande.values import eliminated, fatal
from referee.games.amagande.view import View
from referee.games.amagande.words import answer
from referee.games.cards import Card, card_named
from referee.resources import Resources

Played = Game[State, View]
STYLES = (Style.SCRIBBLE, Style.WILD, Style.RANDOM, Style.SENSIBLE, Style.SILENT)
SOAK = int(os.environ.get("REFEREE_SOAK_INVARIANTS", "3000"))
"""So many games `make soak` plays with every invariant looked at after every step."""

BLOCK = 50
LONGEST = 400
MAILS = 8
"""So many deadlines a game between sensible players takes at most, in 95 of 100 games."""


@pytest.mark.parametrize("number", range(60))
def test_what_always_holds(number: int) -> None:
    look_after_every_step(number)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 100 + SOAK, BLOCK))
def test_what_always_holds_in_very_many_games(first: int) -> None:
    for number in range(first, first + BLOCK):
        look_after_every_step(number)


def game(number: int, rules: Ruleset[State, View] = RULESET) -> Iterator[Played]:
    """A game whose style, seats and options go by its number."""
    luck = Chance(b"amagande", number)
    options = {}
    for option in RULESET.options:
        if luck.below(3, option.name) == 0 and option.name not in ("players", "live"):
            values = [*option.values, *map(str, option.numbers or ())]
            options[option.name] = luck.pick(values, option.name, "value")
    plan = Plan("amagande", STYLES[number % 5], 2 + number % 3, options, longest=LONGEST)
    return by_answers(rules, plan, number) if plan.style is Style.RANDOM else steps(rules, plan, number)


def by_answers(rules: Ruleset[State, View], plan: Plan, number: int) -> Iterator[Played]:
    """Play a game by random answers to whatever is asked, but nobody resigns; each step of it."""
    seed = hashlib.sha256(f"answers {number}".encode()).digest()
    one: Played = Game.start(rules, setup(rules, plan.seats, plan.options), seed)
    yield one
    while one.end is None and one.step < plan.longest:
        desks = {seat: partial(_random_desk, Chance(seed, one.step)) for seat in one.setup.seats}
        one = one.play({}, desks=desks)
        yield one


def _random_desk(chance: Chance, look: Callable[[], View]) -> Callable[[Ask[Any]], Answer[Any]]:
    def reply(ask: Ask[Any]) -> Answer[Any]:
        if isinstance(ask, Resign):
            return Answer(False, Why.DEFAULT)
        return Answer(chance.pick(ask.choices, "answer"), Why.PLAN)

    return reply


def look_after_every_step(number: int) -> None:
    """Play a game, and look at everything after each step."""
    one, story = None, Story(RULESET)
    for one in game(number, story.rules):
        state: State = one.state
        piles = (state.stock, state.discard, *state.hands.values())
        assert sorted(card for pile in piles for card in pile) == sorted(PACK)  # AG-I1
        assert not (state.pending and state.required)
        assert one.end is not None or all(state.hands[seat] for seat in state.playing)
        assert list(wrong_turns(state, own_turns(Behind(state, {}, story.moments)))) == []
        assert list(wrong_checks(state, one.events)) == []
        for seat in readers(one.setup):
            assert one.view(seat) == RULESET.look(state, seat, one.setup)
    assert one is not None
    assert one.end is not None, f"game {number} does not end"
    assert isinstance(one.events[-1], GameEnded)


def wrong_turns(state: State, turns: Iterable[OwnTurn]) -> Iterator[str]:
    """AG-I3 and AG-I4: what was played was allowed, and no own turn was two things."""
    had = dict.fromkeys(state.seats, 0)
    for own in turns:
        had[own.seat] += 1
        freshly = own.played in own.drawn
        if own.played is not None and not freshly and own.played not in own.legal:
            yield f"{own.seat} played {own.played} out of {own.legal}"
        if own.played is None and Act.TAKE not in own.legal and len(own.drawn) != (Act.DRAW in own.legal):
            yield f"{own.seat} drew {own.drawn} with {own.legal}"
        if own.countered and own.drawn:
            yield f"{own.seat} countered and drew"
        if Act.TAKE not in own.legal and not state.options.voluntary_draw and own.drawn and own.legal != (Act.DRAW,):
            yield f"{own.seat} could play and drew"
    if any(count > state.options.plays for count in had.values()):
        yield f"too many own turns: {had}"


def wrong_checks(state: State, events: tuple[Event, ...]) -> Iterator[str]:
    """AG-I5 and AG-I6: who is eliminated is so by their cards, and nothing is played behind the end."""
    for e in events:
        if isinstance(e, HandShown) and e.eliminated is not eliminated(e.cards):
            yield f"{e.seat} with {e.cards}: {e.eliminated}"
    for one, following in pairwise(events):
        if isinstance(following, CheckCalled):
            card = one.card if isinstance(one, CardPlayed) else None
            if card is None or not fatal(card, state.reference):
                yield f"a check behind {one}"
        if isinstance(one, GameEnded):
            yield f"{following} behind the end"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_players_come_to_an_end_soon(seats: int) -> None:
    come_to_an_end_soon(seats, 80, 0.9)


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_players_come_to_an_end_soon_in_many_games(seats: int) -> None:
    come_to_an_end_soon(seats, 400, 0.95)


def come_to_an_end_soon(seats: int, many: int, share: float) -> None:
    """Play so many games to their ends, and count those that take no more deadlines than they should.

    So few as are played here by luck may hold more long ones than many do.
    """
    games = [list(steps(RULESET, Plan("amagande", Style.SENSIBLE, seats), number))[-1] for number in range(many)]

    assert all(one.end is not None for one in games)
    assert sum(one.step <= MAILS for one in games) >= share * many


def test_all_kinds_of_ends_and_events_are_met() -> None:
    seen = [e for number in range(90) for one in game(number) for e in one.events]

    assert {e.reason for e in seen if isinstance(e, GameEnded)} >= {"last card played", "elimination", "resigned"}
    assert any(isinstance(e, LeftTable) and not e.resigned for e in seen)


def test_the_same_seed_and_orders_give_the_same_game() -> None:
    first, second = ([one.events for one in game(1)] for _ in range(2))

    assert first == second


def test_an_observer_is_told_no_card_of_a_hand() -> None:
    views = [one.view(OBSERVER) for one in game(3)]

    assert views
    assert [view for view in views if view.hand or RULESET.decide(view)] == []


ANA = Seat("Ana")
LEXICON = RULESET.words.lexicon((ANA, Seat("Bob")), {"french": Resources().table("french")})


def card(code: str) -> Card:
    """The card with this code."""
    found = card_named(code, PACK[0].pack)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ask", "text", "value"),
    [
        (Counter(ANA, (card("2S"), card("RJ"), Act.TAKE), card("2H"), 2), "counter red joker", card("RJ")),
        (Counter(ANA, (card("2S"), card("RJ"), Act.TAKE), card("2H"), 2), "take", Act.TAKE),
        (Counter(ANA, (card("2S"), card("RJ"), Act.TAKE), card("2H"), 2), "2S", card("2S")),
        (NameSuit(ANA, SUITS, 1, card("AH")), "suit clubs", SUITS[2]),
        (NameSuit(ANA, SUITS, 1, card("AH")), "S", SUITS[3]),
        (Drawn(ANA, (Act.PLAY, Act.KEEP), card("9H")), "KEEP", Act.KEEP),
        (Drawn(ANA, (Act.PLAY, Act.KEEP), card("9H")), "play", Act.PLAY),
        (Drawn(ANA, (Act.PLAY, Act.KEEP), card("9H")), "PLAY 9H", Act.PLAY),
    ],
)
def test_a_mailed_answer(ask: Ask[Any], text: str, value: object) -> None:
    assert answer(ask, text, LEXICON) is value


def test_a_mailed_answer_that_will_not_do() -> None:
    with pytest.raises(Illegal, match="You may answer 2S or TAKE"):
        answer(Counter(ANA, (card("2S"), Act.TAKE), card("2H"), 2), "KH", LEXICON)
