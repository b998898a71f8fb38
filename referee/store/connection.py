"""Connections to the database file: their pragmas, and how their transactions begin.

Python's sqlite3 begins transactions behind one's back, and late. It is told
not to (isolation_level None), and each transaction begins here: DEFERRED and
read-only, or IMMEDIATE, so that a writer waits at its beginning, where waiting
is safe, and never fails in its middle because another one was faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

PATIENCE = timedelta(seconds=10)
"""How long a writer waits for another one."""

PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "wal_autocheckpoint = 0",
    "journal_size_limit = 16777216",
)
"""Every commit is on the disk before it returns; checkpoints are run between turns, by hand, and what the journal has
above its limit is cut off when all of it was moved."""


def engine(
    path: Path, patience: timedelta, *, reading: bool = False, foreign_keys: bool = True, **options: Any
) -> Engine:
    """Make the engine of one file; its transactions write (IMMEDIATE), or all of them only read.

    Readers have connections of their own: to change `query_only` would make SQLite forget all statements that it has
    prepared. What is written never stands in the text of an error.
    """

    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for pragma in (*PRAGMAS, f"foreign_keys = {'ON' if foreign_keys else 'OFF'}"):
            connection.execute(f"PRAGMA {pragma}")
        if reading:
            connection.execute("PRAGMA query_only = ON")

    timeout = {"timeout": patience.total_seconds()}
    made = create_engine(f"sqlite:///{path}", connect_args=timeout, hide_parameters=True, **options)
    event.listen(made, "connect", prepare)
    event.listen(made, "begin", _begin_reading if reading else _begin_writing)
    return made


@contextmanager
def connected(path: Path, patience: timedelta, *, foreign_keys: bool) -> Iterator[Connection]:
    """Open one connection of its own with one writing transaction."""
    alone = engine(path, patience, foreign_keys=foreign_keys, poolclass=NullPool)
    with alone.begin() as connection:
        yield connection


def _begin_reading(connection: Connection) -> None:
    """Begin past SQLAlchemy, whose own way costs ten times as much as this; twice a letter and once a turn."""
    _driver(connection).execute("BEGIN DEFERRED")


def _begin_writing(connection: Connection) -> None:
    """Begin in the same way; the commit does not wait for the disk if the option `noting` says so."""
    noting = connection.get_execution_options().get("noting", False)
    if connection.info.get("noting", False) is not noting:
        _driver(connection).execute(f"PRAGMA synchronous = {'NORMAL' if noting else 'FULL'}")
        connection.info["noting"] = noting
    _driver(connection).execute("BEGIN IMMEDIATE")


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection
