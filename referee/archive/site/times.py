"""Times as pages say them: in full, for whoever reads them, whenever that is."""

from __future__ import annotations

from datetime import datetime

from referee.reports.when import When, day_said, zone_of


def day(t: datetime, zone: str) -> str:
    """Say a day: ``Friday 27 November 2026``."""
    return day_said(t.astimezone(zone_of(zone)))


def date(t: datetime, zone: str) -> str:
    """Say a day without its name: ``27 November 2026``."""
    return day(t, zone).partition(" ")[2]


def moment(t: datetime, zone: str) -> str:
    """Say a time: ``Friday 27 November 2026, 20:00 (Berlin)``."""
    return f"{day(t, zone)}, {When(zone, t).clock(t.astimezone(zone_of(zone)))}"


def iso(t: datetime) -> str:
    """Return a time for programs, to the second, in UTC."""
    return t.strftime("%Y-%m-%dT%H:%M:%SZ")
