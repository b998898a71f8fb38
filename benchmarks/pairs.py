"""Two ways of doing a thing, timed in turn, so that a machine whose speed drifts does not matter."""

from __future__ import annotations

import gc
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import Any

ROUNDS = 9


def peer(module: str) -> Any:
    """Import a package that we are compared with; where it is not installed, say kindly how it comes to be."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        sys.exit(
            f"\n{error.name} is not installed, which this figure is compared with. `make bench` installs all such peers"
            " and measures everything; `make bench FIGURES=games` only that."
        )


@dataclass(frozen=True)
class Way:
    """One way of doing it: ``work`` returns how many units it did, ``ready`` is run before and not timed."""

    work: Callable[[], int]
    ready: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Taken:
    """Seconds for one unit: on the clock, and of processors, in this process and in those that it started."""

    wall: float
    cpu: float

    def __add__(self, other: Taken) -> Taken:
        return Taken(self.wall + other.wall, self.cpu + other.cpu)

    def __mul__(self, times: float) -> Taken:
        return Taken(self.wall * times, self.cpu * times)


Compare = Callable[[float, float], float]
Pairs = Sequence[tuple[Taken, Taken]]


@dataclass(frozen=True)
class Row:
    """One line of the table; ``found`` is what is held against the aim, in its unit."""

    name: str
    aim: str
    found: float
    cpu: str = ""
    clock: str = ""
    spread: str = ""
    ours: str = ""
    theirs: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns, from the first to the last."""
        return self.name, self.aim, self.cpu, self.clock, self.spread, self.ours, self.theirs, self.verdict

    @property
    def verdict(self) -> str:
        """Say whether the aim is met; without one a line is for looking only."""
        if not self.aim:
            return ""
        sign, number, _ = _parts(self.aim)
        return "meets" if (self.found >= number if sign == ">=" else self.found <= number) else "MISSES"


def _parts(aim: str) -> tuple[str, float, str]:
    """Read an aim such as `>= 0.5` or `<= 50 ms`: sign, number, unit."""
    found = re.fullmatch(r"([<>]=) ([\d.]+) ?(\w*)", aim)
    assert found, aim
    return found[1], float(found[2]), found[3]


def spoken(seconds: float) -> str:
    """Say a time."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def used() -> float:
    """Seconds of processors that this process has used, and those that it started, living and dead."""
    gone = getrusage(RUSAGE_CHILDREN)
    alive = [int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()]
    return process_time() + gone.ru_utime + gone.ru_stime + sum(map(_used_by, alive))


def _used_by(pid: int) -> float:
    """Seconds of processors that another process has used: Linux has a clock for each (clock_getcpuclockid(3))."""
    return time.clock_gettime((~pid << 3) | 2)


def timed(work: Callable[[], object], units: int = 1) -> Taken:
    """Time one of so many units that are done at once."""
    gc.collect()
    wall, cpu = perf_counter(), used()
    work()
    return Taken((perf_counter() - wall) / units, (used() - cpu) / units)


def taken(way: Way) -> Taken:
    """Time one unit of some work."""
    way.ready()
    units = list[int]()
    whole = timed(lambda: units.append(way.work()))
    return Taken(whole.wall / units[0], whole.cpu / units[0])


def speed(name: str, aim: str, ours: Way, theirs: Way, rounds: int = ROUNDS) -> Row:
    """Say how many times as fast as the other ours is (more is better)."""
    return _paired(name, aim, ours, theirs, rounds, lambda us, them: them / us)


def cost(name: str, aim: str, ours: Way, theirs: Way, rounds: int = ROUNDS) -> Row:
    """Say how many times the other's time ours takes (less is better)."""
    return _paired(name, aim, ours, theirs, rounds, times)


def costs(ours: Mapping[tuple[str, str], Way], theirs: Way, rounds: int) -> list[Row]:
    """Say the same of several ways, by their names and aims, beside one other, which is timed between the rounds.

    What stands beside a round is the mean of before and after it.
    """
    found, between = list[list[Taken]](), list[Taken]()
    for _ in range(rounds + 1):  # all are warm before the first round counts
        found.append([taken(way) for way in ours.values()])
        between.append(taken(theirs))
    beside = [(before + after) * 0.5 for before, after in pairwise(between)]
    return [
        row(*named, list(zip(taken_by, beside, strict=True)), times)
        for named, taken_by in zip(ours, zip(*found[1:], strict=True), strict=True)
    ]


def times(us: float, them: float) -> float:
    """How many times the other's time ours takes."""
    return us / them


def _paired(name: str, aim: str, ours: Way, theirs: Way, rounds: int, compare: Compare) -> Row:
    taken(ours), taken(theirs)  # both are warm before the first round counts
    pairs = [(taken(ours), taken(theirs)) for _ in range(rounds)]
    return row(name, aim, pairs, compare)


def row(name: str, aim: str, pairs: Pairs, compare: Compare) -> Row:
    """Make the line of a table out of the rounds; an aim with a unit of time is one for ours alone."""
    by_clock = sorted(compare(us.wall, them.wall) for us, them in pairs)
    by_cpu = median(compare(us.cpu, them.cpu) for us, them in pairs)
    unit = _parts(aim)[2] if aim else ""
    return Row(
        name=name,
        aim=aim,
        found=median(us.cpu for us, _ in pairs) * SECOND[unit] if unit else by_cpu,
        cpu=f"{by_cpu:.2f}",
        clock=f"{median(by_clock):.2f}",
        spread=f"({by_clock[0]:.2f} to {by_clock[-1]:.2f})",
        ours=spoken(median(us.cpu for us, _ in pairs)),
        theirs=spoken(median(them.cpu for _, them in pairs)),
    )


SECOND = {"s": 1.0, "ms": 1000.0}


def alone(name: str, aim: str, ours: Taken) -> Row:
    """Make the line of something that is held against nothing but its aim, in seconds by the processor."""
    return Row(name, aim, ours.cpu, cpu=f"{ours.cpu:.2f} s", clock=f"{ours.wall:.2f} s")


def size(name: str, aim: str, found: float, unit: str, beside: str = "") -> Row:
    """Make the line of a size, in the unit of its aim."""
    return Row(name, aim, found, ours=f"{found:.1f} {unit}", theirs=beside)


def waited(name: str, aim: str, seconds: float, said: str = "") -> Row:
    """Make the line of something that is waited for, in seconds by the clock."""
    return Row(name, aim, seconds, clock=spoken(seconds), spread=said)


HEADS = ("", "aim", "by CPU", "by clock", "range", "ours", "beside", "")


def table(found: Sequence[Row]) -> str:
    """Set rows below each other, each column as wide as it must be."""
    rows = [HEADS, *(one.cells for one in found)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_set(cells, widths) for cells in rows)


def _set(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *numbers, verdict = (
        cell.ljust(width) if place in (0, len(widths) - 1) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([name, *numbers, verdict]).rstrip()
