"""The command line: one noun per module, and each command calls one use case."""

from __future__ import annotations

import gc

YOUNG = 50_000
"""So many more values than before there must be until rubbish is looked for; Python looks at 700."""


def main() -> None:
    """Run `referee` with the arguments of this process.

    While modules are loaded there is no rubbish worth looking for, and at the end none at all: the search would take up
    to a third of the time of a command that is over soon.
    """
    gc.set_threshold(YOUNG)
    try:
        from referee.cli.app import app

        app(prog_name="referee")
    finally:
        gc.freeze()
