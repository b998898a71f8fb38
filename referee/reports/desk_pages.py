"""Pages for the GM's desk, and lists that somebody asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.values import value
from referee.reports.document import Block
from referee.reports.once import Situation
from referee.reports.parts import Done, Head, Unused


@value
class ListPage:
    """A list that somebody asked for: a public subject, a sentence, and the lines."""

    head: Head
    subject: str
    text: str
    lines: Sequence[str] = ()


@value
class GmAnswerPage:
    """What the commands of a GM's letter came to, each line under it, what else is to be said, and titled texts.

    ``passed_over`` are lines that read like commands where none counts, as in quoted text.
    """

    head: Head
    received: datetime
    done: Sequence[Done] = ()
    unused: Sequence[Unused] = ()
    texts: Sequence[tuple[str, Block]] = ()
    notes: Sequence[str] = ()
    waits: bool = False
    passed_over: Sequence[Unused] = ()


@value
class GmOrderPage:
    """Asks a GM for a word before something is done that cannot be taken back: exactly what, line by line."""

    head: Head
    what: Sequence[Done]
    until: datetime


@value
class Incident:
    """A letter held for the GM, or one of ours that came back: which seat or sender, when, and what is the matter.

    ``words`` are what another program said of it.
    """

    who: str
    at: datetime
    what: str
    words: str = ""


@value
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


@value
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
