"""What laws say of values: as an author would write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from referee.engine.audience import PUBLIC, REFEREE, Seat, all_but, only
from referee.laws.breach import beside, worded
from referee.laws.steps import first_unlike, parted
from tests.package_game.higher_card.table import CARDS, Card, CardLaid

ANA, BEN = Seat("Ana"), Seat("Ben")
THREE = CARDS["3R"]


@dataclass
class Seen:
    """What somebody knows."""

    hand: list[Card]


def laid(to: Any) -> CardLaid:
    """One event, told to these."""
    return CardLaid(seat=ANA, card=THREE, to=to)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (PUBLIC, "all"),
        (REFEREE, "nobody"),
        (only(ANA, BEN), "Ana and Ben"),
        (all_but(ANA), "all but Ana"),
        ({ANA: [THREE]}, "{Ana: [3R]}"),
        ((THREE, 4, None), "[3R, 4, None]"),
        ({THREE}, "{3R}"),
        (Seen([THREE]), "Seen(hand=[3R])"),
        (laid(PUBLIC), "CardLaid(seat=Ana, card=3R)"),
    ],
)
def test_a_value_is_said_as_it_prints(value: Any, said: str) -> None:
    assert worded(value) == said


def test_events_that_differ_in_nothing_else_are_said_with_whom_they_are_told() -> None:
    assert beside(laid(PUBLIC), laid(only(BEN))) == (
        "CardLaid(seat=Ana, card=3R) to all", "CardLaid(seat=Ana, card=3R) to Ben"
    )  # fmt: skip
    assert first_unlike([laid(PUBLIC)], [laid(only(BEN))]) == (
        "event 1 is CardLaid(seat=Ana, card=3R) to Ben, not CardLaid(seat=Ana, card=3R) to all"
    )


def test_a_view_that_parts_is_said_with_cards_as_they_print() -> None:
    assert parted(Seen([THREE]), Seen([])) == "has hand = [3R], but []"
