"""A second of a running referee in which nothing happens, with very many games that are over, beside one with few."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from datetime import timedelta

from benchmarks.load import archive
from benchmarks.pairs import Row, Way, cost
from benchmarks.world import Hand, Taking, World, campaign, sent
from referee.service.rounds.serve import LOOK_EVERY, Service

ACTIVE, ALL = 10, 10_000
SECONDS = 60
ROUNDS = 7


def run() -> Row:
    """Compare the rounds of a minute: what waits is looked for, reminders, mail, and whether the GM must hear of it."""
    with ExitStack() as stack:
        many, few = stack.enter_context(campaign()), stack.enter_context(campaign())
        archive(many, ALL - ACTIVE - 1, 1, 4)
        archive(few, 0, 0, 0)
        for one in (many, few):
            one.add(ACTIVE)
            sent(one.campaign)
        name = f"an idle second with {ALL:,} games, {ACTIVE} active / {ACTIVE}"
        return cost(name, "<= 3.0", Way(lambda: _minute(many)), Way(lambda: _minute(few)), rounds=ROUNDS)


def _minute(world: World) -> int:
    """Do what `serve` does in so many seconds, one after the other, without the waiting; return how many."""
    service, clock = Service(world.campaign, signals=False), world.campaign.clock
    assert isinstance(clock, Hand)

    async def pass_by() -> None:
        for second in range(SECONDS):
            clock.moment += timedelta(seconds=1)
            await service._tick()
            await service._deliver([Taking()])
            if second % LOOK_EVERY == 0:
                await service._look()

    asyncio.run(pass_by())
    return SECONDS
