"""The command line: one noun per module, and each command calls one use case."""

from __future__ import annotations


def main() -> None:
    """Run `referee` with the arguments of this process."""
    from referee.cli.app import app

    app(prog_name="referee")
