"""Days and lengths of time as letters tell them; `dates` reads days, by a library that most commands do without."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.reports.when import day_said, place, zone_of


def words(first: datetime, last: datetime, zone: str) -> str:
    """Say whole days: ``from Sunday 20 December 2026 to Sunday 3 January 2027 (Berlin)``."""
    here = zone_of(zone)
    one, other = first.astimezone(here).date(), (last.astimezone(here) - timedelta(seconds=1)).date()
    if one == other:
        return f"on {day_said(one)} ({place(zone)})"
    return f"from {day_said(one)} to {day_said(other)} ({place(zone)})"


def spoken(span: timedelta) -> str:
    """Say a length of time: ``2 days 6 hours``."""
    minutes = span // timedelta(minutes=1)
    parts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
    return " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n) or "no time"
