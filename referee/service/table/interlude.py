"""What was done at once since the last step, told again where the turn is told: a card shown, say."""

from __future__ import annotations

from referee.engine.audience import Seat
from referee.engine.errors import OrderError
from referee.engine.events import Event
from referee.service.campaign.logbook import log
from referee.service.table.table import TableTop
from referee.store import press
from referee.store.database import Transaction


def events(tx: Transaction, top: TableTop) -> tuple[Event, ...]:
    """Return what the orders that worked at once told, each once.

    What cannot be so now, as after a rollback, is left out.
    """
    found: list[Event] = []
    for row in press.of_game(tx, top.row.id, top.step):
        if not row.at_once:
            continue
        seat = Seat(row.seat)
        try:
            made = top.kit.rules.orders.at_once(top.game.view(seat), top.clerk(seat).read(row.body))
        except OrderError as error:
            log.info("an order that worked at once could not now", game=top.row.name, step=top.step, why=str(error))
            continue
        found += [one for one in made if one not in found]
    return tuple(found)
