"""When a turn is due: the rule of a game, right across changes of the clocks.

    Tue,Fri 20:00 Europe/Berlin
    Tue 12:00, Fri 8:00 and 20:00
    daily 20:00
    every 3 days at 20:00 Europe/Berlin
    every 10 minutes
    on 2026-12-01 20:00, 2026-12-08 20:00 Europe/Berlin

The zone may be left out; then it is the game's. An hour that a change of clocks
skips is taken as much later, one that comes twice as the first. Holidays, which the
game's policy names, have no deadline, but for dates that the GM has fixed.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from itertools import islice
from typing import Any, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dateutil.rrule import DAILY, rrule

from referee.engine.errors import SetupError
from referee.engine.lexicon import spoken as listed
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.values import value
from referee.reports.others import inline
from referee.reports.when import DAYS as WEEKDAY_NAMES
from referee.reports.when import When, day_said, place, zone_of
from referee.service.campaign.policy import Policy, is_holiday
from referee.service.campaign.remedies import sentence
from referee.store import steps
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EXAMPLES = '"Tue,Fri 20:00 Europe/Berlin", "every 3 days at 20:00" or "on 2026-12-01 20:00, 2026-12-08 20:00"'

CLOCK = r"(?:at\s+)?(\d{1,2})[:.](\d{2})"
CLOCKS = r"(?:at\s+)?\d{1,2}[:.]\d{2}(?:(?:\s*,\s*|\s+and\s+)(?:at\s+)?\d{1,2}[:.]\d{2})*"
DAYS = r"[a-z]+(?:(?:\s*[,-]\s*|\s+and\s+|\s+)[a-z]+)*?"
ZONE = r"(?:\s+([A-Za-z][\w+-]*(?:/[\w+-]+)*))?"
AND = r"(?:\s*[,;]\s*|\s+and\s+)"
# These are compiled when the first rule is read, for most commands read none.
ON_WEEKDAYS = rf"({DAYS}\s+{CLOCKS}(?:{AND}{DAYS}\s+{CLOCKS})*){ZONE}"
ONE_PART = rf"({DAYS})\s+({CLOCKS})(?:{AND}|$)"
EVERY_DAYS = rf"every\s+(?:(\d{{1,3}})\s+)?days?\s+({CLOCKS}){ZONE}"
EVERY_SPAN = r"every\s+(?:(\d{1,5})\s+)?(second|minute|hour)s?"
ON_DATES = rf"on\s+(\d{{4}}-\d\d-\d\d[^a-z/]*?){ZONE}"
ONE_DATE = rf"(\d{{4}}-\d\d-\d\d)\s+{CLOCK}"

EVERY_DAY = tuple(range(7))
MOST_STEPS = 4000
"""So many moments of a rule are looked at for the next one that may be."""

LETTERS_LOST = "letters could not come in around the deadline"
NOBODY_SPOKE = "from most seats that must act nothing is on file"
ANNOUNCED = (LETTERS_LOST, NOBODY_SPOKE)
"""For what a game is held that all were told of."""

PAUSED = "The game is paused; its clock stands still."
"""What is said of a pause for which the GM gave no reason."""

THEN_TOLD = "When it goes on you are told the new deadline."

STILL_PAUSED = f"The game stays paused. {THEN_TOLD}"


@value
class DeadlineRule:
    """A rule as written, and the moments it means."""

    text: str
    zone: ZoneInfo
    weekly: Mapping[int, tuple[time, ...]] = field(default_factory=dict)
    days: int = 0
    span: timedelta = timedelta()
    at: tuple[time, ...] = ()
    dates: tuple[datetime, ...] = ()

    @classmethod
    def read(cls, text: str, zone: ZoneInfo) -> Self:
        """Read a rule; ``zone`` counts where the rule names none. Raises `SetupError`."""
        text = " ".join(text.split())
        if m := re.fullmatch(EVERY_SPAN, text, re.IGNORECASE):
            return cls(text, zone, span=_span(int(m[1] or 1), m[2]))
        if m := re.fullmatch(EVERY_DAYS, text, re.IGNORECASE):
            return cls(text, zone_named(m[3]) if m[3] else zone, days=_positive(int(m[1] or 1)), at=_times(m[2]))
        if m := re.fullmatch(ON_DATES, text, re.IGNORECASE):
            return cls(text, zone_named(m[2]) if m[2] else zone, dates=_dates(m[1]))
        if m := re.fullmatch(ON_WEEKDAYS, text, re.IGNORECASE):
            return cls(text, zone_named(m[2]) if m[2] else zone, weekly=_weekly(m[1]))
        raise SetupError(f"I cannot read the deadline {text!r}. Write, for instance, {EXAMPLES}.")

    def said(self) -> str:
        """Say days of the week in words, ``every Tuesday and Friday at 20:00 (Berlin)``, and all else as written.

        Where a time of day is written without its zone, the zone is said too: ``every 3 days at 20:00 (Berlin)``.
        """
        days: dict[str, list[str]] = {}
        for day, times in sorted(self.weekly.items()):
            days.setdefault(listed([f"{at:%H:%M}" for at in times]), []).append(WEEKDAY_NAMES[day])
        parts = [f"{'day' if names[6:] else listed(names)} at {times}" for times, names in days.items()]
        where = f"({place(self.zone.key)})"
        if parts:
            return f"every {listed(parts)} {where}"
        return self.text if self.span or self.zone.key in self.text else f"{self.text} {where}"

    def next(self, after: datetime, anchor: datetime) -> datetime | None:
        """Return the first deadline later than a moment, in UTC; None when fixed dates have run out.

        ``anchor`` is the moment of the game's start, from which days and spans are counted.
        """
        if self.span:
            passed = max(0, (after - anchor) // self.span)
            return anchor + (passed + 1) * self.span
        moments = self._moments(after.astimezone(self.zone).date(), anchor)
        return next((m for m in islice(moments, MOST_STEPS) if m > after), None)

    def _moments(self, day: date, anchor: datetime) -> Iterator[datetime]:
        if self.dates:
            yield from map(self._utc, self.dates)
            return
        interval = self.days or 1
        start = datetime.combine(day - timedelta(days=1), time())
        if self.days:
            first = datetime.combine(anchor.astimezone(self.zone).date(), time())
            skipped = max(0, (day - first.date()).days // self.days - 1) * self.days
            start = first + timedelta(days=skipped)
        for midnight in rrule(DAILY, interval=interval, dtstart=start):
            times = self.at or self.weekly.get(midnight.weekday(), ())
            yield from sorted(self._utc(datetime.combine(midnight.date(), at)) for at in times)

    def _utc(self, local: datetime) -> datetime:
        return local.replace(tzinfo=self.zone).astimezone(UTC)

    def allowed(self, after: datetime, anchor: datetime, holidays: Sequence[str]) -> datetime | None:
        """Return the first deadline later than a moment that falls on no holiday of these calendars."""
        found = self.next(after, anchor)
        for _ in range(MOST_STEPS):
            if found is None or self.dates or not is_holiday(found.astimezone(self.zone).date(), tuple(holidays)):
                return found
            day = found.astimezone(self.zone).date() + timedelta(days=1)
            found = self.next(self._utc(datetime.combine(day, time())) - timedelta(microseconds=1), anchor)
        return None


@lru_cache(256)
def rule_of(text: str, zone: str) -> DeadlineRule:
    """Return a stored rule, read once."""
    return DeadlineRule.read(text, zone_named(zone))


def next_due(row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline after the one that is set, whenever the step was played: the clock keeps its grid.

    While grace runs, the one that is set is the one before it. Between a deadline and the next adjudication
    lies at least the game's minimum gap, counted from now.
    """
    reached = row.on_time_until or row.due_at or now
    return on_grid(row, max(now, reached, now + Policy.of(row).min_gap - timedelta(microseconds=1)), now)


