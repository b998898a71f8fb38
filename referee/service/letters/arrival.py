"""A letter that is read later than others that came after it: its orders take their place by the time it came.

It was held until its player confirmed it or the GM released it, or it was long on its way from our mail server to us.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.engine.audience import Seat
from referee.engine.onfile import OnFile
from referee.engine.sheet import Heard, Line, Sheet
from referee.service.letters.incoming import Incoming
from referee.service.table.reading import FILED, Clerk, Understood
from referee.store import orders
from referee.store.tables import OrdersRow

NEWER_STAY = (
    "You have sent orders since. This letter counts as if it had been read when it came, so whatever is newer stays."
)

FLAG = "WAIT FLAG"


@dataclass(frozen=True)
class Arrival:
    """What was on file for a seat when a letter came, and the revisions that its later letters brought."""

    before: OnFile
    newer: Sequence[OrdersRow] = ()

    def caught_up(self, found: Understood, clerk: Clerk, open_step: int) -> Understood:
        """File what came since on top of what the letter brought, so that the latest arrival decides."""
        if not self.newer:
            return found
        file, now = found.file, orders.on_file_from(max(self.newer, key=lambda row: row.id or 0).on_file)
        for row in self.newer:
            file = file.after(sheet_from(row.sheet, clerk), clerk.rules.grammar, row.step)
        file = file.after(Sheet(()), clerk.rules.grammar, open_step)
        found = replace(found, file=file, changed=file != now.after(Sheet(()), clerk.rules.grammar, open_step))
        if open_step != clerk.turn:
            return found
        in_force = tuple(file.in_force(clerk.turn, clerk.read))
        warnings = tuple(r for r in clerk.rules.orders.remarks(clerk.view, in_force) if not r.refuses)
        return replace(found, orders=in_force, warnings=warnings)


def arrival(case: Incoming, game: int, seat: Seat, clerk: Clerk) -> Arrival:
    """Say where a letter's orders belong: on top of all that is on file, unless it was held or long on its way."""
    came = case.row.received_at
    if not case.confirmed and came >= (case.row.kept_at or came):
        return Arrival(orders.latest(case.tx, game, seat))
    rows = [row for row in orders.revisions(case.tx, game, seat) if row.set_aside_at is None]
    first = next((i for i, row in enumerate(rows) if row.received_at > came), len(rows))
    before = orders.on_file_from(rows[first - 1].on_file) if first else OnFile()
    newer = []
    for row in sorted(rows[first:], key=lambda row: row.received_at):
        if row.received_at > came:
            newer.append(row)
        else:
            before = before.after(sheet_from(row.sheet, clerk), clerk.rules.grammar, row.step)
    return Arrival(before, newer)


def sheet_from(lines: Sequence[Mapping[str, Any]], clerk: Clerk) -> Sheet:
    """Read a stored sheet again, as far as it filed anything."""
    return Sheet(tuple(_line_from(data, clerk) for data in lines))


def _line_from(data: Mapping[str, Any], clerk: Clerk) -> Line:
    heard, stored = Heard(data["heard"]), data.get("order", "")
    filed = heard in FILED or (heard is Heard.COMMAND and stored.startswith(FLAG))
    order = clerk.read(stored) if filed and stored else None
    return Line(data["text"], heard, order, turn=data.get("turn", 0), word=data.get("word", ""))
