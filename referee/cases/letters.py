"""The letters of one game, as its readers get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

from referee.engine.asks import Pending
from referee.engine.audience import OBSERVER, Seat
from referee.engine.chance import commitment
from referee.engine.events import Event, told
from referee.engine.game import Game
from referee.engine.lexicon import Lexicon
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import OnFile
from referee.reports.pages import EndPage, NewsletterPage, Opened, QuestionPage, ReportPage, WelcomePage
from referee.reports.parts import Contact, Head, Letter, in_force
from referee.reports.writer import Writer
from referee.resources import Resources

GAME_MASTER = Contact("", "gm@referee.example")
WRITTEN = datetime(2026, 3, 6, 20, 0, tzinfo=UTC)
DUE = datetime(2026, 3, 10, 20, 0, tzinfo=UTC)
"""When letters of cases are written, and when the next turn is due; any time would do."""

MOST_TABLES = 16
"""So many tables are kept in mind with the words of their seats: cases and laws come back to them again and again."""


class Post:
    """Writes a seat's letters from what it was told, for games that nobody plays by mail: cases, laws, goldens.

    With ``reveal`` the last letter lays open what such a game opens: secret and hands.
    """

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources, *, reveal: bool = False) -> None:
        self.rules = rules
        self.reveal = reveal
        self.resources = resources
        self.tables = resources.tables(rules.words.tables, rules.folder)
        self._words = lru_cache(MOST_TABLES)(lambda seats: rules.words.lexicon(seats, self.tables))

    @cached_property
    def writer(self) -> Writer:
        """The writer, made when the first letter is wanted."""
        return Writer(self.rules, self.resources)

    def lexicon(self, seats: Sequence[Seat]) -> Lexicon:
        """Return the words of a table with these seats."""
        return replace(self._words(tuple(seats)))  # it has read nothing yet

    def welcome(self, game: Game[Any, Any], seat: Seat) -> Letter:
        """Write what a seat is sent when the game begins."""
        view = game.view(seat)
        options = tuple((option, game.setup.options[option.name]) for option in self.rules.options)
        events: Sequence[Event] = told(game.events, seat)
        form = tuple(self.rules.orders.form(view))
        head, hash_ = _head(game, seat), commitment(game.seed)
        examples = self.rules.orders.examples(view) if seat != OBSERVER else ()
        page = WelcomePage(head, events, view, DUE, form, options, hash_, self.reveal, examples=examples)
        return self.writer.write(page)

    def letter(
        self, game: Game[Any, Any], seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()
    ) -> Letter:
        """Write what a seat is sent after the step just played, be it the beginning or a turn."""
        return self.report(game, seat, on_file, made) if game.step else self.welcome(game, seat)

    def last(self, game: Game[Any, Any], seat: Seat, past: Sequence[tuple[int, Sequence[Event]]] = ()) -> Letter:
        """Write the last letter of a game that is over; ``past`` are the events of its steps."""
        assert game.end is not None, "a game that goes on has none"
        opened, turning = self._opened(game) if self.reveal else None, self.writer.turning(past)
        return self.writer.write(EndPage(_head(game, seat), game.step, game.view(seat), game.end, turning, opened))

    def question(self, game: Game[Any, Any], pending: Pending, key: str) -> Letter:
        """Write the question that a live game stops for."""
        ask = pending.asks[key]
        events: Sequence[Event] = told(pending.events, ask.seat)
        would = [pending.would[key]] if key in pending.would else []
        return self.writer.write(QuestionPage(_head(game, ask.seat), game.step + 1, events, ask, DUE, would))

    def report(
        self, game: Game[Any, Any], seat: Seat, on_file: OnFile | None = None, made: Sequence[Event] = ()
    ) -> Letter:
        """Write what a seat is sent after the step just played, and to who looks on the newsletter.

        ``made`` are the events of orders that worked at once before the step. What all may know of it is said from an
        observer's view, to everybody.
        """
        read = self.rules.reader(self.lexicon(game.setup.seats), seat)
        orders = in_force(on_file or OnFile(), game.step, read)
        head, view, events = _head(game, seat), game.view(seat), told((*made, *game.events), seat)
        form, due = (tuple(self.rules.orders.form(view)), DUE) if game.end is None else ((), None)
        public = self.writer.situation(game.view(OBSERVER), told(game.events, OBSERVER))
        if seat == OBSERVER:
            return self.writer.write(NewsletterPage(head, game.step, events, view, due, situation=public))
        page = ReportPage(head, game.step, events, view, orders, deadline=due, form=form, situation=public)
        return self.writer.write(page)

    def _opened(self, game: Game[Any, Any]) -> Opened:
        words = [(seat, "") for seat in game.setup.seats]
        return Opened(game.seed, commitment(game.seed), words, self.rules.ending.hands(game.state))


def _head(game: Game[Any, Any], seat: Seat) -> Head:
    return Head(game.rules.title, seat, WRITTEN, seats=game.setup.seats, gm=GAME_MASTER)
