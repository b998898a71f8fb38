"""A report that goes out once more: it names the deadline as it is now, not as it was when it was written."""

from __future__ import annotations

from datetime import datetime

from referee.reports import wrap
from referee.reports.parts import Head
from referee.reports.when import When

DUE = ("Your orders for", "Orders for", "No time is set for")
"""How the sentence begins that names when orders are due; it stands near the beginning of a report."""

NEAR = 12


def current(body: str, head: Head, due: datetime | None) -> str:
    """Put the deadline as it is now in the place of the one that a letter named; ``due`` None where none is set."""
    lines = body.split("\n")
    at = next((n for n, line in enumerate(lines[:NEAR]) if line.startswith(DUE)), None)
    if at is None:
        return body
    end = next(n for n, line in enumerate(lines) if n >= at and (line.endswith(".") or not line))
    begin = f"{head.turn} "
    number = lines[at].partition(begin)[2].split()[0].rstrip(";")
    said = untimed(head.turn, number)
    if due is not None:
        said = f"Your orders for {head.turn} {number} are due {When(head.zone, head.now).full(due)}."
    return "\n".join([*lines[:at], *wrap.wrapped(said), *lines[end + 1 :]])


def untimed(turn: str, number: object) -> str:
    """Say of a turn for which no time is set when it is adjudicated."""
    return f"No time is set for {turn} {number}; it is adjudicated when the GM runs it."
