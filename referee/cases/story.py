"""The step of a case as it is played: what happened, moment by moment, and where a case ends before the step does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.cases.words import Moment
from referee.engine.asks import Answer, Ask
from referee.engine.copies import copied
from referee.engine.events import Event
from referee.engine.ruleset import Ruleset
from referee.engine.table import Table

Rules = Ruleset[Any, Any]


class _EnoughError(Exception):
    """The last moment of the case has come."""


class Story:
    """Remembers the moments of a step, each time it is played, and breaks it off behind the last one of the case.

    The rules know nothing of it: it watches the table, as the laws do.
    """

    def __init__(self, rules: Rules, until: int | None = None) -> None:
        self.until = until
        self.moments: list[Moment[Any]] = []
        self._play = rules.play
        self.rules = replace(rules, play=self._watched)
        """The rules by which the step is to be played."""

    def _watched(self, t: Table[Any]) -> None:
        self.moments = [Moment(copied(t.state), event) for event in t.events]
        t.watch = lambda event: self._tell(t, event)
        t.heard = lambda ask, answer: self._hear(t, ask, answer)
        try:
            self._play(t)
        except _EnoughError:
            return

    def _tell(self, t: Table[Any], event: Event) -> None:
        self.moments.append(Moment(copied(t.state), event))
        if len(self.moments) == self.until:
            t.events.append(event)
            raise _EnoughError

    def _hear(self, t: Table[Any], ask: Ask[Any], answer: Answer[Any]) -> None:
        self.moments.append(Moment(copied(t.state), None, ask, answer))
        if len(self.moments) == self.until:
            raise _EnoughError
