"""What players are told of a game that stands still: which deadline still holds, and why nothing runs."""

from __future__ import annotations

from datetime import datetime

from referee.reports.others import inline
from referee.service.campaign.reason import sentence
from referee.store.tables import GameRow, Status

LETTERS_LOST = "letters could not come in around the deadline"
NOBODY_SPOKE = "from most seats that must act nothing is on file"
ANNOUNCED = (LETTERS_LOST, NOBODY_SPOKE)
"""For what a game is held that all were told of."""

PAUSED = "The game is paused; its clock stands still."
"""What is said of a pause for which the GM gave no reason."""

THEN_TOLD = "When it goes on you are told the new deadline."


def due(row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline that a letter may name: none that is over, or not sure, because the game stands still.

    A game that the GM holds without a word seems to run until its deadline is over.
    """
    if row.status is Status.RUNNING:
        return row.due_at
    silent = row.status is Status.HELD and not row.closed and row.hold_reason not in ANNOUNCED
    return row.due_at if silent and row.due_at is not None and row.due_at > now else None


def why(row: GameRow, now: datetime) -> str:
    """Say why no deadline is named; nothing while the game seems to run. It is the same to every reader."""
    if row.status is Status.PAUSED:
        reason = inline(row.hold_reason)
        known = reason.startswith("The game is paused")
        return f"{reason if known else f'The game is paused: {sentence(reason)}'} {THEN_TOLD}"
    if row.status is not Status.HELD:
        return ""
    if row.closed:
        anew = "is adjudicated anew from the orders that it had"
        return f"Turn {row.step + 1} was taken back and {anew}; its new report says when the next one is due."
    if row.hold_reason in ANNOUNCED:
        return f"The game waits for the GM, since {row.hold_reason}; what you send counts. {THEN_TOLD}"
    if row.due_at is not None and row.due_at > now:
        return ""
    return f"The deadline of turn {row.step + 1} is over, but the turn waits for the GM; what comes until then counts."
