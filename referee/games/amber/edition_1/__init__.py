"""The Game of Amber as it was first played: a suit of a CHAOS LAY list passed the special cards over (R-58)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.engine.asks import Answer, Ask
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.engine.table import Desk as Answering
from referee.games.amber import edition_2
from referee.games.amber.asks import LayChaos
from referee.games.amber.desk import Desk, by_default, from_order
from referee.games.amber.edition_3 import third_desk
from referee.games.amber.picking import named
from referee.games.amber.powers import ChaosLay
from referee.games.cards import Card


def first_desk(seat: Seat, orders: Sequence[Order], look: Callable[[], Any]) -> Answering:
    """Make the answers of one seat as by the rules of now, but for that."""
    mine, now = Desk(seat, orders, look), third_desk(seat, orders, look)

    def answer(ask: Ask[Any]) -> Answer[Any]:
        return first_laid(mine, ask) if isinstance(ask, LayChaos) else now(ask)

    return answer


def first_laid(d: Desk, ask: LayChaos) -> Answer[Card]:
    """Lay the first card of the list that Chaos still has, else the one drawn first."""
    for line in d.of(ChaosLay):
        for card in named(line.list, ask.choices):
            return from_order(card, line)
    return by_default(ask.choices[0])


RULESET = replace(edition_2.RULESET, edition="1", desk=first_desk)
