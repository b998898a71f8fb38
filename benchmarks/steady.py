"""What a thousand turns leave behind: in the memory of the process, and in the database."""

from __future__ import annotations

import gc
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.world import TURNS, World, campaign

MANY = 1000
WARM = 50
GAMES = 20


@dataclass(frozen=True)
class Growth:
    """What the turns cost: time, memory gained, bytes a turn in the database with its mails unsent."""

    turns: int
    seconds: float
    before: int
    after: int
    database: float

    def __str__(self) -> str:
        return (
            f"{self.turns} turns in one process, {self.turns / self.seconds:.0f} a second:"
            f" resident memory {self.before / 2**20:.1f} MB, then {self.after / 2**20:.1f} MB"
            f" (aim: no more than 5 MB more); database {self.database / 1024:.1f} KB a turn"
        )


def run() -> str:
    """Measure in a process of its own, in which nothing else was loaded."""
    done = subprocess.run([sys.executable, "-m", "benchmarks.steady"], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def measured() -> Growth:
    """Play duels one after the other until there were a thousand turns."""
    with campaign() as world:
        _play(world, WARM)
        gc.collect()
        memory, size, began = resident(), size_of(world), perf_counter()
        turns = _play(world, MANY)
        seconds = perf_counter() - began
        gc.collect()
        return Growth(turns, seconds, memory, resident(), (size_of(world) - size) / turns)


def _play(world: World, turns: int) -> int:
    done = 0
    while done < turns:
        fresh = World(world.campaign, world.add(GAMES))
        for _ in range(TURNS):
            done += fresh.advance()
            fresh.checkpoint()
    return done


def resident() -> int:
    """Return the bytes of memory that this process holds now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def size_of(world: World) -> int:
    """Return the size of the database file."""
    world.checkpoint()
    return world.campaign.settings.database.stat().st_size


if __name__ == "__main__":
    print(measured())
