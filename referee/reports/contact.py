"""How a reader reaches the GM: the last line of every letter to a player."""

from __future__ import annotations

from referee.engine.audience import GM
from referee.reports.parts import Head


def contact(head: Head) -> str:
    """Name the GM and how to reach them; nothing to the GM, and where no GM is named.

    What a player may copy stands near the beginning and never begins the line, however long the names behind it are:
    quoted without marks it is read as nothing.
    """
    if head.gm is None or head.seat == GM:
        return ""
    who, at = f"{head.gm.name}, your GM" if head.gm.name else "your GM", head.gm.at
    if head.seat in head.seats:
        return f"With TO GM: in any answer, or at {at}, you reach {who}."
    return f"At {at} you reach {who}."
