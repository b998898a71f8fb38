"""A game's settings that are not its rules': what is done about silence, absence, holidays, strangers and press.

They are set when a game is created, may be changed while it runs (which everybody is told), and are kept as written.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields
from datetime import date, timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from referee.config.lengths import length
from referee.engine.errors import SetupError
from referee.engine.values import named
from referee.store.tables import GameRow

if TYPE_CHECKING:
    from holidays import HolidayBase

W = TypeVar("W", bound=StrEnum)

YES, NO = "yes", "no"


class Record(StrEnum):
    """Who learns that a seat sent nothing."""

    PRIVATE = "private"
    PUBLIC = "public"


class SilenceThen(StrEnum):
    """What follows when a seat was silent as often as the limit says."""

    GM = "gm"
    STANDBY = "standby"


class Leave(StrEnum):
    """What an absence does to a deadline."""

    STANDING = "standing"
    SHIFT = "shift"


class AfterOutage(StrEnum):
    """What becomes of a deadline that an outage touched."""

    EXTEND = "extend"
    GM = "gm"


class PressRule(StrEnum):
    """What players may write to each other."""

    ALL = "all"
    PUBLIC = "public"
    NONE = "none"


class SignUpRule(StrEnum):
    """Who may join a game that has not begun."""

    INVITED = "invited"
    OPEN = "open"


def span(text: str) -> timedelta:
    """Read a length of time such as `30m`, `1d12h` or `2 days`; 0 is none."""
    if text == "0":
        return timedelta()
    try:
        return length(text)
    except ValueError:
        raise ValueError("a length of time is wanted, such as 30m, 24h or 1d12h; 0 for none") from None


def number(least: int, most: int) -> Callable[[str], int]:
    """Make the reader of a whole number between two others."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 9 or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return int(text)

    return read


def one_of(kind: type[W]) -> Callable[[str], W]:
    """Make the reader of one of a closed list of words."""

    def read(text: str) -> W:
        try:
            return kind(text)
        except ValueError:
            raise ValueError(f"one of these is wanted: {', '.join(kind)}") from None

    return read


def yes_or_no(text: str) -> bool:
    """Read `yes` or `no`."""
    if text not in (YES, NO):
        raise ValueError("yes or no is wanted")
    return text == YES


