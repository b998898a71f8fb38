"""The database file: opened with care, written in whole transactions.

Every commit is on the disk before it returns but those that only note something. Readers never wait; writers wait for
one another, as long as their patience lasts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Generic, NamedTuple, Self, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Insert, Select, Update, bindparam, inspect, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapper, make_transient_to_detached
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.util import identity_key
from sqlmodel import Session, SQLModel, select
from sqlmodel.sql.expression import SelectOfScalar

from referee.store import migrations, sqlite
from referee.store.errors import Damaged, NoDatabase, Taken, Unwritable
from referee.store.lately import Lately
from referee.store.sqlite import DIALECT, PATIENCE, Seen, speaking
from referee.store.tables import Numbered

R = TypeVar("R", bound=SQLModel)


FEW = 4
"""Of more rows SQLAlchemy makes the objects sooner by its own way, in 200 us and 12 for each."""


class Transaction(Session):
    """One transaction: all of it is saved when its `with` block ends, or nothing of it.

    The functions of this package take one. Nobody commits by hand. Rows keep
    their values after the end, and changes to them then are not saved.

    A statement of objects is run by `exec` as everywhere. What every turn and every letter asks is put together once,
    with names for what differs (`bindparam`), and run by the methods below. Such a statement is written out once, with
    SQLAlchemy's own compiler and types, and given to the driver of the connection, which else looks at it anew each
    time and makes objects around what comes back. A turn runs 30 of them, a letter 45: by `Connection.execute` a turn
    takes 23 % longer by CPU, and a letter 17 %.
    """

    def __init__(self, connection: Connection, lately: Lately, *, writes: bool) -> None:
        """Begin with a connection that is in a transaction, which ``writes``, or only looks."""
        super().__init__(connection)
        self.lately, self.writes = lately, writes
        self._driver: Any = connection.connection.driver_connection
        self._seen: Seen | None = None

    def rows(self, query: Select[Any], **values: Any) -> list[Any]:
        """Run a query of columns of tables, and return its rows."""
        return list(self.each(query, **values))

    def each(self, query: Select[Any], **values: Any) -> Iterator[Any]:
        """Run a query of columns of tables, and read its rows one by one, as they are asked for."""
        written = _written(query)
        found = self._ran(written, values)
        return map(written.read, found) if written.reads else found

    def value(self, query: Select[Any], **values: Any) -> Any:
        """Run a query that finds one value, and return it."""
        ((found,),) = self.each(query, **values)
        return found

    def run(self, change: Insert | Update, **values: Any) -> int:
        """Run an INSERT or UPDATE, which sets what it is given by its columns; return how many rows it changed."""
        return int(self._ran(_written(change, tuple(values)), values).rowcount)

    def put(self, new: Insert, **values: Any) -> int:
        """Run the INSERT of one row, and return its number; to make an object and flush it takes 100 us more."""
        return int(self._ran(_written(new, tuple(values)), values).lastrowid or 0)

    def run_all(self, change: Insert | Update, rows: Sequence[dict[str, Any]]) -> None:
        """Run an INSERT or UPDATE for each of these rows, which name the same columns."""
        self.flush()
        if rows:
            written = _written(change, tuple(rows[0]))
            self._driver.executemany(written.words, map(written.given, rows))

    def remember(self) -> Seen:
        """Remember all that is read from now on, in whatever way; `finds` says later whether it still stands."""
        self._seen = self._driver.seen = Seen()
        return self._seen

    def finds(self, seen: Seen) -> bool:
        """Say whether everything that another transaction saw reads the same in this one."""
        self.flush()
        return all(self._driver.execute(words, given).fetchall() == found for (words, given), found in seen.items())

    def _ran(self, written: Written, values: dict[str, Any]) -> Any:
        """Run a statement, and return the driver's cursor, or the rows where they are remembered."""
        self.flush()
        given = written.given(values)
        cursor = self._driver.execute(written.words, given)
        if self._seen is None:
            return cursor
        found = self._seen[written.words, tuple(given)] = cursor.fetchall()
        return iter(found)

    def all(self, query: SelectOfScalar[R], **values: Any) -> list[R]:
        """Run a query of whole rows, and return their objects."""
        whole: Whole[R] = _whole(query)
        found = list(islice(self.each(whole.query, **values), FEW + 1))
        return [self._object(whole, row) for row in found] if len(found) <= FEW else [*self.scalars(query, values)]

    def first(self, query: SelectOfScalar[R], **values: Any) -> R | None:
        """Return the first of them, if there is one; a query that may find many should have a limit."""
        whole: Whole[R] = _whole(query)
        found = self.rows(whole.query, **values)
        return self._object(whole, found[0]) if found else None

    def having(self, kind: type[R], /, *order: str, **values: Any) -> list[R]:
        """List the objects with these values in their columns (None: NULL), by the columns named or else by their key.

        A column with a hyphen before it, as in ``-id``, is gone through from its end.
        """
        return self.all(_having(kind, order, _asked(values)), **values)

    def one(self, kind: type[R], /, *order: str, **values: Any) -> R | None:
        """Return the first of them, if there is one."""
        return self.first(_having(kind, order, _asked(values), 1), **values)

    def at(self, kind: type[R], key: int | str) -> R | None:
        """Return the object with this key, which is asked for once in a transaction."""
        there = self.identity_map.get(identity_key(kind, key))
        return there if there is not None else self.one(kind, **{inspect(kind).primary_key[0].name: key})

    def save(self, row: R) -> R:
        """Save one object at once, a new one too, which has its number then."""
        self.add(row)
        self.flush()
        return row

    def save_new(self, row: R, taken: str) -> R:
        """Save a new object whose name must be free; raises `Taken` with these words."""
        try:
            with self.begin_nested():
                self.add(row)
        except IntegrityError as error:
            raise Taken(taken) from error
        return row

    def change(self, row: Numbered, **values: Any) -> None:
        """Change columns of one row at once, and in its object.

        SQLAlchemy does it for one that was only added, and in a part of a transaction that may be broken off by itself:
        the object is then again as it was.
        """
        if row.id is None or self.in_nested_transaction():
            for name, value in values.items():
                setattr(row, name, value)
            self.save(row)
            return
        self.run(_changing(type(row)), key_is=row.id, **values)
        for name, value in values.items():
            set_committed_value(row, name, value)

    def _object(self, whole: Whole[R], row: Sequence[Any]) -> R:
        """Return the object of a row, made from it if there is none: 75 us, and by a query of SQLAlchemy's own 230."""
        key = whole.mapper.identity_key_from_primary_key(tuple([row[place] for place in whole.key]))
        there: R | None = self.identity_map.get(key)
        if there is not None:
            return there
        made: R = whole.mapper.class_manager.new_instance()
        inspect(made).dict.update(zip(whole.names, row, strict=True))
        make_transient_to_detached(made)
        self.add(made)
        return made


