"""What many turns leave behind, played in a process of their own: in its memory, and in the database."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.pairs import Row, size
from benchmarks.realm import Realm, lasting
from benchmarks.world import TURNS, World, campaign

DUELS, GAMES, SEATS = 20, 5, 9
WARM, MANY = 200, 1000
FEW, SOME = 100, 200
"""So many turns of duels, and of Amber, are played before memory is looked at, and so many more."""


def duel() -> list[Row]:
    """Measure duels."""
    return _of("duel", f"{MANY:,} turns of duels")


def amber() -> list[Row]:
    """Measure games of Amber of nine, their orders filed seat by seat."""
    return _of("amber", f"{SOME} turns of Amber")


def _of(which: str, name: str) -> list[Row]:
    command = [sys.executable, "-m", "benchmarks.steady", which]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    gained, before, a_turn = json.loads(done.stdout.splitlines()[-1])
    return [
        size(f"memory gained in {name}", "<= 5 MB", gained / 2**20, f"{before / 2**20:.0f} MB"),
        size("    in the database, a turn, its mail unsent", "(<= 60 KB)", a_turn / 1024),
    ]


def measured(play: Callable[[World, int], int], warm: int, turns: int) -> tuple[int, int, float]:
    """Play so many turns after the first; return the bytes gained, those before, and the bytes a turn on the disk."""
    with campaign() as world:
        play(world, warm)
        gc.collect()
        before, on_disk = resident(), size_of(world)
        done = play(world, turns)
        gc.collect()
        return resident() - before, before, (size_of(world) - on_disk) / done


def duels(world: World, turns: int) -> int:
    """Play duels one after the other until there were so many turns; return how many."""
    done = 0
    while done < turns:
        fresh = World(world.campaign, world.add(DUELS))
        for _ in range(TURNS):
            done += fresh.advance()
            fresh.checkpoint()
    return done


def realms(world: World, turns: int) -> int:
    """Play ten turns of some games of Amber after the other; what bots do is rehearsed before each."""
    done = 0
    while done < turns:
        realm = Realm(world.campaign)
        realm.add(LASTING, GAMES)
        for _ in range(TURNS):
            realm.ready()
            done += realm.advance()
    return done


def resident() -> int:
    """Return the bytes of memory that this process holds now (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def size_of(world: World) -> int:
    """Return the size of the database file."""
    world.checkpoint()
    return world.campaign.settings.database.stat().st_size


LASTING = lasting(TURNS, SEATS)
KINDS = {"duel": (duels, WARM, MANY), "amber": (realms, FEW, SOME)}

if __name__ == "__main__":
    print(json.dumps(measured(*KINDS[sys.argv[1]])))
