"""Moments and lengths of time as people write them: `2d`, `tomorrow 20:00`, `Tue 8pm`, `1 Dec 20:00`.

What could mean two moments is refused with both. Names of days and months are English or German.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil import tz
from dateutil.parser import ParserError
from dateutil.parser import parse as parse_date

from referee.config.lengths import length
from referee.engine.errors import SetupError
from referee.reports.when import DAYS, place
from referee.service.deadlines.dates import DOTTED, ISO, MONTH_NAMES, NEAR, YEAR, Spoken, in_year, two_days, weekday
from referee.service.deadlines.deadline import zone_named

EXAMPLES = "Write, for instance, 2d, tomorrow 20:00, Tue 20:00 or 2026-12-01 20:00."

CLOCK = r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s*(?P<half>[ap]\.?m\.?)?(?P<whole>\s*(?:h|uhr|o'clock))?"
AT_END = re.compile(rf"(?:^|(?P<day>.*?)[\s,T])(?:at\s+|um\s+)?{CLOCK}", re.IGNORECASE)
AT_START = re.compile(rf"(?:at\s+|um\s+)?{CLOCK}[\s,]+(?:on\s+|am\s+)?(?P<day>\S.*)", re.IGNORECASE)
MONTH = "(?:" + "|".join(name for names in MONTH_NAMES for name in names) + r")\.?"
DATED = re.compile(
    rf"(?:[^\W\d_]+\.?,?\s+)?(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+{MONTH}|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?:,?\s+\d{4})?",
    re.IGNORECASE,
)
"""A day by the name of its month, with the weekday or the year perhaps."""
NUMBERED = re.compile(r"\d{1,2}[./]\d{1,2}(?:[./](?:\d\d){1,2})?")
LEADING = re.compile(r"^(?:on|am|this)\s+", re.IGNORECASE)
IN = re.compile(r"^(?:\+\s*|(?:in|by)\s+)", re.IGNORECASE)
SAID = {"noon": "12:00", "mittag": "12:00"}
ABBREVIATED = re.compile(r".*\s(?P<name>[A-Z]{2,5}T)")
MOST_WORDS = 6

FARTHEST = timedelta(days=999)
"""Nobody means to move a deadline farther."""

JUST_OVER = timedelta(days=60)
"""A day without a year that is so long over is that of the next year; one of late is a mistake."""


class NoTime(SetupError):
    """Words that are no time at all."""

    def __init__(self, text: str) -> None:
        super().__init__(f"I cannot read the time {text.strip()[:40]!r}. {EXAMPLES}")


def span(text: str) -> timedelta | None:
    """Read a length of time, such as ``2d``, ``+24h``, ``in 2 days``, ``1d 12h``; None where it is none."""
    bare = IN.sub("", " ".join(text.split()))
    try:
        found = length(bare)
    except ValueError:
        return None
    return found if found <= FARTHEST else None


def moment(text: str, zone: str, now: datetime, *, whole_days: bool = False) -> datetime:
    """Read a moment on a zone's wall clock, or a length of time from now on; of ``whole_days`` the end is meant.

    Raises `SetupError` that says what would be right: a day alone, an hour that may be of the morning or the evening,
    a day that may be either of two, a time that the clock skips or shows twice.
    """
    if (by := span(text)) is not None:
        return now + by
    words, here = _zoned(" ".join(text.split()).strip(" .,;:!"), zone)
    for name, clock in SAID.items():
        words = re.sub(rf"\b{name}\b", clock, words, flags=re.IGNORECASE)
    if aware := _with_offset(words):
        return aware
    today = now.astimezone(here).date()
    if _is_day(words) and whole_days:
        words += " 23:59"
    elif _is_day(words):
        raise SetupError(f"Say at what time of that day. Write, for instance, {_with_year(words, today)} 20:00.")
    found = AT_END.fullmatch(words) or AT_START.fullmatch(words)
    if found is None:
        raise NoTime(text)
    day = (found["day"] or "").strip(" ,")
    named = _day(day, today, text) if day else today
    clock_ = _clock(found, text)
    if not day:
        at = datetime.combine(today, clock_, here)
        return _settled(at if at > now else datetime.combine(today + timedelta(days=1), clock_, here), here)
    at = datetime.combine(named, clock_, here)
    if at <= now and not YEAR.search(day) and not ISO.search(day) and day.lower() not in NEAR:
        said, later = f"{DAYS[named.weekday()]} {named}", in_year(named, named.year + 1)
        raise SetupError(f"{said}, {clock_:%H:%M} ({place(here.key)}) is over. Write {later} {clock_:%H:%M}?")
    return _settled(at, here)


def beginning(words: Sequence[str], zone: str, now: datetime) -> tuple[timedelta | datetime, int]:
    """Read a length of time or a moment at the beginning of some words; return it, and of how many words it is.

    The most words that make a time count. Raises `SetupError` if there is none, or none that is sure.
    """
    for n in range(min(MOST_WORDS, len(words)), 0, -1):
        text = " ".join(words[:n])
        by = span(text)
        if by is not None:
            return by, n
        try:
            return moment(text, zone, now), n
        except NoTime:
            continue
    raise NoTime(" ".join(words[:2]))


def _zoned(words: str, zone: str) -> tuple[str, ZoneInfo]:
    """Take a zone off the end of the words, where one is named there."""
    rest, _, last = words.rpartition(" ")
    if last.upper() in ("UTC", "GMT"):
        return rest, ZoneInfo("UTC")
    if re.fullmatch(r"[A-Za-z]+/[A-Za-z_/+-]+", last):
        return rest, zone_named(last)
    if m := ABBREVIATED.fullmatch(words):
        raise SetupError(f"{m['name']} is the time of several places. Write one, such as Europe/Berlin, or UTC.")
    return words, zone_named(zone)


def _with_offset(words: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(words)
    except ValueError:
        return None
    return found.astimezone(UTC) if found.tzinfo is not None else None


def _clock(found: re.Match[str], text: str) -> time:
    hour, minute, half = int(found["hour"]), int(found["minute"] or 0), (found["half"] or "")[:1].lower()
    if half and hour == 12:
        raise SetupError("12 am and 12 pm are read in two ways. Write 0:00 or 12:00.")
    if (half and not 1 <= hour <= 12) or hour > 23 or minute > 59:
        raise SetupError(f"{found.group().strip()!r} is no time of day. {EXAMPLES}")
    if not half and found["minute"] is None and not found["whole"]:
        if hour > 12:
            raise NoTime(text)
        raise SetupError(f"Is {hour} in the morning or in the evening? Write {hour}:00 or {(hour + 12) % 24}:00.")
    return time(hour + 12 if half == "p" else hour, minute)


def _is_day(words: str) -> bool:
    known = any(form.fullmatch(words) for form in (ISO, DOTTED, DATED, NUMBERED)) or words.lower() in NEAR
    return known or _weekday(words) is not None


def _with_year(words: str, today: date) -> str:
    """Write a day so that nobody takes it for another; a weekday stays as it is."""
    number = _weekday(words)
    return str(_day(words, today, words)) if number is None else DAYS[number]


def _weekday(word: str) -> int | None:
    return weekday(LEADING.sub("", word))


def _day(text: str, today: date, written: str) -> date:
    """Read a day; one without a year is the next of its kind."""
    word = LEADING.sub("", text).strip()
    if word.lower() in NEAR:
        return today + timedelta(days=NEAR[word.lower()])
    if (number := _weekday(word)) is not None:
        return _next_weekday(number, today)
    if (m := re.fullmatch(r"(?:next|nächsten?)\s+(\S+)", word, re.IGNORECASE)) and (n := _weekday(m[1])) is not None:
        first = today + timedelta(days=(n - today.weekday()) % 7 or 7)
        raise SetupError(f"{word} can be {first} or {first + timedelta(days=7)}. Write which.")
    if doubt := two_days(word):
        raise SetupError(doubt)
    return _dated(word, today, written)


def _next_weekday(number: int, today: date) -> date:
    if number == today.weekday():
        week = today + timedelta(days=7)
        raise SetupError(f"Today is {DAYS[number]}. Write today, or {week} for that in a week, and the time.")
    return today + timedelta(days=(number - today.weekday()) % 7)


def _dated(word: str, today: date, written: str) -> date:
    try:
        if ISO.fullmatch(word):
            return date(*map(int, word.split("-")))
        if (m := DOTTED.fullmatch(word)) is not None:
            found = date(today.year, int(m[2]), int(m[1]))
        elif DATED.fullmatch(word) or NUMBERED.fullmatch(word):
            found = parse_date(word, Spoken(dayfirst=True), default=datetime.combine(today, time())).date()
        else:
            raise NoTime(written)
    except (ParserError, ValueError, OverflowError):
        raise NoTime(written) from None
    if named := re.match(r"([^\W\d_]+)\.?,?\s", word):
        number = _weekday(named[1])
        if number is not None and number != found.weekday():
            raise SetupError(f"{found} is a {DAYS[found.weekday()]}, not a {DAYS[number]}. Write which you mean.")
    if found < today and not YEAR.search(word):
        return in_year(found, today.year + 1) if today - found > JUST_OVER else found
    return found


def _settled(at: datetime, here: ZoneInfo) -> datetime:
    """Return the moment in UTC; refuse one that the clock skips or shows twice."""
    if not tz.datetime_exists(at):
        raise SetupError(f"There is no {at:%H:%M} on {at.date()} ({place(here.key)}): the clock is put forward then.")
    if tz.datetime_ambiguous(at):
        one, two = (at.replace(fold=n).isoformat(timespec="minutes") for n in (0, 1))
        raise SetupError(f"{at:%H:%M} comes twice on {at.date()} ({place(here.key)}). Write {one} or {two}.")
    return at.astimezone(UTC)
