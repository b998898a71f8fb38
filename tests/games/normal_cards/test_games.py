"""Whole games: what always holds (RULES.md, section 5), looked at after every step; nothing hangs or breaks off."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import Chance
from referee.engine.errors import Illegal
from referee.engine.events import Event
from referee.engine.game import Game, readers
from referee.games.cards import Pack, card_named
from referee.games.normal_cards import RULESET
from referee.games.normal_cards.events import MainCardDrawn, Reply, TrickWon
from referee.games.normal_cards.state import PACK, State, points
from referee.games.normal_cards.values import STRENGTH
from referee.games.normal_cards.view import View
from referee.games.normal_cards.words import answer
from referee.resources import Resources

Played = Game[State, View]
STYLES = (Style.SCRIBBLE, Style.WILD, Style.RANDOM, Style.SENSIBLE, Style.SILENT)
TURNS = {2: 5, 3: 3, 4: 3}
SOAK = int(os.environ.get("REFEREE_SOAK_INVARIANTS", "3000"))
"""So many games `make soak` plays with every invariant looked at after every step."""

BLOCK = 50


@pytest.mark.parametrize("number", range(40))
def test_what_always_holds(number: int) -> None:
    look_after_every_step(number)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 100 + SOAK, BLOCK))
def test_what_always_holds_in_very_many_games(first: int) -> None:
    for number in range(first, first + BLOCK):
        look_after_every_step(number)


def game(number: int) -> Iterator[Played]:
    """A game whose style, seats and options go by its number."""
    luck = Chance(b"normal cards", number)
    options = {"tricks_per_turn": str(luck.pick((1, 2, 4, 4, 4, 9, 18), "tricks"))}
    return steps(RULESET, Plan("normal-cards", STYLES[number % 5], 2 + number % 3, options), number)


def look_after_every_step(number: int) -> None:
    """Play a game, and look at everything after each step."""
    one = None
    for one in game(number):
        state: State = one.state
        piles = (state.stock, state.table, *state.hands.values(), *state.won.values())
        assert sorted(card for pile in piles for card in pile) == sorted(PACK)  # NC-I1
        assert state.main.rank not in ("A", "7")
        assert state.table == []
        assert len({len(hand) for hand in state.hands.values()}) == 1
        assert not state.stock or state.stock[-1] is state.main
        assert all(len(hand) == 4 for hand in state.hands.values()) or not state.stock
        assert list(wrong_tricks(state, one.events)) == []
        for seat in readers(one.setup):
            assert one.view(seat) == RULESET.look(state, seat, one.setup)
    assert one is not None
    assert one.end is not None
    if one.end.reason == "all cards played":
        assert sum(one.state.scores().values()) == 120


def wrong_tricks(state: State, events: tuple[Event, ...]) -> Iterator[str]:
    """NC-I4 and NC-I5."""
    tricks = [e for e in events if isinstance(e, TrickWon)]
    for e in tricks:
        trumps = [card for card in e.cards if card.suit == state.trump]
        able = trumps or [card for card in e.cards if card.suit == e.cards[0].suit]
        if e.winner != e.seats[e.cards.index(max(able, key=STRENGTH.__getitem__))]:
            yield f"{e.winner} took {e.cards}"
        if e.points != points(e.cards):
            yield f"{e.cards} counted {e.points}"
    for drawn in events:
        if isinstance(drawn, MainCardDrawn):
            last = [trick for trick in tricks if trick.drawn][-1]
            at = last.seats.index(last.winner)
            if drawn.seat != (last.seats[at:] + last.seats[:at])[-1]:
                yield f"{drawn.seat} drew the Main Card"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sensible_players_end_within_the_turns_of_the_table(seats: int) -> None:
    for number in range(30):
        last = list(steps(RULESET, Plan("normal-cards", Style.SENSIBLE, seats), number))[-1]

        assert last.end is not None
        assert last.step <= TURNS[seats]


def test_the_same_seed_and_orders_give_the_same_game() -> None:
    first, second = ([one.events for one in game(1)] for _ in range(2))

    assert first == second


def test_an_observer_is_told_no_card_of_a_hand() -> None:
    views = [one.view(OBSERVER) for one in game(3)]

    assert views
    assert [view for view in views if view.hand or RULESET.decide(view)] == []


LEXICON = RULESET.words.lexicon((Seat("Ana"), Seat("Bob")), {"french": Resources().table("french")})


def card(code: str) -> Any:
    """The card with this code."""
    return card_named(code, Pack.FRENCH)


def test_a_mailed_answer_is_one_of_the_cards_held() -> None:
    ask = Reply(Seat("Ana"), (card("KS"), card("7H")), 2, Seat("Bob"), (card("AH"),))

    assert [answer(ask, text, LEXICON) for text in ("KS", "play seven of hearts", "REPLY 7H")] == [
        card("KS"), card("7H"), card("7H"),
    ]  # fmt: skip
    with pytest.raises(Illegal, match="You may lay KS or 7H"):
        answer(ask, "AH", LEXICON)
