"""All that knows SQLite: how it is spoken to, whole files of it, its errors, and its own words.

Nothing else of the store does: another database would be another file like this one.

Python's sqlite3 begins transactions behind one's back, and late. It is told not to (isolation_level None), and each
transaction begins here: DEFERRED and read-only, or IMMEDIATE, so that a writer waits at its beginning, where waiting
is safe, and never fails in its middle because another one was faster.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from sqlalchemy import (
    Connection,
    Dialect,
    Engine,
    Insert,
    Select,
    Table,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    select,
    text,
)  # fmt: skip
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from referee.store import disk
from referee.store.errors import Busy, Damaged, DiskFull, NotADatabase, StoreError, Unwritable

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

KINDS: dict[str, tuple[type[StoreError], str]] = {
    "SQLITE_BUSY": (Busy, "another process keeps it locked. Is a second referee running? Nothing was lost; try again"),
    "SQLITE_LOCKED": (Busy, "another part of this process keeps it locked. Nothing was lost; try again"),
    "SQLITE_FULL": (DiskFull, "the disk is full. Nothing was half saved; make room and try again"),
    "SQLITE_NOTADB": (NotADatabase, "this is no database, or a badly damaged one. Take a copy from backups/"),
    "SQLITE_CORRUPT": (Damaged, "the file is damaged. Stop the referee and take a copy from backups/"),
    "SQLITE_IOERR": (Damaged, "the disk did not read or write it. Look at the system's log before going on"),
    "SQLITE_READONLY": (Unwritable, "it cannot be written. Check its owner and permissions, and those of its folder"),
    "SQLITE_CANTOPEN": (Unwritable, "it cannot be opened. Check that its folder exists and may be written"),
    "SQLITE_PERM": (Unwritable, "it may not be opened. Check its owner and permissions"),
}
"""By SQLite's name of the error, its extensions included (https://sqlite.org/rescode.html)."""

NO_ROOM = 1_000_000
"""With less room than this a file beside the database cannot be made longer, which SQLite calls a fault of the disk."""


class _WrittenOut(SQLiteCompiler):
    """Writes out a statement with the words and numbers that stand in it each time.

    SQLite plans by them whether LIKE, or an index of some rows alone, helps: a statement that is given them when it
    is run is planned anew each time, in 25 to 80 us.
    """

    def visit_bindparam(self, bindparam: Any, *where: Any, **how: Any) -> Any:
        """Write such a value, or the place of another."""
        how["literal_binds"] = not bindparam.required and isinstance(bindparam.value, str | int)
        return super().visit_bindparam(bindparam, *where, **how)  # type: ignore[no-untyped-call]


DIALECT: Dialect = pysqlite.dialect()
DIALECT.statement_compiler = _WrittenOut

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

    how = {"timeout": patience.total_seconds(), "factory": Attentive if reading else sqlite3.Connection}
    made = create_engine(f"sqlite:///{path}", connect_args=how, hide_parameters=True, **options)
    event.listen(made, "connect", prepare)
    event.listen(made, "begin", _begin_reading if reading else _begin_writing)
    return made


def _begin_reading(connection: Connection) -> None:
    """Begin past SQLAlchemy, which takes 12 us for it and SQLite 1; twice a letter and once a turn."""
    driver: Any = connection.connection.driver_connection
    driver.seen = None
    driver.execute("BEGIN DEFERRED")


def _begin_writing(connection: Connection) -> None:
    """Begin in the same way; the commit does not wait for the disk if the option `noting` says so."""
    driver: Any = connection.connection.driver_connection
    noting = connection.get_execution_options().get("noting", False)
    if connection.info.get("noting", False) is not noting:
        driver.execute(f"PRAGMA synchronous = {'NORMAL' if noting else 'FULL'}")
        connection.info["noting"] = noting
    driver.execute("BEGIN IMMEDIATE")


@contextmanager
def speaking(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about this file into ours; others pass as they are."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        inner = error.orig if isinstance(error, DBAPIError) else error
        kind = kind_of(inner, path) if isinstance(inner, sqlite3.Error) else None
        if kind is None:
            raise
        raise kind from error


def kind_of(error: sqlite3.Error, path: Path) -> StoreError | None:
    """Say an error of SQLite in words that help, or nothing if it is not about the file."""
    code = getattr(error, "sqlite_errorname", None) or ""
    if code.startswith("SQLITE_IOERR") and _is_full(path):
        code = "SQLITE_FULL"
    for name, (kind, words) in KINDS.items():
        if code == name or code.startswith(f"{name}_"):
            return kind(f"{path}: {words}. (SQLite: {error})")
    if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
        kind, words = KINDS["SQLITE_NOTADB"]
        return kind(f"{path}: {words}. (SQLite: {error})")
    return None


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < NO_ROOM
    except OSError:
        return False


Seen = dict[tuple[str, tuple[Any, ...]], list[Any]]
"""What was read in one transaction: the rows of each query, by its words and what they were given."""


class Attentive(sqlite3.Connection):
    """A connection that remembers, while it is asked to, the rows of every query run by a cursor of it."""

    seen: Seen | None = None

    def cursor(self, *_: Any) -> Any:
        """Open a cursor."""
        return super().cursor(sqlite3.Cursor if self.seen is None else Remembering)


class Remembering(sqlite3.Cursor):
    """Reads all rows of a query at once, and remembers them."""

    def execute(self, words: str, given: Any = ()) -> Self:
        """Run a query; its rows are given out as ever."""
        super().execute(words, given)
        found = super().fetchall()
        self.connection.seen[words, tuple(given)] = found  # type: ignore[attr-defined]
        self._left = iter(found)
        return self

    def fetchone(self) -> Any:
        """Return the next row, None if there is none."""
        return next(self._left, None)

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        """Return some rows more."""
        return list(islice(self._left, size))

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return list(self._left)


class Turnstile:
    """Lets one thread in at a time, in the order in which they came.

    The database lets in whoever asks at the right moment: a thread that writes again and again, as while two hundred
    games are adjudicated, would keep one that has a single letter to keep waiting for seconds.
    """

    def __init__(self, patience: timedelta) -> None:
        self.patience = patience
        self._one = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def __enter__(self) -> None:
        """Wait for one's turn; raises `Busy` if it does not come in time."""
        with self._one:
            if not self._taken:
                self._taken = True
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=self.patience.total_seconds()):
            return
        with self._one:
            if mine in self._waiting:  # else it was let in just now
                self._waiting.remove(mine)
                raise Busy("another part of this process writes for too long. Nothing was lost; try again")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one in."""
        with self._one:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


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


def _at_once(opened: Engine, statement: str) -> list[Any]:
    """Run one statement outside of any transaction."""
    with speaking(Path(str(opened.url.database))), closing(opened.raw_connection()) as raw:
        cursor = raw.cursor()
        cursor.execute(statement)
        return list(cursor.fetchall())


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
