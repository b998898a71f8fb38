"""A step played once more: live with nobody answering, or from another position, with what one seat gets of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

from referee.cases.letters import Post
from referee.engine.asks import Answer, Ask, Given, Pending
from referee.engine.audience import Seat
from referee.engine.chance import Chance, Luck
from referee.engine.events import Event, told
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.laws.cards import cards_in, exchanged, places
from referee.laws.played import Position, Sit, Step, recording, stopped, through


@dataclass(slots=True)
class Pause:
    """One stop of a live game: the questions it waits for, what had happened, and what each desk answers in time."""

    keys: list[str]
    events: list[Event]
    asks: dict[str, Ask[Any]] = field(default_factory=dict)
    would: dict[str, Any] = field(default_factory=dict)


class Hush:
    """A live step in which nobody answers, played once instead of once for every stop.

    Every question counts as one whose time is over, and who looks that up is listened to: what is looked up before
    a desk answers again is asked at the same moment. That this is what stopping comes to, a law sees.
    """

    def __init__(
        self,
        game: Position,
        orders: Mapping[Seat, Sequence[Order]],
        desks: Mapping[Seat, Sit] | None = None,
        luck: Luck = Chance,
    ) -> None:
        """Play the step; the desks are those of the orders, if none are given."""
        self.pauses: list[Pause] = []
        self._happened: list[Event] = []
        self._open: Pause | None = None
        seated = desks or {seat: partial(game.rules.desk, seat, orders.get(seat, ())) for seat in game.setup.seats}
        self.after = game.play(
            orders,
            Given(silent=_Overdue(self._waits), live=True),
            luck=luck,
            watch=lambda state, e: self._happened.append(e),
            desks=through(self._heard, seated),
        )

    @property
    def stops(self) -> list[list[str]]:
        """The keys of each pause."""
        return [sorted(pause.keys) for pause in self.pauses]

    def pending(self, key: str) -> Iterator[Pending]:
        """The pause for this question, as the referee would meet it; none if the rules never wanted its answer."""
        for pause in self.pauses:
            if key in pause.asks:
                yield Pending({key: pause.asks[key]}, pause.events, {key: pause.would[key]})

    def _waits(self, key: str) -> None:
        """Take note that the game would wait for this."""
        if self._open is None:
            self._open = Pause([], self._happened[:])
            self.pauses.append(self._open)
        self._open.keys.append(key)

    def _heard(self, ask: Ask[Any], desk: Desk) -> Answer[Any]:
        """Listen to a desk as it answers."""
        self._open = None
        found = desk(ask)
        if ask.live and self.pauses and isinstance(found, Answer):  # the table refuses what is none
            last, name = self.pauses[-1], f"{ask.seat}/{ask.name}"
            key = next((k for k in last.keys if k not in last.asks and k.rpartition("/")[0] == name), None)
            if key is not None:
                last.asks[key], last.would[key] = ask, found.value
        return found


class _Overdue(frozenset[str]):
    """All keys there are: nobody answers in time. Who is looked up is told on."""

    _tell: Callable[[str], None]

    def __new__(cls, tell: Callable[[str], None]) -> _Overdue:
        made = super().__new__(cls)
        made._tell = tell
        return made

    def __contains__(self, key: object) -> bool:
        self._tell(str(key))
        return True


class Run:
    """A step played from a position, perhaps with two cards ``swapped`` and the others answering ``like`` before.

    What they did with the one card they then do with the other; where a choice lists its cards in another order, it is
    the same. The reader answers by their own desk, which sees the same in every run.
    """

    def __init__(
        self,
        game: Position,
        step: Step,
        reader: Seat,
        post: Post,
        found: tuple[type, ...],
        like: Run | None = None,
        swapped: tuple[Any, Any] | None = None,
        luck: Luck = Chance,
    ) -> None:
        """Play the step; what its reader gets is written when it is asked for."""
        self.before, self.reader = game, reader
        self.strayed = False
        """Whether somebody could not do as before, since their hand is another."""
        self.answers: dict[str, Answer[Any]] = {}
        self._found, self._step, self._like, self._swapped = found, step, like, swapped
        self._post, self._luck = post, luck
        self._live = Hush(game, step.orders, self._desks(self.answers), luck)
        self.after = self._live.after
        self.told = told(self.after.events, reader)
        self.pauses = self._live.stops

    def moves(self, card: Any) -> bool:
        """Say whether a card lies elsewhere after the step."""
        return self.lay.get(card) != self._lies.get(card)

    def chosen(self, card: Any) -> bool:
        """Say whether somebody chose a card."""
        return any(card in self._in(answer.value) for answer in self.answers.values())

    def secret(self, card: Any) -> bool:
        """Say whether a card was not named to the reader, nor by them, and is hidden from them in the end too."""
        return card in self._hidden and card not in self.named

    @cached_property
    def letter(self) -> str:
        """The reader's report, as text and as the document that all its other forms are made of."""
        letter = self._post.report(self.after, self.reader, self._step.files.get(self.reader))
        return f"{letter.subject}\n{letter.body}\n{letter.data}"

    @cached_property
    def questions(self) -> list[str]:
        """The questions that the reader is mailed, in order."""
        live = self._live
        own = [key for stop in live.pauses for key in stop.keys if key.partition("/")[0] == self.reader]
        pending = {key: found for key in own for found in live.pending(key)}
        if len(pending) < len(own):  # enough was heard before this reader's turn, so one must stop there to read it
            step, game = self._step, self.before
            pauses, _ = stopped(lambda given: game.play(step.orders, given, luck=self._luck, desks=self._desks({})))
            pending = {key: found for found in pauses for key in found.asks if key in own}
        return [self._post.question(self.before, pending[key], key).data for key in own if key in pending]

    @cached_property
    def named(self) -> set[Any]:
        """The cards that the reader was told of, or spoke of first."""
        own = [answer.value for key, answer in self.answers.items() if key.partition("/")[0] == self.reader]
        return self._in([self.told, own, self._step.orders.get(self.reader, ())])

    @cached_property
    def lay(self) -> dict[Any, tuple[Any, ...]]:
        """Where each card lay before."""
        return dict(places(self.before.state, self._found))

    @cached_property
    def _lies(self) -> dict[Any, tuple[Any, ...]]:
        return dict(places(self.after.state, self._found))

    @cached_property
    def _hidden(self) -> set[Any]:
        return self.after.rules.hidden(self.after.state, self.reader)

    def _in(self, value: Any) -> set[Any]:
        return set(cards_in(value, self._found))

    def _desks(self, answers: dict[str, Answer[Any]]) -> dict[Seat, Sit]:
        """Desks that answer like those of the other run where they can, and write down what they answer."""
        counts: dict[str, int] = {}

        def answer(ask: Ask[Any], desk: Desk) -> Answer[Any]:
            name = f"{ask.seat}/{ask.name}"
            counts[name] = counts.get(name, 0) + 1
            key = f"{name}/{counts[name]}"
            answers[key] = found = self._again(key, ask) or desk(ask)
            return found

        return through(answer, recording(self.before, self._step.orders, self._step.random, None))

    def _again(self, key: str, ask: Ask[Any]) -> Answer[Any] | None:
        """What was answered in the other run, with the one card for the other; nothing where that cannot be."""
        before = self._like.answers.get(key) if self._like and ask.seat != self.reader else None
        if before is None:
            return None
        meant = exchanged(before.value, *self._swapped) if self._swapped else before.value
        same = [meant] if meant in ask.choices else self._reordered(meant, ask)
        if not same:
            self.strayed = True
            same = [before.value] if before.value in ask.choices else []
        return Answer(same[0], before.because, before.lapsed) if same else None

    def _reordered(self, value: Any, ask: Ask[Any]) -> list[Any]:
        """The one choice that is made of the same cards in another order, if there is one."""
        cards = self._in(value)
        same = [one for one in ask.choices if len(cards) > 1 and type(one) is type(value) and self._in(one) == cards]
        return same if len(same) == 1 else []
