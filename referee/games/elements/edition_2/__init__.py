"""Elements in its second edition: of what it did otherwise ``play_turn`` knows most; the rest a desk and a mind did."""

from dataclasses import replace
from functools import partial

from referee.engine.author import Answer, Event, Seat, Setup, Table, recast
from referee.games import elements
from referee.games.elements.asks import Act
from referee.games.elements.desk import Lapsed
from referee.games.elements.edition_5 import Fifth
from referee.games.elements.events import CardShed, FaceShown
from referee.games.elements.minds import Mind
from referee.games.elements.rounds import start
from referee.games.elements.state import State
from referee.games.elements.turn import play_turn
from referee.games.elements.values import Hand
from referee.games.elements.view import View, look, view


class Second(Fifth):
    """One who put what was hunted where the last line said, though that had been impossible (EL-P2.5)."""

    def after(self, ask: Act, seen: View, lapsed: Lapsed) -> Answer[Hand]:
        """Hunt, with that line's way in mind."""
        route = self.route
        answer = super().after(ask, seen, lapsed)
        self.route = route
        return answer


class SecondMind(Mind):
    """What one player remembers, who forgot all of another's Island when it shrank (EL-R11)."""

    __slots__ = ()

    def apply(self, event: Event, /) -> None:
        """Take in one event that this player was told."""
        match event:
            case FaceShown(spot=spot, card=card):
                self.spots[spot] = card.code
            case CardShed(seat=seat) if seat != self.me:
                self.islands.pop(seat, None)
            case _:
                super().apply(event)


class SecondState(State):
    """The truth of such a match, with such minds; nothing but its start puts them there."""

    __slots__ = ()
    minds: dict[Seat, SecondMind]  # type: ignore[assignment]


class SecondView(View):
    """What one seat knows of it."""

    __slots__ = ()
    mind: SecondMind


def start_second(t: Table[State], setup: Setup) -> None:
    """Set up a match and deal its first round, with such minds."""
    start(t, setup)
    minds = {seat: recast(mind, SecondMind) for seat, mind in t.state.minds.items()}
    t.state = recast(t.state, SecondState, minds=minds)


def second(seen: View) -> SecondView:
    """Make that of a view."""
    return recast(seen, SecondView, mind=recast(seen.mind, SecondMind))


RULESET = replace(
    elements.RULESET,
    edition="2",
    start=start_second,
    play=partial(play_turn, edition=2),
    desk=lambda seat, orders, look: Second(orders, look).answer,
    view=lambda seat, setup: second(view(seat, setup)),
    look=lambda state, seat, setup: second(look(state, seat, setup)),
    stored=replace(elements.RULESET.stored, state=SecondState, view=SecondView),
)
