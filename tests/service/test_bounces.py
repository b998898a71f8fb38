"""Mail that comes back is known by its return path, marks its address, goes elsewhere, and touches no game."""

from __future__ import annotations

from datetime import datetime

import pytest

from referee.mail import bounce
from referee.mail.address import normal
from referee.mail.delivery import Failed, Outcome, Sent
from referee.service.gm.mail import Resend
from referee.service.post import bounces
from referee.service.records.overview import mails_out
from referee.service.rounds.command import carry_out
from referee.store import people
from referee.store.tables import Sending
from tests.mail.dsn import report
from tests.service.world import Mail, Sink, World

BACK = "back+"


def second_address(world: World, address: str = "bob@work.example", player: str = "Bob") -> None:
    """Give Bob another address, older than the first in rank: mail goes to it only if the first bounces."""
    with world.campaign.store.writing() as tx:
        person = next(p for p in people.players(tx) if p.name == player)
        people.remove_address(tx, person.id, "bob@players.example", world.clock.now())
        for one in (address, "bob@players.example"):
            people.add_address(tx, person.id, address=one, normal=normal(one), at=world.clock.now())


def press_to_bob(world: World, words: str = "hello") -> Mail:
    """Let Ana write to Bob, and return the mail."""
    world.write("Ana", f"TO Bob: {words}")
    world.tick()
    [mail] = [one for one in world.mails() if one.to.startswith("bob@")]
    return mail


def come_back(world: World, mail: Mail, raw: bytes | None = None) -> int:
    """Let a report about a mail arrive at its return path."""
    letter = world.arrive(report() if raw is None else raw, mail.sender, "")
    world.tick()
    return letter


def bouncing(world: World, address: str = "bob@players.example") -> datetime | None:
    """Return since when an address bounces."""
    with world.campaign.store.reading() as tx:
        found = people.player_at(tx, address)
        assert found is not None
        return next(a.bouncing_since for a in people.addresses_of(tx, found.id) if a.normal == address)


def test_reports_are_read_in_the_process_that_may_be_killed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("a report was read in the referee's own process")

    monkeypatch.setattr(bounce, "read", here)
    mail = press_to_bob(world)

    assert world.outcome(come_back(world, mail)) == "mail came back"
    assert bouncing(world) is not None


def test_every_mail_but_an_answer_has_a_return_path_of_its_own(world: World) -> None:
    world.write("Ana", "LEAD LOWEST\nTO Bob: hello")
    world.tick()
    world.clock.forward(hours=9)
    world.tick()

    mails = world.mails()

    answers = [one.sender for one in mails if one.message["Auto-Submitted"] == "auto-replied"]
    others = [one.sender for one in mails if one.message["Auto-Submitted"] == "auto-generated"]
    assert answers == [""]
    assert len(set(others)) == len(others) == 4
    assert all(one.startswith(BACK) and one.endswith("@referee.example") and len(one) == 45 for one in others)


def test_a_hard_bounce_marks_the_address_and_the_same_mail_goes_to_the_second_one(world: World) -> None:
    second_address(world)
    mail = press_to_bob(world)

    letter = come_back(world, mail)

    [again] = world.mails()
    assert (world.outcome(letter), bouncing(world)) == ("mail came back", world.clock.now())
    assert again.to == "bob@work.example"
    assert (again.message["Message-ID"], again.body) == (mail.message["Message-ID"], mail.body)
    assert again.sender != mail.sender
    assert [one.to for one in [press_to_bob(world, "more")]] == ["bob@work.example"]


def test_of_soft_bounces_the_third_in_a_row_marks_and_one_long_ago_counts_no_more(world: World) -> None:
    full = report(status="4.2.2", said="mailbox full")
    marks = []
    come_back(world, press_to_bob(world), full)
    world.clock.forward(days=8)
    for word in ("one", "two", "three"):
        come_back(world, press_to_bob(world, word), full + word.encode())
        marks.append(bouncing(world) is not None)

    assert marks == [False, False, True]


