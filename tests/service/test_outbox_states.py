"""Whatever the mail server answers, the outbox knows what became of the mail, and the next try is the same bytes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlmodel import select

from referee.engine.errors import SetupError
from referee.mail.delivery import Transport
from referee.service.gm.mail import Resend
from referee.service.post.delivery import deliver
from referee.service.rounds.command import carry_out
from referee.store import people
from referee.store.tables import MailRow, SeatRow
from tests.mail.test_delivery import DROP, SILENT, Server
from tests.service.world import World


def send(world: World, script: dict[str, str]) -> Server:
    """Send what is due to a server that answers by a script."""
    server = Server(script)

    async def run() -> None:
        listening = await asyncio.start_server(server.talk, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        waits = 0.5 if SILENT in script.values() else 300  # a busy machine may be slow to answer, too
        way = Transport("127.0.0.1", port, timeout=waits, hostname="referee.example")
        try:
            await deliver(world.campaign, [way])
        finally:
            await way.close()
            listening.close()

    asyncio.run(run())
    return server


def row(world: World, number: int = 1) -> MailRow:
    """Return a mail as it is stored."""
    with world.campaign.store.reading() as tx:
        found = tx.get(MailRow, number)
    assert found is not None
    return found


@pytest.fixture
def one(tmp_path: Path) -> World:
    """Return a campaign with a single mail in its outbox: Ana's invitation."""
    world = World.made(tmp_path)
    world.game(seats=("Ana",), start=False)
    return world


@pytest.mark.parametrize(
    ("script", "state", "attempts", "said"),
    [
        ({}, "sent", 0, "250 2.0.0 queued as 4711"),
        ({"RCPT": "450 4.2.1 busy"}, "queued", 1, "450 4.2.1 busy"),
        ({"RCPT": "550 5.1.1 unknown"}, "failed", 1, "550 5.1.1 unknown"),
        ({"DATA": "451 4.3.0 later"}, "queued", 1, "451 4.3.0 later"),
        ({".": "451 4.3.0 later"}, "queued", 1, "451 4.3.0 later"),
        ({".": "554 5.6.0 no"}, "failed", 1, "554 5.6.0 no"),
        ({".": DROP}, "queued", 1, "SMTPServerDisconnected"),
        ({".": SILENT}, "queued", 1, "SMTPReadTimeoutError"),
        ({"RCPT": SILENT}, "queued", 1, "SMTPReadTimeoutError"),
        ({"connect": DROP}, "queued", 0, "SMTPConnectError"),
        ({"connect": "554 no service"}, "queued", 0, "SMTPConnectResponseError"),
        ({"MAIL": "552 5.3.4 too large"}, "failed", 1, "552 5.3.4 too large"),
    ],
    ids=str,
)
def test_each_answer_of_a_server_has_its_state(
    one: World, script: dict[str, str], state: str, attempts: int, said: str
) -> None:
    send(one, script)

    found = row(one)
    assert (found.state.value, found.attempts) == (state, attempts)
    assert (found.answer or found.error).startswith(said)
    assert found.leased_by is None


@pytest.mark.parametrize("script", [{".": DROP}, {".": "451 later"}, {"RCPT": "450 busy"}, {"connect": DROP}], ids=str)
def test_the_next_try_is_after_the_wait_and_the_same_bytes(one: World, script: dict[str, str]) -> None:
    first = send(one, script)
    early = send(one, {})
    one.clock.forward(minutes=5)

    second = send(one, {})

    assert early.letters == []
    assert len(second.letters) == 1
    assert first.letters == (second.letters if "." in script else []), "the wire had it where DATA was answered late"
    [said] = [line for line in second.heard if line.startswith("MAIL")]
    assert said.startswith(f"MAIL FROM:<back+{row(one).return_token}@referee.example>")


def test_nobody_there_costs_no_try_however_long_it_lasts(one: World) -> None:
    for _ in range(200):
        send(one, {"connect": DROP})
        one.clock.forward(hours=1)

    assert (row(one).state.value, row(one).attempts) == ("queued", 0)


def test_what_is_refused_for_now_for_five_days_is_given_up_and_can_be_sent_again(one: World) -> None:
    for _ in range(130):
        send(one, {"RCPT": "450 4.2.1 busy"})
        one.clock.forward(hours=1)
    dead = row(one)

    carry_out(one.campaign, Resend(n=1))
    server = send(one, {})

    assert (dead.state.value, dead.error) == ("dead", "450 4.2.1 busy")
    assert dead.ended_at is not None
    assert (row(one).state.value, len(server.letters)) == ("sent", 1)


def test_only_what_does_not_wait_can_be_sent_again(one: World) -> None:
    with pytest.raises(SetupError, match="Mail 1 waits to be sent anyway"):
        carry_out(one.campaign, Resend(n=1))
    with pytest.raises(SetupError, match=r"There is no mail 99\. See: referee mail outbox --all"):
        carry_out(one.campaign, Resend(n=99))


def test_what_a_former_player_was_sent_does_not_go_to_their_successor(world: World) -> None:


    world.write("Ana", "TO Bob: for your eyes")
    world.tick()
    world.quiet()
    with world.campaign.store.writing() as tx:
        [press] = tx.exec(select(MailRow).where(MailRow.kind == "press"))
        other = people.add_player(
            tx, "Cato", zone="UTC", address="cato@players.example", normal="cato@players.example", at=world.clock.now()
        )
        seat = tx.exec(select(SeatRow).where(SeatRow.name == "Bob")).one()
        seat.player = other.id
        tx.add(seat)

    with pytest.raises(SetupError, match="the seat of Bob no more"):
        carry_out(world.campaign, Resend(n=press.id))
