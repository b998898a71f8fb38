"""Elements as it was first played: what was turned, moved or lifted had not been touched (EL-R23)."""

from dataclasses import replace

from referee.engine.table import Table
from referee.games.elements import edition_2
from referee.games.elements.state import State
from referee.games.elements.turn import play_turn


def play_first(t: Table[State]) -> None:
    """A deadline is played as in the second edition, but for that."""
    play_turn(t, edition=1)


RULESET = replace(edition_2.RULESET, edition="1", play=play_first)
