"""Living Trumps as it was first played: nobody's orders knew a Place card that was scried (LT-P1.6)."""

from dataclasses import replace

from referee.engine.audience import Seat
from referee.engine.copies import recast
from referee.engine.events import Event
from referee.engine.setup import Setup
from referee.games import living_trumps
from referee.games.living_trumps import edition_2
from referee.games.living_trumps.events import Scryed
from referee.games.living_trumps.state import State, Trumps
from referee.games.living_trumps.view import View, look, view


class FirstView(View):
    """What one seat knows, but for what it scried."""

    __slots__ = ()

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        if not isinstance(event, Scryed):
            super().apply(event)


def first_view(seat: Seat, setup: Setup) -> FirstView:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    return recast(view(seat, setup), FirstView)


def first_look(state: State, seat: Seat, setup: Setup) -> FirstView:
    """Make the view that a full history would have given."""
    return recast(look(state, seat, setup), FirstView)


def play_first(t: Trumps) -> None:
    """A Turn is played as in edition 2, and what was scried in it is forgotten."""
    edition_2.play_second(t)
    t.state.peeks.clear()


RULESET = replace(
    edition_2.RULESET,
    edition="1",
    play=play_first,
    view=first_view,
    look=first_look,
    stored=replace(living_trumps.RULESET.stored, view=FirstView),
)
