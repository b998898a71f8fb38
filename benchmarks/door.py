"""Very many turns that are due at once: what they take, and how long a letter waits at the door meanwhile."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from itertools import count
from statistics import median, quantiles
from time import perf_counter, thread_time

from benchmarks.load import multiply
from benchmarks.pairs import Row, Taken, alone, waited
from benchmarks.realm import PEACE, Realm, setup_of
from benchmarks.world import campaign, reach_deadlines
from referee.service.campaign.campaign import Campaign
from referee.service.intake.backlog import read_all
from referee.service.letters.keeping import keep
from referee.service.players.orders import send
from referee.service.turns.advance import advance
from referee.service.turns.due import due_games
from referee.service.turns.turn import Advanced

CROWDS = ((200, "<= 5 s"), (1000, "<= 25 s"))
"""So many duels are due at once, and their turns may take so long."""

ALIKE = 100
"""So many duels are begun; the others are copies of them, as they stand."""

TABLES, SEATS, OF_EACH = 40, 9, 4
AS_LONG = "<= 1 s"
"""The same for a turn of so many games of Amber, four of each."""

BETWEEN = 0.02
"""Seconds between a letter that is kept and the next."""

LETTER = "From: x@players.example\r\nMessage-ID: <%d.%d@players.example>\r\n\r\nLEAD LOWEST\r\n"


def duels() -> list[Row]:
    """Say it of more and more duels; there are some of each."""
    found = list[Row]()
    with campaign() as world:
        world.add(ALIKE)
        for games, aim in CROWDS:
            read_all(world.campaign)  # what came before a deadline is waited for
            multiply(world, games // len(world.games) - 1)
            found += _crowd(world.campaign, f"{games:,} turns of duels", aim, games)
    return found


def amber() -> list[Row]:
    """Say it of larger turns: games of Amber of nine seats, in which everybody keeps the peace."""
    with campaign() as world:
        realm = Realm(world.campaign)
        for number in range(TABLES // OF_EACH):
            name = realm.begin(number, SEATS)
            for seat in setup_of(SEATS).seats:
                send(world.campaign, name, seat, PEACE)
        multiply(world, OF_EACH - 1)
        return _crowd(world.campaign, f"{TABLES} turns of Amber of {SEATS}", AS_LONG, TABLES)


def _crowd(opened: Campaign, name: str, aim: str, games: int) -> list[Row]:
    reach_deadlines(opened)
    with Door(opened, games) as door:
        wall, cpu = perf_counter(), thread_time()
        for game, why in due_games(opened):
            assert advance(opened, game, why) is Advanced.PLAYED
            opened.store.tend()
        turns = Taken(perf_counter() - wall, thread_time() - cpu)
    said = f"median {1000 * median(door.waits):.0f} ms, of {len(door.waits)}"
    return [
        alone(f"{name} due at once, not sent", aim, turns),
        waited("    a letter kept meanwhile, 99 in a hundred", "<= 1 s", quantiles(door.waits, n=100)[98], said),
    ]


@dataclass
class Door:
    """Letters that come one after the other, in a thread, and how long each took to be kept."""

    campaign: Campaign
    crowd: int
    waits: list[float] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Door:
        self.thread = threading.Thread(target=self._come)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _come(self) -> None:
        for number in count():
            if self.over.wait(BETWEEN):
                return
            raw, began = (LETTER % (self.crowd, number)).encode(), perf_counter()
            keep(self.campaign, raw, sender="x@players.example", recipient="orders@referee.example", source="benchmark")
            self.waits.append(perf_counter() - began)
