"""The Game of Amber before cards were told in the order of the pack, and a turn being lost stayed lost (R-50)."""

from dataclasses import replace

from referee.games import amber
from referee.games.amber.state import Amber
from referee.games.amber.turn import play_turn


def play_early(t: Amber) -> None:
    """A turn is played as by the rules of now, but for that."""
    t.state.early = True
    play_turn(t)
    t.state.early = False


RULESET = replace(amber.RULESET, edition="2", play=play_early)
