"""Times for people: in their zone, with the day's name, across changes of the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from referee.engine.values import value
from referee.reports.spans import moment

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@value
class When:
    """Says times to one reader: ``now`` is an aware time, ``zone`` an IANA name; an unknown one is read as UTC.

    With ``marks`` they are said for a template or a sentence of a letter, each marked as a time for programs to find.
    """

    zone: str
    now: datetime
    marks: bool = False

    def full(self, t: datetime) -> str:
        """Say a time in full: ``Friday 27 November, 20:00 (Berlin)``; with the year if it is far away."""
        return self._said(_full(self, t), t)

    def due(self, t: datetime) -> str:
        """Say a deadline: ``tomorrow, Friday 27 November, 20:00 (Berlin)``."""
        near = self._near(here(t, self.zone).date())
        return self._said(f"{near}, {_full(self, t)}" if near else _full(self, t), t)

    def at(self, t: datetime) -> str:
        """Say when something happened or will: ``today at 18:42 (Berlin)``, ``on Friday 27 November at ...``."""
        local = here(t, self.zone)
        day = self._near(local.date()) or f"on {self.day(local.date())}"
        return self._said(f"{day} at {self.clock(local)}", t)

    def short(self, t: datetime) -> str:
        """Say a time whose zone is known: ``today at 20:00``, ``Tuesday at 21:10``, ``Tuesday 3 November at ...``."""
        local = here(t, self.zone)
        ago = here(self.now, self.zone).date() - local.date()
        day = DAYS[local.weekday()] if timedelta(0) < ago < timedelta(7) else self.day(local.date())
        return self._said(f"{self._near(local.date()) or day} at {local:%H:%M}", t)

    def marked(self) -> When:
        """Return what says the same times, each marked as one."""
        return replace(self, marks=True)

    def _said(self, words: str, t: datetime) -> str:
        return moment(words, here(t, self.zone)) if self.marks else words

    def _near(self, day: date) -> str:
        away = (day - here(self.now, self.zone).date()).days
        return {-1: "yesterday", 0: "today", 1: "tomorrow"}.get(away, "")

    def day(self, day: date) -> str:
        """Say a day: ``Friday 27 November``, with the year if it is far away."""
        far = abs((day - here(self.now, self.zone).date()).days) > 180
        year = f" {day.year}" if far else ""
        return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}{year}"

    def clock(self, local: datetime) -> str:
        """Say what the clock shows, and where; of an hour that comes twice, which."""
        other = local.replace(fold=1 - local.fold)
        twice = local.utcoffset() != other.utcoffset()
        which = f", {offset(local)}" if twice else ""
        return f"{local:%H:%M} ({place(self.zone)}{which})"


@lru_cache(256)
def _full(when: When, t: datetime) -> str:
    local = here(t, when.zone)
    return f"{when.day(local.date())}, {when.clock(local)}"


def day_said(day: date) -> str:
    """Say a day with its year: ``Sunday 20 December 2026``."""
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


@cache
def zone_of(name: str) -> tzinfo:
    """Return a time zone by its IANA name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return UTC


@lru_cache(1024)
def here(t: datetime, zone: str) -> datetime:
    """Return an aware time as the clocks of a zone show it."""
    assert t.tzinfo is not None, "times are aware"
    return t.astimezone(zone_of(zone))


@cache
def place(zone: str) -> str:
    """Name a zone as people do: ``Berlin``, ``New York``, ``UTC``, ``UTC-5`` for Etc/GMT+5."""
    if zone_of(zone) is UTC:
        return "UTC"
    region, _, name = zone.rpartition("/")
    if region == "Etc":
        return offset(datetime(2000, 1, 1, tzinfo=zone_of(zone)))
    return name.replace("_", " ")


def offset(local: datetime) -> str:
    """Say how far a local time is from UTC: ``UTC+2``, ``UTC+5:30``."""
    minutes = (local.utcoffset() or timedelta()) // timedelta(minutes=1)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    figures = f"{hours}:{rest:02}" if rest else str(hours)
    return f"UTC{'-' if minutes < 0 else '+'}{figures}"
