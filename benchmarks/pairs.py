"""Two ways of doing a thing, timed in turn, so that a machine whose speed drifts does not matter."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

ROUNDS = 9


@dataclass(frozen=True)
class Way:
    """One way of doing it: ``work`` returns how many units it did, ``ready`` is run before and not timed."""

    work: Callable[[], int]
    ready: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Taken:
    """Seconds for one unit: on the clock, and of this process's own time."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Row:
    """One line of the table: a ratio by the clock with its range, the same by processor time, and both times."""

    name: str
    aim: str
    ratio: float
    spread: tuple[float, float]
    cpu: float
    ours: float
    theirs: float

    def __str__(self) -> str:
        low, high = self.spread
        return (
            f"{self.name:<44} {self.aim:>7} {self.ratio:8.2f}  {f'({low:.2f} to {high:.2f})':<17} {self.cpu:8.2f}"
            f" {spoken(self.ours):>10} {spoken(self.theirs):>10}"
        )


HEAD = f"{'':<44} {'aim':>7} {'ratio':>8}  {'range':<17} {'by CPU':>8} {'ours':>10} {'beside':>10}"


def spoken(seconds: float) -> str:
    """Say a short time."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms"


def taken(way: Way) -> Taken:
    """Time one call."""
    way.ready()
    gc.collect()
    wall, cpu = perf_counter(), process_time()
    units = way.work()
    return Taken((perf_counter() - wall) / units, (process_time() - cpu) / units)


def speed(name: str, aim: str, ours: Way, theirs: Way, rounds: int = ROUNDS) -> Row:
    """Say how many times as fast as the other ours is (more is better)."""
    return _paired(name, aim, ours, theirs, rounds, lambda us, them: them / us)


def cost(name: str, aim: str, ours: Way, theirs: Way, rounds: int = ROUNDS) -> Row:
    """Say how many times the other's time ours takes (less is better)."""
    return _paired(name, aim, ours, theirs, rounds, lambda us, them: us / them)


def _paired(
    name: str, aim: str, ours: Way, theirs: Way, rounds: int, compare: Callable[[float, float], float]
) -> Row:
    taken(ours), taken(theirs)  # both are warm before the first round counts
    pairs = [(taken(ours), taken(theirs)) for _ in range(rounds)]
    return row(name, aim, pairs, compare)


def row(
    name: str, aim: str, pairs: list[tuple[Taken, Taken]], compare: Callable[[float, float], float]
) -> Row:
    """Make the line of a table out of the rounds."""
    ratios = sorted(compare(us.wall, them.wall) for us, them in pairs)
    return Row(
        name=name,
        aim=aim,
        ratio=median(ratios),
        spread=(ratios[0], ratios[-1]),
        cpu=median(compare(us.cpu, them.cpu) for us, them in pairs),
        ours=median(us.wall for us, _ in pairs),
        theirs=median(them.wall for _, them in pairs),
    )
