"""The tables. What a row means stands here; who may write it, in the module of its idea.

What is secret is left out of every row's `repr`, so that no log line or traceback shows it.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from referee.store.columns import Json, Moment, Packed, PackedJson, PackedText, Seconds, one_of

NOT_SET_UP = -1
"""The `step` of a game before its set-up, which is step 0."""


class Status(StrEnum):
    """Where a game stands."""

    INVITING = "inviting"
    RUNNING = "running"
    PAUSED = "paused"
    HELD = "held"
    OVER = "over"


class Reveal(StrEnum):
    """What is opened after the end."""

    FULL = "full"
    NONE = "none"


class Reading(StrEnum):
    """How far a letter has come: `read` is one whose reading began and has not come to an end."""

    STORED = "stored"
    READ = "read"
    HELD = "held"
    DONE = "done"


class Occasion(StrEnum):
    """Why a step was adjudicated when it was."""

    SET_UP = "set-up"
    DEADLINE = "deadline"
    EARLY = "early"
    GM = "gm"


class Sending(StrEnum):
    """How far a mail has come: `failed` was refused for good, `dead` was tried for too long."""

    QUEUED = "queued"
    SENT = "sent"
    FAILED = "failed"
    DEAD = "dead"


class VersionRow(SQLModel, table=True):
    """Which program brought this database to which revision, and when."""

    __tablename__ = "version"
    revision: str = Field(primary_key=True)
    program: str
    at: datetime = Field(sa_type=Moment)


class PlayerRow(SQLModel, table=True):
    """A person; the GM is none."""

    __tablename__ = "player"
    id: int = Field(default=None, primary_key=True)
    name: str
    zone: str
    created_at: datetime = Field(sa_type=Moment)


class AddressRow(SQLModel, table=True):
    """A mail address of a player: `address` as registered, which mail goes to, and `normal`, which is compared."""

    __tablename__ = "address"
    __table_args__ = (
        Index("address_in_use", "normal", unique=True, sqlite_where=text("removed_at IS NULL")),
        Index("address_of_player", "player"),
    )
    id: int = Field(default=None, primary_key=True)
    player: int = Field(foreign_key="player.id")
    address: str
    normal: str
    added_at: datetime = Field(sa_type=Moment)
    removed_at: datetime | None = Field(default=None, sa_type=Moment)
    bouncing_since: datetime | None = Field(default=None, sa_type=Moment)


class GameRow(SQLModel, table=True):
    """One game. `step` is the last one adjudicated; `secret` and `seed` are never printed before the game is opened."""

    __tablename__ = "game"
    __table_args__ = (Index("game_due", "due_at", sqlite_where=text("status = 'running'")),)
    id: int = Field(default=None, primary_key=True)
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
    created_at: datetime = Field(sa_type=Moment)
    started_at: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)


class SeatRow(SQLModel, table=True):
    """One place at the table: who sits there, what he wished for, and his word for the seed."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game", "place"),
        UniqueConstraint("game", "name"),
        Index("seat_of_player", "player"),
    )
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    place: int
    name: str
    player: int = Field(foreign_key="player.id")
    wishes: list[str] = Field(default_factory=list, sa_type=Json, repr=False)
    word: str = Field(default="", repr=False)
    joined_at: datetime = Field(sa_type=Moment)


class TokenRow(SQLModel, table=True):
    """What an answer is recognised by; `step` is the one whose orders it may bring."""

    __tablename__ = "token"
    __table_args__ = (Index("token_of_seat", "game", "seat"),)
    token: str = Field(primary_key=True, repr=False)
    game: int = Field(foreign_key="game.id")
    seat: str
    step: int
    player: int | None = Field(default=None, foreign_key="player.id")
    made_at: datetime = Field(sa_type=Moment)
    dead_at: datetime | None = Field(default=None, sa_type=Moment)


class LetterRow(SQLModel, table=True):
    """A letter as it came, and what became of it. The same bytes to the same recipient are one letter."""

    __tablename__ = "letter"
    __table_args__ = (
        UniqueConstraint("sha256", "recipient"),
        Index("letter_to_read", "id", sqlite_where=text("state IN ('stored', 'read')")),
        Index("letter_held", "id", sqlite_where=text("state = 'held'")),
        Index("letter_by_sender", "envelope_sender", "received_at"),
        Index("letter_by_message_id", "player", "message_id"),
    )
    id: int = Field(default=None, primary_key=True)
    raw: bytes = Field(sa_type=Packed, repr=False)
    sha256: str
    envelope_sender: str
    recipient: str = Field(repr=False)
    source: str
    received_at: datetime = Field(sa_type=Moment)
    truncated: bool = False
    state: Reading = Field(default=Reading.STORED, sa_type=one_of(Reading))
    tries: int = 0
    outcome: str = ""
    message_id: str = ""
    body_sha256: str = ""
    game: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    player: int | None = Field(default=None, foreign_key="player.id")
    step: int | None = None
    note: str = ""


