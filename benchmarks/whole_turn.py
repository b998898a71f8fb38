"""One side of `benchmarks.before`: whole turns of Amber of nine, until a mail server has all their letters.

A program by itself, which runs in any checkout whose benchmarks play games of Amber. For each line that it reads it
plays a turn of every game and prints seconds of the clock and of its own processor time, turns, and bytes of mail.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from itertools import islice
from time import perf_counter, process_time

from benchmarks.realm import Realm, lasting
from benchmarks.world import campaign
from referee.mail.delivery import Outcome, Sent, Transport
from referee.service.post.delivery import deliver

SEATS = 9


class Taking(Transport):
    """A mail server that takes everything, at no cost, and counts."""

    def __init__(self) -> None:
        self.bytes = 0

    async def send(self, wire: bytes, mail_from: str, recipient: str) -> Outcome:
        """Take one mail."""
        self.bytes += len(wire)
        return Sent("250 taken")

    async def close(self) -> None:
        """Nothing to hang up."""


def main(games: int, rounds: int) -> None:
    """Play so many games for so many rounds, one for each line."""
    with campaign() as world:
        realm = Realm(world.campaign)
        realm.add(islice(lasting(rounds, SEATS), games), games)
        asyncio.run(deliver(world.campaign, [Taking()]))
        for _ in sys.stdin:
            realm.ready()
            server = Taking()
            gc.collect()
            wall, cpu = perf_counter(), process_time()
            turns = realm.advance()
            asyncio.run(deliver(world.campaign, [server]))
            print(perf_counter() - wall, process_time() - cpu, turns, server.bytes, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
