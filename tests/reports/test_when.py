from datetime import UTC, datetime

import pytest

from referee.reports.when import When, place

NOW = datetime(2026, 11, 24, 19, 2, tzinfo=UTC)
BERLIN = When("Europe/Berlin", NOW)


def utc(month: int, day: int, hour: int, minute: int = 0, year: int = 2026) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("t", "said"),
    [
        (utc(11, 27, 19), "Friday 27 November, 20:00 (Berlin)"),
        (utc(11, 24, 23, 30), "tomorrow, Wednesday 25 November, 00:30 (Berlin)"),
        (utc(11, 24, 22, 59), "today, Tuesday 24 November, 23:59 (Berlin)"),
        (utc(6, 30, 18, year=2027), "Wednesday 30 June 2027, 20:00 (Berlin)"),
    ],
)
def test_a_deadline_has_its_day_and_its_zone(t: datetime, said: str) -> None:
    assert BERLIN.due(t) == said


@pytest.mark.parametrize(
    ("t", "said", "short"),
    [
        (utc(11, 24, 17, 42), "today at 18:42 (Berlin)", "today at 18:42"),
        (utc(11, 23, 22, 59), "yesterday at 23:59 (Berlin)", "yesterday at 23:59"),
        (utc(11, 25, 8), "tomorrow at 09:00 (Berlin)", "tomorrow at 09:00"),
        (utc(11, 18, 20), "on Wednesday 18 November at 21:00 (Berlin)", "Wednesday at 21:00"),
        (utc(11, 17, 20), "on Tuesday 17 November at 21:00 (Berlin)", "Tuesday 17 November at 21:00"),
    ],
)
def test_what_is_near_has_a_short_name(t: datetime, said: str, short: str) -> None:
    assert BERLIN.at(t) == said
    assert BERLIN.short(t) == short


def test_each_reader_has_their_own_today() -> None:
    t = utc(11, 25, 4, 30)

    assert BERLIN.due(t) == "tomorrow, Wednesday 25 November, 05:30 (Berlin)"
    assert When("America/New_York", NOW).due(t) == "today, Tuesday 24 November, 23:30 (New York)"
    assert When("Asia/Kolkata", NOW).due(t) == "today, Wednesday 25 November, 10:00 (Kolkata)"


def test_a_deadline_keeps_its_hour_across_a_change_of_the_clock() -> None:
    seen = When("Europe/Berlin", utc(10, 23, 12))

    assert seen.full(utc(10, 24, 18)) == "Saturday 24 October, 20:00 (Berlin)"
    assert seen.full(utc(10, 25, 19)) == "Sunday 25 October, 20:00 (Berlin)"


def test_an_hour_that_comes_twice_is_told_apart() -> None:
    seen = When("Europe/Berlin", utc(10, 24, 12))

    assert seen.full(utc(10, 25, 0, 30)) == "Sunday 25 October, 02:30 (Berlin, UTC+2)"
    assert seen.full(utc(10, 25, 1, 30)) == "Sunday 25 October, 02:30 (Berlin, UTC+1)"
    assert seen.full(utc(10, 25, 2, 30)) == "Sunday 25 October, 03:30 (Berlin)"


@pytest.mark.parametrize("zone", ["", "Nowhere/Land", "../etc/passwd", "UTC"])
def test_an_unknown_zone_is_read_as_utc(zone: str) -> None:
    assert When(zone, NOW).full(utc(11, 27, 19)) == "Friday 27 November, 19:00 (UTC)"


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        ("America/Argentina/Buenos_Aires", "Buenos Aires"),
        ("Etc/GMT+5", "UTC-5"),
        ("Etc/UTC", "UTC"),
        ("Asia/Kathmandu", "Kathmandu"),
    ],
)
def test_a_zone_is_named_as_people_name_it(zone: str, name: str) -> None:
    assert place(zone) == name


def test_a_time_without_a_zone_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError):
        BERLIN.at(datetime(2026, 11, 24))
