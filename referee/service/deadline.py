"""When a turn is due: the rule of a game, right across changes of the clocks.

    Tue,Fri 20:00 Europe/Berlin
    daily 20:00
    every 3 days at 20:00 Europe/Berlin
    every 10 minutes
    on 2026-12-01 20:00, 2026-12-08 20:00 Europe/Berlin

The zone may be left out; then it is the game's. An hour that a change of clocks
skips is taken as much later, one that comes twice as the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dateutil.rrule import DAILY, WEEKLY, rrule

from referee.store.tables import GameRow

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EXAMPLES = '"Tue,Fri 20:00 Europe/Berlin", "every 3 days at 20:00" or "on 2026-12-01 20:00, 2026-12-08 20:00"'

CLOCK = r"(?:at\s+)?(\d{1,2})[:.](\d{2})"
ZONE = r"(?:\s+([A-Za-z][\w+-]*(?:/[\w+-]+)*))?"
ON_WEEKDAYS = re.compile(rf"([a-z]+(?:\s*(?:,|-|and|\s)\s*[a-z]+)*?)\s+{CLOCK}{ZONE}", re.IGNORECASE)
EVERY_DAYS = re.compile(rf"every\s+(?:(\d{{1,3}})\s+)?days?\s+{CLOCK}{ZONE}", re.IGNORECASE)
EVERY_SPAN = re.compile(r"every\s+(?:(\d{1,5})\s+)?(second|minute|hour)s?", re.IGNORECASE)
ON_DATES = re.compile(rf"on\s+(\d{{4}}-\d\d-\d\d[^a-z/]*?){ZONE}", re.IGNORECASE)
ONE_DATE = re.compile(rf"(\d{{4}}-\d\d-\d\d)\s+{CLOCK}")


class DeadlineError(ValueError):
    """A deadline rule that cannot be read; the message gives examples."""


@dataclass(frozen=True)
class DeadlineRule:
    """A rule as written, and the moments it means."""

    text: str
    zone: ZoneInfo
    weekdays: tuple[int, ...] = ()
    days: int = 0
    span: timedelta = timedelta()
    at: time = time()
    dates: tuple[datetime, ...] = ()

    @classmethod
    def read(cls, text: str, zone: ZoneInfo) -> DeadlineRule:
        """Read a rule; ``zone`` counts where the rule names none. Raises `DeadlineError`."""
        text = " ".join(text.split())
        if m := EVERY_SPAN.fullmatch(text):
            return cls(text, zone, span=_span(int(m[1] or 1), m[2]))
        if m := EVERY_DAYS.fullmatch(text):
            return cls(text, _zone(m[4], zone), days=_positive(int(m[1] or 1)), at=_at(m[2], m[3]))
        if m := ON_DATES.fullmatch(text):
            return cls(text, _zone(m[2], zone), dates=_dates(m[1]))
        if m := ON_WEEKDAYS.fullmatch(text):
            if m[1].lower() == "daily":
                return cls(text, _zone(m[4], zone), days=1, at=_at(m[2], m[3]))
            return cls(text, _zone(m[4], zone), weekdays=_weekdays(m[1]), at=_at(m[2], m[3]))
        raise DeadlineError(f"I cannot read the deadline {text!r}. Write, for instance, {EXAMPLES}.")

    def next(self, after: datetime, anchor: datetime) -> datetime | None:
        """Return the first deadline later than a moment, in UTC; None when fixed dates have run out.

        ``anchor`` is the moment of the game's start, from which days and spans are counted.
        """
        if self.span:
            passed = max(0, (after - anchor) // self.span)
            return anchor + (passed + 1) * self.span
        moments = (self._utc(local) for local in self._locals(after.astimezone(self.zone).date(), anchor))
        return next((m for m in islice(moments, 4000) if m > after), None)

    def _locals(self, day: date, anchor: datetime) -> Iterator[datetime]:
        """Yield wall-clock times from about this day on."""
        if self.dates:
            yield from self.dates
        elif self.weekdays:
            start = datetime.combine(day - timedelta(days=1), self.at)
            yield from rrule(WEEKLY, byweekday=self.weekdays, dtstart=start)
        else:
            first = datetime.combine(anchor.astimezone(self.zone).date(), self.at)
            skipped = max(0, (day - first.date()).days // self.days - 1) * self.days
            yield from rrule(DAILY, interval=self.days, dtstart=first + timedelta(days=skipped))

    def _utc(self, local: datetime) -> datetime:
        return local.replace(tzinfo=self.zone).astimezone(UTC)


def next_due(row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline after the one that is set, whenever the step was played: the clock keeps its grid."""
    if not row.deadline:
        return None
    rule = DeadlineRule.read(row.deadline, zone_named(row.zone))
    return rule.next(max(now, row.due_at or now), row.started_at or now)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by name; raises `DeadlineError` with an example."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise DeadlineError(f"I know no time zone {name!r}. Write one such as Europe/Berlin or UTC.") from None


def _zone(name: str | None, default: ZoneInfo) -> ZoneInfo:
    return zone_named(name) if name else default


def _at(hour: str, minute: str) -> time:
    if int(hour) > 23 or int(minute) > 59:
        raise DeadlineError(f"{hour}:{minute} is no time of day. Write, for instance, 20:00.")
    return time(int(hour), int(minute))


def _positive(n: int) -> int:
    if n < 1:
        raise DeadlineError("A deadline comes every day at the most often. Write, for instance, every 1 days at 20:00.")
    return n


def _span(n: int, unit: str) -> timedelta:
    if n < 1:
        raise DeadlineError("Between two deadlines there must be some time. Write, for instance, every 10 minutes.")
    return timedelta(**{f"{unit.lower()}s": n})


def _weekdays(text: str) -> tuple[int, ...]:
    """Read ``Tue,Fri``, ``Mon-Thu`` or ``Tuesday and Friday``."""
    found: list[int] = []
    words = re.findall(r"[a-z]+|-", text.lower().replace(" and ", " "))
    for i, word in enumerate(words):
        if word == "-":
            continue
        day = _weekday(word, text)
        if i and words[i - 1] == "-":
            found += [d % 7 for d in range(found[-1] + 1, day + (7 if day <= found[-1] else 0))]
        found.append(day)
    return tuple(sorted(set(found)))


def _weekday(word: str, text: str) -> int:
    names: Sequence[str] = WEEKDAYS
    if len(word) >= 3 and word[:3] in names:
        return names.index(word[:3])
    raise DeadlineError(f"I cannot read the deadline {text!r}: {word} is no weekday. Write, for instance, {EXAMPLES}.")


def _dates(text: str) -> tuple[datetime, ...]:
    found = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        m = ONE_DATE.fullmatch(part)
        if m is None:
            raise DeadlineError(f"{part!r} is no date with a time. Write, for instance, 2026-12-01 20:00.")
        try:
            found.append(datetime.combine(date.fromisoformat(m[1]), _at(m[2], m[3])))
        except ValueError:
            raise DeadlineError(f"{m[1]} is not in the calendar. Write, for instance, 2026-12-01 20:00.") from None
    return tuple(sorted(found))
