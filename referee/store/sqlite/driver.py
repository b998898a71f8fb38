"""How the database is spoken to: its connections and transactions, its errors, and statements written out once."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Dialect, Engine, Insert, Select, Update, create_engine, event
from sqlalchemy.dialects.sqlite import pysqlite
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session

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

MOST_WRITTEN = 512
"""So many statements are kept as they were written out; the program has far fewer."""

Process = Callable[[Any], Any] | None
"""Turns a value into what is stored, or back; None leaves it as it is. NULL is None in every column.

Ours have a ``write`` and a ``read`` of their own, called here without what SQLAlchemy puts around them."""


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
    driver = driver_of(connection)
    driver.seen = None
    driver.execute("BEGIN DEFERRED")


def _begin_writing(connection: Connection) -> None:
    """Begin in the same way; the commit does not wait for the disk if the option `noting` says so."""
    noting = connection.get_execution_options().get("noting", False)
    if connection.info.get("noting", False) is not noting:
        driver_of(connection).execute(f"PRAGMA synchronous = {'NORMAL' if noting else 'FULL'}")
        connection.info["noting"] = noting
    driver_of(connection).execute("BEGIN IMMEDIATE")


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


class Attentive(sqlite3.Connection):
    """A connection that remembers, while it is asked to, every query run over it with the rows that it gave."""

    seen: Seen | None = None

    def cursor(self, *_: Any) -> Any:
        """Open a cursor."""
        return super().cursor(sqlite3.Cursor if self.seen is None else Remembering)

    def execute(self, words: str, given: Any = ()) -> sqlite3.Cursor:
        """Run a statement without a cursor, as we do; SQLite's own short way would pass by the one above."""
        return super().execute(words, given) if self.seen is None else self.cursor().execute(words, given)


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

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        return list(self._left)

    def __next__(self) -> Any:
        return next(self._left)


class Seen(dict[tuple[str, tuple[Any, ...]], list[Any]]):
    """What was read in one transaction: the rows of each query, by its words and what they were given."""


class Statements(Session):
    """A transaction as SQLite has it: what it runs, and what it read.

    A statement is written out once, with SQLAlchemy's own compiler and types, and given to the driver of the
    connection, which else looks at it anew each time and makes objects around what comes back. A turn runs 30 of them,
    a letter 45: by `Connection.execute` a turn takes 23 % longer by CPU, and a letter 17 %.
    """

    def rows(self, query: Select[Any], **values: Any) -> list[Any]:
        """Run a query of columns of tables, and return its rows."""
        return list(self.each(query, **values))

    def each(self, query: Select[Any], **values: Any) -> Iterator[Any]:
        """Run a query of columns of tables, and read its rows one by one, as they are asked for."""
        found, reads = self._ran(query, values), _reads(query)
        return (_read(reads, row) for row in found) if reads else found

    def value(self, query: Select[Any], **values: Any) -> Any:
        """Run a query that finds one value, and return it."""
        ((found,),) = self.each(query, **values)
        return found

    def run(self, change: Insert | Update, **values: Any) -> int:
        """Run an INSERT or UPDATE, which sets what it is given by its columns; return how many rows it changed."""
        return int(self._ran(change, values).rowcount)

    def put(self, new: Insert, **values: Any) -> int:
        """Run the INSERT of one row, and return its number; to make an object and flush it takes 100 us more."""
        return int(self._ran(new, values).lastrowid or 0)

    def run_all(self, change: Insert | Update, rows: Sequence[dict[str, Any]]) -> None:
        """Run an INSERT or UPDATE for each of these rows, which name the same columns."""
        self.flush()
        if rows:
            written = _written(change, tuple(rows[0]))
            self._driver.executemany(written.words, map(written.given, rows))

    def remember(self) -> Seen:
        """Remember all that is read from now on, in whatever way; `finds` says later whether it still stands."""
        seen = self._driver.seen = Seen()
        return seen

    def finds(self, seen: Seen) -> bool:
        """Say whether everything that another transaction saw reads the same in this one."""
        self.flush()
        return all(self._driver.execute(words, given).fetchall() == found for (words, given), found in seen.items())

    def _ran(self, statement: Select[Any] | Insert | Update, values: dict[str, Any]) -> sqlite3.Cursor:
        self.flush()
        written = _written(statement, None if isinstance(statement, Select) else tuple(values))
        cursor: sqlite3.Cursor = self._driver.execute(written.words, written.given(values))
        return cursor

    @cached_property
    def _driver(self) -> Any:
        assert isinstance(self.bind, Connection), "each begins on a connection of its own"
        return driver_of(self.bind)


class Written(NamedTuple):
    """A statement in SQLite's words: what it takes in which order, and the values that it has of itself."""

    words: str
    takes: list[tuple[str, Process]]
    fixed: dict[str, Any]

    def given(self, values: dict[str, Any]) -> list[Any]:
        """Put values in order, each as it is stored."""
        if self.fixed:
            values = self.fixed | values
        return [write(x) if write and (x := values[name]) is not None else values[name] for name, write in self.takes]


def _read(reads: list[Process], row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple([read(x) if read and x is not None else x for read, x in zip(reads, row, strict=True)])


@lru_cache(MOST_WRITTEN)
def _written(statement: Select[Any] | Insert | Update, names: tuple[str, ...] | None) -> Written:
    made: Any = statement.compile(dialect=DIALECT, column_keys=names)
    types = [(name, made.binds[name].type.dialect_impl(DIALECT)) for name in made.positiontup]
    takes = [(name, getattr(one, "write", None) or one.bind_processor(DIALECT)) for name, one in types]
    fixed = {name: bind.value for name, bind in made.binds.items() if not bind.required}
    for column in made.insert_prefetch:
        fixed[column.key] = column.default.arg if column.default.is_scalar else column.default.arg(None)
    return Written(made.string, takes, fixed)


@lru_cache(MOST_WRITTEN)
def _reads(query: Select[Any]) -> list[Process]:
    types = (column.type.dialect_impl(DIALECT) for column in query.selected_columns)
    found: list[Process] = [getattr(one, "read", None) or one.result_processor(DIALECT, None) for one in types]
    return found if any(found) else []


def driver_of(connection: Connection) -> Any:
    """Return the driver's own connection, an `Attentive` one of those that only read."""
    return connection.connection.driver_connection
