"""Letters in and out, and what they are recognised by."""

from datetime import datetime
from typing import Any

from sqlalchemy import Column, Index, LargeBinary, UniqueConstraint, text
from sqlmodel import Field

from referee.store.sqlite import where
from referee.store.tables.columns import (
    Json,
    Moment,
    Numbered,
    OfGame,
    Packed,
    PackedJson,
    PackedText,
    Reading,
    Row,
    Sending,
    one_of,
    unpacked,
)


class TokenRow(Row, table=True):
    """What an answer is recognised by; `step` is the one whose orders it may bring."""

    __tablename__ = "token"
    __table_args__ = (Index("token_of_step", "game", "step", "seat"), Index("token_of_player", "player", "made_at"))
    token: str = Field(primary_key=True, repr=False)
    game: int = Field(foreign_key="game.id")
    seat: str
    step: int
    player: int | None = Field(default=None, foreign_key="player.id")
    made_at: datetime = Field(sa_type=Moment)
    dead_at: datetime | None = Field(default=None, sa_type=Moment)


class LetterRow(Numbered, table=True):
    """A letter as it came, and what became of it. The same bytes to the same recipient are one letter.

    `received_at` is when our mail server had it, `kept_at` when it lay here.
    """

    __tablename__ = "letter"
    __table_args__ = (
        UniqueConstraint("sha256", "recipient"),
        Index("letter_to_read", "id", **where("state IN ('stored', 'read')")),
        Index("letter_held", "id", **where("state = 'held'")),
        Index("letter_by_sender", "envelope_sender", "received_at"),
        Index("letter_by_message_id", "player", "message_id"),
        Index("letter_of_game", "game", "outcome"),
        Index("letter_of_player", "player", "outcome", "received_at"),
    )
    raw: bytes = Field(sa_type=Packed, repr=False)
    sha256: str
    envelope_sender: str
    recipient: str = Field(repr=False)
    source: str
    received_at: datetime = Field(sa_type=Moment)
    kept_at: datetime | None = Field(default=None, sa_type=Moment)
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


class ReportRow(OfGame, table=True):
    """A letter that we composed, of any kind: its text, and the document that it is made from, as JSON.

    The text is packed beside the document, which says the same and more; in older rows it is packed by itself.
    `of_step` is the adjudication it was saved with, if it was; if that was taken back, `undone` is.
    """

    __tablename__ = "report"
    __table_args__ = (
        UniqueConstraint("game", "step", "seat", "kind", "number"),
        Index("report_of_step", "of_step"),
        Index("report_of_seat", "game", "seat", "kind"),
    )
    step: int
    seat: str
    kind: str
    number: int
    subject: str = Field(repr=False)
    packed_body: bytes = Field(sa_column=Column("body", LargeBinary, nullable=False), repr=False)
    document: str = Field(sa_type=PackedText, repr=False)
    form: list[str] = Field(sa_type=PackedJson, repr=False)
    made_at: datetime = Field(sa_type=Moment)
    of_step: int | None = Field(default=None, foreign_key="step.id")
    undone: int | None = None

    @property
    def body(self) -> str:
        """Its text."""
        return unpacked(self.packed_body, self.document.encode()).decode()


BY_ITSELF = "address IS NOT NULL AND report IS NULL"
"""Of a mail to an address that is no letter about a game: an alarm, a question to a newcomer."""


class MailRow(Numbered, table=True):
    """One mail in the outbox; all that its bytes are built from is settled here but the player's address.

    `return_token` stands in its return path, so that what comes back is known by it (VERP). `sent_to` is the player's
    address that it went to last, and `ended_at` when it was refused, given up, or came back.
    """

    __tablename__ = "mail"
    __table_args__ = (
        Index("mail_due", "next_at", **where("state = 'queued'")),
        Index("mail_not_sent", "state", "game", **where("state != 'sent'")),
        Index("mail_sent", "sent_at"),
        Index("mail_of_kind", "kind", "game", "player"),  # then by id: alarms are wanted newest first, others are few
        Index("mail_of_seat", "game", "seat", "kind"),
        Index("mail_to_address", text("lower(address)"), "made_at", **where("address IS NOT NULL")),
        Index("mail_by_itself", text("lower(address)"), "made_at", **where(BY_ITSELF)),
        Index("mail_of_report", "report"),
        Index("mail_by_return_token", "return_token", unique=True),
    )
    message_id: str = Field(unique=True)
    kind: str
    game: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    player: int | None = Field(default=None, foreign_key="player.id")
    address: str | None = None
    report: int | None = Field(default=None, foreign_key="report.id")
    subject: str | None = Field(default=None, repr=False)
    body: str | None = Field(default=None, sa_type=PackedText, repr=False)
    document: str | None = Field(default=None, sa_type=PackedText, repr=False)
    headers: dict[str, Any] = Field(sa_type=Json, repr=False)
    null_return: bool = False
    return_token: str | None = Field(default=None, repr=False)
    made_at: datetime = Field(sa_type=Moment)
    state: Sending = Field(default=Sending.QUEUED, sa_type=one_of(Sending))
    attempts: int = 0
    next_at: datetime = Field(sa_type=Moment)
    leased_until: datetime | None = Field(default=None, sa_type=Moment)
    leased_by: str | None = None
    sent_at: datetime | None = Field(default=None, sa_type=Moment)
    sent_to: int | None = None
    ended_at: datetime | None = Field(default=None, sa_type=Moment)
    answer: str = ""
    error: str = ""


class PressRow(OfGame, table=True):
    """What one seat wrote to others; ``at_once`` if it is an order that was carried out then, in its stored form."""

    __tablename__ = "press"
    __table_args__ = (Index("press_of_game", "game", "step"), Index("press_of_letter", "letter"))
    step: int
    seat: str
    addressees: list[str] = Field(sa_type=Json)
    body: str = Field(sa_type=PackedText, repr=False)
    letter: int | None = Field(default=None, foreign_key="letter.id")
    written_at: datetime = Field(sa_type=Moment)
    at_once: bool = False


class BounceRow(Numbered, table=True):
    """A mail of ours that came back or was refused; `hard` if its host said that it never will arrive there.

    `cleared_at` is when the address was heard from again, or its player forgotten, so that this counts no more;
    `told_at` when the GM was told.
    """

    __tablename__ = "bounce"
    __table_args__ = (
        Index("bounce_of_address", "address", "at"),
        Index("bounce_of_mail", "mail"),
        Index("bounce_of_letter", "letter"),
        Index("bounce_untold", "id", **where("told_at IS NULL AND cleared_at IS NULL")),
    )
    mail: int | None = Field(default=None, foreign_key="mail.id")
    address: int | None = Field(default=None, foreign_key="address.id")
    letter: int | None = Field(default=None, foreign_key="letter.id")
    at: datetime = Field(sa_type=Moment)
    hard: bool
    said: str = ""
    cleared_at: datetime | None = Field(default=None, sa_type=Moment)
    told_at: datetime | None = Field(default=None, sa_type=Moment)
