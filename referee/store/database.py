"""The database file: opened with care, written in whole transactions.

SQLite with a write-ahead log, every commit on the disk before it returns
(synchronous=FULL) but those that only note something, foreign keys on. Readers never wait; writers wait for one
another, up to the busy timeout.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self, TypeVar

from sqlalchemy import Engine, Insert, Select, Update, bindparam, insert, inspect, update
from sqlalchemy.orm import make_transient_to_detached
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.util import identity_key
from sqlmodel import Session, SQLModel, select
from sqlmodel.sql.expression import SelectOfScalar

from referee.store import connection, migrate
from referee.store.connection import PATIENCE
from referee.store.errors import Damaged, NoDatabase, Unwritable, speaking
from referee.store.statements import statement
from referee.store.turnstile import Turnstile

R = TypeVar("R", bound=SQLModel)


class Transaction(Session):
    """One transaction: all of it is saved when its `with` block ends, or nothing of it.

    The functions of this package take one. Nobody commits by hand. Rows keep
    their values after the end, and changes to them then are not saved.
    """

    def rows(self, query: Select[Any], **values: Any) -> Sequence[Any]:
        """Run a query that was put together once, on columns of tables, past SQLAlchemy (`statements`).

        For what every turn and every letter asks; a query of objects reads better and serves everywhere else.
        """
        self.flush()
        return statement(query).rows(self._driver, values)

    def each(self, query: Select[Any], **values: Any) -> Iterator[Any]:
        """Run a query in the same way, and read its rows one by one, as they are asked for."""
        self.flush()
        return statement(query).each(self._driver, values)

    def all(self, query: SelectOfScalar[R], **values: Any) -> list[R]:
        """Run a query of whole rows in the same way, and return their objects: what is at hand already is itself."""
        self.flush()
        return list(statement(query).objects(self, self._driver, values))

    def first(self, query: SelectOfScalar[R], **values: Any) -> R | None:
        """Return the first of them, if there is one; a query that may find many should have a limit."""
        return next(iter(self.all(query, **values)), None)

    def put(self, row: R) -> R:
        """Insert the row of a new object in the same way, at once."""
        table = inspect(type(row)).local_table
        key, values = _key_of(type(row)), {column.key: getattr(row, column.key) for column in table.columns}
        if values[key] is None:
            del values[key]
        made = self.run(_inserting(type(row)), **values).lastrowid
        setattr(row, key, values.get(key, made))
        make_transient_to_detached(row)
        self.add(row)
        return row

    def change(self, row: SQLModel, **values: Any) -> None:
        """Change columns of one row in the same way, at once, and in its object."""
        self.run(_changing(type(row)), key_is=getattr(row, _key_of(type(row))), **values)
        for name, value in values.items():
            set_committed_value(row, name, value)

    def run(self, change: Insert | Update, **values: Any) -> sqlite3.Cursor:
        """Run an INSERT or UPDATE in the same way; its `rowcount` and `lastrowid` say what it did."""
        self.flush()
        return statement(change).run(self._driver, values)

    def run_all(self, change: Insert | Update, rows: Sequence[dict[str, Any]]) -> None:
        """Run an INSERT or UPDATE for each of these rows, which name the same columns."""
        self.flush()
        statement(change).run_all(self._driver, rows)

    @cached_property
    def _driver(self) -> sqlite3.Connection:
        found = self.connection().connection.driver_connection
        assert isinstance(found, sqlite3.Connection)
        return found

    def at(self, kind: type[R], key: int | str) -> R | None:
        """Return the row with this key: the object at hand if there is one; `get` does the same in thrice the time."""
        return self.identity_map.get(identity_key(kind, key)) or self.first(_by_key(kind), key=key)


@cache
def _by_key(kind: type[R]) -> SelectOfScalar[R]:
    (column,) = inspect(kind).primary_key
    return select(kind).where(column == bindparam("key"))


@cache
def _key_of(kind: type[SQLModel]) -> str:
    (column,) = inspect(kind).primary_key
    return str(column.key)


@cache
def _inserting(kind: type[SQLModel]) -> Insert:
    return insert(inspect(kind).local_table)


@cache
def _changing(kind: type[SQLModel]) -> Update:
    (column,) = inspect(kind).primary_key
    return update(inspect(kind).local_table).where(column == bindparam("key_is"))


MOST_UNMOVED = 200
"""After so many transactions the write-ahead log, some megabytes by then, is moved into the file."""


class Store:
    """One campaign's database. May be used from many threads; each transaction belongs to one."""

    def __init__(self, path: Path, patience: timedelta = PATIENCE) -> None:
        """Take the file as it is; `open` and `create` see that it is fit."""
        self.path = path
        self._engine = connection.engine(path, patience)
        self._noting = self._engine.execution_options(noting=True)
        self._reading = connection.engine(path, patience, reading=True)
        self._turnstile = Turnstile(patience)
        self._unmoved = 0

    @classmethod
    def create(cls, path: Path, *, now: datetime, program: str) -> Self:
        """Make a new database, readable by its owner alone; raises `Unwritable` if there is a file already."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise Unwritable(f"{path}: there is a file already; it was not touched.") from None
        except OSError as error:
            raise Unwritable(f"{path}: the database cannot be made here: {error.strerror}.") from error
        return cls._opened(path, now=now, program=program, backups=path.parent / "backups", new=True)

    @classmethod
    def open(
        cls, path: Path, *, now: datetime, program: str, backups: Path | None = None, patience: timedelta = PATIENCE
    ) -> Self:
        """Open the database, brought up to date if an older program made it, after a copy into `backups`.

        `backups` is a folder of this name beside the file if none is given;
        `program` is the version that is running. Raises a `StoreError` that says
        what is wrong with the file.
        """
        if not path.is_file():
            raise NoDatabase(f"{path}: there is no database here. `referee init` makes one.")
        folder = backups or path.parent / "backups"
        return cls._opened(path, now=now, program=program, backups=folder, patience=patience)

    @classmethod
    def _opened(
        cls,
        path: Path,
        *,
        now: datetime,
        program: str,
        backups: Path,
        new: bool = False,
        patience: timedelta = PATIENCE,
    ) -> Self:
        with speaking(path):
            migrate.bring_up_to_date(path, backups, now=now, program=program, new=new)
        store = cls(path, patience)
        with store.reading():
            return store

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Begin a transaction that sees the database as of now and cannot write."""
        with self._transaction(self._reading) as tx:
            yield tx

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Begin a transaction that writes; no other writer gets in before its end.

        Raises `Busy` if another writer does not come to an end, `DiskFull` if
        there is no room; then nothing was saved.
        """
        with self._turnstile, self._transaction(self._engine) as tx:
            yield tx
        self._unmoved += 1

    @contextmanager
    def noting(self) -> Iterator[Transaction]:
        """Begin one that writes what nothing is promised on, and does not wait for the disk at its end.

        All others see it, and it stays if we are killed; a power failure may take it back, whole.
        """
        with self._turnstile, self._transaction(self._noting) as tx:
            yield tx
        self._unmoved += 1

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Transaction]:
        with speaking(self.path), Transaction(engine, expire_on_commit=False) as tx, tx.begin():
            tx.connection()
            yield tx

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file, as far as readers let us; for the time between turns."""
        self._unmoved = 0
        self._at_once("PRAGMA wal_checkpoint(PASSIVE)")

    def tend(self) -> None:
        """Do so where much was written meanwhile; for the time between two of many letters or turns."""
        if self._unmoved >= MOST_UNMOVED:
            self.checkpoint()

    def copy_to(self, target: Path) -> None:
        """Write a consistent copy of the whole database, while others go on reading and writing."""
        with speaking(self.path):
            migrate.copy(self.path, target)

    def check(self) -> None:
        """Look for damage to the file; raises `Damaged`, and may take a while."""
        found = [row[0] for row in self._at_once("PRAGMA integrity_check")] + [
            f"{row[0]} {row[1]} names a {row[2]} that is not there" for row in self._at_once("PRAGMA foreign_key_check")
        ]
        if found != ["ok"]:
            raise Damaged(f"{self.path}: {'; '.join(found[:5])}")

    def rewrite(self) -> None:
        """Write the whole file anew, so that nothing of what was deleted is left in it, nor in its journal."""
        self._at_once("VACUUM")
        self._at_once("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
        self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _at_once(self, statement: str) -> list[Any]:
        """Run one statement outside of any transaction."""
        with speaking(self.path):
            raw = self._engine.raw_connection()
            try:
                cursor = raw.cursor()
                cursor.execute(statement)
                return list(cursor.fetchall())
            finally:
                raw.close()
