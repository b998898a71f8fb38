"""What some work costs, beside a smaller work of its kind: of this process alone, never by a clock's idea of fast."""

import time
from collections.abc import Callable

TRIES = 3
"""The best of so many counts, for a busy machine hardly touches that."""


def spent(work: Callable[[], object]) -> float:
    """Do it, and return the seconds of processor time that it took."""
    began = time.process_time()
    work()
    return time.process_time() - began


def assert_costs(work: Callable[[], object], *, times: float, of: Callable[[], object], spare: float) -> None:
    """Fail if some work costs more than so many times another and, for the noise of a busy machine, spare seconds.

    The other is not done where those seconds suffice already.
    """
    costs = [spent(work)]
    if costs[0] < spare:
        return
    allowed = spare + times * min(spent(of) for _ in range(TRIES))
    while min(costs) >= allowed and len(costs) < TRIES:
        costs.append(spent(work))

    assert min(costs) < allowed
