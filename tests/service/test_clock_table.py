"""A year of deadlines, as a table: both changes of the clocks, holidays, leave, a minimum gap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from referee.engine.errors import SetupError
from referee.service.campaign.policy import settled
from referee.service.deadlines import absences, dates
from referee.service.deadlines.deadline import next_due
from referee.store import people
from referee.store.tables import GameRow, Status
from tests.service.world import World

NEW_YEAR = datetime(2027, 1, 1, 12, tzinfo=UTC)
NEW_YORK = ZoneInfo("America/New_York")
END = datetime(2028, 1, 1, tzinfo=UTC)

LEAVE = (("Ana", "2027-08-09 to 2027-08-23"), ("Bob", "2027-08-20 to 2027-08-28"), ("Ana", "2027-10-01 to 2027-12-01"))
"""Two that overlap, and one that is longer than a deadline may be moved."""


def game(deadline: str, **policy: str) -> GameRow:
    """Return a game that began with the year, as a row of no database."""
    return GameRow(
        id=1,
        name="duel",
        title="The duel",
        ruleset="wizards-duel",
        edition="1",
        options={},
        secret=b"",
        commitment="",
        status=Status.RUNNING,
        deadline=deadline,
        zone="Europe/Berlin",
        policy=settled(policy),
        created_at=NEW_YEAR,
        started_at=NEW_YEAR,
    )


def shown(moment: datetime, zone: str = "Europe/Berlin") -> str:
    return moment.astimezone(ZoneInfo(zone)).strftime("%a %d.%m. %H:%M %z")


def deadlines(row: GameRow, start: datetime, count: int) -> list[str]:
    """Return the deadlines of a game whose every turn is run at its deadline."""
    out, now = [], start
    for _ in range(count):
        row.due_at = next_due(row, now)
        if row.due_at is None:
            break
        now = row.due_at
        out.append(shown(now))
    return out


def year(world: World, row: GameRow) -> list[str]:
    """Return a year of deadlines: in Berlin, for a player in New York, and whether leave has moved it."""
    out, now = [], NEW_YEAR
    row.due_at = None
    with world.campaign.writing() as work:
        for name, text in LEAVE:
            player = people.player_at(work.tx, world.address(name))
            assert player is not None
            asked = dates.read(text, player.zone, NEW_YEAR)
            absences.ask(work, player, asked)
        while now < END:
            due, moved = absences.due_after(work.tx, row, now)
            assert due is not None
            row.due_at = now = due
            out.append(f"{shown(due)}   {shown(due, 'America/New_York')}{'   leave' if moved else ''}")
    return out[:-1]


def test_a_year_of_thursdays(tmp_path: Path) -> None:
    world = World.made(tmp_path, now=NEW_YEAR)
    made = world.game(
        deadline="Thu 20:00 Europe/Berlin",
        policy={"holidays": "DE-BY", "absences": "shift", "longest_shift": "21d"},
    )

    table = year(world, made)

    assert "\n".join(table) == YEAR.strip("\n")
    world.campaign.close()


YEAR = """
Thu 07.01. 20:00 +0100   Thu 07.01. 14:00 -0500
Thu 14.01. 20:00 +0100   Thu 14.01. 14:00 -0500
Thu 21.01. 20:00 +0100   Thu 21.01. 14:00 -0500
Thu 28.01. 20:00 +0100   Thu 28.01. 14:00 -0500
Thu 04.02. 20:00 +0100   Thu 04.02. 14:00 -0500
Thu 11.02. 20:00 +0100   Thu 11.02. 14:00 -0500
Thu 18.02. 20:00 +0100   Thu 18.02. 14:00 -0500
Thu 25.02. 20:00 +0100   Thu 25.02. 14:00 -0500
Thu 04.03. 20:00 +0100   Thu 04.03. 14:00 -0500
Thu 11.03. 20:00 +0100   Thu 11.03. 14:00 -0500
Thu 18.03. 20:00 +0100   Thu 18.03. 15:00 -0400
Thu 25.03. 20:00 +0100   Thu 25.03. 15:00 -0400
Thu 01.04. 20:00 +0200   Thu 01.04. 14:00 -0400
Thu 08.04. 20:00 +0200   Thu 08.04. 14:00 -0400
Thu 15.04. 20:00 +0200   Thu 15.04. 14:00 -0400
Thu 22.04. 20:00 +0200   Thu 22.04. 14:00 -0400
Thu 29.04. 20:00 +0200   Thu 29.04. 14:00 -0400
Thu 13.05. 20:00 +0200   Thu 13.05. 14:00 -0400
Thu 20.05. 20:00 +0200   Thu 20.05. 14:00 -0400
Thu 03.06. 20:00 +0200   Thu 03.06. 14:00 -0400
Thu 10.06. 20:00 +0200   Thu 10.06. 14:00 -0400
Thu 17.06. 20:00 +0200   Thu 17.06. 14:00 -0400
Thu 24.06. 20:00 +0200   Thu 24.06. 14:00 -0400
Thu 01.07. 20:00 +0200   Thu 01.07. 14:00 -0400
Thu 08.07. 20:00 +0200   Thu 08.07. 14:00 -0400
Thu 15.07. 20:00 +0200   Thu 15.07. 14:00 -0400
Thu 22.07. 20:00 +0200   Thu 22.07. 14:00 -0400
Thu 29.07. 20:00 +0200   Thu 29.07. 14:00 -0400
Thu 05.08. 20:00 +0200   Thu 05.08. 14:00 -0400
Thu 02.09. 20:00 +0200   Thu 02.09. 14:00 -0400   leave
Thu 09.09. 20:00 +0200   Thu 09.09. 14:00 -0400
Thu 16.09. 20:00 +0200   Thu 16.09. 14:00 -0400
Thu 23.09. 20:00 +0200   Thu 23.09. 14:00 -0400
Thu 30.09. 20:00 +0200   Thu 30.09. 14:00 -0400
Thu 07.10. 20:00 +0200   Thu 07.10. 14:00 -0400
Thu 14.10. 20:00 +0200   Thu 14.10. 14:00 -0400
Thu 21.10. 20:00 +0200   Thu 21.10. 14:00 -0400
Thu 28.10. 20:00 +0200   Thu 28.10. 14:00 -0400
Thu 04.11. 20:00 +0100   Thu 04.11. 15:00 -0400
Thu 02.12. 20:00 +0100   Thu 02.12. 14:00 -0500   leave
Thu 09.12. 20:00 +0100   Thu 09.12. 14:00 -0500
Thu 16.12. 20:00 +0100   Thu 16.12. 14:00 -0500
Thu 23.12. 20:00 +0100   Thu 23.12. 14:00 -0500
Thu 30.12. 20:00 +0100   Thu 30.12. 14:00 -0500
"""


@pytest.mark.parametrize(
    ("deadline", "policy", "start", "expected"),
    [
        (
            "Mon,Thu 9:00 and 21:00",
            {},
            datetime(2027, 3, 26, tzinfo=UTC),
            [
                "Mon 29.03. 09:00 +0200",
                "Mon 29.03. 21:00 +0200",
                "Thu 01.04. 09:00 +0200",
                "Thu 01.04. 21:00 +0200",
            ],
        ),
        (
            "Tue 12:00, Fri 8:00 and 20:00",
            {},
            datetime(2027, 10, 29, tzinfo=UTC),
            [
                "Fri 29.10. 08:00 +0200",
                "Fri 29.10. 20:00 +0200",
                "Tue 02.11. 12:00 +0100",
                "Fri 05.11. 08:00 +0100",
            ],
        ),
        (
            "daily 02:30",
            {},
            datetime(2027, 3, 27, tzinfo=UTC),
            [
                "Sat 27.03. 02:30 +0100",
                "Sun 28.03. 03:30 +0200",
                "Mon 29.03. 02:30 +0200",
                "Tue 30.03. 02:30 +0200",
            ],
        ),
        (
            "daily 02:30",
            {},
            datetime(2027, 10, 30, tzinfo=UTC),
            [
                "Sat 30.10. 02:30 +0200",
                "Sun 31.10. 02:30 +0200",
                "Mon 01.11. 02:30 +0100",
                "Tue 02.11. 02:30 +0100",
            ],
        ),
        (
            "daily 20:00",
            {"holidays": "DE-BY"},
            datetime(2027, 12, 23, tzinfo=UTC),
            [
                "Thu 23.12. 20:00 +0100",
                "Fri 24.12. 20:00 +0100",
                "Mon 27.12. 20:00 +0100",
                "Tue 28.12. 20:00 +0100",
            ],
        ),
        (
            "daily 20:00",
            {"holidays": "DE, US"},
            datetime(2027, 11, 24, tzinfo=UTC),
            [
                "Wed 24.11. 20:00 +0100",
                "Fri 26.11. 20:00 +0100",
                "Sat 27.11. 20:00 +0100",
                "Sun 28.11. 20:00 +0100",
            ],
        ),
        (
            "every 3 days at 20:00",
            {"holidays": "DE"},
            datetime(2027, 4, 29, tzinfo=UTC),
            [
                "Tue 04.05. 20:00 +0200",
                "Fri 07.05. 20:00 +0200",
                "Mon 10.05. 20:00 +0200",
                "Thu 13.05. 20:00 +0200",
            ],
        ),
        (
            "every 12 hours",
            {"holidays": "DE"},
            datetime(2027, 4, 30, 12, tzinfo=UTC),
            [
                "Sun 02.05. 02:00 +0200",
                "Sun 02.05. 14:00 +0200",
                "Mon 03.05. 02:00 +0200",
                "Mon 03.05. 14:00 +0200",
            ],
        ),
        (
            "daily 12:00 and 20:00",
            {"min_gap": "10h"},
            datetime(2027, 5, 3, tzinfo=UTC),
            [
                "Mon 03.05. 12:00 +0200",
                "Tue 04.05. 12:00 +0200",
                "Wed 05.05. 12:00 +0200",
                "Thu 06.05. 12:00 +0200",
            ],
        ),
        (
            "on 2027-12-25 20:00, 2027-12-31 20:00",
            {"holidays": "DE"},
            datetime(2027, 12, 1, tzinfo=UTC),
            [
                "Sat 25.12. 20:00 +0100",
                "Fri 31.12. 20:00 +0100",
            ],
        ),
    ],
)
def test_the_next_four(deadline: str, policy: dict[str, str], start: datetime, expected: Sequence[str]) -> None:
    assert deadlines(game(deadline, **policy), start, 4) == list(expected)


def test_a_turn_run_early_leaves_the_grid_alone_but_for_the_minimum_gap() -> None:
    row = game("Tue,Fri 20:00", min_gap="4d")
    row.due_at = datetime(2027, 1, 5, 19, tzinfo=UTC)

    early = next_due(row, datetime(2027, 1, 3, 12, tzinfo=UTC))
    late = next_due(row, datetime(2027, 1, 5, 19, tzinfo=UTC))

    assert early is not None
    assert late is not None
    assert (shown(early), shown(late)) == ("Fri 08.01. 20:00 +0100", "Tue 12.01. 20:00 +0100")


def test_a_deadline_that_the_gm_has_moved_is_followed_by_the_next_of_the_grid() -> None:
    row = game("Tue,Fri 20:00")
    row.due_at = datetime(2027, 1, 6, 11, tzinfo=UTC)

    found = next_due(row, row.due_at)

    assert found is not None
    assert shown(found) == "Fri 08.01. 20:00 +0100"


@pytest.mark.parametrize(
    ("codes", "problem"),
    [
        ("QQ", "I know no holidays of QQ; write a country's code of two letters, such as DE or US"),
        ("DE-XX", "DE has no part XX whose holidays I know; its parts are BB, BE, BW, BY, HB, HE, HH, MV, NI, NW"),
        ("bavaria", "codes of countries and their parts are wanted, such as DE-BY or US, with commas between them"),
    ],
)
def test_an_unknown_calendar_is_refused_when_the_game_is_created(tmp_path: Path, codes: str, problem: str) -> None:
    world = World.made(tmp_path)

    with pytest.raises(SetupError) as caught:
        world.game(policy={"holidays": codes})

    assert str(caught.value).startswith(f"holidays = {codes}: {problem}")
    world.campaign.close()


def test_a_game_lives_in_the_zone_of_its_deadline_if_none_is_given(tmp_path: Path) -> None:
    world = World.made(tmp_path)
    rules = {"one": "Tue 20:00 America/New_York", "two": "Tue 20:00", "three": "every 36 hours"}

    zones = [world.game(name, start=False, deadline=rule).zone for name, rule in rules.items()]

    assert zones == ["America/New_York", "Europe/Berlin", "Europe/Berlin"]
    world.campaign.close()


def test_a_year_on_the_way_is_the_same_whenever_one_asks() -> None:
    row = game("Thu 20:00", holidays="DE-BY")
    found = deadlines(row, NEW_YEAR, 52)
    again = []
    for day in range(365):
        row.due_at = None
        now = NEW_YEAR + timedelta(days=day)
        due = next_due(row, now)
        assert due is not None
        again.append(shown(due))

    assert list(dict.fromkeys(again))[:50] == found[:50]
