"""Public holidays, from a kept library's calendars."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from holidays import HolidayBase


def look_up(code: str) -> None:
    """Look a calendar such as `DE-BY` up; raises `ValueError` that says what is wrong if there is none."""
    _calendar(code)


def is_holiday(day: date, codes: tuple[str, ...]) -> bool:
    """Say whether a day is a public holiday in any of these calendars."""
    return any(day in _calendar(code) for code in codes)


@lru_cache(64)
def _calendar(code: str) -> HolidayBase:
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
