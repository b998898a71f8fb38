"""What answers for a seat: its orders, else the default. It sees what the seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import Seat
from referee.engine.orders import Order, now
from referee.engine.remarks import Remark, warning
from referee.engine.table import Desk

from .orders import LayStone, Prefer
from .state import Stone
from .view import View


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Answer by the first order that fits, else lay the lowest stone (TG-4.3)."""

    def answer(ask: Ask[Any]) -> Answer[Any]:
        for one in now(orders, look()):
            match one:
                case LayStone(stone=stone) if stone in ask.choices:
                    return Answer(stone, one.number)
                case Prefer(which="HIGH"):
                    return Answer(max(ask.choices, key=number), one.number)
                case Prefer(which="LOW"):
                    return Answer(min(ask.choices, key=number), one.number)
        return Answer(min(ask.choices, key=number), Why.DEFAULT)

    return answer


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warn of stones that one does not hold (TG-4.1); a receipt knows no more than the seat does."""
    for one in orders:
        if isinstance(one, LayStone) and one.stone not in seen.hand:
            yield warning(one, f"You do not hold {one.stone} now; the next line counts instead.", "TG-4.1")


def form(seen: View) -> Sequence[str]:
    """Write the default as a line that can be changed and sent back; unchanged it says nothing new."""
    return ["PREFER LOW"] if seen.hand else []


def number(stone: Stone) -> int:
    """Return what a stone counts."""
    return stone.number