def _or_none(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """Make the reader of what may be left to the campaign's own settings."""
    return lambda text: read(text) if text else None


def calendars(text: str) -> tuple[str, ...]:
    """Read the codes of holiday calendars, such as `DE-BY, US`, of which each must be known."""
    parts = tuple(part.strip().upper() for part in text.split(",") if part.strip())
    if any(not re.fullmatch(r"[A-Z]{2}(-[A-Z0-9]{1,6})?", part) for part in parts):
        raise ValueError("codes of countries and their parts are wanted, such as DE-BY or US, with commas between them")
    for part in parts:
        look_up(part)
    return parts


def _set(read: Callable[[str], Any], default: str, why: str) -> Any:
    """Make a field that knows how it is read, its default as written, and what is said of it."""
    return field(default=read(default), metadata={"read": read, "default": default, "why": why})


@named
class Policy:
    """The settings of one game, read. Every one is documented by its `why`."""

    grace: timedelta = _set(span, "0", "How long after the deadline missing orders are waited for.")
    min_gap: timedelta = _set(span, "0", "The least time between two adjudications.")
    min_first: timedelta = _set(
        span, "24h", "The least time for the first turn, and after a rerun; no more than a turn of `every 2 hours` has."
    )
    holidays: tuple[str, ...] = _set(calendars, "", "No deadline falls on public holidays of these, such as DE-BY, US.")
    early_delay: timedelta = _set(span, "30m", "How long before an early adjudication everybody is told of it.")
    reminder: timedelta | None = _set(
        _or_none(span), "", "How long before a deadline who sent nothing is reminded; nothing for the campaign's own."
    )
    rulings_before: timedelta = _set(
        span, "12h", "How long before the deadline orders are taken on which the GM must rule; 0 for as long as any. "
        "An early turn leaves the GM as long, asked or not."
    )
    silence: Record = _set(one_of(Record), "private", "Who learns that a seat sent nothing: private or public.")
    silence_limit: int = _set(number(0, 99), "0", "After so many silent turns in a row something is done; 0 for never.")
    silence_then: SilenceThen = _set(
        one_of(SilenceThen), "gm", "Then the GM is asked (gm), or the first on the standby list is seated (standby)."
    )
    mass_silence: int = _set(
        number(0, 100),
        "60",
        "If so many in a hundred, and at least three, of those who must act are silent, the turn waits; 0 for never.",
    )
    absences: Leave = _set(
        one_of(Leave), "standing", "In an absence standing orders play (standing), or the deadline waits (shift)."
    )
    longest_shift: timedelta = _set(span, "14d", "Absences move one deadline by no more than this.")
    outage: AfterOutage = _set(
        one_of(AfterOutage), "extend", "After an outage the deadline is extended (extend), or the GM is asked (gm)."
    )
    press: PressRule = _set(
        one_of(PressRule), "all", "Players may write to anybody (all), only to all at once (public), or not (none)."
    )
    anonymous: bool = _set(yes_or_no, "no", "Nobody learns who plays which seat.")
    sealed: bool = _set(yes_or_no, "yes", "The GM sees no orders or hands before time but by a look that is told.")
    sign_up: SignUpRule = _set(one_of(SignUpRule), "invited", "Who may join: those invited, or whoever writes (open).")
    newsletter: bool | None = _set(
        _or_none(yes_or_no),
        "",
        "Who looks on, and players who wish it, get one letter a turn with its public story and the words to all (yes),"
        " or who looks on gets report and words each by itself (no); nothing for the campaign's own.",
    )
    pass_on_press: bool = _set(yes_or_no, "no", "A successor is given the private press of the seat.")

    @classmethod
    def of(cls, game: GameRow) -> "Policy":
        """Read the settings of a game as stored."""
        return _policy(tuple(game.policy.items()))


@lru_cache(256)
def _policy(settings: tuple[tuple[str, str], ...]) -> Policy:
    """Read settings as stored; many games have the same, and every round asks for them."""
    readers = {f.name: f.metadata["read"] for f in fields(Policy)}
    return Policy(**{name: readers[name](text) for name, text in settings if name in readers})


def settled(given: Mapping[str, str]) -> dict[str, str]:
    """Check settings as a GM writes them, `min-gap` as well as `min_gap`; raises `SetupError` with all that is bad."""
    known = {f.name: f for f in fields(Policy)}
    problems, out = [], {}
    for written, text in given.items():
        name = written.strip().lower().replace("-", "_")
        if name not in known:
            near = get_close_matches(name, known, n=2)
            all_of_them = f"The settings are {', '.join(known)}; an option of the rules goes with -o."
            hint = f"Did you mean {' or '.join(near)}?" if near else all_of_them
            problems.append(f"There is no setting {written}. {hint}")
            continue
        try:
            known[name].metadata["read"](text.strip())
        except ValueError as error:
            problems.append(f"{name} = {text}: {error}.")
        out[name] = text.strip()
    if problems:
        raise SetupError("\n".join(problems))
    return out


def described(game: GameRow | None = None) -> dict[str, tuple[str, str]]:
    """Return every setting by name: its value in this game (or its default), and what it means."""
    own = {} if game is None else game.policy
    return {f.name: (own.get(f.name, f.metadata["default"]), f.metadata["why"]) for f in fields(Policy)}


def look_up(code: str) -> None:
    """Look a calendar such as `DE-BY` up; raises `ValueError` that says what is wrong if there is none."""
    _calendar(code)


def is_holiday(day: date, codes: tuple[str, ...]) -> bool:
    """Say whether a day is a public holiday in any of these calendars."""
    return any(day in _calendar(code) for code in codes)


@lru_cache(64)
def _calendar(code: str) -> "HolidayBase":
    """Return a calendar, which works each year out when it is first asked for."""
    from holidays import country_holidays

    country, _, part = code.partition("-")
    try:
        return country_holidays(country, subdiv=part or None)
    except NotImplementedError:
        raise ValueError(_unknown(country, part)) from None


def _unknown(country: str, part: str) -> str:
    """Say why there is no such calendar, with the parts that the country has."""
    from holidays import list_supported_countries

    parts = list_supported_countries(include_aliases=False).get(country)
    if parts is None:
        return f"I know no holidays of {country}; write a country's code of two letters, such as DE or US"
    named = f"; its parts are {', '.join(parts)}" if parts else ""
    return f"{country} has no part {part} whose holidays I know{named}"
