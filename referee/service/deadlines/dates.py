"""Days as people write them: `20 Dec to 3 Jan`, `vom 20.12. bis 3.1.`."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from dateutil.parser import ParserError, parserinfo
from dateutil.parser import parse as parse_date

from referee.engine.values import value
from referee.reports.when import DAYS, day_said, zone_of
from referee.service.deadlines.deadline import days_said

LONGEST = timedelta(days=366)
FARTHEST = timedelta(days=730)

OVER_NEW_YEAR = timedelta(days=92)
"""Leave from one year into the next may be so long if no year is written: 20.12. to 3.1. is, 5.12. to 1.12. not."""

AHEAD = timedelta(days=300)
"""Days without a year that would come so late again have just been."""

VERB = "ABSENT "
"""What stands before the days in a letter."""

EXAMPLE = f"Write, for instance, {VERB}2026-12-20 to 2027-01-03, or {VERB}from 20 Dec to 3 Jan."

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


NEAR = {"today": 0, "heute": 0, "tomorrow": 1, "morgen": 1, "day after tomorrow": 2, "übermorgen": 2}
"""Days that are named by how far away they are."""


@value
class Span:
    """Whole days in somebody's zone: from the first moment of one to before that of another, and how that is said."""

    first: datetime
    last: datetime
    words: str


class Spoken(parserinfo):
    """Names of months and days in English and German."""

    MONTHS = MONTH_NAMES
    WEEKDAYS = DAY_NAMES


def read(text: str, zone: str, now: datetime) -> Span:
    """Read from when to when somebody is away; raises `ValueError` in words for them."""
    here = ZoneInfo(zone) if zone_of(zone) is not UTC else UTC
    today = now.astimezone(here).date()
    text = " ".join(text.split()).strip(" .!")
    if ONLY_END.match(text):
        start, end = "", ONLY_END.sub("", text)
    else:
        parts = [LEADING.sub("", part) for part in BETWEEN.split(LEADING.sub("", text)) if part.strip()]
        if len(parts) not in (1, 2):
            raise ValueError(f"I don't see two days in it. {EXAMPLE}")
        start, end = parts[0], parts[-1]
    whole = start is end
    start = _in_numbers(start, today, today)
    begun = _day(start, today) if ISO.fullmatch(start) else today if not start else None
    end = start if whole else _in_numbers(end, today, begun)
    first, last = _days(start, end, today)
    if last < first:
        raise ValueError(f"The last day lies before the first. {EXAMPLE}")
    if last < today:
        raise ValueError("These days are over. Leave is asked for in advance.")
    _is_plausible(start, end, first, last, today)
    first = max(first, today)
    if last - first > LONGEST or first - today > FARTHEST:
        raise ValueError("Leave is for a year at the most, and within the next two.")
    begins, ends = (datetime.combine(day, time(), here).astimezone(UTC) for day in (first, last + timedelta(days=1)))
    return Span(begins, ends, days_said(begins, ends, zone))


def weekday(word: str) -> int | None:
    """Return the number of the day of the week that a word names, Monday 0; None if it names none."""
    bare = word.strip().lower().rstrip(".")
    return next((n for n, names in enumerate(DAY_NAMES) if bare in [one.lower() for one in names]), None)


def _in_numbers(text: str, today: date, near: date | None) -> str:
    """Write today, tomorrow and days of the week as dates: the next such day from another on, if that is known."""
    if (away := NEAR.get(text.lower())) is not None:
        return str(today + timedelta(days=away))
    number = weekday(text)
    if number is None or near is None:
        return text
    if near == today and number == today.weekday():
        week = today + timedelta(days=7)
        raise ValueError(f"Today is {DAYS[number]}. Write today, or {week} for that in a week.")
    return str(near + timedelta(days=(number - near.weekday()) % 7))


def _days(start: str, end: str, today: date) -> tuple[date, date]:
    """Return the first day and the last; without a year they are the next such days that are not over yet.

    So leave that has begun, and leave over New Year, are what they seem; no ``start`` is today.
    """
    if not start or YEAR.search(start):
        first = _day(start, today) if start else today
        return first, _behind(end, first)
    years = [today.year - 1, today.year, today.year + 1]
    if YEAR.search(end):
        years = [(dated := _day(end, today).year) - 1, dated]
    found: list[tuple[date, date]] = []
    trouble: ValueError | None = None
    for year in years:
        try:
            first = _first(start, end, in_year(today, year))
            found.append((first, _behind(end, first)))
        except ValueError as error:  # the 29th of February is in few calendars
            trouble = error
    if not found and trouble is not None:
        raise trouble
    if YEAR.search(end):
        return next(((a, b) for a, b in reversed(found) if a <= b), found[-1])
    still = [(a, b) for a, b in found if b >= today]
    likely = [(a, b) for a, b in still if a.year == b.year or b - a <= OVER_NEW_YEAR]
    return next(iter(likely), None) or next(((a, b) for a, b in still if a >= today), found[-1])


def _is_plausible(start: str, end: str, first: date, last: date, today: date) -> None:
    """Refuse days whose years had to be guessed, if the guess is none that one would make: a slip became a year."""
    iso = f"{VERB}{first} to {last}"
    if YEAR.search(end) and (not start or YEAR.search(start)):
        return
    if last.year > first.year and last - first > OVER_NEW_YEAR:
        other = in_year(last, first.year)
        turned = f" If you mean it the other way round, write {VERB}{other} to {first}." if other >= today else ""
        raise ValueError(
            f"The last day lies before the first, unless you are away until {day_said(last)}; leave over New Year of"
            f" more than {OVER_NEW_YEAR.days} days wants its years. If you mean that, write {iso}.{turned}"
        )
    if not YEAR.search(start) and not YEAR.search(end) and first - today > AHEAD:
        raise ValueError(
            f"These days are over, if you mean the last such. Leave is asked for in advance; if you mean those to come,"
            f" write {iso}."
        )


def _first(start: str, end: str, near: date) -> date:
    """The first day; a bare number, as in ``5 to 9 December``, has the other day's month, or the one before."""
    if (m := ALONE.fullmatch(start.strip())) and start != end:
        other = _day(end, near)
        month = other if int(m[1]) <= other.day else other.replace(day=1) - timedelta(days=1)
        return _dated(month.year, month.month, int(m[1]), start)
    return _day(start, near)


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
    if doubt := two_days(text):
        raise ValueError(doubt)
    if not re.search(r"\d", text) or re.fullmatch(r"\d{3,}", text):
        raise ValueError(f"I don't see a day in {text[:40]!r}. {EXAMPLE}")
    try:
        return parse_date(text, Spoken(dayfirst=True), default=datetime.combine(near, time())).date()
    except (ParserError, OverflowError):
        raise ValueError(f"I don't see a day in {text[:40]!r}. {EXAMPLE}") from None


def two_days(text: str) -> str:
    """Say of a day such as 3/4, which is another in another country, that it can be two; nothing of another."""
    m = SLASHES.fullmatch(text)
    sure = m is None or int(m[1]) > 12 or int(m[2]) > 12 or m[1] == m[2]
    return "" if sure else f"{text} can be two days. Write the month's name, or 2026-12-20."


def _behind(end: str, first: date) -> date:
    """The last day; without a year it is the first of its kind that is not before another."""
    day = _day(end, first)
    return day if day >= first or YEAR.search(end) else in_year(day, day.year + 1)


def in_year(day: date, year: int) -> date:
    """The same day of another year, or the one behind it where that has no 29th of February."""
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 3, 1)
