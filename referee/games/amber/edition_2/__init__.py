"""The Game of Amber before cards were told in the order of the pack, and a turn being lost stayed lost (R-50)."""

from dataclasses import replace
from typing import ClassVar

from referee.engine.copies import recast
from referee.games.amber import edition_3
from referee.games.amber.state import Amber, State
from referee.games.amber.turn import play_turn


class EarlyState(State):
    """A state in the hands of an edition before the third; it is kept as any other."""

    __slots__ = ()

    edition: ClassVar[int] = 2


def play_early(t: Amber) -> None:
    """A turn is played as by the rules of now, but for that."""
    t.state = recast(t.state, EarlyState)
    play_turn(t)
    t.state = recast(t.state, State)


RULESET = replace(edition_3.RULESET, edition="2", play=play_early)
