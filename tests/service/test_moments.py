"""Moments and lengths of time as people write them; what could mean two is refused with what would be right."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from referee.engine.errors import SetupError
from referee.service.deadlines import dates
from referee.service.deadlines.moments import NoTime, beginning, moment, span

BERLIN = "Europe/Berlin"
NOW = datetime(2026, 11, 22, 14, 0, tzinfo=UTC)
"""Sunday, 15:00 in Berlin."""

TUESDAY = "Tue 2026-11-24 20:00"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, TUESDAY) for text in (
            "Tue 20:00", "tue 8pm", "Tuesday at 8 p.m.", "8pm on Tuesday", "Dienstag um 20 Uhr", "24 Nov 20:00",
            "Nov 24, 8pm", "24.11. 20:00", "24.11.2026 20.00", "2026-11-24 20:00", "2026-11-24T20:00",
            "2026-11-24 20:00+01:00", "2026-11-24 19:00 UTC", "Tue 19:00 Europe/London", "day after tomorrow 20h",
            "Tue 24 Nov 20:00", "on Tue, 20:00.", "2d 5h",
        )),
        ("tomorrow noon", "Mon 2026-11-23 12:00"),
        ("today 20:00", "Sun 2026-11-22 20:00"),
        ("20:00", "Sun 2026-11-22 20:00"),
        ("9:00", "Mon 2026-11-23 09:00"),
        ("+24h", "Mon 2026-11-23 15:00"),
        ("in 90 minutes", "Sun 2026-11-22 16:30"),
        ("5 Jan 8pm", "Tue 2027-01-05 20:00"),
    ],
)  # fmt: skip
def test_a_moment_is_read_as_people_write_it(text: str, meant: str) -> None:
    assert f"{moment(text, BERLIN, NOW).astimezone(ZoneInfo(BERLIN)):%a %Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tue 8", "Is 8 in the morning or in the evening? Write 8:00 or 20:00."),
        ("Sun 20:00", "Today is Sunday. Write today, or 2026-11-29 for that in a week, and the time."),
        ("next Tue 20:00", "next Tue can be 2026-11-24 or 2026-12-01. Write which."),
        ("3/4 20:00", "3/4 can be two days. Write the month's name, or 2026-12-20."),
        ("Tue 12pm", "12 am and 12 pm are read in two ways. Write 0:00 or 12:00."),
        ("Tue 20:00 CET", "CET is the time of several places. Write one, such as Europe/Berlin, or UTC."),
        ("Wed 1 Dec 20:00", "2026-12-01 is a Tuesday, not a Wednesday. Write which you mean."),
        ("Tue", "Say at what time of that day. Write, for instance, Tuesday 20:00."),
        ("1 Dec", "Say at what time of that day. Write, for instance, 2026-12-01 20:00."),
        *((day, "Say at what time of that day. Write, for instance, 2026-12-01 20:00.") for day in (
            "2026-12-01", "1.12.2026", "1.12.",
        )),
        ("3/4", "3/4 can be two days. Write the month's name, or 2026-12-20."),
        ("20 Nov 20:00", "Friday 2026-11-20, 20:00 (Berlin) is over. Write 2027-11-20 20:00?"),
        ("2027-03-28 02:30", "There is no 02:30 on 2027-03-28 (Berlin): the clock is put forward then."),
        (
            "2027-10-31 02:30",
            "02:30 comes twice on 2027-10-31 (Berlin). Write 2027-10-31T02:30+02:00 or 2027-10-31T02:30+01:00.",
        ),
        ("Tue 20:00 Europe/Brelin", "I know no time zone 'Europe/Brelin'. Write one such as Europe/Berlin or UTC."),
    ],
)
def test_what_could_mean_two_moments_is_refused_with_both(text: str, said: str) -> None:
    with pytest.raises((SetupError, ValueError)) as refused:
        moment(text, BERLIN, NOW)

    assert str(refused.value) == said


NO_TIME = ("", "soon", "-1d", "2026", "20", "2026-02-30 20:00", "1234567890d", "Xyz 20:00", "2x", "3 hours 2")


def test_a_leap_day_that_is_long_over_is_the_day_behind_it_in_the_next_year() -> None:
    in_may = datetime(2028, 5, 10, tzinfo=UTC)

    assert moment("29 Feb 20:00", BERLIN, in_may) == datetime(2029, 3, 1, 19, tzinfo=UTC)


@pytest.mark.parametrize("text", NO_TIME)
def test_what_is_no_time_is_answered_with_what_would_be(text: str) -> None:
    with pytest.raises(NoTime, match=re.escape("Write, for instance, 2d, tomorrow 20:00, Tue 20:00")):
        moment(text, BERLIN, NOW)


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("2d", 48),
        ("+ 24h", 24),
        ("by 2 days", 48),
        ("1d12h", 36),
        ("1 day and 12 hours", 36),
        ("two days", 48),
        ("in One hour", 1),
        ("Tue 20:00", None),
    ],
)
def test_a_length_of_time_is_told_from_a_moment(text: str, length: int | None) -> None:
    assert span(text) == (None if length is None else timedelta(hours=length))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2d our server was down", 1),
        ("2 days because 20 of us are ill", 2),
        ("two days because 20 of us are ill", 2),
        ("1d one day more", 1),
        ("3 hours 2 hosts down", 2),
        ("Tue 8pm, the holidays", 2),
        ("tomorrow at 20:00 for 2 days more", 3),
        ("1 Dec 2026 20:00 as agreed", 4),
    ],
)
def test_a_reason_may_follow_a_time(text: str, words: int) -> None:
    assert beginning(text.split(), BERLIN, NOW)[1] == words


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tomorrow to Friday", "from Monday 23 November 2026 to Friday 27 November 2026 (Berlin)"),
        ("until Wednesday", "from Sunday 22 November 2026 to Wednesday 25 November 2026 (Berlin)"),
        ("Mon to Sun", "from Monday 23 November 2026 to Sunday 29 November 2026 (Berlin)"),
        ("today", "on Sunday 22 November 2026 (Berlin)"),
        ("Friday", "on Friday 27 November 2026 (Berlin)"),
        ("2026-12-01 to Fri", "from Tuesday 1 December 2026 to Friday 4 December 2026 (Berlin)"),
    ],
)
def test_leave_is_asked_for_by_days_of_the_week(text: str, meant: str) -> None:
    assert dates.read(text, BERLIN, NOW).words == meant


def test_leave_until_the_day_of_the_week_that_is_today_could_mean_two_days() -> None:
    with pytest.raises(ValueError, match=re.escape("Today is Sunday. Write today, or 2026-11-29 for that in a week.")):
        dates.read("until Sunday", BERLIN, NOW)


@pytest.mark.parametrize("text", ["2026-12-01", "1.12.2026", "1 Dec", "Tue 1 Dec", "1. Dezember 2026"])
def test_where_whole_days_are_meant_a_day_alone_is_until_its_end(text: str) -> None:
    found = moment(text, BERLIN, NOW, whole_days=True).astimezone(ZoneInfo(BERLIN))

    assert f"{found:%a %Y-%m-%d %H:%M}" == "Tue 2026-12-01 23:59"
    assert moment("2d 5h", BERLIN, NOW, whole_days=True) == NOW + timedelta(days=2, hours=5)
