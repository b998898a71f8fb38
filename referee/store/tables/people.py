"""People, their addresses, and where they sit."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from referee.store.sqlite import inside, where
from referee.store.tables.columns import Json, Matter, Moment, Numbered, OfGame, Row, Seconds, one_of


class PlayerRow(Numbered, table=True):
    """A person; the GM is none.

    `leads` are the seconds before a deadline of a reminder, none for the campaign's own; `quiet` is a span
    like `22:00-07:00` in their zone when no mail that can wait is sent; `digest` is how long press is gathered.
    `newsletter` is whether the public story of a turn comes to them too. `html` says whether letters come as HTML
    beside their text, None as the campaign does it; `data` whether their document is attached.
    """

    __tablename__ = "player"
    name: str
    zone: str
    created_at: datetime = Field(sa_type=Moment)
    leads: list[int] = Field(default_factory=list, sa_type=Json)
    quiet: str = ""
    digest: timedelta = Field(default=timedelta(), sa_type=Seconds)
    newsletter: bool = False
    html: bool | None = None
    data: bool = False
    forgotten_at: datetime | None = Field(default=None, sa_type=Moment)


class ForgettingRow(Row, table=True):
    """A person who is being forgotten: what they are looked for by, and where, as was noted `at` last.

    `left` are the tables that are still to be looked through, each to the row that was its last at the beginning, or
    when the letters were done; the first of them `after` a row. With none left there is something of them only where
    the file holds nothing any more.
    """

    __tablename__ = "forgetting"
    player: int = Field(foreign_key="player.id", primary_key=True)
    name: str = Field(repr=False)
    known: list[str] = Field(sa_type=Json, repr=False)
    left: dict[str, int] = Field(sa_type=Json)
    after: int = 0
    at: datetime = Field(sa_type=Moment)


class AddressRow(Numbered, table=True):
    """A mail address of a player: `address` as registered, which mail goes to, and `normal`, which is compared."""

    __tablename__ = "address"
    __table_args__ = (
        Index("address_in_use", "normal", unique=True, **where("removed_at IS NULL")),
        Index("address_of_player", "player"),
        Index("address_bouncing", "id", **where("bouncing_since IS NOT NULL")),
    )
    player: int = Field(foreign_key="player.id")
    address: str
    normal: str
    added_at: datetime = Field(sa_type=Moment)
    removed_at: datetime | None = Field(default=None, sa_type=Moment)
    bouncing_since: datetime | None = Field(default=None, sa_type=Moment)
    confirmed_at: datetime | None = Field(default=None, sa_type=Moment)


class SeatRow(OfGame, table=True):
    """One place at the table: who sits there, what they wished for, and their word for the seed.

    `player` stays when they leave, with `vacant_since`; `bot` is the style of what then answers for the seat.
    `proved_at` is when a letter of this player last reached us from this seat.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game", "place"),
        UniqueConstraint("game", "name"),
        Index("seat_of_player", "player"),
    )
    place: int
    name: str
    player: int = Field(foreign_key="player.id")
    wishes: list[str] = Field(default_factory=list, sa_type=Json, repr=False)
    word: str = Field(default="", repr=False)
    joined_at: datetime = Field(sa_type=Moment)
    vacant_since: datetime | None = Field(default=None, sa_type=Moment)
    bot: str = ""
    proved_at: datetime | None = Field(default=None, sa_type=Moment)


NOT_DONE = (
    "what = 'add address' AND used_at IS NOT NULL"
    f" AND {inside('details', 'waits')} IS NOT NULL AND {inside('details', 'done')} IS NULL"
)
"""Of an address that both sides have confirmed, and that waits for a turn."""


