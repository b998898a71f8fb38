"""Work on a letter's lines that is done aside: before the transaction, in the process that may be killed.

A transaction that needs such work ends at once by `Wanted`. The work is done while nobody waits for the database, and
the transaction runs again with what came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from referee.mail import border, worker
from referee.mail.letter import Letter, Problem
from referee.service.campaign.campaign import Campaign

T = TypeVar("T")


class Wanted(Exception):
    """Work has to be done before the transaction can go on; ``ahead`` says what will be wanted once that is known."""

    def __init__(
        self, work: Callable[..., Any], how: dict[str, Any], then: Callable[[Any], Any], ahead: Ahead | None = None
    ) -> None:
        super().__init__("work is wanted that is done aside")
        self.key, self.work, self.how, self.then, self.ahead = border.call(work, how), work, how, then, ahead


Ahead = Callable[[Any], Wanted]


@dataclass
class Aside:
    """What was done for one letter so far."""

    campaign: Campaign
    found: dict[bytes, Any] = field(default_factory=dict)

    def ask(self, work: Callable[..., Any], how: dict[str, Any], ahead: Callable[[], Ahead] | None = None) -> Any:
        """Return what a function makes of these arguments; raises `Wanted` until that is known.

        What will be wanted next, as far as ``ahead`` can tell, is done in the same go.
        """
        wanted = Wanted(work, how, lambda found: found)
        if wanted.key not in self.found and ahead is not None:
            wanted.ahead = ahead()
        return self.known(wanted)

    def known(self, wanted: Wanted) -> Any:
        """Return what came of work; raises it until it is done."""
        if wanted.key not in self.found:
            raise wanted
        return self.found[wanted.key]

    def do(self, wanted: Wanted) -> bool:
        """Do what is wanted, outside of any transaction; say whether the process outlived it. Raises `NoWorker`."""
        limits = self.campaign.settings.limits
        reader = worker.shared(limits.parse_time, limits.parse_bytes)
        found = reader.ask(wanted.work, b"", **wanted.how)
        if found is None:
            return False
        self.found[wanted.key] = wanted.then(found)
        return wanted.ahead is None or self.do(wanted.ahead(found))


def carried_out(campaign: Campaign, letter: Letter, act: Callable[[Letter, Aside], T]) -> T:
    """Carry out a transaction about a letter, again and again until all that it wants to be done aside is done.

    A letter that ends the process in which that is done is broken, and has no lines any more. Raises `NoWorker`.
    """
    aside = Aside(campaign)
    while True:
        try:
            return act(letter, aside)
        except Wanted as wanted:
            if not aside.do(wanted):
                letter = replace(letter, lines=(), other=(), problem=Problem.BROKEN)
