"""When turns are due."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from referee.engine.errors import SetupError
from referee.service.deadlines.deadline import DeadlineRule

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2026, 3, 27, 12, tzinfo=UTC)


def four(text: str, start: datetime = START) -> list[str]:
    """Return the first four deadlines of a rule, as its zone's clocks show them."""
    rule, moment, out = DeadlineRule.read(text, BERLIN), start, []
    for _ in range(4):
        found = rule.next(moment, start)
        if found is None:
            break
        out.append(found.astimezone(rule.zone).strftime("%a %d.%m. %H:%M %z"))
        moment = found
    return out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Tue,Fri 20:00 Europe/Berlin",
            ["Fri 27.03. 20:00 +0100", "Tue 31.03. 20:00 +0200", "Fri 03.04. 20:00 +0200", "Tue 07.04. 20:00 +0200"],
        ),
        (
            "Tuesday and Friday at 20:00",
            ["Fri 27.03. 20:00 +0100", "Tue 31.03. 20:00 +0200", "Fri 03.04. 20:00 +0200", "Tue 07.04. 20:00 +0200"],
        ),
        (
            "Fri-Mon 8:30",
            ["Sat 28.03. 08:30 +0100", "Sun 29.03. 08:30 +0200", "Mon 30.03. 08:30 +0200", "Fri 03.04. 08:30 +0200"],
        ),
        (
            "every 3 days at 20:00",
            ["Fri 27.03. 20:00 +0100", "Mon 30.03. 20:00 +0200", "Thu 02.04. 20:00 +0200", "Sun 05.04. 20:00 +0200"],
        ),
        (
            "daily 20:00 America/New_York",
            ["Fri 27.03. 20:00 -0400", "Sat 28.03. 20:00 -0400", "Sun 29.03. 20:00 -0400", "Mon 30.03. 20:00 -0400"],
        ),
        ("on 2026-12-08 20:00, 2026-12-01 20:00", ["Tue 01.12. 20:00 +0100", "Tue 08.12. 20:00 +0100"]),
    ],
)
def test_a_rule_keeps_its_wall_clock_across_the_change_of_clocks(text: str, expected: list[str]) -> None:
    assert four(text) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tue,Fri 20:00 Europe/Berlin", "every Tuesday and Friday at 20:00 (Berlin)"),
        ("fri 20:00 and 8:00, Tue 12:00", "every Tuesday at 12:00 and Friday at 08:00 and 20:00 (Berlin)"),
        ("daily 20:00 UTC", "every day at 20:00 (UTC)"),
        ("every 10 minutes", "every 10 minutes"),
        ("every 3 days at 20:00", "every 3 days at 20:00 (Berlin)"),
        ("every 3 days at 20:00 UTC", "every 3 days at 20:00 UTC"),
    ],
)
def test_an_invitation_says_a_rule_in_words(text: str, said: str) -> None:
    assert DeadlineRule.read(text, BERLIN).said() == said


def test_an_hour_that_the_clocks_skip_is_taken_as_much_later() -> None:
    assert four("every day at 02:30")[:3] == [
        "Sat 28.03. 02:30 +0100",
        "Sun 29.03. 03:30 +0200",
        "Mon 30.03. 02:30 +0200",
    ]


def test_an_hour_that_comes_twice_is_the_first() -> None:
    autumn = datetime(2026, 10, 24, 12, tzinfo=UTC)

    assert four("daily 02:30", autumn)[:2] == ["Sun 25.10. 02:30 +0200", "Mon 26.10. 02:30 +0100"]


def test_every_few_days_are_counted_from_the_start_however_late_one_asks() -> None:
    rule = DeadlineRule.read("every 3 days at 20:00", BERLIN)

    found = rule.next(datetime(2027, 3, 27, 12, tzinfo=UTC), START)

    assert found is not None
    assert ((found.astimezone(BERLIN).date() - START.date()).days % 3, found.astimezone(BERLIN).hour) == (0, 20)


def test_a_span_counts_from_the_start() -> None:
    rule = DeadlineRule.read("every 90 minutes", BERLIN)

    assert rule.next(START, START) == datetime(2026, 3, 27, 13, 30, tzinfo=UTC)
    assert rule.next(datetime(2026, 3, 27, 15, 1, tzinfo=UTC), START) == datetime(2026, 3, 27, 16, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Tue 25:00", "25:00 is no time of day. Write, for instance, 20:00."),
        ("Tue 20:00 Mars/Olympus", "I know no time zone 'Mars/Olympus'. Write one such as Europe/Berlin or UTC."),
        ("on 2026-02-30 20:00", "2026-02-30 is not in the calendar. Write, for instance, 2026-12-01 20:00."),
        ("every 0 minutes", "Between two deadlines there must be some time. Write, for instance, every 10 minutes."),
    ],
)
def test_a_rule_that_cannot_be_read_says_what_would_be_right(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as caught:
        DeadlineRule.read(text, BERLIN)

    assert str(caught.value) == problem


def test_anything_else_is_answered_with_examples() -> None:
    with pytest.raises(SetupError, match=r"Write, for instance, \"Tue,Fri 20:00 Europe/Berlin\""):
        DeadlineRule.read("now and then", BERLIN)
