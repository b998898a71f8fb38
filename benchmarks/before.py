"""`python -m benchmarks.before CHECKOUT`: a whole turn of Amber of nine beside that of another version of the program.

The other one stands in a checkout with a `.venv` of its own, for instance the last before letters were documents:

    git clone . /tmp/before && git -C /tmp/before checkout a3e39bf && make -C /tmp/before .venv/.ready
    .venv/bin/python -m benchmarks.before /tmp/before

A turn ends when a mail server has all its letters: text and HTML here, text alone in that version.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Self

from benchmarks.pairs import HEAD, Taken, row

GAMES, ROUNDS = 4, 9
HERE = Path(__file__).parents[1]
WORKER = Path(__file__).with_name("whole_turn.py")


class Program:
    """A version of the program at work in a process of its own."""

    def __init__(self, checkout: Path) -> None:
        self.checkout = checkout
        self.bytes = 0

    def __enter__(self) -> Self:
        command: list[str | Path] = [self.checkout / ".venv/bin/python", WORKER, str(GAMES), str(ROUNDS + 1)]
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": str(self.checkout)},
            cwd=self.checkout,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def turn(self) -> Taken:
        """Let it play a turn of all its games; return what one took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(file=self.process.stdin, flush=True)
        wall, cpu, turns, size = map(float, self.process.stdout.readline().split())
        self.bytes += round(size / turns)
        return Taken(wall / turns, cpu / turns)


def main(checkout: Path) -> None:
    """Measure both in turn and print the line."""
    with Program(HERE) as ours, Program(checkout) as theirs:
        ours.turn(), theirs.turn()
        pairs = [(ours.turn(), theirs.turn()) for _ in range(ROUNDS)]
    print(HEAD)
    print(row("Amber: a whole turn of 9 seats / before", "<= 1.6", pairs, lambda us, them: us / them))
    sizes = [round(one.bytes / (ROUNDS + 1) / 1000) for one in (ours, theirs)]
    print("KB of mail a turn: {}, {} before".format(*sizes))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
