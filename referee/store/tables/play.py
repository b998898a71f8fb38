"""Games and what is played in them."""

from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import Column, Index, LargeBinary, UniqueConstraint, text
from sqlmodel import Field

from referee.store.chain import canonical
from referee.store.sqlite import where
from referee.store.tables.columns import (
    Json,
    Moment,
    Numbered,
    Occasion,
    OfGame,
    Packed,
    PackedJson,
    Reveal,
    Row,
    Seconds,
    Status,
    one_of,
    unpacked,
)

NOT_SET_UP = -1
"""The `step` of a game before its set-up, which is step 0."""


class GameRow(Numbered, table=True):
    """One game. `step` is the last one adjudicated; `secret` and `seed` are never printed before the game is opened.

    `policy` holds the GM's settings of this game that are not the rules' own. `early_at` is when an announced early
    adjudication is due. While grace runs, `due_at` is its end and `on_time_until` was the deadline. `anew` says why the
    open step is adjudicated once more, if it is, and `closed` that meanwhile it takes no orders. `bundle` is empty but
    of a game that was played elsewhere and brought in: the `name` that it had there, the `program` that made the
    bundle, and the `signature` that was on it.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index("game_due", "due_at", **where("status = 'running'")),
        Index("game_by_status", "status"),
        Index("game_by_name", text("lower(name)")),
    )
    name: str = Field(unique=True)
    title: str
    ruleset: str
    edition: str
    options: dict[str, str] = Field(sa_type=Json)
    secret: bytes = Field(repr=False)
    commitment: str
    seed: bytes | None = Field(default=None, repr=False)
    status: Status = Field(default=Status.INVITING, sa_type=one_of(Status))
    hold_reason: str = ""
    step: int = NOT_SET_UP
    deadline: str = ""
    zone: str = "UTC"
    due_at: datetime | None = Field(default=None, sa_type=Moment)
    early: bool = True
    show_missing: bool = False
    reveal: Reveal = Field(default=Reveal.FULL, sa_type=one_of(Reveal))
    live_pause: timedelta = Field(default=timedelta(hours=12), sa_type=Seconds)
    policy: dict[str, str] = Field(default_factory=dict, sa_type=Json)
    early_at: datetime | None = Field(default=None, sa_type=Moment)
    on_time_until: datetime | None = Field(default=None, sa_type=Moment)
    anew: str = ""
    closed: bool = False
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)
    bundle: dict[str, Any] = Field(default_factory=dict, sa_type=Json)

    @property
    def played_as(self) -> str:
        """The name under which it was played, and which its hashes are taken of."""
        return str(self.bundle.get("name", self.name))


class OrdersRow(OfGame, table=True):
    """One revision of a seat's orders: what was on file after it, and what became of each line.

    The lines are packed beside what is on file, which says much of the same; in older rows they are packed alone.
    `receipt` is the code of its receipt, and `proof` what is signed there, None of those from before receipts were
    signed. `set_aside_at` is when the turn was taken back in whose light they were written: they count no more, but
    are kept.
    """

    __tablename__ = "orders"
    __table_args__ = (
        UniqueConstraint("game", "seat", "step", "revision"),
        Index("orders_of_seat", "game", "seat", "id"),
        Index("orders_of_step", "game", "step"),
        Index("orders_of_letter", "letter"),
    )
    seat: str
    step: int
    revision: int
    letter: int | None = Field(default=None, foreign_key="letter.id")
    received_at: datetime = Field(sa_type=Moment)
    on_file: dict[str, Any] = Field(sa_type=PackedJson, repr=False)
    packed_sheet: bytes = Field(sa_column=Column("sheet", LargeBinary, nullable=False), repr=False)
    receipt: str
    proof: str | None = Field(default=None, repr=False)
    set_aside_at: datetime | None = Field(default=None, sa_type=Moment)

    @property
    def sheet(self) -> list[dict[str, Any]]:
        """What became of each line."""
        found: list[dict[str, Any]] = orjson.loads(unpacked(self.packed_sheet, canonical(self.on_file)))
        return found


class Adjudication(Row):
    """What went into a step, what came out of it, and the chain (CHAIN.md)."""

    game: int = Field(foreign_key="game.id")
    step: int
    played_at: datetime = Field(sa_type=Moment)
    edition: str
    orders: dict[str, list[str]] = Field(sa_type=PackedJson, repr=False)
    given: bytes = Field(sa_type=Packed, repr=False)
    state: bytes = Field(sa_type=Packed, repr=False)
    events: bytes = Field(sa_type=Packed, repr=False)
    input_hash: str
    output_hash: str
    previous_hash: str
    chain_hash: str


class StepRow(Adjudication, table=True):
    """One adjudication whole."""

    __tablename__ = "step"
    __table_args__ = (UniqueConstraint("game", "step"),)
    id: int = Field(default=None, primary_key=True)
    why: Occasion = Field(sa_type=one_of(Occasion))


class ViewRow(Row, table=True):
    """What a seat knows after the last step, and whether it has a decision in the open one; the next overwrites it."""

    __tablename__ = "view"
    game: int = Field(foreign_key="game.id", primary_key=True)
    seat: str = Field(primary_key=True)
    step: int
    view: bytes = Field(sa_type=Packed, repr=False)
    must_act: bool


class QuestionRow(OfGame, table=True):
    """A live game's open ask. `answer` is JSON of the codec, set with `answered_at`; without one it is silent."""

    __tablename__ = "question"
    __table_args__ = (
        UniqueConstraint("game", "step", "key"),
        Index("question_open", "closes_at", **where("answered_at IS NULL")),
    )
    step: int
    key: str
    seat: str
    asked_at: datetime = Field(sa_type=Moment)
    closes_at: datetime = Field(sa_type=Moment)
    answer: bytes | None = Field(default=None, repr=False)
    answered_at: datetime | None = Field(default=None, sa_type=Moment)


