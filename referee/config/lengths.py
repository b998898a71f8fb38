"""Lengths of time as people write them: `2d`, `36h`, `1 day`, `1d12h`. This is the one reader of them all."""

import re
from datetime import timedelta

PART = re.compile(
    r"(\d{1,6})\s*(weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![^\W\d_])", re.IGNORECASE
)
UNITS = {"w": "weeks", "d": "days", "h": "hours", "m": "minutes", "s": "seconds"}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SPOKEN = re.compile(rf"\s*(?P<number>{'|'.join(NUMBERS)})\s+(?P<unit>weeks?|days?|hours?|minutes?)\s*", re.IGNORECASE)
"""A number in letters with its unit, such as `two days`, and nothing else: further words may be a reason."""
BETWEEN = re.compile(r"[\s,]*(?:and\b)?[\s,]*", re.IGNORECASE)

LONGEST = timedelta(days=999_999)
"""No length is longer, so that one from today on ends within the calendar."""


def length(text: str) -> timedelta:
    """Read a length of time such as `2d`, `36h`, `90 minutes`, `two days` or `1d12h`; raises `ValueError`."""
    if spoken := SPOKEN.fullmatch(text):
        text = f"{NUMBERS.index(spoken['number'].lower()) + 1} {spoken['unit']}"
    parts = [timedelta(**{UNITS[unit[0].lower()]: int(n)}) for n, unit in PART.findall(text[:200])]
    found = sum(parts, timedelta())
    if BETWEEN.sub("", PART.sub("", text)) or not parts or found > LONGEST:
        raise ValueError(f"I cannot read {text.strip()[:40]!r} as a length of time; write 2d, 6h or 1d12h.")
    return found


def lengths(text: str) -> list[timedelta]:
    """Read several lengths of time: `2d, 6 hours`; raises `ValueError`."""
    return [length(part) for part in apart(text)]


def apart(text: str) -> list[str]:
    """Part several lengths of time, with commas or blanks between them, as they were written."""
    joined = re.sub(r"(\d)\s+(?=[a-zA-Z])", r"\1", text)
    return [part for part in re.split(r"[\s,;]+", joined) if part not in ("", "and")]
