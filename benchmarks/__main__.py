"""`python -m benchmarks [FIGURE ...]`: how fast we are, beside peers and floors; all figures, or those named."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from os import cpu_count, getloadavg
from platform import python_version
from time import perf_counter

from benchmarks import (
    amber,
    door,
    games,
    idle,
    intake,
    letters,
    load,
    proof,
    rush,
    simulation,
    site,
    start,
    steady,
    turn,
)  # fmt: skip
from benchmarks.pairs import Row, table, used
from referee.cli import YOUNG

FIGURES: dict[str, tuple[Callable[[], Row | list[Row]], ...]] = {
    "turn": (turn.duel, turn.amber),
    "intake": (intake.plain, intake.html),
    "games": (games.goofspiel, games.hearts, games.briscola, games.uno),
    "amber": (amber.sensible, amber.scribble, amber.phase, amber.tables, amber.age),
    "simulation": (simulation.amber, simulation.living_trumps, simulation.lines),
    "idle": (idle.run,),
    "load": (load.run,),
    "door": (door.duels, door.amber),
    "rush": (rush.run,),
    "start": (start.run, start.loaded, start.commands),
    "letters": (letters.on_the_wire,),
    "steady": (steady.run,),
    "proof": (proof.run,),
    "site": (site.run,),
}


def main(asked: list[str]) -> None:
    """Measure what is asked for, or everything, and print one table; what was measured by then if something fails."""
    unknown = [name for name in asked if name not in FIGURES]
    if unknown:
        sys.exit(f"There is no figure {unknown[0]}. There are {', '.join(FIGURES)}.")
    gc.set_threshold(YOUNG)  # as the program itself does
    began, busy, found = perf_counter(), getloadavg()[0], list[Row]()
    try:
        for name in asked or FIGURES:
            found.extend(_measured(name))
    finally:
        print(f"\n{datetime.now(UTC):%Y-%m-%d}, {cpu_count()} cores, load {busy:.1f}, Python {python_version()}")
        if busy > 1:
            print("The machine was busy: go by the column by CPU.")
        print(table(found))
        print(f"Measured in {perf_counter() - began:.0f} s, of which processors worked for {used():.0f} s.")


def _measured(name: str) -> Iterator[Row]:
    """Measure one figure; say meanwhile which, and how long each part of it took."""
    print(f"{name}:", end="", file=sys.stderr, flush=True)
    for measure in FIGURES[name]:
        began, busy = perf_counter(), used()
        found = measure()
        print(
            f" {measure.__name__} {perf_counter() - began:.0f} s ({used() - busy:.0f} s by CPU)",
            end="",
            file=sys.stderr,
            flush=True,
        )
        yield from found if isinstance(found, list) else [found]
    print(file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