class SilenceRow(Row, table=True):
    """A seat had no valid orders on file when a step was adjudicated; `excused` says why it is not counted."""

    __tablename__ = "silence"
    game: int = Field(foreign_key="game.id", primary_key=True)
    seat: str = Field(primary_key=True)
    step: int = Field(primary_key=True)
    player: int = Field(foreign_key="player.id")
    at: datetime = Field(sa_type=Moment)
    excused: str = ""


class ReminderRow(Row, table=True):
    """A deadline of a step that was reminded of: by seat, the leads, in seconds, that are done with."""

    __tablename__ = "reminder"
    game: int = Field(foreign_key="game.id", primary_key=True)
    step: int = Field(primary_key=True)
    due_at: datetime = Field(sa_type=Moment, primary_key=True)
    sent: dict[str, list[int]] = Field(default_factory=dict, sa_type=Json)


class UndoneRow(Adjudication, table=True):
    """A step that the GM took back, whole as it was; its letters stay in the archive."""

    __tablename__ = "undone"
    __table_args__ = (Index("undone_of_game", "game", "step"),)
    id: int = Field(default=None, primary_key=True)
    undone_at: datetime = Field(sa_type=Moment)
    reason: str


class RulingRow(OfGame, table=True):
    """A decision of the GM's, where the rules are silent or against what was played; `number` counts in its game.

    `step` is the one whose report cites it. `correction` is what it changes in the state when that step is
    adjudicated, in the words of the ruleset; empty if nothing. `about` is the key of the question that the rules put
    to the GM and that `answer`, JSON of the codec, decides.
    """

    __tablename__ = "ruling"
    __table_args__ = (UniqueConstraint("game", "number"),)
    number: int
    step: int
    text: str
    reason: str = ""
    correction: str = Field(default="", repr=False)
    about: str = ""
    answer: bytes | None = Field(default=None, repr=False)
    audience: dict[str, Any] = Field(sa_type=Json)
    who: str
    at: datetime = Field(sa_type=Moment)
