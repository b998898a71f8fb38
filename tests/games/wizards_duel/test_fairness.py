"""Among sensible players, who leads first shall win no more than the other (WD-2.1, WD-2.2)."""

from __future__ import annotations

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.games.wizards_duel import RULESET

DECKS = ("full", "half", "majors", "minors")


def first_leaders_share(deck: str, pace: str, duels: int) -> float:
    """Which part of the duels with a winner is won by whoever led first."""
    options = {"deck": deck, "rounds_per_turn": pace, "max_rounds_per_turn": "20"}
    plan = Plan("wizards-duel", Style.SENSIBLE, options=options)
    first = won = 0
    for number in range(duels):
        opening, *_, last = steps(RULESET, plan, number)
        assert last.end is not None
        won += bool(last.end.winners)
        first += opening.state.leader in last.end.winners
    return first / won


@pytest.mark.parametrize("deck", ["half", "majors"])
def test_the_first_leader_wins_no_two_duels_of_three(deck: str) -> None:
    assert 0.4 <= first_leaders_share(deck, "4", 400) <= 0.6


@pytest.mark.soak
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("pace", ["1", "4"])
def test_the_first_leader_wins_half_of_the_duels(pace: str, deck: str) -> None:
    assert 0.45 <= first_leaders_share(deck, pace, 1000) <= 0.55
