"""The campaign's own log: who brought its database where, what was done, when all was well, and when it was not."""

from datetime import datetime
from typing import Any

from sqlalchemy import Index
from sqlmodel import Field

from referee.store.sqlite import where
from referee.store.tables.columns import Json, Moment, Numbered, Row


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


class ActionRow(Numbered, table=True):
    """Something the GM or the referee did. Rows are only ever added; the database itself refuses anything else."""

    __tablename__ = "action"
    __table_args__ = (Index("action_of_game", "game", "id"), Index("action_by_kind", "game", "what", "at"))
    at: datetime = Field(sa_type=Moment)
    who: str
    game: int | None = Field(default=None, foreign_key="game.id")
    what: str
    details: dict[str, Any] = Field(default_factory=dict, sa_type=Json, repr=False)
    audience: dict[str, Any] = Field(sa_type=Json)


class PulseRow(Row, table=True):
    """When a part of the referee was last seen well, such as `intake`."""

    __tablename__ = "pulse"
    what: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)


class OutageRow(Numbered, table=True):
    """A time when letters could not come in, and when the deadlines it touched were seen to."""

    __tablename__ = "outage"
    __table_args__ = (Index("outage_unsettled", "id", **where("settled_at IS NULL")),)
    what: str
    began: datetime = Field(sa_type=Moment)
    ended: datetime | None = Field(default=None, sa_type=Moment)
    settled_at: datetime | None = Field(default=None, sa_type=Moment)
