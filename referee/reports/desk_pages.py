"""Pages for the GM's desk, and lists that somebody asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

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
    """What the commands of a GM's letter came to, each line under it, and whole texts that he asked for."""

    head: Head
    received: datetime
    done: Sequence[Done] = ()
    unused: Sequence[Unused] = ()
    texts: Sequence[tuple[str, Sequence[str]]] = ()
    waits: bool = False


@dataclass(frozen=True, slots=True)
class GmOrderPage:
    """Asks a GM for his word before something is done that cannot be taken back: exactly what, line by line."""

    head: Head
    what: Sequence[Done]
    until: datetime


DeskPage = ListPage | GmAnswerPage | GmOrderPage
