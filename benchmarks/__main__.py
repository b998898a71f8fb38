"""`python -m benchmarks [FIGURE ...]`: how fast we are, beside peers and floors; all figures, or those named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from os import cpu_count, getloadavg
from platform import python_version

from benchmarks import (
    amber,
    amber_steady,
    door,
    engine,
    intake,
    letters,
    proof,
    rush,
    site,
    small_games,
    start,
    steady,
    turn,
)  # fmt: skip
from benchmarks.pairs import HEAD

FIGURES: dict[str, tuple[Callable[[], object], ...]] = {
    "engine": (engine.run,),
    "small-games": (small_games.hearts, small_games.briscola, small_games.messages, small_games.uno),
    "turn": (turn.duel, turn.amber),
    "intake": (intake.plain, intake.html),
    "rush": (rush.stored, rush.answered),
    "door": (door.duels, door.tables),
    "start": (start.run, start.loaded, start.store, start.commands),
    "letters": (letters.on_the_wire, letters.reports, letters.forms),
    "steady": (steady.run,),
    "amber": (amber.decisions, amber.sets, amber.tables, amber.age),
    "amber-steady": (amber_steady.run,),
    "proof": (proof.ours, proof.theirs),
    "site": (site.built, site.rebuilt, site.commanded),
}


def main(asked: list[str]) -> None:
    """Measure what is asked for, or everything, and print each line as it is known."""
    unknown = [name for name in asked if name not in FIGURES]
    if unknown:
        sys.exit(f"There is no figure {unknown[0]}. There are {', '.join(FIGURES)}.")
    print(f"{datetime.now(UTC):%Y-%m-%d}, {cpu_count()} cores, load {getloadavg()[0]:.1f}, Python {python_version()}")
    if getloadavg()[0] > 1:
        print("The machine is busy: the column by CPU says more than the others.")
    print(HEAD)
    for name in asked or FIGURES:
        for measure in FIGURES[name]:
            found = measure()
            print(*(found if isinstance(found, list) else [found]), sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
