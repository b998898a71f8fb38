"""Elements in its third edition: a guard of sight or mind left standing illusions as they seemed (EL-R17)."""

from dataclasses import replace

from referee.engine.table import Table
from referee.games import elements
from referee.games.elements.state import State
from referee.games.elements.turn import play_turn


def play_third(t: Table[State]) -> None:
    """A deadline is played as it was then."""
    play_turn(t, edition=3)


RULESET = replace(elements.RULESET, edition="3", play=play_third)
