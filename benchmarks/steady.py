"""What many turns leave in the memory of a process of their own."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.pairs import Row, size
from benchmarks.realm import Realm, lasting, rehearsed
from benchmarks.world import TURNS, World, campaign
from referee.cli import YOUNG

DUELS, GAMES, SEATS = 20, 5, 9
WARM, MANY = 200, 1000
FEW, SOME = 100, 200
"""So many turns of duels, and of Amber, are played before memory is looked at, and so many more."""


def run() -> list[Row]:
    """Measure duels, and games of Amber of nine, their orders filed seat by seat; both at once, for no time is told."""
    named = {"duel": f"memory gained in {MANY:,} turns of duels", "amber": f"memory gained in {SOME} turns of Amber"}
    with ThreadPoolExecutor() as both:
        return list(both.map(_of, named, named.values()))


def _of(which: str, name: str) -> Row:
    command = [sys.executable, "-m", "benchmarks.steady", which]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    before, after = map(int, done.stdout.split())
    return size(name, "<= 5 MB", (after - before) / 2**20, "MB", f"{before / 2**20:.0f} MB")


def measured(play: Callable[[World, int], None], warm: int, turns: int) -> tuple[int, int]:
    """Play so many turns after the first; return the bytes of memory before and after."""
    with campaign() as world:
        play(world, warm)
        gc.collect()
        before = resident()
        play(world, turns)
        gc.collect()
        return before, resident()


def duels(world: World, turns: int) -> None:
    """Play duels to their end, one after the other, until there were so many turns."""
    done = 0
    while done < turns:
        fresh = World(world.campaign, world.add(DUELS))
        while fresh.games:
            done += fresh.advance()
            fresh.checkpoint()


def realms(world: World, turns: int) -> None:
    """Play ten turns of some games of Amber after the other; what bots do is rehearsed before each."""
    done = 0
    while done < turns:
        realm = Realm(world.campaign)
        realm.add(LASTING, GAMES)
        rehearsed.cache_clear()  # what is kept for other figures is no memory of the referee's
        for _ in range(TURNS):
            realm.ready()
            done += realm.advance()


def resident() -> int:
    """Return the bytes of memory that this process holds now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


LASTING = lasting(TURNS, SEATS)
KINDS = {"duel": (duels, WARM, MANY), "amber": (realms, FEW, SOME)}

if __name__ == "__main__":
    gc.set_threshold(YOUNG)  # as the program itself does
    print(*measured(*KINDS[sys.argv[1]]))
