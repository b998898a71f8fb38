"""Why an order of Amagande did nothing in a turn, where its player would ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from referee.engine.events import Event
from referee.engine.orders import Order
from referee.games.amagande.events import CardsDrawnUnseen
from referee.games.amagande.orders import CounterWith, PlayLine
from referee.games.amagande.view import View


def unneeded(seen: View, told: Sequence[Event]) -> Callable[[Order], str]:
    """Return the function that says why an order did nothing, from what its seat was told."""
    drawn = [e for e in told if isinstance(e, CardsDrawnUnseen) and e.seat == seen.seat and e.due]
    return partial(reason, bool(drawn))


def reason(penalized: bool, order: Order) -> str:
    """Say why an order did nothing, where that is more than that nothing asked for it."""
    match order:
        case PlayLine():
            return "You were not on turn again"
        case CounterWith() if penalized:
            return "None of these counters what you had to draw"
        case _:
            return ""
