"""Deadlines for players' own calendars: who gets them, when they change, and what they say."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar

from referee.mail.delivery import Retry
from referee.service.gm.deadlines import Extend
from referee.service.gm.ending import Cancel, EndGame
from referee.service.gm.order import GmOrder
from referee.service.gm.seats import Replace
from referee.service.gm.turns import Rerun, Rollback
from referee.service.people.handover import lend
from referee.service.people.vacancies import empty
from referee.service.post.delivery import deliver
from referee.service.rounds.command import carry_out
from tests.service.world import Mail, World

ANA, BOB, CARL = "ana@players.example", "bob@players.example", "carl@players.example"
FIRST = datetime(2026, 11, 24, 19, tzinfo=UTC)
SECOND = datetime(2026, 11, 27, 19, tzinfo=UTC)
DUE_1, DUE_2 = "The duel: orders for turn 1 are due", "The duel: orders for turn 2 are due"
OVER = "The duel: no orders are due"

Told = tuple[str, int, datetime, str]
"""What a file says: its method, its number, the deadline and the words."""


def files(mail: Mail) -> list[Any]:
    """The calendars that a mail brings."""
    found = [part for part in mail.message.iter_attachments() if part.get_content_type() == "text/calendar"]
    return [Calendar.from_ical(part.get_content()) for part in found]


def told(world: World, to: str = ANA) -> list[Told]:
    """What the mails to somebody that go out now bring for a calendar, in order of their numbers."""
    found = [one for mail in world.mails() if mail.to == to for one in files(mail)]
    return sorted((said(one) for one in found), key=lambda one: one[1])


def said(calendar: Any) -> Told:
    (event,) = calendar.walk("VEVENT")
    return str(calendar["METHOD"]), int(event["SEQUENCE"]), event["DTSTART"].dt, str(event["SUMMARY"])


def does(world: World, order: GmOrder) -> None:
    """Let the GM do something, and send what comes of it."""
    carry_out(world.campaign, order, "duel")


@pytest.fixture
def kept(world: World) -> World:
    """A duel whose deadlines Ana has in her calendar."""
    world.write("Ana", "CALENDAR")
    world.tick()
    return world.quiet()


def test_the_answer_brings_the_deadline_of_the_open_turn(world: World) -> None:
    world.write("Ana", "CALENDAR")
    world.tick()
    (receipt,) = (one for one in world.mails() if one.to == ANA)

    assert "a file for your calendar" in " ".join(receipt.body.split())
    assert [part.get_content_type() for part in receipt.message.walk()] == [
        "multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/calendar",
    ]  # fmt: skip
    assert [said(one) for one in files(receipt)] == [("PUBLISH", 0, FIRST, DUE_1)]


def test_a_file_holds_title_turn_and_deadline_and_nothing_else(world: World) -> None:
    world.write("Ana", "LEAD HIGHEST\nCALENDAR")
    world.tick()
    (receipt,) = (one for one in world.mails() if one.to == ANA)
    ((event,),) = (one.walk("VEVENT") for one in files(receipt))
    fields = {name: value.to_ical().decode() for name, value in event.items() if name != "UID"}

    assert fields == {
        "SEQUENCE": "0", "DTSTAMP": "20261124T120000Z", "DTSTART": "20261124T190000Z", "SUMMARY": DUE_1,
        "ORGANIZER": "mailto:referee@referee.example", "STATUS": "CONFIRMED", "TRANSP": "TRANSPARENT",
    }  # fmt: skip
    assert event["UID"].endswith("@referee.example")
    assert [part in event["UID"] for part in ("duel", "Ana", world.token("Ana"))] == [False, False, False]


def test_each_letter_with_another_deadline_takes_the_place_of_the_one_before(kept: World) -> None:
    does(kept, Extend(time="2h", reason="Our server was down."))
    assert told(kept) == [("PUBLISH", 1, FIRST + timedelta(hours=2), DUE_1)]

    kept.adjudicate()
    assert told(kept) == [("PUBLISH", 2, SECOND, DUE_2)]


def test_it_is_one_entry_however_often_it_moves(world: World) -> None:
    world.write("Ana", "CALENDAR")
    world.tick()
    world.adjudicate()
    does(world, Extend(time="2h", reason="Snow."))
    events = [one.walk("VEVENT")[0] for mail in world.mails() if mail.to == ANA for one in files(mail)]

    assert len(events) == 3
    assert len({event["UID"] for event in events}) == 1


def test_letters_that_tell_the_same_deadline_bring_nothing(kept: World) -> None:
    kept.write("Ana", "LEAD HIGHEST\nSTATUS")
    kept.tick()

    assert told(kept) == []


def test_who_asks_again_has_it_again(kept: World) -> None:
    kept.write("Ana", "CALENDAR ON")
    kept.tick()

    assert told(kept) == [("PUBLISH", 1, FIRST, DUE_1)]


def test_a_turn_taken_back_and_played_anew_goes_on_with_the_numbers(kept: World) -> None:
    kept.adjudicate()
    kept.quiet()
    does(kept, Rollback(n=1, text="A rule was read wrongly."))
    does(kept, Rerun())
    assert (kept.row().due_at, told(kept)) == (SECOND, [])  # what the calendar holds is still so

    does(kept, Extend(time="2h", reason="More time to think."))
    assert told(kept) == [("PUBLISH", 2, SECOND + timedelta(hours=2), DUE_2)]


@pytest.mark.parametrize("end", [EndGame(result="Ana", reason="It is clear."), Cancel(text="Too few have time.")])
def test_the_end_of_the_game_takes_it_out(kept: World, end: GmOrder) -> None:
    does(kept, end)

    assert told(kept) == [("CANCEL", 1, FIRST, OVER)]


def test_who_wants_no_more_of_it_has_it_taken_out_and_gets_nothing_more(kept: World) -> None:
    kept.write("Ana", "CALENDAR OFF")
    kept.tick()
    assert told(kept) == [("CANCEL", 1, FIRST, OVER)]

    kept.adjudicate()
    assert told(kept) == []

    kept.write("Ana", "CALENDAR")
    kept.tick()
    assert told(kept) == [("PUBLISH", 2, SECOND, DUE_2)]


def test_others_get_no_file_and_no_word_of_it(kept: World) -> None:
    does(kept, Extend(time="2h", reason="Snow."))
    letters = [mail for mail in kept.mails() if mail.to == BOB]

    assert len(letters) == 1
    assert [files(mail) for mail in letters] == [[]]
    assert "calendar" not in letters[0].message.as_string().lower()


def resign(world: World) -> None:
    world.write("Ana", "RESIGN SEAT")
    world.tick()
    (asking,) = [mail for mail in world.mails() if "do you want to leave" in mail.subject]
    world.answer(asking, "YES")


LEAVING: dict[str, Callable[[World], object]] = {
    "another takes the seat": lambda world: does(world, Replace(player="Ana", name="Carl", address=CARL)),
    "they leave": resign,
    "the GM takes them out": lambda world: empty(world.campaign, "duel", "Ana"),
    "somebody stands in": lambda world: lend(
        world.campaign, "duel", "Ana", CARL, until=world.clock.now() + timedelta(days=9)
    ),
}


@pytest.mark.parametrize("leave", LEAVING.values(), ids=LEAVING)
def test_it_is_taken_out_for_who_has_left(kept: World, leave: Callable[[World], object]) -> None:
    leave(kept)
    assert told(kept) == [("CANCEL", 1, FIRST, OVER)]

    kept.adjudicate()
    assert told(kept) == []


def test_it_is_in_again_when_the_seat_is_theirs_again(kept: World) -> None:
    lend(kept.campaign, "duel", "Ana", CARL, until=kept.clock.now() + timedelta(hours=2))
    kept.quiet().clock.forward(hours=3)
    kept.tick()

    assert told(kept) == [("PUBLISH", 2, FIRST, DUE_1)]


def test_another_who_takes_the_seat_begins_without(kept: World) -> None:
    does(kept, Extend(time="2h", reason="Snow."))
    does(kept, Replace(player="Ana", name="Carl", address=CARL))
    kept.adjudicate()

    assert told(kept, CARL) == []


def test_a_mail_that_was_meant_for_the_one_before_brings_the_next_no_file(kept: World) -> None:
    does(kept, Extend(time="2h", reason="Snow."))  # still in the outbox when the seat passes on
    does(kept, Replace(player="Ana", name="Carl", address=CARL))
    mails = [mail for mail in kept.mails() if mail.to == CARL]

    assert any("the deadline was moved" in mail.subject for mail in mails)
    assert [files(mail) for mail in mails] == [[]] * len(mails)


def test_every_try_is_the_same_bytes(kept: World) -> None:
    does(kept, Extend(time="2h", reason="Snow."))
    kept.sink.answers = [Retry("450 later"), Retry("450 later")]
    asyncio.run(deliver(kept.campaign, [kept.sink]))
    does(kept, Extend(time="2h", reason="More snow."))
    kept.clock.forward(hours=1)
    asyncio.run(deliver(kept.campaign, [kept.sink]))
    tries: dict[bytes, list[bytes]] = {}
    for _, to, wire in kept.sink.taken:
        if to == ANA:
            name = next(line for line in wire.split(b"\r\n") if line.startswith(b"Message-ID"))
            tries.setdefault(name, []).append(wire)

    assert sorted(map(len, tries.values())) == [1, 2]
    assert [len(set(each)) for each in tries.values()] == [1, 1]


def test_status_says_that_it_is_kept_up(kept: World) -> None:
    kept.write("Ana", "STATUS")
    kept.tick()
    said_to_ana = [" ".join(mail.body.split()) for mail in kept.mails() if mail.to == ANA]

    assert any("Deadlines come to you as files for your calendar." in one for one in said_to_ana)