def test_a_letter_from_the_address_clears_its_mark_and_the_count_begins_anew(world: World) -> None:
    full = report(status="4.2.2", said="mailbox full")
    come_back(world, press_to_bob(world), report())
    marked = bouncing(world)

    world.write("Bob", "LEAD LOWEST")
    world.tick()
    world.quiet()
    for word in ("one", "two"):
        come_back(world, press_to_bob(world, word), full + word.encode())

    assert marked is not None
    assert bouncing(world) is None


@pytest.mark.parametrize(
    "raw",
    [
        report(action="delayed", status="4.4.1"),
        report(action="delivered", status="2.0.0"),
        b"From: bob@players.example\nSubject: away\n\nI am on holiday until May.\n",
        b"From: Postmaster <postmaster@players.example>\nSubject: hello\n\nAll is well.\n",
    ],
)
def test_a_delay_a_receipt_and_a_vacation_note_are_nothing(world: World, raw: bytes) -> None:
    mail = press_to_bob(world)

    letter = come_back(world, mail, raw)

    assert world.outcome(letter) == "automatic mail"
    assert (bouncing(world), world.mails()) == (None, [])


def test_the_same_report_twice_counts_once(world: World) -> None:
    mail = press_to_bob(world)
    come_back(world, mail, report(status="4.2.2", said="mailbox full"))

    letters = [come_back(world, mail, report() + bytes([n])) for n in (65, 66, 67)]

    assert [world.outcome(one) for one in letters] == ["mail came back"] * 3
    assert bouncing(world) is None


def test_the_gm_is_told_once_of_all_that_came_back_together(world: World) -> None:
    for word in ("one", "two", "three"):
        come_back(world, press_to_bob(world, word), report() + word.encode())
    world.clock.forward(minutes=9, seconds=59)
    early = bounces.tell(world.campaign)
    world.clock.forward(seconds=1)

    told = [bounces.tell(world.campaign) for _ in range(2)]
    mails = [one for one in world.mails() if one.to == "gm@referee.example"]
    come_back(world, press_to_bob(world, "four"), report() + b"four")
    world.clock.forward(minutes=11)
    later = bounces.tell(world.campaign)

    assert (early, told, later, len(mails)) == (0, [3, 0], 0, 1)
    assert "Bob at bob@players.example: 5.1.1 550 5.1.1 User unknown." in " ".join(mails[0].body.split())


def test_what_came_back_shows_in_the_lists_and_in_the_turn_letter_of_the_gm_and_can_be_sent_again(world: World) -> None:
    mail = press_to_bob(world)
    come_back(world, mail)
    listed = [(m.kind, m.seat, m.state, m.error) for m in mails_out(world.campaign)]
    [number] = [m.id for m in mails_out(world.campaign)]
    world.clock.forward(hours=9)
    world.tick()
    [letter] = [one for one in world.mails() if one.to == "gm@referee.example"]

    carry_out(world.campaign, Resend(n=number))

    [again] = world.mails()
    assert listed == [("press", "Bob", Sending.FAILED.value, "it came back: 5.1.1 550 5.1.1 User unknown")]
    assert "it came back" in letter.body
    assert (again.to, again.message["Message-ID"]) == ("bob@players.example", mail.message["Message-ID"])


class Refusing(Sink):
    """A server that does not know one address."""

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Refuse it at RCPT."""
        await super().send(wire, mail_from, recipient)
        return Failed("550 5.1.1 no such user", recipient=True) if recipient == "bob@players.example" else Sent("250")


def test_an_address_that_our_own_server_refuses_for_good_is_marked_like_one_that_bounces(world: World) -> None:
    second_address(world)
    world.sink = Refusing()
    world.write("Ana", "TO Bob: hello")
    world.tick()

    to = [one.to for one in (*world.mails(), *world.mails())]

    assert to == ["bob@players.example", "ana@players.example", "bob@work.example"]
    assert bouncing(world) == world.clock.now()


def test_a_letter_that_is_refused_for_its_size_says_nothing_of_the_address_and_the_gm_is_told(world: World) -> None:
    world.sink.answers = [Failed("552 5.3.4 too large")] * 2
    world.write("Ana", "TO Bob: hello")
    world.tick()
    world.mails()
    world.clock.forward(minutes=11)

    told = bounces.tell(world.campaign)

    [letter] = world.mails()
    assert (told, bouncing(world)) == (2, None)
    assert "552 5.3.4 too large" in letter.body
