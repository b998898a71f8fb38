"""Until when orders are taken on which the GM must rule: so long before the deadline that there is time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from referee.engine.ruleset import Ruleset
from referee.reports.when import When
from referee.service.campaign.policy import Policy
from referee.service.deadlines.spans import spoken
from referee.store import steps
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status


def taken_until(tx: Transaction, row: GameRow) -> datetime | None:
    """Return until when such orders are taken for the open turn; None if as long as any.

    That is as long before the deadline as the game's settings say, but never before half of the turn is over.
    """
    before, due = Policy.of(row).rulings_before, row.on_time_until or row.due_at
    if not before or due is None or row.status is Status.PAUSED:
        return None
    opened = steps.played_at(tx, row.id, row.step)
    return max(due - before, opened + max(due - opened, timedelta()) / 2)


def refusal(tx: Transaction, row: GameRow, at: datetime, zone: str) -> str:
    """Say why such an order that came at a moment is not taken for the open turn; nothing if it is."""
    until = taken_until(tx, row)
    if until is None or at <= until:
        return ""
    return f"The GM must rule on this, so for turn {row.step + 1} it was taken until {When(zone, at).full(until)}."


def announced(rules: Ruleset[Any, Any], row: GameRow) -> tuple[str, ...]:
    """Say in the welcome until when such orders are taken."""
    before = Policy.of(row).rulings_before
    if not before or not any(ask.for_gm for ask in rules.stored.asks):
        return ()
    until = f"until {spoken(before)} before the deadline (in a short turn, until half of it is over)"
    return (f"Orders on which the GM must rule are taken {until}; without a ruling in time they have no effect.",)
