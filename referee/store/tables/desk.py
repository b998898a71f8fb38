"""The GM's desk: what was done, and which program did it."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlmodel import Field

from referee.store.columns import Json, Moment
from referee.store.tables.row import Row


class VersionRow(Row, table=True):
    """Which program brought this database to which revision, and when."""

    __tablename__ = "version"
    revision: str = Field(primary_key=True)
    program: str
    at: datetime = Field(sa_type=Moment)


class KeyRow(Row, table=True):
    """A key that only this campaign has."""

    __tablename__ = "key"
    name: str = Field(primary_key=True)
    value: bytes = Field(repr=False)


class ActionRow(Row, table=True):
    """Something the GM or the referee did. Rows are only ever added; the database itself refuses anything else."""

    __tablename__ = "action"
    __table_args__ = (Index("action_of_game", "game", "id"),)
    id: int = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=Moment)
    who: str
    game: int | None = Field(default=None, foreign_key="game.id")
    what: str
    details: dict[str, Any] = Field(default_factory=dict, sa_type=Json, repr=False)
    audience: dict[str, Any] = Field(sa_type=Json)
