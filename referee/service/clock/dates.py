"""Days and lengths of time as people write them in a letter: `20 Dec to 3 Jan`, `vom 20.12. bis 3.1.`, `2d 6h`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.parser import ParserError, parserinfo
from dateutil.parser import parse as parse_date

from referee.reports.when import DAYS, MONTHS, place, zone_of

LONGEST = timedelta(days=366)
FARTHEST = timedelta(days=730)
EXAMPLE = "Write, for instance, ABSENT 2026-12-20 to 2027-01-03, or ABSENT from 20 Dec to 3 Jan."

BETWEEN = re.compile(
    r"\s+(?:to|until|till|through|bis(?:\s+zum)?|-|–|—)\s+|\s*(?:\.\.\.?|–|—)\s*|(?<=\.)\s*-\s*", re.IGNORECASE
)
LEADING = re.compile(r"^(?:on|from|vom|von|ab|am|the|den|dem)\s+", re.IGNORECASE)
ONLY_END = re.compile(r"^(?:until|till|to|bis(?:\s+zum)?)\s+", re.IGNORECASE)
ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
DOTTED = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.?")
ALONE = re.compile(r"(\d{1,2})\.?")
SLASHES = re.compile(r"(\d{1,2})/(\d{1,2})(?:/\d{2,4})?")
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{2}(?!\d)")
PART = re.compile(r"(\d{1,3})\s*(days?|d|hours?|h|minutes?|min|m)", re.IGNORECASE)
UNITS = {"d": "days", "h": "hours", "m": "minutes"}


MONTH_NAMES: Any = [
    ("Jan", "January", "Januar", "Jänner"),
    ("Feb", "February", "Februar"),
    ("Mar", "March", "Mär", "März", "Maerz", "Mrz"),
    ("Apr", "April"),
    ("May", "Mai"),
    ("Jun", "June", "Juni"),
    ("Jul", "July", "Juli"),
    ("Aug", "August"),
    ("Sep", "Sept", "September"),
    ("Oct", "October", "Okt", "Oktober"),
    ("Nov", "November"),
    ("Dec", "December", "Dez", "Dezember"),
]
DAY_NAMES: Any = [
    ("Mon", "Monday", "Montag"),
    ("Tue", "Tues", "Tuesday", "Dienstag"),
    ("Wed", "Wednesday", "Mittwoch"),
    ("Thu", "Thur", "Thurs", "Thursday", "Donnerstag"),
    ("Fri", "Friday", "Freitag"),
    ("Sat", "Saturday", "Samstag", "Sonnabend"),
    ("Sun", "Sunday", "Sonntag"),
]


class Spoken(parserinfo):
    """Names of months and days in English and German."""

    MONTHS = MONTH_NAMES
    WEEKDAYS = DAY_NAMES


@dataclass(frozen=True, slots=True)
class Span:
    """Whole days in somebody's zone: from the first moment of one to before that of another, and how that is said."""

    first: datetime
    last: datetime
    words: str


def read(text: str, zone: str, now: datetime) -> Span:
    """Read from when to when somebody is away; raises `ValueError` in words for him."""
    here = ZoneInfo(zone) if zone_of(zone) is not UTC else UTC
    today = now.astimezone(here).date()
    text = " ".join(text.split()).strip(" .!")
    if ONLY_END.match(text):
        first, last = today, _later(_day(ONLY_END.sub("", text), today), today, text)
    else:
        parts = [LEADING.sub("", part) for part in BETWEEN.split(LEADING.sub("", text)) if part.strip()]
        if len(parts) not in (1, 2):
            raise ValueError(f"I don't see two days in it. {EXAMPLE}")
        first = _later(_first(parts, today), today, parts[0])
        last = _later(_day(parts[-1], first), first, parts[-1])
    if last < first:
        raise ValueError(f"The last day lies before the first. {EXAMPLE}")
    if last < today:
        raise ValueError("These days are over. Leave is asked for in advance.")
    first = max(first, today)
    if last - first > LONGEST or first - today > FARTHEST:
        raise ValueError("Leave is for a year at the most, and within the next two.")
    begins, ends = (datetime.combine(day, time(), here).astimezone(UTC) for day in (first, last + timedelta(days=1)))
    return Span(begins, ends, words(begins, ends, zone))


def words(first: datetime, last: datetime, zone: str) -> str:
    """Say whole days: ``from Sunday 20 December 2026 to Sunday 3 January 2027 (Berlin)``."""
    here = zone_of(zone)
    one, other = first.astimezone(here).date(), (last.astimezone(here) - timedelta(seconds=1)).date()
    if one == other:
        return f"on {_said(one)} ({place(zone)})"
    return f"from {_said(one)} to {_said(other)} ({place(zone)})"


def length(text: str) -> timedelta:
    """Read a length of time such as `2d`, `36h` or `1d12h`; raises `ValueError`."""
    rest = PART.sub("", text).replace("and", "").strip(" ,")
    found = PART.findall(text)
    if rest or not found:
        raise ValueError(f"I cannot read {text.strip()[:40]!r} as a length of time; write 2d, 6h or 1d12h.")
    return sum((timedelta(**{UNITS[unit[0].lower()]: int(n)}) for n, unit in found), timedelta())


def lengths(text: str) -> list[timedelta]:
    """Read several lengths of time with blanks or commas between: `2d 6h`; raises `ValueError`."""
    joined = re.sub(r"(\d)\s+(?=[a-zA-Z])", r"\1", text.strip())
    return [length(part) for part in re.split(r"[\s,;]+", joined) if part not in ("", "and")]


def spoken(span: timedelta) -> str:
    """Say a length of time: ``2 days 6 hours``."""
    minutes = span // timedelta(minutes=1)
    parts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
    return " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n) or "no time"


def _said(day: date) -> str:
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def _first(parts: list[str], today: date) -> date:
    """The first day; a bare number, as in ``5 to 9 December``, has the other day's month and year."""
    if (m := ALONE.fullmatch(parts[0].strip())) and len(parts) == 2:
        other = _day(parts[1], today)
        return _dated(other.year, other.month, int(m[1]), parts[0])
    return _day(parts[0], today)


def _dated(year: int, month: int, day: int, written: str) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(f"{written} is not in the calendar. {EXAMPLE}") from None


def _day(text: str, near: date) -> date:
    text = text.strip()
    if m := DOTTED.fullmatch(text):
        return _dated(near.year, int(m[2]), int(m[1]), text)
    if ISO.fullmatch(text):
        year, month, day = map(int, text.split("-"))
        return _dated(year, month, day, text)
    if (m := SLASHES.fullmatch(text)) and int(m[1]) <= 12 and int(m[2]) <= 12 and m[1] != m[2]:
        raise ValueError(f"{text} can be two days. Write the month's name, or 2026-12-20.")
    if not re.search(r"\d", text) or re.fullmatch(r"\d{3,}", text):
        raise ValueError(f"I don't see a day in {text[:40]!r}. {EXAMPLE}")
    try:
        return parse_date(text, Spoken(dayfirst=True), default=datetime.combine(near, time())).date()
    except (ParserError, OverflowError):
        raise ValueError(f"I don't see a day in {text[:40]!r}. {EXAMPLE}") from None


def _later(day: date, near: date, written: str) -> date:
    """A day without a year is the first of its kind that is not before another."""
    if day >= near or YEAR.search(written):
        return day
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return date(day.year + 1, 3, 1)
