"""All that knows SQLite: whole files of it, and its own words, here; how it is spoken to, in `driver`.

Nothing else of the store does: another database would be another folder like this one.

Python's sqlite3 begins transactions behind one's back, and late. It is told not to (isolation_level None), and each
transaction begins here: DEFERRED and read-only, or IMMEDIATE, so that a writer waits at its beginning, where waiting
is safe, and never fails in its middle because another one was faster.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Insert,
    Select,
    Table,
    bindparam,
    func,
    insert,
    select,
    text,
)  # fmt: skip
from sqlalchemy.pool import NullPool

from referee.store import disk
from referee.store.errors import Damaged, NotADatabase, Unwritable
from referee.store.sqlite.driver import PATIENCE, engine, speaking

APPLICATION_ID = int.from_bytes(b"RFEE")
"""In the file's header, so that a database of another program is never taken for ours."""

FOREIGN = "SELECT type, name FROM sqlite_master WHERE type = 'view' OR (type = 'trigger' AND tbl_name != 'action')"
"""Finds what runs by itself and is not ours: only the log of what was done is kept by triggers from being changed."""


@contextmanager
def changing(path: Path) -> Iterator[Connection]:
    """Change what tables there are, in one transaction whose end sees that every row names what is there.

    The file is marked as ours. Raises `Damaged` if rows would name others that are not there.
    """
    alone = engine(path, PATIENCE, foreign_keys=False, poolclass=NullPool)
    with speaking(path), alone.begin() as connection:
        yield connection
        broken = connection.execute(text("PRAGMA foreign_key_check")).all()
        if broken:
            raise Damaged(f"{len(broken)} rows would name others that are not there")
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))


def found(path: Path, query: str) -> Any:
    """Return the first row that a query of a file of ours finds, None if it finds none or the file is empty.

    Raises `NotADatabase` for a file of another program.
    """
    with speaking(path), closing(sqlite3.connect(path)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application == APPLICATION_ID:
            return connection.execute(query).fetchone()
        if connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
            raise NotADatabase(f"{path}: this is a database of another program; it was not touched.")
        return None


def copy(path: Path, target: Path) -> Path:
    """Write a consistent copy of a database into a new file, readable by its owner alone."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise Unwritable(f"{target}: there is a file already; no copy was written.") from None
    with speaking(path):
        try:
            with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as destination:
                source.backup(destination)
                destination.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error:
            target.unlink()
            raise
    disk.sync(target)
    disk.sync(target.parent)
    return target


def games_in(path: Path) -> dict[str, int]:
    """Look through a file that somebody gave us; say which games it holds, and how many turns of each are adjudicated.

    What would run when it is looked at, a view or a trigger that is not ours, may never end, so it comes first. Raises
    `Damaged` with what is the matter with it.
    """
    try:
        with closing(sqlite3.connect(path)) as connection:
            foreign = connection.execute(FOREIGN).fetchone()
            if foreign is not None:
                raise Damaged(f"holds what no referee puts there: {' '.join(foreign)}")
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                raise Damaged(f"is damaged: {verdict}")
            return dict(connection.execute("SELECT name, MAX(step, 0) FROM game ORDER BY id"))
    except sqlite3.Error as error:
        raise Damaged(f"cannot be read: {error}") from None


def checkpoint(opened: Engine) -> None:
    """Move what is in the write-ahead log into the file, as far as readers let us."""
    _at_once(opened, "PRAGMA wal_checkpoint(PASSIVE)")


def faults(opened: Engine) -> list[str]:
    """Look for damage to the file, which may take a while; say what was found."""
    damaged = [row[0] for row in _at_once(opened, "PRAGMA integrity_check") if row[0] != "ok"]
    lost = _at_once(opened, "PRAGMA foreign_key_check")
    return damaged + [f"{table} {row} names a {other} that is not there" for table, row, other, _ in lost]


def rewrite(opened: Engine) -> None:
    """Write the whole file anew, so that nothing of what was deleted is left in it, nor in its journal."""
    _at_once(opened, "VACUUM")
    _at_once(opened, "PRAGMA wal_checkpoint(TRUNCATE)")


def where(condition: str) -> dict[str, Any]:
    """Return what lets an index hold only the rows of a condition; a query must have its words to be served by it."""
    return {"sqlite_where": text(condition)}


def inside(column: str, key: str) -> str:
    """Return the words for what a key of a column of JSON holds, for a condition of `where`."""
    return f"json_extract({column}, '$.{key}')"


def listed(name: str) -> Select[Any]:
    """Return what finds the values of a list that is given as JSON by this name, in one statement for any number."""
    return select(func.json_each(bindparam(name)).table_valued("value").c.value)


def given(values: Iterable[Any]) -> str:
    """Write such a list; what is in it twice, or is None, finds nothing more."""
    return json.dumps(list(values))


def replacing(table: Table) -> Insert:
    """Return the INSERT that puts rows in the place of those with their keys."""
    return insert(table).prefix_with("OR REPLACE")


def append_only(table: str) -> list[str]:
    """Return the statements that keep a table's rows from being changed or deleted by anybody."""
    kept = "CREATE TRIGGER {0}_is_not_{1} BEFORE {2} ON {0} BEGIN SELECT RAISE(ABORT, '{3} {1}'); END"
    never = "entries of the log are never"
    return [kept.format(table, done, doing, never) for doing, done in (("UPDATE", "changed"), ("DELETE", "deleted"))]


def _at_once(opened: Engine, statement: str) -> list[Any]:
    """Run one statement outside of any transaction."""
    with closing(opened.raw_connection()) as raw:
        cursor = raw.cursor()
        cursor.execute(statement)
        return list(cursor.fetchall())
