"""What a sender has claimed nobody else sends while it is at work; when it was killed, the next one has it soon."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection, event
from sqlmodel import col, select

from referee.mail.delivery import Outcome
from referee.service.post import delivery
from referee.store import outbox
from referee.store.tables import MailRow
from tests.service.world import Sink, World


class Slow(Sink):
    """A server that takes each mail only after a claim would have run out, had it not been renewed meanwhile."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.stolen = 0

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Wait until the claim is renewed, and let another sender try to have the mails."""
        self.world.clock.forward(seconds=delivery.LEASE.total_seconds() * 0.9)
        while not self._is_renewed():
            await asyncio.sleep(0.01)
        self.world.clock.forward(seconds=delivery.LEASE.total_seconds() * 0.9)
        with self.world.campaign.store.writing() as tx:
            self.stolen += len(outbox.claim(tx, "another", self.world.clock.now(), lease=delivery.LEASE))
        return await super().send(wire, mail_from, recipient)

    def _is_renewed(self) -> bool:
        leased = select(MailRow.leased_until).where(col(MailRow.leased_until).is_not(None))
        with self.world.campaign.store.reading() as tx:
            return min(filter(None, tx.exec(leased))) == self.world.clock.now() + delivery.LEASE


def two_mails(world: World) -> None:
    for seat in ("Ana", "Bob"):
        world.write(seat, "LEAD LOWEST")
    world.tick()


def test_a_slow_server_lets_nobody_else_send_the_same(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "LEASE", timedelta(seconds=0.3))
    two_mails(world)
    server = Slow(world)

    asyncio.run(delivery.deliver(world.campaign, [server]))

    assert [to for _, to, _ in server.taken] == ["ana@players.example", "bob@players.example"]
    assert server.stolen == 0


def test_that_mails_were_sent_is_on_the_disk_with_the_last_of_those_claimed_and_no_sooner(world: World) -> None:
    two_mails(world)
    store, waited = world.campaign.store, list[bool]()

    def note(connection: Connection) -> None:
        waited.append("noting" not in connection.get_execution_options())

    event.listen(store._engine, "commit", note)
    asyncio.run(delivery.deliver(world.campaign, [world.sink]))

    assert waited == [True, False, True, True]  # claimed, one noted, the other; and nothing more to claim


def test_the_mails_of_a_sender_that_was_killed_wait_half_a_minute(world: World) -> None:
    two_mails(world)
    assert len(delivery._claim(world.campaign, "killed")) == 2

    world.clock.forward(seconds=29)
    before = world.mails()
    world.clock.forward(seconds=1)

    assert before == []
    assert {mail.to for mail in world.mails()} == {"ana@players.example", "bob@players.example"}
