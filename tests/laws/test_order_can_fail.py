"""The law on the order of hidden cards is held against games that tell it, and such as tell the cards alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat
from referee.engine.events import Event
from referee.engine.table import Table
from referee.laws.played import Rules, Step
from referee.laws.sealed import the_order_of_hidden_cards_cannot_be_felt
from referee.laws.secrecy import shown
from referee.resources import Resources
from tests.laws.test_laws_can_fail import Play, Speechless, before, game
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.table import DECK, Card, State, View, lowest_first

Arranged = Callable[[Sequence[Card]], Sequence[Card]]


class Shown(Event):
    """Some cards of a hand were shown."""

    cards: tuple[Card, ...]


def show_a_hand(arranged: Arranged, to: Audience = PUBLIC) -> Play:
    """Show cards of a hand, arranged in some way."""
    return lambda t: t.tell(Shown(cards=tuple(arranged(t.state.hands[t.state.seats[1]])), to=to))


def show_by_luck(t: Table[State]) -> None:
    """Show two cards of a hand on which luck falls."""
    if hand := t.state.hands[t.state.seats[1]]:
        t.tell(Shown(cards=(t.chance.pick(hand, "one"), t.chance.shuffled(hand, "another")[0]), to=PUBLIC))


@pytest.mark.parametrize(
    "arranged", [list, lambda hand: hand[:1], lambda hand: hand[-1:]], ids=["all", "first", "last"]
)
def test_cards_told_in_the_order_in_which_they_were_drawn_are_noticed(arranged: Arranged) -> None:
    found = felt(before(show_a_hand(arranged)))

    assert any("with the cards of hands." in one and "is told otherwise: Shown" in one for one in found)


@pytest.mark.parametrize("showing", [show_a_hand(lowest_first), show_a_hand(list, REFEREE), show_by_luck])
def test_cards_told_in_another_order_or_to_nobody_break_nothing(showing: Play) -> None:
    assert felt(before(showing)) == []


def test_a_view_that_shows_how_anothers_hand_lies_is_noticed() -> None:
    def look(state: State, seat: Seat, setup: Any) -> View:
        view = RULESET.look(state, seat, setup)
        view.holds = {other: DECK.index(hand[0]) if hand else 0 for other, hand in state.hands.items()}
        return view

    found = felt(replace(RULESET, look=look))

    assert found
    assert all(one.endswith("Anna's view is another") for one in found)


def felt(rules: Rules) -> list[str]:
    """Where whoever sits first can feel how the others' hands lie, in some games."""
    post = Speechless(RULESET, Resources())
    steps = (foreseen(step) for number in range(6) for step in game(rules, number).steps)
    return [one for step in steps for one in the_order_of_hidden_cards_cannot_be_felt(step, post, Seat("Anna"))]


def foreseen(step: Step) -> Step:
    """A step of which the seats know before it what the rules show them."""
    return replace(step, before=replace(step.before, views=shown(step.before)))
