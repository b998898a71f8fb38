"""Elements in its second edition: of what it did otherwise ``play_turn`` knows most; the rest is what a desk did."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.engine.asks import Answer
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.engine.table import Desk, Table
from referee.games import elements
from referee.games.elements.asks import Act
from referee.games.elements.desk import Clerk, Lapsed
from referee.games.elements.state import State
from referee.games.elements.turn import play_turn
from referee.games.elements.values import Hand
from referee.games.elements.view import View


class Second(Clerk):
    """One who put what was hunted where the last line said, though that had been impossible (EL-P2.5)."""

    def after(self, ask: Act, seen: View, lapsed: Lapsed) -> Answer[Hand]:
        """Hunt, with that line's way in mind."""
        route = self.route
        answer = super().after(ask, seen, lapsed)
        self.route = route
        return answer


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""
    return Second(orders, look).answer


def play_second(t: Table[State]) -> None:
    """A deadline is played as it was then."""
    play_turn(t, edition=2)


RULESET = replace(elements.RULESET, edition="2", play=play_second, desk=desk)
