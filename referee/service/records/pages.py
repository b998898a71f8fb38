"""What a GM may look at, as values whose fields are declared once: for tables, for programs, and for their page."""

from collections.abc import Mapping
from dataclasses import field, fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

from referee.engine.audience import Seat
from referee.engine.values import value
from referee.shown import column

if TYPE_CHECKING:
    from referee.service.turns.attention import Item

T = TypeVar("T")


def made(kind: type[T], row: Any, **others: Any) -> T:
    """Make a value of what a row has under the same names, and of the others."""
    names = [one.name for one in fields(cast(Any, kind)) if one.name not in others]
    return kind(**others, **{name: getattr(row, name) for name in names})


@value
class SeatLine:
    """One seat of a game, and who has it."""

    place: int = field(metadata=column("#"))
    """Its place at the table, from 0."""
    name: str = field(metadata=column("seat"))
    """Its name."""
    player: str = field(metadata=column("person"))
    """The name of the person who has it."""
    character: str = field(metadata=column("character"))
    """Whom it plays, once the game has begun, if the game has characters."""
    address: str = field(metadata=column("address"))
    """Where its mail goes first."""
    zone: str = field(metadata=column("zone"))
    """The person's time zone."""
    bounces: bool
    """Whether mail to that address comes back."""
    joined: datetime = field(metadata=column("joined"))
    """When the person took it."""
    proved: datetime | None
    """When a letter of theirs first reached us."""
    vacant: bool
    """Whether nobody has it."""
    bot: str
    """The style in which the referee plays it, if it does."""
    lent: bool
    """Whether a substitute has it."""
    wishes: tuple[str, ...]
    """What its player wishes for, before the start."""
    remark: str = field(metadata=column(""))
    """What its GM should know of it, in a few words."""


@value
class GameLine:
    """One game."""

    name: str = field(metadata=column("game"))
    """Its short name."""
    title: str
    """What letters call it."""
    ruleset: str = field(metadata=column("rules"))
    """By which rules it is played."""
    edition: str = field(metadata=column("edition"))
    """By which edition of them, once it has begun."""
    status: str = field(metadata=column("status"))
    """inviting, running, paused, held or over."""
    turn: int = field(metadata=column("turn"))
    """The open turn; before the start the first, and of a game that is over the last that was played."""
    seats: int = field(metadata=column("seats"))
    """How many seats it has."""
    due: datetime | None = field(metadata=column("due"))
    """When the open turn is due."""
    pauses: int
    """How often the open turn of a live game has stopped to ask."""
    answers_until: datetime | None
    """Until when answers to the open questions of a live game are waited for."""
    early: datetime | None
    """When the turn is adjudicated before its deadline, if it stays as ready as it is."""


@value
class GamePage:
    """All about one game but its secrets."""

    line: GameLine
    """How it stands."""
    edition: str
    """The edition of its rules; before the start the newest."""
    stands_still: str
    """Why it cannot go on, if this program does not have that edition."""
    options: Mapping[str, str]
    """The options of its rules, by name."""
    deadline: str
    """When turns are due, as the GM has settled it."""
    zone: str
    """The time zone in which its letters tell the time."""
    early: bool
    """Whether a turn is adjudicated as soon as everybody's orders are in."""
    show_missing: bool
    """Whether reports say who sent nothing."""
    reveal: str
    """What is laid open after the end: full or none."""
    commitment: str
    """The hash of its secret, as the invitations have it."""
    public_key: str
    """With which everybody can check what the campaign signed."""
    hold_reason: str
    """Why it is held or paused."""
    created: datetime
    """When it was created."""
    started: datetime | None
    """When it began."""
    ended: datetime | None
    """When it ended."""
    seats: tuple[SeatLine, ...]
    """Its seats, in their order at the table."""


@value
class TurnPage:
    """How the open turn of a game stands."""

    line: GameLine
    """The game."""
    must_act: tuple[Seat, ...]
    """The seats that have something to decide."""
    silent: tuple[Seat, ...]
    """Those of them from which nothing came."""
    standing: tuple[Seat, ...]
    """Those of them for which standing orders count, and nothing that was sent for this turn alone."""
    waiting: tuple[Seat, ...]
    """The seats that hold the WAIT flag."""
    ready: bool
    """Whether everybody's orders are in and nobody waits."""
    questions: int
    """How many questions by mail are open."""


@value
class LetterLine:
    """One letter that came in."""

    id: int = field(metadata=column("no."))
    """Its number."""
    received: datetime = field(metadata=column("received"))
    """When it came."""
    state: str = field(metadata=column("state"))
    """stored, read or held."""
    outcome: str = field(metadata=column("outcome"))
    """What became of it."""
    sender: str = field(metadata=column("from"))
    """The sender that its envelope names."""
    game: str = field(metadata=column("game"))
    """Which game it was about."""
    seat: str = field(metadata=column("seat"))
    """Whose it was."""
    note: str = field(metadata=column("note"))
    """A remark of the referee or the GM."""


@value
class MailLine:
    """One mail on its way out, or sent."""

    id: int = field(metadata=column("no."))
    """Its number."""
    made: datetime
    """When it was written."""
    kind: str = field(metadata=column("kind"))
    """Its kind, such as report."""
    game: str = field(metadata=column("game"))
    """The game it is about."""
    seat: str = field(metadata=column("to"))
    """The seat or the address that it is for."""
    state: str = field(metadata=column("state"))
    """queued, sent, failed or dead."""
    attempts: int = field(metadata=column("tries"))
    """How often its sending was tried."""
    next: datetime | None = field(metadata=column("next"))
    """When it is tried next."""
    sent: datetime | None = field(metadata=column("sent"))
    """When it was sent."""
    error: str = field(metadata=column("why"))
    """Why it did not get away."""


@value
class PressLine:
    """What one seat wrote to others."""

    turn: int
    """The turn that was open."""
    at: datetime
    """When it was written."""
    seat: str
    """Who wrote."""
    to: tuple[str, ...]
    """To whom; ALL is everybody."""
    text: str
    """The words."""


@value
class Setting:
    """One thing that is settled of a game beside its rules."""

    name: str = field(metadata=column("setting"))
    """Its name, for: referee game set."""
    value: str = field(metadata=column("value"))
    """What it is set to."""
    meaning: str = field(metadata=column("meaning"))
    """What it settles."""


@value
class Overview:
    """A campaign at a glance."""

    name: str
    """The campaign's name."""
    games: tuple[GameLine, ...]
    """Its games, oldest first."""
    unread: int
    """How many letters wait to be read."""
    held: int
    """How many letters are held."""
    queued: int
    """How many mails wait to be sent."""
    failed: int
    """How many mails did not get away."""
    attention: tuple["Item", ...]
    """What wants the GM's attention."""