Process = Callable[[Any], Any] | None
"""Turns a value into what is stored, or back; None leaves it as it is. NULL is None in every column.

Ours have a ``write`` and a ``read`` of their own, called here without what SQLAlchemy puts around them."""

MOST_WRITTEN = 512
"""So many statements are kept as they were written out; the program has far fewer."""


class Written(NamedTuple):
    """A statement in the database's words: what it takes in which order, and the values that it has of itself.

    ``reads`` are the places in a row of what has to be read, and how.
    """

    words: str
    takes: list[tuple[str, Process]]
    fixed: dict[str, Any]
    reads: list[tuple[int, Callable[[Any], Any]]]

    def given(self, values: dict[str, Any]) -> list[Any]:
        """Put values in order, each as it is stored."""
        if self.fixed:
            values = self.fixed | values
        return [write(x) if write and (x := values[name]) is not None else values[name] for name, write in self.takes]

    def read(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Read a row that was found."""
        found = list(row)
        for place, read in self.reads:
            if found[place] is not None:
                found[place] = read(found[place])
        return tuple(found)


@lru_cache(MOST_WRITTEN)
def _written(statement: Select[Any] | Insert | Update, names: tuple[str, ...] | None = None) -> Written:
    made: Any = statement.compile(dialect=DIALECT, column_keys=names)
    types = [(name, made.binds[name].type.dialect_impl(DIALECT)) for name in made.positiontup]
    takes = [(name, getattr(one, "write", None) or one.bind_processor(DIALECT)) for name, one in types]
    fixed = {name: bind.value for name, bind in made.binds.items() if not bind.required}
    for column in made.insert_prefetch:
        fixed[column.key] = column.default.arg if column.default.is_scalar else column.default.arg(None)
    columns = statement.selected_columns if isinstance(statement, Select) else ()
    kinds = [column.type.dialect_impl(DIALECT) for column in columns]
    reads = [getattr(one, "read", None) or one.result_processor(DIALECT, None) for one in kinds]
    return Written(made.string, takes, fixed, [(place, read) for place, read in enumerate(reads) if read is not None])


class Whole(NamedTuple, Generic[R]):
    """A query of whole rows as one of their columns: the names of these, and the places of their key."""

    query: Select[Any]
    mapper: Mapper[R]
    names: Sequence[str]
    key: Sequence[int]


@cache
def _whole(query: SelectOfScalar[R]) -> Whole[R]:
    mapper: Mapper[R] = inspect(query.column_descriptions[0]["entity"])
    key = [place for place, column in enumerate(mapper.columns) if column.primary_key]
    return Whole(query.with_only_columns(*mapper.columns), mapper, mapper.columns.keys(), key)


Asked = tuple[tuple[str, bool], ...]
"""The columns that have a value, and whether it is none."""


def _asked(values: Mapping[str, Any]) -> Asked:
    return tuple([(name, value is None) for name, value in values.items()])


@cache
def _having(kind: type[R], order: Sequence[str], asked: Asked, limit: int | None = None) -> SelectOfScalar[R]:
    whole = inspect(kind)
    columns = whole.columns
    wanted = [columns[name].is_(None) if empty else columns[name] == bindparam(name) for name, empty in asked]
    by = [columns[name[1:]].desc() if name[0] == "-" else columns[name] for name in order] or whole.primary_key
    return select(kind).where(*wanted).order_by(*by).limit(limit)


def same(columns: Any, *names: str) -> list[ColumnElement[bool]]:
    """Return the conditions that columns have what a statement is given by their names."""
    return [columns[name] == bindparam(name) for name in names]


@cache
def _changing(kind: type[Numbered]) -> Update:
    table = inspect(kind).local_table
    return update(table).where(table.c.id == bindparam("key_is"))


MOST_UNMOVED = 200
"""After so many transactions the write-ahead log, some megabytes by then, is moved into the file."""


class Store:
    """One campaign's database. May be used from many threads; each transaction belongs to one."""

    def __init__(self, path: Path, patience: timedelta = PATIENCE) -> None:
        """Take the file as it is; `open` and `create` see that it is fit."""
        self.path = path
        self._engine = sqlite.engine(path, patience)
        self._noting = self._engine.execution_options(noting=True)
        self._reading = sqlite.engine(path, patience, reading=True)
        self._turnstile = sqlite.Turnstile(patience)
        self._unmoved = 0
        self.lately = Lately()

    @classmethod
    def create(cls, path: Path, *, now: datetime, program: str) -> Self:
        """Make a new database, readable by its owner alone; raises `Unwritable` if there is a file already."""
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            raise Unwritable(f"{path}: there is a file already; it was not touched.") from None
        except OSError as error:
            raise Unwritable(f"{path}: the database cannot be made here: {error.strerror}.") from error
        return cls(path)._opened(now=now, program=program, new=True)

    @classmethod
    def open(cls, path: Path, *, now: datetime, program: str, patience: timedelta = PATIENCE) -> Self:
        """Open the database, brought up to date if an older program made it, after a copy into `backups` beside it.

        `program` is the version that is running. Raises a `StoreError` that says what is wrong with the file.
        """
        if not path.is_file():
            raise NoDatabase(f"{path}: there is no database here. `referee init` makes one.")
        return cls(path, patience)._opened(now=now, program=program)

    def _opened(self, *, now: datetime, program: str, new: bool = False) -> Self:
        with speaking(self.path):
            migrations.bring_up_to_date(self.path, now=now, program=program, new=new)
        with self.reading():
            return self

    def reading(self) -> AbstractContextManager[Transaction]:
        """Begin a transaction that sees the database as of now and cannot write."""
        return self._transaction(self._reading)

    @contextmanager
    def writing(self, *, lasting: bool = True) -> Iterator[Transaction]:
        """Begin a transaction that writes; no other writer gets in before its end.

        One that is not ``lasting`` does not wait for the disk at its end: all others see it, and it stays if we are
        killed; a power failure may take it back, whole, until one that lasts is behind it. Raises `Busy` if another
        writer does not come to an end, `DiskFull` if there is no room; then nothing was saved.
        """
        with self._turnstile, self._transaction(self._engine if lasting else self._noting, writes=True) as tx:
            yield tx
        self._unmoved += 1

    @contextmanager
    def _transaction(self, engine: Engine, *, writes: bool = False) -> Iterator[Transaction]:
        with (
            speaking(self.path),
            engine.begin() as connection,
            Transaction(connection, self.lately, writes=writes) as tx,
        ):
            yield tx
            tx.flush()

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file, as far as readers let us; for the time between turns."""
        self._unmoved = 0
        sqlite.checkpoint(self._engine)

    def tend(self) -> None:
        """Do so where much was written meanwhile; for the time between two of many letters or turns."""
        if self._unmoved >= MOST_UNMOVED:
            self.checkpoint()

    def copy_to(self, target: Path) -> None:
        """Write a consistent copy of the whole database, while others go on reading and writing."""
        sqlite.copy(self.path, target)

    def check(self) -> None:
        """Look for damage to the file; raises `Damaged`, and may take a while."""
        if found := sqlite.faults(self._engine):
            raise Damaged(f"{self.path}: {'; '.join(found[:5])}")

    def rewrite(self) -> None:
        """Write the whole file anew, so that nothing of what was deleted is left in it, nor in its journal."""
        sqlite.rewrite(self._engine)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
        self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
