"""The command line: one noun per module, and each command calls one use case."""

from __future__ import annotations

import gc

LOADED = 250_000
"""So many values may be made until rubbish is looked for the first time: modules alone are 150,000 and more."""

YOUNG = 50_000
"""So many more values than before there must be until rubbish is looked for again; Python looks at 700."""


def main() -> None:
    """Run `referee` with the arguments of this process.

    While modules are loaded there is no rubbish worth looking for, and at the end none at all: the search would take up
    to a third of the time of a command that is over soon.
    """
    gc.set_threshold(LOADED)
    gc.callbacks.append(_loaded)
    try:
        from referee.cli.app import app

        app(prog_name="referee")
    finally:
        gc.freeze()


def _loaded(phase: str, info: dict[str, int]) -> None:
    """Look for rubbish sooner from now on: what is made after modules does not stay."""
    gc.set_threshold(YOUNG)
    gc.callbacks.remove(_loaded)
