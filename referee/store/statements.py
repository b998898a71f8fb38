"""Statements that are put together once, and then run by SQLite's own driver.

SQLAlchemy needs ten times as long as SQLite to run a small statement: it looks
at each one anew, and makes objects around what comes back. What every turn and
every letter asks goes this way, also where it wants the objects of whole rows;
SQLAlchemy's own queries can be put together as one goes, and serve everywhere
else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Dialect, Insert, Select, Update, inspect
from sqlalchemy.dialects.sqlite.pysqlite import dialect as sqlite
from sqlalchemy.orm import Mapper, Session, make_transient_to_detached
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel

SQLITE: Dialect = sqlite()

KEPT = 256
"""How many statements are kept; the program has far fewer."""

Process = Callable[[Any], Any] | None
"""Turns a value into what is stored, or back; None leaves it as it is."""


class Written(NamedTuple):
    """A statement in SQLite's words: what it takes in which order, and the values that it names itself."""

    text: str
    takes: list[tuple[str, Process]]
    fixed: dict[str, Any]

    def given(self, values: dict[str, Any]) -> list[Any]:
        """Put values in order, each as it is stored."""
        if self.fixed:
            values = self.fixed | values
        return [values[name] if write is None else write(values[name]) for name, write in self.takes]


class Statement:
    """One statement on columns of tables, written out when it is first run with values of these names.

    What an INSERT or UPDATE sets is what it is given.
    """

    def __init__(self, query: Select[Any] | Insert | Update) -> None:
        self.query = query
        self._written: dict[tuple[str, ...], Written] = {}

    def run(self, driver: sqlite3.Connection, values: dict[str, Any]) -> sqlite3.Cursor:
        """Run it once."""
        written = self._for(values)
        return driver.execute(written.text, written.given(values))

    def run_all(self, driver: sqlite3.Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Run it for each of these rows, which have the same names."""
        if rows:
            written = self._for(rows[0])
            driver.executemany(written.text, map(written.given, rows))

    def rows(self, driver: sqlite3.Connection, values: dict[str, Any]) -> list[tuple[Any, ...]]:
        """Run it and return what it finds."""
        if not any(self._reads):
            return self.run(driver, values).fetchall()
        return list(self.each(driver, values))

    def each(self, driver: sqlite3.Connection, values: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
        """Run it and return one by one what it finds."""
        reads = self._reads
        for row in self.run(driver, values):
            yield tuple([read(x) if read else x for read, x in zip(reads, row, strict=True)])

    def objects(self, session: Session, driver: sqlite3.Connection, values: dict[str, Any]) -> Iterator[Any]:
        """Run a query of whole rows and return their objects; of a row whose object is at hand, that one."""
        mapper, at_hand = self._mapper, session.identity_map
        for row in self.rows(driver, values):
            found = dict(zip(self._names, row, strict=True))
            there = at_hand.get(mapper.identity_key_from_primary_key(tuple([found[name] for name in self._key])))
            yield there if there is not None else _taken_up(session, mapper.class_manager.new_instance(), found)

    def _for(self, values: dict[str, Any]) -> Written:
        names = tuple(values)
        written = self._written.get(names)
        if written is None:
            written = self._written[names] = self._write(names)
        return written

    def _write(self, names: tuple[str, ...]) -> Written:
        keys = None if isinstance(self.query, Select) else list(names)
        made: Any = self.query.compile(dialect=SQLITE, column_keys=keys)
        takes = [(name, _writer(made.binds[name].type)) for name in made.positiontup]
        fixed = {name: bind.value for name, bind in made.binds.items() if not bind.required}
        return Written(str(made), takes, fixed)

    @cached_property
    def _reads(self) -> list[Process]:
        """Return for each column what turns it into what it stands for."""
        assert isinstance(self.query, Select)
        return [_reader(column.type) for column in self.query.selected_columns]

    @cached_property
    def _names(self) -> list[str]:
        """Return what the columns are called in their objects."""
        assert isinstance(self.query, Select)
        return [str(column.key) for column in self.query.selected_columns]

    @cached_property
    def _mapper(self) -> Mapper[Any]:
        """Return what makes the objects of a query of whole rows."""
        assert isinstance(self.query, Select)
        (found,) = self.query.column_descriptions
        made: Mapper[Any] = inspect(found["entity"])
        return made

    @cached_property
    def _key(self) -> list[str]:
        """Return the names that the objects are known by."""
        return [str(column.key) for column in self._mapper.primary_key]


@lru_cache(KEPT)
def statement(query: Select[Any] | Insert | Update) -> Statement:
    """Return the one statement of a query; made anew each time, a query is better run by SQLAlchemy."""
    return Statement(query)


def _taken_up(session: Session, made: SQLModel, values: dict[str, Any]) -> SQLModel:
    """Let an object stand for a row that is in the file, with these values, as if the session had loaded it."""
    vars(made).update(values)
    make_transient_to_detached(made)
    session.add(made)
    return made


def _writer(kind: TypeEngine[Any]) -> Process:
    return kind.dialect_impl(SQLITE).bind_processor(SQLITE)


def _reader(kind: TypeEngine[Any]) -> Process:
    return kind.dialect_impl(SQLITE).result_processor(SQLITE, None)
