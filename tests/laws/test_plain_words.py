"""What a receipt says of orders: every game has one plain sentence for each, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.engine.game import Game
from referee.engine.orders import Order
from referee.games import every
from referee.laws.played import Rules
from tests.laws.played import each, played, post
from tests.laws.test_first_letters import begun

GAMES = 6
OWN = every(third_party=False)
SPOILT = re.compile(
    r"  | [.,;:]|\.\.|,,|\.\w|None|Undefined|[{}<>%]|\b(he|she|him|his|her)\b|\b(a|an|the|your) (a|an|the|your)\b"
)
"""No player or template should see that in a sentence."""

PLAIN = pytest.mark.parametrize("slug", sorted(OWN))


def wrong(said: str) -> bool:
    """Say whether this is no sentence, or not one for a player."""
    return not said.endswith(".") or not said[:1].isupper() or SPOILT.search(said) is not None


def tables(slug: str) -> Iterator[Game[Any, Any]]:
    """A game for each number of players."""
    yield from (begun(OWN[slug], seats, seats) for seats in OWN[slug].seats)


def read(rules: Rules, game: Game[Any, Any], line: str) -> Order:
    """Read a line for the first seat."""
    seat = game.setup.seats[0]
    return rules.grammar.read(line, post(rules.slug).lexicon(game.setup.seats), seat)


@PLAIN
def test_every_order_is_said_in_plain_words(slug: str) -> None:
    rules, lines = OWN[slug], post(slug).writer.lines
    said = {
        kind.example: lines.order(read(rules, game, kind.example), game.view(Seat(game.setup.seats[0])))
        for game in tables(slug)
        for kind in rules.orders.verbs
    }

    assert {example: text for example, text in said.items() if wrong(text)} == {}


@PLAIN
def test_every_condition_is_said_and_turned_round(slug: str) -> None:
    rules, lines, game = OWN[slug], post(slug).writer.lines, next(tables(slug))
    view = game.view(Seat(game.setup.seats[0]))
    then = next(kind.example for kind in rules.orders.verbs if conditional(rules, game, kind.example))
    for kind in rules.orders.conditions:
        plain, turned = (
            lines.order(read(rules, game, f"IF {no}{kind.example} THEN {then}"), view) for no in ("", "NOT ")
        )

        assert not wrong(plain), plain
        assert not wrong(turned), turned
        assert (plain.startswith("If "), plain != turned) == (True, True), plain


def conditional(rules: Rules, game: Game[Any, Any], example: str) -> bool:
    """Say whether an order may stand behind an IF."""
    try:
        read(rules, game, f"IF {rules.orders.conditions[0].example} THEN {example}")
    except OrderError:
        return False
    return True


@each(sorted(OWN))
def test_whatever_players_order_is_said_in_plain_words(slug: str) -> None:
    rules, lines = OWN[slug], post(slug).writer.lines
    found = {}
    for number in range(GAMES):
        for step in played(slug, number).steps:
            for seat, orders in step.orders.items():
                view = step.before.view(seat)
                for i, one in enumerate(orders):
                    found[rules.grammar.show(one)] = lines.order(one, view, orders[:i], orders[i + 1 :])

    assert len(found) > GAMES
    assert {line: text for line, text in found.items() if wrong(text)} == {}
