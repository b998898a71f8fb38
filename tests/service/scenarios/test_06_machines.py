"""Scenario 6: an out-of-office reply, a bounce, mail of a list, our own mail looped back: no reply, no order."""

from __future__ import annotations

import random
from email import message_from_bytes
from email.policy import SMTP

import pytest

from referee.service.post import bounces
from referee.store import people
from tests.mail.dsn import report
from tests.service.world import Mail, World

VACATION = "Automatische Antwort: [The duel] Turn 1"


def report_to(world: World, address: str) -> Mail:
    """Let the turn be adjudicated, and return the report that went to an address."""
    world.clock.forward(days=4)
    world.tick()
    [mail] = [one for one in world.mails() if one.to == address]
    return mail


def with_second_address(world: World) -> None:
    """Give Bob an older address beside the one that mail goes to."""
    with world.campaign.store.writing() as tx:
        bob = people.player_at(tx, "bob@players.example")
        assert bob is not None
        people.remove_address(tx, bob.id, "bob@players.example", world.clock.now())
        for one in ("bob@work.example", "bob@players.example"):
            people.add_address(tx, bob.id, address=one, normal=one, at=world.clock.now())


def test_neither_a_vacation_note_nor_our_own_mail_is_answered_or_obeyed(world: World) -> None:
    world.write("Ana", "TO Bob: hello")
    world.tick()
    ours = next(one for one in world.mails() if one.to == "bob@players.example")
    letters = [
        world.write("Bob", "I am away.", Subject=VACATION),
        world.arrive(ours.message.as_bytes(), world.reply_address("Bob"), "bob@players.example"),
        world.arrive(ours.message.as_bytes(), "referee@referee.example", ours.sender),
    ]

    world.tick()

    assert [world.outcome(one) for one in letters] == ["automatic mail", "our own mail", "our own mail"]
    assert (world.mails(), world.on_file("Bob")) == ([], ())


def test_a_bounce_marks_the_address_the_second_one_is_used_and_the_gm_is_told(world: World) -> None:
    with_second_address(world)
    lost = report_to(world, "bob@players.example")
    before = world.row()

    world.arrive(report(), lost.sender, "")
    world.tick()
    [again] = world.mails()
    world.clock.forward(minutes=11)
    bounces.tell(world.campaign)

    [told] = world.mails()
    assert (again.to, again.body, again.message["Message-ID"]) == (
        "bob@work.example", lost.body, lost.message["Message-ID"],
    )  # fmt: skip
    assert told.to == "gm@referee.example"
    assert "Bob at bob@players.example" in told.body
    assert "It goes to another address of theirs now." in " ".join(told.body.split())
    assert (world.row().step, world.row().due_at) == (before.step, before.due_at)
    assert report_to(world, "bob@work.example").subject.startswith("[The duel]")


def test_our_own_mails_bear_the_marks_of_a_program(world: World) -> None:
    world.write("Ana", "LEAD LOWEST")
    world.clock.forward(hours=1)
    world.tick()
    world.clock.forward(hours=8)
    world.tick()
    world.clock.forward(days=2)
    world.clock.forward(hours=12)
    world.tick()

    mails = world.mails()

    kinds = {str(one.message["Message-ID"]).split(".")[4]: one.message for one in mails}
    assert {"receipt", "report", "reminder"} <= set(kinds)
    for one in kinds.values():
        assert str(one["Auto-Submitted"]).startswith("auto-")
        assert (one["X-Auto-Response-Suppress"], one["X-Loop"]) == ("All", "referee@referee.example")
    assert len({str(one.message["Message-ID"]) for one in mails}) == len(mails)
    key = str(kinds["reminder"]["Reply-To"])
    assert kinds["reminder"]["List-Unsubscribe"] == f"<mailto:{key}?subject=unsubscribe%20reminders>"
    assert [kinds[kind]["List-Unsubscribe"] for kind in ("receipt", "report")] == [None, None]


@pytest.mark.parametrize("many", [200, pytest.param(1000, marks=pytest.mark.soak)])
def test_very_many_letters_in_a_loop_cause_no_mail_at_all(world: World, many: int) -> None:
    """There are a thousand of them in `make soak`."""
    world.write("Ana", "LEAD LOWEST\nTO Bob: hello")
    world.tick()
    ours, dice = world.mails(), random.Random(6)
    for n in range(many):
        mail = dice.choice(ours)
        message = message_from_bytes(mail.message.as_bytes(), policy=SMTP)
        message["Received"] = f"from loop-{n}.example by mx.referee.example; Tue, 24 Nov 2026 12:00:00 +0000"
        what = n % 4
        if what == 0:
            del message["Message-ID"]
            message["Message-ID"] = f"<{n}@loop.example>"
        elif what == 1:
            del message["From"], message["Message-ID"], message["Subject"]
            message["From"], message["Subject"] = "bob@players.example", "Out of Office"
        elif what == 2:
            del message["Auto-Submitted"]
        raw = message.as_bytes() if what < 3 else report() + b"%d" % n
        to = dice.choice([mail.reply_to, "referee@referee.example", mail.sender or mail.reply_to])
        world.arrive(raw, to, dice.choice(["", "bob@players.example", "referee@referee.example"]))

    while not world.tick().idle:
        pass

    assert (world.mails(), world.on_file("Bob")) == ([], ())


def test_who_leaves_the_reminders_by_their_mail_program_gets_no_more(world: World) -> None:
    letter = world.write("Bob", "", Subject="unsubscribe reminders")
    world.tick()
    [answer] = world.mails()
    world.clock.forward(hours=9)
    world.tick()
    world.quiet()
    world.clock.forward(days=2, hours=12)
    world.tick()

    assert world.outcome(letter) == "unsubscribed"
    assert answer.subject == "[The duel] no more reminders"
    assert [one.to for one in world.mails()] == ["ana@players.example"]
