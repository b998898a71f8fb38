"""The story of a step: what a case hears of it, and where it is broken off."""

from __future__ import annotations

from referee.bots.simulate import setup
from referee.cases.setting import Story
from referee.engine.events import Event
from referee.engine.game import Game
from tests.package_game.higher_card import RULESET
from tests.package_game.higher_card.play import Lay
from tests.package_game.higher_card.table import CardLaid, State, TrickWon, View


def test_a_story_has_each_answer_and_each_event_with_the_state_of_that_moment() -> None:
    story, after = told(None)

    assert [type(m.event or m.ask) for m in story.moments[:4]] == [Lay, Lay, CardLaid, CardLaid]
    assert [m.event for m in story.moments if m.event is not None] == list(after.events)
    assert cards(story.moments[0].state) == 8
    assert story.moments[-1].state == after.state


def test_a_step_is_broken_off_behind_the_last_moment_of_a_case() -> None:
    whole, played = told(None)
    won = next(n for n, m in enumerate(whole.moments, 1) if isinstance(m.event, TrickWon))

    story, after = told(won)

    until: list[Event] = [m.event for m in whole.moments[:won] if m.event is not None]
    assert list(after.events) == until
    assert len(story.moments) == won < len(whole.moments)
    assert after.state == whole.moments[won - 1].state != played.state


def told(until: int | None) -> tuple[Story, Game[State, View]]:
    """The first turn of a game, and its story."""
    story = Story(RULESET, until)
    return story, Game.start(story.rules, setup(RULESET, 2, {}), b"seed").play({})


def cards(state: State) -> int:
    """How many cards all hold."""
    return sum(len(hand) for hand in state.hands.values())
