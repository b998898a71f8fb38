"""One game being played: used alike by the service, bots, tests and rule cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic

from referee.engine.agreement import Agreement
from referee.engine.asks import NOTHING_GIVEN, Answer, Ask, Given, Why, put
from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat, only
from referee.engine.chance import Chance, Luck
from referee.engine.copies import copied
from referee.engine.events import Event, GameEnded
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.setup import Setup
from referee.engine.table import UNLAID, Desk, S, Table, V
from referee.engine.values import value

Watch = Callable[[S, Event], None]
"""Sees the state and each event at the moment it is told; for the tests' oracle."""

Hear = Callable[[Ask[Any], Answer[Any]], None]
"""Sees each decision and its answer; for those who look into a turn."""


MOST_UNSEEN = 32
"""How many steps a view may stay unlooked at before it is folded all the same, and their events let go."""


class Eye(Generic[V]):
    """One seat's view, folded on from where it stood only when somebody looks."""

    def __init__(self, seat: Seat, before: V | Eye[V], events: Sequence[Event]) -> None:
        self._seat = seat
        self._own = only(seat)
        self._before: V | Eye[V] | None = before
        self._view: V | None = None
        self._events = events
        self._seen = 0
        self._unseen: int = before._unseen + 1 if isinstance(before, Eye) and before._view is None else 0
        if self._unseen > MOST_UNSEEN:
            self()

    def __call__(self) -> V:
        """Return the view as of now."""
        if self._view is None:
            before, self._before = self._before, None
            assert before is not None
            self._view = copied(before() if isinstance(before, Eye) else before)
        view, events, seen = self._view, self._events, self._seen
        if seen < len(events):
            self._seen, seat, own, apply = len(events), self._seat, self._own, view.apply
            for e in events[seen:]:
                to = e.to
                if to is PUBLIC or to is own or to.includes(seat):
                    apply(e)
        return view


class Views(Mapping[Seat, V]):
    """The views of all readers, each folded when it is looked at."""

    def __init__(self, eyes: Mapping[Seat, Eye[V]]) -> None:
        self._eyes = eyes

    def __getitem__(self, seat: Seat) -> V:
        return self._eyes[seat]()

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._eyes)

    def __len__(self) -> int:
        return len(self._eyes)

    def eye(self, seat: Seat) -> Eye[V]:
        """Return a reader's eye, without making it look."""
        return self._eyes[seat]


@value
class Game(Generic[S, V]):
    """A game after some steps: everything that is needed to play the next one.

    ``step`` counts adjudications: 0 is set-up, the next to be played is ``step + 1``.
    ``views`` are those of the seats and of an observer. ``events`` are those of the last step played.
    """

    rules: Ruleset[S, V]
    setup: Setup
    seed: bytes
    step: int
    state: S
    views: Mapping[Seat, V]
    events: tuple[Event, ...] = ()
    end: GameEnded | None = None

    @classmethod
    def start(cls, rules: Ruleset[S, V], setup: Setup, seed: bytes, luck: Luck = Chance) -> Game[S, V]:
        """Set a game up; raises `SetupError` if the rules do not allow it."""
        rules.seat_count(len(setup.seats))
        table: Table[S] = Table(UNLAID, luck(seed, 0), dict.fromkeys(setup.seats, unasked))
        rules.start(table, setup)
        events = tuple(table.events)
        views = Views({seat: Eye(seat, rules.view(seat, setup), events) for seat in readers(setup)})
        return cls(rules, setup, seed, 0, table.state, views, events, ended(events))

    @classmethod
    def from_middle(cls, rules: Ruleset[S, V], setup: Setup, state: S, step: int, seed: bytes) -> Game[S, V]:
        """Take up a game from a state, as if it had always been played; the next step is ``step``."""
        views = {seat: rules.look(state, seat, setup) for seat in readers(setup)}
        return cls(rules, setup, seed, step - 1, state, views)

    def view(self, seat: Seat) -> V:
        """Return what a seat knows."""
        return self.views[seat]

    def pending(self) -> dict[Seat, Ask[Any]]:
        """Return the first decision of each seat that has one in the next step, as its view tells."""
        if self.end is not None:
            return {}
        asks = {seat: self.rules.decide(self.views[seat]) for seat in self.setup.seats}
        return {seat: ask for seat, ask in asks.items() if ask is not None}

    def play(
        self,
        orders: Mapping[Seat, Sequence[Order]],
        given: Given = NOTHING_GIVEN,
        *,
        luck: Luck = Chance,
        watch: Watch[S] | None = None,
        heard: Hear | None = None,
        desks: Mapping[Seat, Callable[[Callable[[], V]], Desk]] | None = None,
        gm: Desk | None = None,
    ) -> Game[S, V]:
        """Play one step with the orders in force by seat; this game stays as it is.

        ``watch`` sees each event as it is told, ``heard`` each decision with its answer. ``desks`` may answer for seats
        in place of their orders (bots), ``gm`` for the GM. The GM's own orders are corrections, which come first.
        Raises `Pending` if a live game has to wait for an answer.
        """
        assert self.end is None, "the game is over"
        told: list[Event] = []
        eyes = self._eyes(told)
        answering = {
            seat: desks[seat](eyes[seat])
            if desks and seat in desks
            else self.rules.desk(seat, orders.get(seat, ()), eyes[seat])
            for seat in self.setup.seats
        }
        table = Table(copied(self.state), luck(self.seed, self.step + 1), answering | {GM: gm or first_choice}, given)
        table.events = told
        if watch is not None:
            table.watch = lambda e: watch(table.state, e)
        table.heard = heard
        setup = self.setup
        for correction in orders.get(GM, ()):
            setup = self.rules.correct(table, setup, correction)
        self.rules.play(table)
        return Game(self.rules, setup, self.seed, self.step + 1, table.state, Views(eyes), tuple(told), ended(told))

    def agreed(self, what: Agreement) -> Game[S, V]:
        """End the game by agreement, or as the GM decides: the next step is this alone, without its rules."""
        assert self.end is None, "the game is over"
        events = (what.end(self.setup.seats),)
        views, state = Views(self._eyes(events)), copied(self.state)
        return Game(self.rules, self.setup, self.seed, self.step + 1, state, views, events, ended(events))

    def _eyes(self, told: Sequence[Event]) -> dict[Seat, Eye[V]]:
        """Return what everybody looks at the next step with, of which these events are told."""
        before = self.views
        seen = before.eye if isinstance(before, Views) else before.__getitem__
        return {seat: Eye(seat, seen(seat), told) for seat in readers(self.setup)}


def readers(setup: Setup) -> tuple[Seat, ...]:
    """Return everybody who has a view: the seats in order, and an observer."""
    return (*setup.seats, OBSERVER)


def unasked(ask: Ask[Any]) -> Answer[Any]:
    """Answer nothing: set-up asks nobody."""
    raise AssertionError(f"set-up asks nobody, and it asks {put(ask)}")


def first_choice(ask: Ask[Any]) -> Answer[Any]:
    """Answer for a GM who has not ruled: the first choice, which is always "no effect"."""
    return Answer(ask.choices[0], Why.DEFAULT)


def ended(events: Sequence[Event]) -> GameEnded | None:
    """Find the end of the game among the events."""
    return next((e for e in events if isinstance(e, GameEnded)), None)
