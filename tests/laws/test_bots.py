"""Bots, and many games at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from referee.bots.bot import guessing, own_chance
from referee.bots.simulate import Plan, Played, Style, play_one, seed_of, setup, simulate
from referee.bots.summary import Fired, summary
from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.events import Event
from referee.engine.game import Game
from referee.engine.ruleset import Ruleset
from referee.engine.table import Desk
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.play import Lay
from tests.package_game.higher_card.table import DECK, CardLaid, State, View

ANNA = Seat("Anna")
PLAYED = Played(1, 5, "over", (ANNA,), (ANNA,), (), {})


class HeroFell(Event):
    """A hero falls (HC-2.1, R-7), and again (R-7, HC-C13)."""



def find(slug: str) -> Ruleset[State, View]:
    """The one ruleset of these tests."""
    return {"higher-card": RULESET}[slug]


def game() -> Game[State, View]:
    """A game of three."""
    return Game.start(RULESET, setup(RULESET, 3, {}), seed_of(0))


def test_a_random_bot_picks_any_choice() -> None:
    desk = guessing(Chance(b"bot", 1))(lambda: None)

    answers = [desk(Lay(ANNA, DECK)) for _ in range(500)]

    assert ({one.value for one in answers}, {one.because for one in answers}) == (set(DECK), {Why.PLAN})


def test_who_sits_at_a_desk_sees_their_own_view_alone() -> None:
    seen = []

    def sit(look: Callable[[], View]) -> Desk:
        def answer(ask: Ask[Any]) -> Answer[Any]:
            seen.append((look().seat, set(look().hand) == set(ask.choices)))
            return Answer(ask.choices[0], Why.PLAN)

        return answer

    start = game()
    start.play({}, desks=dict.fromkeys(start.setup.seats, sit))

    assert seen == [(seat, True) for seat in start.setup.seats]


def test_a_bot_s_luck_is_its_own() -> None:
    luck = [Chance(b"seed", 1), *(own_chance(b"seed", Seat(name), step) for name in "AB" for step in (1, 2))]

    assert len({tuple(one.die(6, "x") for _ in range(9)) for one in luck}) == 5


@pytest.mark.parametrize("style", list(Style))
def test_every_style_plays_to_the_end(style: Style) -> None:
    played = play_one(RULESET, Plan("higher-card", style, seats=4, options={"ties": "die"}), 3)

    assert (played.steps, played.reason, len(played.seats)) == (6, "cards are out", 4)
    assert played.events["CardLaid"] == 24


def test_a_game_that_lasts_too_long_is_given_up() -> None:
    assert play_one(RULESET, Plan("higher-card", longest=2), 1).reason == ""


def test_results_come_in_order_and_one_by_one() -> None:
    results = simulate(find, Plan("higher-card"), iter(range(10**9)), workers=1)

    assert [played.number for played in islice(results, 3)] == [0, 1, 2]


def test_the_number_of_workers_changes_nothing() -> None:
    plan = Plan("higher-card", Style.SCRIBBLE, seats=3)

    assert list(simulate(find, plan, range(10), workers=2)) == list(simulate(find, plan, range(10), workers=1))


def test_many_games_in_a_few_numbers() -> None:
    found = summary(list(simulate(find, Plan("higher-card"), range(20), workers=1)))

    assert (found.games, found.shortest, found.middle, found.longest) == (20, 12, 12, 12)
    assert found.ends == {"cards are out": 20}
    assert sum(found.wins.values()) >= 20
    assert found.wins_by == {"cards are out": found.wins}
    assert found.events["CardLaid"] == 24.0


def test_lengths_are_told_by_their_quarters() -> None:
    found = summary([replace(PLAYED, steps=steps) for steps in (3, 8, 1, 6, 4, 7, 2, 5)])

    lengths = (found.shortest, found.quarter, found.middle, found.three_quarters, found.longest)
    assert lengths == (1, 3, 5, 7, 8)


def test_random_games_write_no_lines_and_all_others_do() -> None:
    written = list[Style]()

    def styled(style: Style) -> Ruleset[State, View]:
        def write(view: View, chance: Chance, wild: bool = False) -> Sequence[str]:
            written.append(style)
            return ()

        return replace(RULESET, bots=replace(RULESET.bots, scribble=write, sensible=write))

    for style in Style:
        play_one(styled(style), Plan("higher-card", style), 1)

    assert {*written} == {*Style} - {Style.RANDOM, Style.SILENT}


def test_how_often_each_rule_fires_those_that_never_do_among_them() -> None:
    games = [replace(PLAYED, events={"HeroFell": 3}), replace(PLAYED, events={})]

    assert summary(games, (HeroFell, CardLaid)).fired == [
        Fired("HeroFell", ("HC-2.1", "R-7", "HC-C13"), 1.5, 0.5),
        Fired("CardLaid", (), 0.0, 0.0),
    ]


def test_what_a_game_counts_is_summed_up_by_heading_the_most_frequent_first() -> None:
    one, other = {"deaths": {"hunger": 1, "thirst": 2}}, {"deaths": {"age": 1}}

    found = summary([replace(PLAYED, tally=one), replace(PLAYED, tally=other)])

    assert list(found.tally["deaths"].items()) == [("thirst", 2), ("age", 1), ("hunger", 1)]


def test_a_game_says_what_is_counted() -> None:
    def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
        yield from (("of suit", event.card) for event in events if isinstance(event, CardLaid))

    counted = play_one(replace(RULESET, ending=replace(RULESET.ending, tally=tally)), Plan("higher-card"), 3).tally

    assert sum(counted["of suit"].values()) == 24
