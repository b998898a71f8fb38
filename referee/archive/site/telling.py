"""A game as everybody was told it, turn by turn: the events, and the table as it stood behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from referee.archive import told
from referee.archive.record import Record, Step
from referee.engine.audience import OBSERVER
from referee.engine.copies import copied
from referee.engine.events import Event
from referee.engine.game import ended
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.values import value
from referee.games import NoEdition
from referee.reports.writer import Writer
from referee.store.codec import Codec, CodecError

TURN = "Turn"
START = "The start"


@value
class Played:
    """What games of one edition are read and told with."""

    rules: Ruleset[Any, Any]
    codec: Codec[Any, Any]
    writer: Callable[[], Writer]
    """Makes what tells them; it is made when it is wanted."""


By = Callable[[str, str], Played]
"""Finds that of a ruleset's name and edition; raises `NoEdition` if the program does not have it."""


@value
class Turn:
    """A step as everybody was told it, with the public views before and behind it.

    ``source`` is the hash of all that came to it. There is nothing to tell of a step (``by`` is None) whose edition the
    program does not have.
    """

    step: int
    at: datetime
    edition: str
    source: str
    by: Played | None = None
    events: tuple[Event, ...] = ()
    before: Any = None
    after: Any = None

    @property
    def name(self) -> str:
        """What it is called: ``Turn 3``."""
        return f"{TURN} {self.step}" if self.step else START

    @property
    def last(self) -> bool:
        """Whether the game ended by it."""
        return ended(self.events) is not None


def turns(record: Record, by: By) -> list[Turn]:
    """Tell a game by the record of an observer, from its set-up on."""
    assert record.reader == OBSERVER, "pages for everybody are made of what everybody may know"
    return list(_Folding(record, by).turns())


class _Folding:
    """Goes through the steps with the view that an observer has."""

    def __init__(self, record: Record, by: By) -> None:
        self.record, self.by = record, by
        self.now: Played | None = None
        self.view: Any = None

    def turns(self) -> Iterator[Turn]:
        source = sha256(repr((self.record.seats, sorted(self.record.about.options.items()))).encode())
        for one in self.record.steps:
            source.update(f"{one.step} {one.edition} {one.played_at}\n".encode() + one.events)
            yield self.turn(one, source.hexdigest())

    def turn(self, one: Step, source: str) -> Turn:
        """Apply what a step told; nothing can be applied any more behind a step that cannot be read."""
        bare = Turn(one.step, one.played_at, one.edition, source)
        try:
            by = self.by(self.record.about.ruleset, one.edition)
            events = told.events(self.record, one, by.codec)
            before = self.taken_up(one, by)
        except (NoEdition, CodecError):
            self.now = None
            return bare
        after = copied(before)
        for e in events:
            after.apply(e)
        self.now, self.view = by, after
        return Turn(one.step, one.played_at, one.edition, source, by, events, before, after)

    def taken_up(self, one: Step, by: Played) -> Any:
        """Return the view before a step; by the rules of another edition it is folded again from the start."""
        if self.now is not None and self.now.rules is by.rules:
            return self.view
        rules, about = by.rules, self.record.about
        view = rules.view(OBSERVER, Setup(self.record.seats, rules.completed(about.options)))
        for earlier in self.record.steps:
            if earlier.step < one.step:
                for e in told.events(self.record, earlier, by.codec):
                    view.apply(e)
        return view
