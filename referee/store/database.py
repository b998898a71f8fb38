"""The database file: opened with care, written in whole transactions.

Every commit is on the disk before it returns but those that only note something. Readers never wait; writers wait for
one another, as long as their patience lasts. A turn need not read anew the game that was saved last.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from sqlalchemy import Engine, Select, Update, bindparam, inspect, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapper, make_transient_to_detached
from sqlalchemy.orm.attributes import set_committed_value
from sqlalchemy.orm.util import identity_key
from sqlmodel import SQLModel, select
from sqlmodel.sql.expression import SelectOfScalar

from referee.engine.game import Game
from referee.engine.ruleset import Ruleset
from referee.store import migrations, sqlite
from referee.store.errors import Busy, Damaged, NoDatabase, Taken, Unwritable
from referee.store.sqlite import driver
from referee.store.sqlite.driver import PATIENCE, Statements, speaking
from referee.store.tables import Numbered

R = TypeVar("R", bound=SQLModel)


FEW = 4
"""Of more rows SQLAlchemy makes the objects sooner by its own way, in 200 us and 12 for each."""


class Transaction(Statements):
    """One transaction: all of it is saved when its `with` block ends, or nothing of it.

    The functions of this package take one. Nobody commits by hand. Rows keep
    their values after the end, and changes to them then are not saved.

    A statement of objects is run by `exec` as everywhere. What every turn and every letter asks is put together once,
    with names for what differs (`bindparam`), and run by the methods below and those of `Statements`. It ``writes``,
    or only looks.
    """

    writes = False
    lately: Lately

    def all(self, query: SelectOfScalar[R], **values: Any) -> list[R]:
        """Run a query of whole rows, and return their objects."""
        whole: Whole[R] = _whole(query)
        found = list(islice(self.each(whole.query, **values), FEW + 1))
        return [self._object(whole, row) for row in found] if len(found) <= FEW else [*self.scalars(query, values)]

    def first(self, query: SelectOfScalar[R], **values: Any) -> R | None:
        """Return the first of them, if there is one; a query that may find many should have a limit."""
        whole: Whole[R] = _whole(query)
        return next((self._object(whole, row) for row in self.rows(whole.query, **values)), None)

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
        """Change columns of one row at once, and in its object."""
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
        self._engine = driver.engine(path, patience)
        self._noting = self._engine.execution_options(noting=True)
        self._reading = driver.engine(path, patience, reading=True)
        self._turnstile = Turnstile(patience)
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

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Begin a transaction that sees the database as of now and cannot write."""
        with self._transaction(self._reading) as tx:
            yield tx

    @contextmanager
    def writing(self, *, lasting: bool = True) -> Iterator[Transaction]:
        """Begin a transaction that writes; no other writer gets in before its end.

        One that is not ``lasting`` does not wait for the disk at its end: all others see it, and it stays if we are
        killed; a power failure may take it back, whole, until one that lasts is behind it. Raises `Busy` if another
        writer does not come to an end, `DiskFull` if there is no room; then nothing was saved.
        """
        with self._turnstile, self._transaction(self._engine if lasting else self._noting) as tx:
            tx.writes = True
            yield tx
        self._unmoved += 1

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Transaction]:
        with speaking(self.path), engine.begin() as connection, Transaction(connection) as tx:
            tx.lately = self.lately
            yield tx
            tx.flush()

    def checkpoint(self) -> None:
        """Move what is in the write-ahead log into the file, as far as readers let us; for the time between turns."""
        self._unmoved = 0
        with speaking(self.path):
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
        with speaking(self.path):
            found = sqlite.faults(self._engine)
        if found:
            raise Damaged(f"{self.path}: {'; '.join(found[:5])}")

    def rewrite(self) -> None:
        """Write the whole file anew, so that nothing of what was deleted is left in it, nor in its journal."""
        with speaking(self.path):
            sqlite.rewrite(self._engine)

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()
        self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


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


MOST = 1_000_000
"""So many bytes, packed as they are stored, a running referee keeps."""


class Kept(NamedTuple):
    """A game, the hash of its last step, and how many bytes that is as it is stored."""

    game: Game[Any, Any]
    chain_hash: str
    size: int


class Lately:
    """The games saved last, up to ``most`` bytes of them as they are stored; none, until somebody wants some.

    None is believed for being here. What says how a game stands is the database, which other processes write too: a
    game is taken from here only if its last step has the hash that this one was saved with, and so the same state and
    events, and its rules are the very same. By CPU a turn of Wizard's Duel takes 4 % less, one of Amber 8 %.
    """

    def __init__(self, most: int = 0) -> None:
        self.most = most
        self._size = 0
        self._kept: dict[int, Kept] = {}
        self._one = Lock()

    def note(self, game_id: int, game: Game[Any, Any], chain_hash: str, size: int) -> None:
        """Keep a game as it was saved, in the place of what was kept of it; the oldest make room."""
        with self._one:
            self._drop(game_id)
            if size > self.most or game.end is not None:
                return
            self._kept[game_id] = Kept(replace(game, views=dict(game.views)), chain_hash, size)
            self._size += size
            while self._size > self.most:
                self._drop(next(iter(self._kept)))

    def find(self, game_id: int, rules: Ruleset[Any, Any], chain_hash: str) -> Game[Any, Any] | None:
        """Return a game by these rules whose last step has this hash; one that has another is let go."""
        with self._one:
            kept = self._kept.get(game_id)
            if kept is not None and kept.game.rules is rules and kept.chain_hash == chain_hash:
                return kept.game
            self._drop(game_id)
            return None

    def _drop(self, game_id: int) -> None:
        gone = self._kept.pop(game_id, None)
        if gone is not None:
            self._size -= gone.size