class ConfirmationRow(Row, table=True):
    """Something that counts only when it is confirmed by the code: an address, a sign-up, an order of the GM."""

    __tablename__ = "confirmation"
    __table_args__ = (
        Index("confirmation_open", "expires_at", **where("used_at IS NULL")),
        Index("confirmation_not_done", "used_at", **where(NOT_DONE)),
        Index("confirmation_made", "what", "made_at"),
        Index("confirmation_of_game", "game", "what"),
        Index("confirmation_of_player", "player"),
        Index("confirmation_of_letter", "letter"),
    )
    code: str = Field(primary_key=True, repr=False)
    what: Matter = Field(sa_type=one_of(Matter))
    address: str = ""
    player: int | None = Field(default=None, foreign_key="player.id")
    game: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    details: dict[str, Any] = Field(default_factory=dict, sa_type=Json, repr=False)
    letter: int | None = Field(default=None, foreign_key="letter.id")
    made_at: datetime = Field(sa_type=Moment)
    expires_at: datetime = Field(sa_type=Moment)
    used_at: datetime | None = Field(default=None, sa_type=Moment)


class AbsenceRow(Numbered, table=True):
    """Leave that a player asked for in advance, in one game or (no game) in all: from `first` to before `last`."""

    __tablename__ = "absence"
    __table_args__ = (Index("absence_of_player", "player", "last"),)
    player: int = Field(foreign_key="player.id")
    game: int | None = Field(default=None, foreign_key="game.id")
    first: datetime = Field(sa_type=Moment)
    last: datetime = Field(sa_type=Moment)
    made_at: datetime = Field(sa_type=Moment)
    taken_back_at: datetime | None = Field(default=None, sa_type=Moment)


class SubstituteRow(OfGame, table=True):
    """Somebody who sits for a seat's player for a while; meanwhile it is theirs, and goes back to `instead_of`."""

    __tablename__ = "substitute"
    __table_args__ = (
        Index("substitute_of_seat", "game", "seat"),
        Index("substitute_now", "id", **where("ended_at IS NULL")),
    )
    seat: str
    player: int = Field(foreign_key="player.id")
    instead_of: int = Field(foreign_key="player.id")
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    ended_at: datetime | None = Field(default=None, sa_type=Moment)


class ObserverRow(OfGame, table=True):
    """Somebody who gets the public letters of a game."""

    __tablename__ = "observer"
    __table_args__ = (Index("observer_of_game", "game"), Index("observer_of_player", "player"))
    player: int = Field(foreign_key="player.id")
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)


class CalendarRow(OfGame, table=True):
    """What a player's own calendar holds of a game: ``step`` and ``due`` of an entry, and the next change's number.

    ``asked`` says that the next letter with a deadline brings it, new or not; without ``wanted`` it is taken out.
    """

    __tablename__ = "calendar"
    __table_args__ = (UniqueConstraint("game", "player"), Index("calendar_of_player", "player"))
    player: int = Field(foreign_key="player.id")
    uid: str
    sequence: int = 0
    step: int = 0
    due: datetime | None = Field(default=None, sa_type=Moment)
    wanted: bool = True
    asked: bool = True


class StandbyRow(Numbered, table=True):
    """Somebody who would take a seat that falls free, in one game or (no game) in any."""

    __tablename__ = "standby"
    __table_args__ = (Index("standby_now", "id", **where("until IS NULL")), Index("standby_of_player", "player"))
    game: int | None = Field(default=None, foreign_key="game.id")
    player: int = Field(foreign_key="player.id")
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    outcome: str = ""


class BallotRow(OfGame, table=True):
    """A secret vote of the seats, such as on a draw; `result` is told, who voted what is not."""

    __tablename__ = "ballot"
    __table_args__ = (Index("ballot_of_game", "game"),)
    what: str
    opened_at: datetime = Field(sa_type=Moment)
    last_step: int
    closed_at: datetime | None = Field(default=None, sa_type=Moment)
    result: str = ""


class VoteRow(Row, table=True):
    """One seat's vote, which it may change until the ballot is closed."""

    __tablename__ = "vote"
    ballot: int = Field(foreign_key="ballot.id", primary_key=True)
    seat: str = Field(primary_key=True)
    yes: bool = Field(repr=False)
    at: datetime = Field(sa_type=Moment)
