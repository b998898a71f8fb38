"""Reading single values: each reader takes what stood in the file, or a variable's text, and returns the setting.

Its ValueError says what would be right.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

from referee.config.lengths import apart, length

ADDRESS = re.compile(r"[\w.!#$%&'*/=?^`{|}~+-]{1,64}@[\w.-]{1,189}", re.ASCII)
DOMAIN = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*")


def text(raw: object) -> str:
    """Read a line of text that says something."""
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError("a line of text is wanted, such as \"Siege Perilous\"")
    return raw.strip()


def optional(raw: object) -> str:
    """Read a text that may be empty."""
    if not isinstance(raw, str):
        raise ValueError("a text is wanted, \"\" for none")
    return raw.strip()


def address(raw: object) -> str:
    """Read one plain mail address."""
    if not isinstance(raw, str) or not ADDRESS.fullmatch(raw):
        raise ValueError("one plain mail address is wanted, such as \"gm@referee.example\"")
    return raw


def addresses(raw: object) -> tuple[str, ...]:
    """Read a list of mail addresses, or a text with commas or blanks between them."""
    parts = re.split(r"[,\s]+", raw.strip()) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of mail addresses is wanted, such as [\"gm@referee.example\"]")
    return tuple(address(part) for part in parts)


def domain(raw: object) -> str:
    """Read a domain in ASCII; it comes back in lower case."""
    if not isinstance(raw, str) or not DOMAIN.fullmatch(raw.lower()):
        raise ValueError("a domain in ASCII is wanted, such as \"referee.example\"")
    return raw.lower()


def local_part(raw: object) -> str:
    """Read what may stand before the + of an address of ours."""
    if not isinstance(raw, str) or not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,19}", raw):
        raise ValueError("small letters and digits are wanted, 20 at most, no '+', such as \"orders\"")
    return raw


def zone(raw: object) -> ZoneInfo:
    """Read the name of a time zone."""
    try:
        return ZoneInfo(text(raw))
    except (ValueError, OSError, LookupError):
        raise ValueError("the name of a time zone is wanted, such as \"Europe/Berlin\" or \"UTC\"") from None


def duration(raw: object) -> timedelta:
    """Read a length of time such as 1d12h or 2 days."""
    try:
        span = length(raw) if isinstance(raw, str) else timedelta()
    except ValueError:
        span = timedelta()
    if span <= timedelta():
        raise ValueError("a length of time is wanted, such as \"12h\", \"90m\" or \"1d12h\"")
    return span


def at_least(least: str) -> Callable[[object], timedelta]:
    """Make the reader of a length of time that is not shorter than another."""
    def reader(raw: object) -> timedelta:
        if (span := duration(raw)) < duration(least):
            raise ValueError(f"{least} is the least that makes sense here")
        return span

    return reader


def ladder(raw: object) -> tuple[timedelta, ...]:
    """Read a list of lengths of time."""
    parts = apart(raw) if isinstance(raw, str) else raw
    if not isinstance(parts, list) or not parts:
        raise ValueError("a list of waits is wanted, such as [\"5m\", \"10m\", \"1h\"]")
    return tuple(duration(part) for part in parts)


def number(least: int, most: int) -> Callable[[object], int]:
    """Make the reader of a whole number between two others."""
    def reader(raw: object) -> int:
        if isinstance(raw, str) and re.fullmatch(r"\d{1,12}", raw):
            raw = int(raw)
        if isinstance(raw, bool) or not isinstance(raw, int) or not least <= raw <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return raw

    return reader


def yes_or_no(raw: object) -> bool:
    """Read true or false; in the environment also in words."""
    known = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    said = raw if isinstance(raw, bool) else known.get(str(raw).lower())
    if said is None:
        raise ValueError("true or false is wanted")
    return said


def one_of(*words: str) -> Callable[[object], str]:
    """Make the reader of one of these words."""
    def reader(raw: object) -> str:
        if raw not in words:
            raise ValueError(f"one of these is wanted: {', '.join(words)}")
        return str(raw)

    return reader
