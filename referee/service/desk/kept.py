"""Orders that were set aside when a turn was taken back: they count again when their player says so."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.audience import Seat
from referee.engine.commands import ConfirmOrders
from referee.engine.errors import OrderError
from referee.engine.lexicon import first_word
from referee.service.tabletop import TableTop
from referee.store import orders
from referee.store.database import Transaction

NONE_WAIT = "No orders of yours wait for your word."
COUNT_AGAIN = "Your orders from before the turn was taken back count again; this letter lists them."


def expanded(tx: Transaction, top: TableTop, seat: Seat, lines: Sequence[str]) -> list[str]:
    """Put the orders that a player confirms in the place of his CONFIRM ORDERS, as if he had written them now."""
    if not any(first_word(line) == "CONFIRM" and _confirms(top, seat, line) for line in lines):
        return list(lines)
    file = orders.aside(tx, top.row.id, top.step).get(seat)
    if file is None:
        return list(lines)
    kept = [*file.turns.get(top.step, ()), *(f"STANDING {line}" for line in file.standing)]
    out: list[str] = []
    for line in lines:
        out += [line, *kept] if _confirms(top, seat, line) else [line]
    return out


def carried_out(tx: Transaction, top: TableTop, seat: Seat, *, filed: bool) -> str:
    """Say what came of a CONFIRM ORDERS."""
    return COUNT_AGAIN if filed and _had_any(tx, top, seat) else NONE_WAIT


def _had_any(tx: Transaction, top: TableTop, seat: Seat) -> bool:
    return any(row.step == top.step and row.set_aside_at for row in orders.revisions(tx, top.row.id, seat))


def _confirms(top: TableTop, seat: Seat, line: str) -> bool:
    try:
        return isinstance(top.desk(seat).read(line), ConfirmOrders)
    except OrderError:
        return False