class OrdersRow(SQLModel, table=True):
    """One revision of a seat's orders: what was on file after it, and what became of each line."""

    __tablename__ = "orders"
    __table_args__ = (
        UniqueConstraint("game", "seat", "step", "revision"),
        Index("orders_of_seat", "game", "seat", "id"),
    )
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    seat: str
    step: int
    revision: int
    letter: int | None = Field(default=None, foreign_key="letter.id")
    received_at: datetime = Field(sa_type=Moment)
    on_file: dict[str, Any] = Field(sa_type=PackedJson, repr=False)
    sheet: list[dict[str, Any]] = Field(sa_type=PackedJson, repr=False)
    receipt: str


class StepRow(SQLModel, table=True):
    """One adjudication whole: what went in, what came out, and the chain (CHAIN.md)."""

    __tablename__ = "step"
    __table_args__ = (UniqueConstraint("game", "step"),)
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    step: int
    played_at: datetime = Field(sa_type=Moment)
    why: Occasion = Field(sa_type=one_of(Occasion))
    edition: str
    orders: dict[str, list[str]] = Field(sa_type=PackedJson, repr=False)
    given: bytes = Field(sa_type=Packed, repr=False)
    state: bytes = Field(sa_type=Packed, repr=False)
    events: bytes = Field(sa_type=Packed, repr=False)
    input_hash: str
    output_hash: str
    previous_hash: str
    chain_hash: str


class ViewRow(SQLModel, table=True):
    """What a seat knows after the last step; overwritten by the next."""

    __tablename__ = "view"
    game: int = Field(foreign_key="game.id", primary_key=True)
    seat: str = Field(primary_key=True)
    step: int
    view: bytes = Field(sa_type=Packed, repr=False)


class QuestionRow(SQLModel, table=True):
    """A live game's open ask. `answer` is JSON of the codec, set with `answered_at`; without one it is silent."""

    __tablename__ = "question"
    __table_args__ = (
        UniqueConstraint("game", "step", "key"),
        Index("question_open", "closes_at", sqlite_where=text("answered_at IS NULL")),
    )
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    step: int
    key: str
    seat: str
    asked_at: datetime = Field(sa_type=Moment)
    closes_at: datetime = Field(sa_type=Moment)
    answer: bytes | None = Field(default=None, repr=False)
    answered_at: datetime | None = Field(default=None, sa_type=Moment)


class ReportRow(SQLModel, table=True):
    """A letter that we composed, of any kind. `of_step` is the adjudication it was saved with, if it was."""

    __tablename__ = "report"
    __table_args__ = (
        UniqueConstraint("game", "step", "seat", "kind", "number"),
        Index("report_of_step", "of_step"),
    )
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    step: int
    seat: str
    kind: str
    number: int
    subject: str = Field(repr=False)
    body: str = Field(sa_type=PackedText, repr=False)
    form: list[str] = Field(sa_type=PackedJson, repr=False)
    made_at: datetime = Field(sa_type=Moment)
    of_step: int | None = Field(default=None, foreign_key="step.id")


class MailRow(SQLModel, table=True):
    """One mail in the outbox; all that its bytes are built from is settled here but the player's address."""

    __tablename__ = "mail"
    __table_args__ = (
        Index("mail_due", "next_at", sqlite_where=text("state = 'queued'")),
        Index("mail_by_state", "state"),
        Index("mail_of_report", "report"),
    )
    id: int = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    kind: str
    game: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    player: int | None = Field(default=None, foreign_key="player.id")
    address: str | None = None
    report: int | None = Field(default=None, foreign_key="report.id")
    subject: str | None = Field(default=None, repr=False)
    body: str | None = Field(default=None, sa_type=PackedText, repr=False)
    headers: dict[str, Any] = Field(sa_type=Json, repr=False)
    null_return: bool = False
    made_at: datetime = Field(sa_type=Moment)
    state: Sending = Field(default=Sending.QUEUED, sa_type=one_of(Sending))
    attempts: int = 0
    next_at: datetime = Field(sa_type=Moment)
    leased_until: datetime | None = Field(default=None, sa_type=Moment)
    leased_by: str | None = None
    sent_at: datetime | None = Field(default=None, sa_type=Moment)
    answer: str = ""
    error: str = ""


class PressRow(SQLModel, table=True):
    """What one seat wrote to others."""

    __tablename__ = "press"
    __table_args__ = (Index("press_of_game", "game", "step"),)
    id: int = Field(default=None, primary_key=True)
    game: int = Field(foreign_key="game.id")
    step: int
    seat: str
    addressees: list[str] = Field(sa_type=Json)
    body: str = Field(sa_type=PackedText, repr=False)
    letter: int | None = Field(default=None, foreign_key="letter.id")
    written_at: datetime = Field(sa_type=Moment)


class ActionRow(SQLModel, table=True):
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
