"""Very many turns that are due at once: what they take, and how long a letter waits at the door meanwhile."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from statistics import median, quantiles
from time import perf_counter, thread_time
from typing import Self

from benchmarks.load import multiply
from benchmarks.pairs import Row, Taken, alone, waited
from benchmarks.realm import PEACE, Realm, setup_of
from benchmarks.world import Letter, campaign, letters, reach_deadlines, sent
from referee.service.campaign.campaign import Campaign
from referee.service.campaign.names import game_named
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
"""Seconds between a letter that is kept and the next, and between two looks at what is to be sent."""


def duels() -> list[Row]:
    """Say it of more and more duels; there are some of each."""
    found = list[Row]()
    with campaign() as world:
        world.add(ALIKE)
        bag = letters(world, 1)
        for games, aim in CROWDS:
            read_all(world.campaign)  # what came before a deadline is waited for
            multiply(world, games // len(world.games) - 1)
            found += _crowd(world.campaign, f"{games:,} turns of duels", aim, games, bag)
    return found


def amber() -> list[Row]:
    """Say it of larger turns: games of Amber of nine seats, in which everybody keeps the peace."""
    with campaign() as world:
        realm = Realm(world.campaign)
        for number in range(TABLES // OF_EACH):
            name = realm.begin(number, SEATS)
            for seat in setup_of(SEATS).seats:
                send(world.campaign, name, seat, PEACE)
            with world.campaign.store.reading() as tx:
                world.games.append(game_named(tx, name).id)
        bag = letters(world, 1)
        multiply(world, OF_EACH - 1)
        return _crowd(world.campaign, f"{TABLES} turns of Amber of {SEATS}", AS_LONG, TABLES, bag)


def _crowd(opened: Campaign, name: str, aim: str, games: int, bag: Sequence[Letter]) -> list[Row]:
    sent(opened)
    reach_deadlines(opened)
    with Door(opened, games, bag) as door, Sender(opened) as sender:
        wall, cpu = perf_counter(), thread_time()
        for game, why in due_games(opened):
            assert advance(opened, game, why) is Advanced.PLAYED
            opened.store.tend()
        turns = Taken(perf_counter() - wall, thread_time() - cpu)
    said = f"median {1000 * median(door.waits):.0f} ms, of {len(door.waits)}"
    assert sender.bytes
    return [
        alone(f"{name} due at once, sent meanwhile", aim, turns),
        waited("    a letter kept meanwhile, 99 in a hundred", "<= 1 s", quantiles(door.waits, n=100)[98], said),
    ]


class Meanwhile(ABC):
    """What goes on in a thread while turns are played, again and again."""

    def __init__(self, opened: Campaign) -> None:
        self.campaign, self.over = opened, threading.Event()
        self.pool = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        self.going_on = self.pool.submit(self._go_on)
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.pool.shutdown()
        self.going_on.result()  # what went wrong in it is no figure

    def _go_on(self) -> None:
        while not self.over.wait(BETWEEN):
            self.once()

    @abstractmethod
    def once(self) -> None:
        """Do it once."""


class Door(Meanwhile):
    """Letters that come one after the other, and how long each took to be kept."""

    def __init__(self, opened: Campaign, crowd: int, bag: Sequence[Letter]) -> None:
        super().__init__(opened)
        self.waits = list[float]()
        self.bag = ((one, f"\r\n{crowd} {number}\r\n".encode()) for number, one in enumerate(cycle(bag)))

    def once(self) -> None:
        """Keep one, which differs from all others in its last line."""
        (one, end), began = next(self.bag), perf_counter()
        keep(self.campaign, one.raw + end, sender=one.sender, recipient=one.recipient, source="benchmark")
        self.waits.append(perf_counter() - began)


class Sender(Meanwhile):
    """Mail that goes out, to a server that takes everything."""

    bytes = 0

    def once(self) -> None:
        """Send what is queued by now."""
        self.bytes += sent(self.campaign)