def on_grid(row: GameRow, after: datetime, now: datetime) -> datetime | None:
    """Return a game's first deadline later than a moment, by its rule and its holidays; None if it has no more."""
    if not row.deadline:
        return None
    rule = rule_of(row.deadline, row.zone)
    return rule.allowed(after, row.started_at or now, Policy.of(row).holidays)


def zone_named(name: str) -> ZoneInfo:
    """Return a time zone by name; raises `SetupError` with an example."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SetupError(f"I know no time zone {name!r}. Write one such as Europe/Berlin or UTC.") from None


def _at(hour: str, minute: str) -> time:
    if int(hour) > 23 or int(minute) > 59:
        raise SetupError(f"{hour}:{minute} is no time of day. Write, for instance, 20:00.")
    return time(int(hour), int(minute))


def _positive(n: int) -> int:
    if n < 1:
        raise SetupError("A deadline comes every day at the most often. Write, for instance, every 1 days at 20:00.")
    return n


def _span(n: int, unit: str) -> timedelta:
    if n < 1:
        raise SetupError("Between two deadlines there must be some time. Write, for instance, every 10 minutes.")
    return timedelta(**{f"{unit.lower()}s": n})


def _times(text: str) -> tuple[time, ...]:
    """Read ``12:00 and 20:00``."""
    return tuple(sorted({_at(hour, minute) for hour, minute in re.findall(r"(\d{1,2})[:.](\d{2})", text)}))


def _weekly(text: str) -> dict[int, tuple[time, ...]]:
    """Read ``Tue 12:00, Fri 8:00 and 20:00``: of each weekday, its times."""
    out: dict[int, set[time]] = {}
    for part in re.finditer(ONE_PART, text, re.IGNORECASE):
        days = EVERY_DAY if part[1].lower() == "daily" else _weekdays(part[1])
        for day in days:
            out.setdefault(day, set()).update(_times(part[2]))
    return {day: tuple(sorted(times)) for day, times in sorted(out.items())}


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
    raise SetupError(f"I cannot read the deadline {text!r}: {word} is no weekday. Write, for instance, {EXAMPLES}.")


def _dates(text: str) -> tuple[datetime, ...]:
    found = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        m = re.fullmatch(ONE_DATE, part)
        if m is None:
            raise SetupError(f"{part!r} is no date with a time. Write, for instance, 2026-12-01 20:00.")
        try:
            found.append(datetime.combine(date.fromisoformat(m[1]), _at(m[2], m[3])))
        except ValueError:
            raise SetupError(f"{m[1]} is not in the calendar. Write, for instance, 2026-12-01 20:00.") from None
    return tuple(sorted(found))


def due_told(row: GameRow, now: datetime) -> datetime | None:
    """Return the deadline that a letter may name: none that is over, or not sure, because the game stands still.

    A game that the GM holds without a word seems to run until its deadline is over.
    """
    if row.status is Status.RUNNING:
        return row.due_at
    silent = row.status is Status.HELD and not row.closed and row.hold_reason not in ANNOUNCED
    return row.due_at if silent and row.due_at is not None and row.due_at > now else None


def why_still(row: GameRow, now: datetime) -> str:
    """Say why no deadline is named; nothing while the game seems to run. It is the same to every reader."""
    if row.status is Status.PAUSED:
        reason = inline(row.hold_reason)
        known = reason.startswith("The game is paused")
        return f"{reason if known else f'The game is paused: {sentence(reason)}'} {THEN_TOLD}"
    if row.status is not Status.HELD:
        return ""
    if row.closed:
        anew = "is adjudicated anew from the orders that it had"
        return f"Turn {row.step + 1} was taken back and {anew}; its new report says when the next one is due."
    if row.hold_reason in ANNOUNCED:
        return f"The game waits for the GM, since {row.hold_reason}; what you send counts. {THEN_TOLD}"
    if row.due_at is not None and row.due_at > now:
        return ""
    return f"The deadline of turn {row.step + 1} is over, but the turn waits for the GM; what comes until then counts."


def rulings_until(tx: Transaction, row: GameRow) -> datetime | None:
    """Return until when such orders are taken for the open turn; None if as long as any.

    That is as long before the deadline as the game's settings say, but never before half of the turn is over.
    """
    before, due_told = Policy.of(row).rulings_before, row.on_time_until or row.due_at
    if not before or due_told is None or row.status is Status.PAUSED:
        return None
    opened = steps.played_at(tx, row.id, row.step)
    return max(due_told - before, opened + max(due_told - opened, timedelta()) / 2)


def too_late_to_rule(tx: Transaction, row: GameRow, at: datetime, zone: str) -> str:
    """Say why such an order that came at a moment is not taken for the open turn; nothing if it is."""
    until = rulings_until(tx, row)
    if until is None or at <= until:
        return ""
    return f"The GM must rule on this, so for turn {row.step + 1} it was taken until {When(zone, at).full(until)}."


def rulings_announced(rules: Ruleset[Any, Any], row: GameRow, seen: Any) -> tuple[str, ...]:
    """Say in the welcome until when such orders are taken, if with its options the game has any of use in a view."""
    before, orders = Policy.of(row).rulings_before, rules.orders
    usable = [kind for kind in orders.verbs if not issubclass(kind, tuple(orders.unusable(seen)))]
    if not before or all(kind.wants_ruling is Order.wants_ruling for kind in usable):
        return ()
    until = f"until {span_said(before)} before the deadline (in a short turn, until half of it is over)"
    return (f"Orders on which the GM must rule are taken {until}; without a ruling in time they have no effect.",)


def days_said(first: datetime, last: datetime, zone: str) -> str:
    """Say whole days: ``from Sunday 20 December 2026 to Sunday 3 January 2027 (Berlin)``."""
    here = zone_of(zone)
    one, other = first.astimezone(here).date(), (last.astimezone(here) - timedelta(seconds=1)).date()
    if one == other:
        return f"on {day_said(one)} ({place(zone)})"
    return f"from {day_said(one)} to {day_said(other)} ({place(zone)})"


def span_said(span: timedelta) -> str:
    """Say a length of time: ``2 days 6 hours``."""
    minutes = span // timedelta(minutes=1)
    parts = [(minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute")]
    return " ".join(f"{n} {unit}{'s' * (n != 1)}" for n, unit in parts if n) or "no time"
