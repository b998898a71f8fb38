"""What simulations count of a game, and what players of a demo add to their orders."""

from __future__ import annotations

import pytest

from referee.bots.bot import own_chance
from referee.bots.simulate import Style
from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event, GameEnded
from referee.engine.reader import Reader
from referee.engine.sheet import Heard
from referee.games.amber import RULESET
from referee.games.amber import events as ev
from referee.games.amber.deck import BY_CODE, CHARACTERS
from referee.games.amber.ending import tally
from referee.games.amber.events import Death
from tests.games.amber.table import begin, lexicon, steps

ERIC = Seat("Eric")


def ended(reason: str, *before: Event) -> list[Event]:
    """A game that ended so, with what had happened before."""
    return [*before, GameEnded(reason=reason, winners=(), losers=(), to=PUBLIC)]


def enthroned(card: str) -> Event:
    """Chaos takes the Throne."""
    return ev.ChaosEnthroned(card=BY_CODE[card], cards=(), to=PUBLIC)


def attacked(card: str) -> Event:
    """Chaos attacks."""
    return ev.AmberAttacked(threat=BY_CODE[card], cards=1, target=None, to=PUBLIC)


def died(death: Death) -> Event:
    """Eric dies."""
    return ev.Died(seat=ERIC, death=death, hidden=0, to=PUBLIC)


@pytest.mark.parametrize(
    ("events", "card"),
    [
        (ended("emperor on the throne"), "X4"),
        (ended("devil"), "X15"),
        (ended("chaos held the throne three turns", enthroned("X2"), enthroned("X5")), "X5"),
        (ended("all dead", attacked("X18"), died(Death.CHAOS)), "X18"),
        (ended("all dead", attacked("X20"), died(Death.CHAOS_TEN)), "X20"),
        (ended("all dead", attacked("X20"), died(Death.CARD)), "X13"),
        (ended("all dead", attacked("X20"), died(Death.TEN_OF_SWORDS)), "none of them"),
        (ended("throne held three turns", enthroned("X2")), "none of them"),
    ],
)
def test_the_chaos_card_that_ended_the_game_is_named(events: list[Event], card: str) -> None:
    assert str(dict(tally(events))["Which Chaos card ended the game"]) == card


def test_a_game_that_was_given_up_was_ended_by_no_card() -> None:
    assert list(tally([attacked("X2")])) == []


def test_seats_are_called_by_their_characters() -> None:
    assert RULESET.seating.names == tuple(CHARACTERS.values())
    assert len(RULESET.seating.names) == RULESET.seats[-1]


def test_what_players_add_can_be_read_and_is_not_refused() -> None:
    added = 0
    for number in range(4):
        for game in steps(begin(number, defaults=True), Style.SENSIBLE, 6):
            for seat in game.pending():
                view = game.view(seat)
                lines = RULESET.bots.asides(view, own_chance(game.seed, seat, game.step))
                sheet = Reader(RULESET.grammar, lexicon(game.setup.seats), seat, game.step + 1).read(lines)
                assert {line.heard for line in sheet.lines} <= {Heard.ORDER, Heard.STANDING, Heard.AT_ONCE}
                orders = [line.order for line in sheet.lines if line.order is not None]
                assert all(RULESET.orders.at_once(view, one) for one in orders if one.at_once)
                orders = [one for one in orders if not one.at_once]
                assert [r.text for r in RULESET.orders.check(view, orders) if r.refuses] == []
                added += len(orders)

    assert added > 20


def test_who_plays_to_win_writes_no_line_that_is_refused_where_special_cards_are_for_combats() -> None:
    written, refused = 0, list[str]()
    start = begin(7)
    grammar, words = RULESET.grammar, lexicon(start.setup.seats)
    for game in steps(start, Style.SENSIBLE, 6):
        for seat in game.pending():
            view = game.view(seat)
            lines = RULESET.bots.sensible(view, own_chance(game.seed, seat, game.step + 1))
            orders = [grammar.read(line, words, seat) for line in lines]
            refused += [grammar.show(remark.order) for remark in RULESET.orders.refuse(view, orders)]
            written += len(orders)

    assert start.setup.options["special_timing"] == "combat"
    assert refused == []
    assert written > 100
