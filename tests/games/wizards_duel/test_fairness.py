"""Who leads first shall win no more than the other: the default play, and that of sensible bots (WD-W2, WD-W5)."""

from __future__ import annotations

import pytest

from referee.bots.simulate import Plan, Style, steps
from referee.games.wizards_duel import RULESET

DECKS = ("full", "half", "majors", "minors")


def first_leaders_share(style: Style, deck: str, pace: str, duels: int) -> float:
    """Which part of the duels with a winner is won by whoever led first."""
    plan = Plan("wizards-duel", style, options={"deck": deck, "rounds_per_turn": pace, "max_rounds_per_turn": "20"})
    first = won = 0
    for number in range(duels):
        opening, *_, last = steps(RULESET, plan, number)
        assert last.end is not None
        won += bool(last.end.winners)
        first += opening.state.leader in last.end.winners
    return first / won


@pytest.mark.parametrize("deck", ["half", "majors"])
def test_among_silent_players_the_first_leader_wins_no_two_duels_of_three(deck: str) -> None:
    assert 0.4 <= first_leaders_share(Style.SILENT, deck, "4", 150) <= 0.6


@pytest.mark.soak
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("style", "pace"), [(Style.SILENT, "4"), (Style.SENSIBLE, "1"), (Style.SENSIBLE, "4")])
def test_the_first_leader_wins_half_of_the_duels(style: Style, pace: str, deck: str) -> None:
    assert 0.45 <= first_leaders_share(style, deck, pace, 1000) <= 0.55
