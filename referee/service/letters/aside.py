"""What is done aside, in the process that may be killed: reading a letter's text, and hard work on its lines.

A transaction that needs such work ends at once by `Wanted`. The work is done while nobody waits for the database, and
the transaction runs again with what came of it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from referee.mail import worker
from referee.mail.bounce import Bounce
from referee.mail.bounce import read as read_report
from referee.mail.letter import Letter, Limits, Problem
from referee.service.campaign.campaign import Campaign

T = TypeVar("T")
Ahead = Callable[[Any], "Wanted"]


class Wanted(Exception):
    """Work has to be done before the transaction can go on; ``ahead`` says what will be wanted once that is known."""

    def __init__(
        self, work: Callable[..., Any], how: dict[str, Any], then: Callable[[Any], Any], ahead: Ahead | None = None
    ) -> None:
        super().__init__("work is wanted that is done aside")
        self.key, self.work, self.how, self.then, self.ahead = (work, *how.items()), work, how, then, ahead


@dataclass
class Aside:
    """What was done for one letter so far; without a campaign it is done here and now."""

    campaign: Campaign | None = None
    found: dict[object, Any] = field(default_factory=dict)

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
            if self.campaign is not None:
                raise wanted
            self.take(wanted, wanted.work(b"", **wanted.how))
        return self.found[wanted.key]

    def do(self, wanted: Wanted) -> bool:
        """Do what is wanted, outside of any transaction; say whether the process outlived it. Raises `NoWorker`."""
        assert self.campaign is not None, "what is done here raises nothing"
        found = _process(self.campaign).ask(wanted.work, b"", **wanted.how)
        if found is None:
            return False
        self.take(wanted, found)
        return wanted.ahead is None or self.do(wanted.ahead(found))

    def take(self, wanted: Wanted, found: Any) -> None:
        """Keep what came of work."""
        self.found[wanted.key] = wanted.then(found)


def carried_out(aside: Aside, letter: Letter, act: Callable[[Letter], T]) -> T:
    """Carry out a transaction about a letter, again and again until all that it wants to be done aside is done.

    A letter that ends the process in which that is done is broken, and has no lines any more. Raises `NoWorker`.
    """
    while True:
        try:
            return act(letter)
        except Wanted as wanted:
            if not aside.do(wanted):
                letter = replace(letter, lines=(), other=(), away=False, problem=Problem.BROKEN)


def limits_of(campaign: Campaign) -> Limits:
    """Return what a letter may cost us, as the settings say."""
    return Limits(size=campaign.settings.limits.letter_bytes, text=campaign.settings.limits.text_bytes)


def returned(campaign: Campaign, raw: bytes, sent_to: str) -> Bounce | None:
    """Read what came to the return path of a mail; None if it reports no trouble, or breaks its reader.

    Raises `NoWorker`.
    """
    limits = limits_of(campaign)
    found: Bounce | None = _process(campaign).ask(read_report, raw, sent_to=sent_to, limits=limits)
    return found


def parsed(campaign: Campaign, raw: bytes, mail_from: str | None = None) -> Letter:
    """Read any bytes whatever; a letter that hangs or breaks its reader is broken. Raises `NoWorker`."""
    return _process(campaign).read(raw, limits=limits_of(campaign), mail_from=mail_from)


def _process(campaign: Campaign) -> worker.Worker:
    limits = campaign.settings.limits
    return worker.shared(limits.parse_time, limits.parse_bytes)
