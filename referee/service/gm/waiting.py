"""What waits for the GM's YES: told to who says YES in a letter that asked nothing."""

from __future__ import annotations

from referee.mail.address import normal
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.store import confirmations
from referee.store.tables import Asked, GameRow

NOTHING = "Nothing of yours waits for a YES, so nothing was done."


def told(work: Work, row: GameRow) -> str:
    """Say which letters wait for the answer of this GM, and how to give it."""
    now = work.now
    when = When(row.zone, now)
    rows = [
        one
        for one in confirmations.open_of(work.tx, Asked.GM_ORDER, now, game=row.id)
        if one.address == normal(work.campaign.who)
    ]
    if not rows:
        return NOTHING
    asked = [
        f"{', '.join(str(order['line']) for order in one.details['orders'])} (asked {when.at(one.made_at)})"
        for one in rows
    ]
    letter = "the letter that asks about it" if len(rows) == 1 else "that of the letters that asks about what you mean"
    return f"Nothing was done. What waits for your YES: {'; '.join(asked)}. Answer {letter}: Do you want this done?"
