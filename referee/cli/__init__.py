"""The command line: one noun per module, and each command calls one use case."""

from __future__ import annotations

import gc


def main() -> None:
    """Run `referee` with the arguments of this process.

    A command is over before there is rubbish worth looking for: the search would take a third of its time, at its end
    as well. Those that last have it back (`referee.cli.app`).
    """
    gc.disable()
    try:
        from referee.cli.app import app

        app(prog_name="referee")
    finally:
        gc.freeze()
