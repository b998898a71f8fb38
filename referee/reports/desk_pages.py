"""Pages for the GM's desk, and lists that somebody asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.reports.once import Situation
from referee.reports.pages import Done, Head, Unused


@dataclass(frozen=True, slots=True)
class ListPage:
    """A list that somebody asked for: a public subject, a sentence, and the lines."""

    head: Head
    subject: str
    text: str
    lines: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class GmAnswerPage:
    """What the commands of a GM's letter came to, each line under it, what else is to be said, and whole texts.

    ``passed_over`` are lines that read like commands where none counts, as in quoted text.
    """

    head: Head
    received: datetime
    done: Sequence[Done] = ()
    unused: Sequence[Unused] = ()
    texts: Sequence[tuple[str, Sequence[str]]] = ()
    notes: Sequence[str] = ()
    waits: bool = False
    passed_over: Sequence[Unused] = ()


@dataclass(frozen=True, slots=True)
class GmOrderPage:
    """Asks a GM for a word before something is done that cannot be taken back: exactly what, line by line."""

    head: Head
    what: Sequence[Done]
    until: datetime


@dataclass(frozen=True, slots=True)
class Incident:
    """A letter held for the GM, or one of ours that came back: which seat or sender, when, and what is the matter."""

    who: str
    at: datetime
    what: str


@dataclass(frozen=True, slots=True)
class GmTurnPage:
    """The GM's letter after a step: what a GM was told (no hands), who was silent, which letters wait or came back.

    ``view`` is an observer's. ``rulings`` are questions that wait for a GM, ``standing`` what else wants attention,
    ``rerun`` why the turn was adjudicated anew. It was not ``played`` where the game ended by agreement before it.
    """

    head: Head
    step: int
    told: Sequence[Event]
    view: Any
    deadline: datetime | None
    silent: Sequence[Seat] = ()
    held: Sequence[Incident] = ()
    bounced: Sequence[Incident] = ()
    notices: Sequence[str] = ()
    situation: Situation | None = None
    played: bool = True
    rerun: str = ""
    rulings: Sequence[str] = ()
    standing: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class GmAlarmPage:
    """Something went wrong and the GM must look: one public sentence, the details, and what they can do.

    ``written`` are somebody's own words about it.
    """

    head: Head
    what: str
    details: Sequence[str] = ()
    remedies: Sequence[str] = ()
    written: str = ""


DeskPage = ListPage | GmAnswerPage | GmOrderPage | GmTurnPage | GmAlarmPage
