"""A campaign's own words, and the shipped ones where those fail: a template that is broken keeps no letter back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Event
from referee.engine.ruleset import Ruleset
from referee.reports.desk_pages import DeskPage, GmTurnPage
from referee.reports.lines import FILE
from referee.reports.once import Situation
from referee.reports.pages import Page, ReportPage
from referee.reports.parts import Kind, Letter
from referee.reports.templates import Tell, WithoutEnd, bounded, fault
from referee.reports.writer import Writer
from referee.resources import Resources

T = TypeVar("T")

WITHOUT = "until the game's author mends it, answers show such orders without what they mean"


def writer_for(rules: Ruleset[Any, Any], resources: Resources, tell: Tell) -> Writer:
    """Make the writer of a ruleset, with a campaign's own templates if it has some that can be used."""
    shipped = Writer(rules, replace(resources, own_templates=False))
    shipped.lines.unsaid = partial(_unsaid, rules.slug, resources, tell)
    if not resources.has_templates:
        return shipped
    try:
        with bounded():
            return OwnWords(rules, resources, shipped, tell)
    except (Exception, WithoutEnd) as error:  # noqa: BLE001 - templates of a campaign may fail in any way
        tell(fault(error, resources))
        return shipped


def _unsaid(slug: str, resources: Resources, tell: Tell, error: Exception) -> None:
    """Tell of words for an order that a game itself has wrong: an answer to its writer says the order alone."""
    found = fault(error, resources)
    tell(replace(found, file=f"{FILE} of {slug}", problem=f"{found.problem}; {WITHOUT}"))


class OwnWords(Writer):
    """Writes with a campaign's own templates; a letter that fails by them is written with the shipped ones."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources, shipped: Writer, tell: Tell) -> None:
        super().__init__(rules, resources)
        self.resources, self.shipped, self.tell = resources, shipped, tell
        self.given_up = False

    def prepare(self) -> None:
        """Read the frames of all kinds of letters now; each that cannot be used is told of."""
        for kind in Kind:
            self._tried(partial(self._frame, kind), partial(self.shipped._frame, kind))

    def write(self, page: Page | DeskPage) -> Letter:
        ours = super().write
        return self._tried(lambda: ours(page), lambda: self.shipped.write(_plain(page)))

    def question(self, ask: Ask[Any], reader: Seat) -> str:
        ours = super().question
        return self._tried(lambda: ours(ask, reader), lambda: self.shipped.question(ask, reader))

    def situation(self, view: Any, told: Sequence[Event] = ()) -> Situation:
        ours = super().situation
        return self._tried(lambda: ours(view, told), lambda: self.shipped.situation(view, told))

    def turning(self, steps: Iterable[tuple[int, Sequence[Event]]]) -> list[tuple[int, Event]]:
        ours, kept = super().turning, list(steps)
        return self._tried(lambda: ours(kept), lambda: self.shipped.turning(kept))

    def _tried(self, own: Callable[[], T], spare: Callable[[], T]) -> T:
        """Say it in the campaign's words, or else in the shipped ones; what fails in both is no template's fault."""
        if self.given_up:
            return spare()
        try:
            with bounded():
                return own()
        except (Exception, WithoutEnd) as error:  # noqa: BLE001 - templates of a campaign may fail in any way
            said = spare()
            self.given_up = isinstance(error, WithoutEnd)  # which costs time with every letter
            self.tell(fault(error, self.resources))
            return said


def said(writer: Writer, say: Callable[[Writer], T]) -> T:
    """Say something by a writer's words; where a campaign's own fail, by the shipped ones."""
    if isinstance(writer, OwnWords):
        return writer._tried(lambda: say(writer), lambda: say(writer.shipped))
    return say(writer)


def _plain(page: Page | DeskPage) -> Page | DeskPage:
    """Leave out what was said before in the campaign's own words."""
    return replace(page, situation=None) if isinstance(page, ReportPage | GmTurnPage) else page
