"""The desk: one seat's orders at work against its view; where they are silent, the defaults of RULES.md, 3.4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.games.living_trumps.defaults import DEFAULTS
from referee.games.living_trumps.desk_actions import Actions
from referee.games.living_trumps.desk_policies import POLICY_ANSWERS
from referee.games.living_trumps.filed import Orders
from referee.games.living_trumps.view import View


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Make the answers of one seat out of its orders in force and its view."""
    filed = Orders(orders, look)
    actions = Actions(seat, filed)

    def answer(ask: Ask[Any]) -> Answer[Any]:
        found = actions.answer(ask)
        if found is not None:
            return found
        policy = POLICY_ANSWERS.get(type(ask))
        ordered = policy(filed, ask) if policy is not None and orders else None
        if ordered is not None and ordered[0] in ask.choices:
            return Answer(*ordered)
        default = DEFAULTS.get(type(ask))
        return Answer(default(ask) if default is not None else ask.choices[0], Why.DEFAULT)

    return answer


def form(seen: View) -> Sequence[str]:
    """Suggest the orders that are in force without any."""
    return ("SHADOW PASS", "SUBSTANCE SCHEME", "TRICKS AUTO", "DEFEND DEAL")
