"""Living Trumps as it was played second: cards were told as Hands held them (LT-R27), and three rules read otherwise.

A card that came back could make another Trick (LT-R38); who was called by both sides of a contest, and then helped
nobody, still helped the first (LT-21.4); and a VS before TURNING did not count (LT-P7.2).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from referee.engine.asks import Answer, Ask
from referee.engine.audience import Seat
from referee.engine.copies import recast
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.games import living_trumps
from referee.games.living_trumps.asks import GiveShadow
from referee.games.living_trumps.desk import desk
from referee.games.living_trumps.edition_3 import third_desk
from referee.games.living_trumps.filed import Orders, pick
from referee.games.living_trumps.policies import TurningGive
from referee.games.living_trumps.state import State, Trumps
from referee.games.living_trumps.turn import play_turn
from referee.games.living_trumps.view import View


class Second(State):
    """The truth of such a game."""

    __slots__ = ()
    edition: ClassVar[int] = 2


def play_second(t: Trumps) -> None:
    """A Turn is played as by the rules of now, but for that."""
    t.state = recast(t.state, Second)
    play_turn(t)
    t.state = recast(t.state, State)


def second_desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat as in edition 3, but for TURNING."""
    now, silent, filed = third_desk(seat, orders, look), desk(seat, (), look), Orders(orders, look)

    def answer(ask: Ask[Any]) -> Answer[Any]:
        if not isinstance(ask, GiveShadow):
            return now(ask)
        for line in filed.of(TurningGive):
            card = pick(line.cards, ask.cards)
            if card is not None:
                return Answer(ask.choices[ask.cards.index(card)], line.number)
        return silent(ask)

    return answer


RULESET = replace(living_trumps.RULESET, edition="2", play=play_second, desk=second_desk)
