"""What a thousand turns of Amber leave behind: in the memory of the process, and in the database."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

from benchmarks.realm import Realm, Rehearsed, lasting
from benchmarks.steady import MANY, WARM, Growth, resident, size_of
from benchmarks.world import World, campaign

GAMES = 5
TURNS = 10
SEATS = 9


def run() -> str:
    """Measure in a process of its own, in which nothing else was loaded."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.amber_steady"], check=True, capture_output=True, text=True)
    return f"Amber, {SEATS} seats, orders filed too: {done.stdout.strip()} (aim: no more than 100 KB)"


def measured() -> Growth:
    """Play ten turns of one game after the other until there were a thousand; what bots do is rehearsed before each."""
    with campaign() as world:
        games = lasting(TURNS, SEATS)
        _play(world, games, WARM)
        gc.collect()
        memory, size, began = resident(), size_of(world), perf_counter()
        turns = _play(world, games, MANY)
        seconds = perf_counter() - began
        gc.collect()
        return Growth(turns, seconds, memory, resident(), (size_of(world) - size) / turns)


def _play(world: World, games: Iterator[Rehearsed], turns: int) -> int:
    done = 0
    while done < turns:
        realm = Realm(world.campaign)
        realm.add(games, GAMES)
        for _ in range(TURNS):
            realm.ready()
            done += realm.advance()
    return done


if __name__ == "__main__":
    print(measured())
