"""Living Trumps as it was played second: cards were told as Hands held them (LT-R27), and two rules read otherwise.

A card that came back could make another Trick (LT-R38), and who was called by both sides of a contest, and then helped
nobody, still helped the first (LT-21.4).
"""

from dataclasses import fields, replace
from typing import ClassVar

from referee.games import living_trumps
from referee.games.living_trumps.state import State, Trumps
from referee.games.living_trumps.turn import play_turn


class Second(State):
    """The truth of such a game."""

    __slots__ = ()
    edition: ClassVar[int] = 2


def play_second(t: Trumps) -> None:
    """A Turn is played as by the rules of now, but for that."""
    t.state = made(Second, t.state)
    play_turn(t)
    t.state = made(State, t.state)


def made(kind: type[State], state: State) -> State:
    """Make a state of this kind of what another holds."""
    return kind(**{f.name: getattr(state, f.name) for f in fields(state)})


RULESET = replace(living_trumps.RULESET, edition="2", play=play_second)
