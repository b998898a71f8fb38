"""Orders that were set aside when a turn was taken back: they count again when their player says so."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import Seat
from referee.engine.commands import ConfirmOrders
from referee.engine.errors import OrderError
from referee.engine.lexicon import first_word
from referee.engine.sheet import MOST_LINES
from referee.service.table.reading import Clerk
from referee.service.table.table import TableTop
from referee.store import orders
from referee.store.database import Transaction

NONE_WAIT = "No orders of yours wait for your word."
COUNT_AGAIN = "Your orders from before the turn was taken back count again; this letter lists them."


def expanded(tx: Transaction, top: TableTop, seat: Seat, lines: Sequence[str]) -> list[str]:
    """Put the orders that a player confirms in the place of CONFIRM ORDERS, as if they had been written now."""
    said = [number for number, line in enumerate(lines) if first_word(line) == "CONFIRM"]
    clerk = top.clerk(seat) if said else None
    at = next((number for number in said[:MOST_LINES] if clerk is not None and _confirms(clerk, lines[number])), None)
    if at is None:
        return list(lines)
    file = orders.aside(tx, top.row.id, top.step).get(seat)
    if file is None:
        return list(lines)
    kept = [*file.turns.get(top.step, ()), *(f"STANDING {line}" for line in file.standing)]
    return [*lines[: at + 1], *kept, *lines[at + 1 :]]


def carried_out(tx: Transaction, top: TableTop, seat: Seat, *, filed: bool) -> str:
    """Say what came of a CONFIRM ORDERS."""
    return COUNT_AGAIN if filed and _had_any(tx, top, seat) else NONE_WAIT


def _had_any(tx: Transaction, top: TableTop, seat: Seat) -> bool:
    return any(row.step == top.step and row.set_aside_at for row in orders.revisions(tx, top.row.id, seat))


def _confirms(clerk: Clerk, line: str) -> bool:
    try:
        return isinstance(clerk.read(line), ConfirmOrders)
    except OrderError:
        return False
