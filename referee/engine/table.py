"""What a game keeps, and the table: a private copy of that, the events told so far, and the desks that answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from referee.engine.asks import NOTHING_GIVEN, Answer, Ask, Given, NoAnswer, Pending, Why
from referee.engine.audience import GM, PUBLIC, Seat, only
from referee.engine.chance import Chance
from referee.engine.events import Answered, Event, GameEnded, OrderLapsed

A = TypeVar("A")
S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")

DEFAULT = Why.DEFAULT

MOST = 100_000
"""So many events, or so many answers, no turn of any game has: one that goes so far would never come to its end."""

Desk = Callable[[Ask[Any]], Answer[Any]]
"""One seat's orders at work in one step: it answers from orders and plans, else with the stated default."""


UNLAID: Any = None
"""The state of a table before set-up lays it out."""


class State(Protocol):
    """The whole truth of a game, a dataclass; only the rules see it."""


class View(Protocol):
    """What one seat knows, a dataclass folded from the events it was told."""

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""


class Endless(Exception):
    """A turn that goes round in circles; the message is for the game's author."""


class Table(Generic[S]):
    """What the rules work on: they change ``state``, ``tell`` events and ``ask`` for decisions.

    The rules never see orders. An answer is taken from what was given from outside, else from the seat's desk; if it
    did not come from the default, its seat is told so.
    """

    def __init__(self, state: S, chance: Chance, desks: Mapping[Seat, Desk], given: Given = NOTHING_GIVEN) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self._desks = desks
        self._given = given
        self._plain = not given.live and not given.answers  # nothing can come from outside: no key is needed
        self._asked: dict[str, int] = {}
        self._answered = 0
        self.watch: Callable[[Event], None] | None = None
        self.heard: Callable[[Ask[Any], Answer[Any]], None] | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game, in their order."""
        return tuple(seat for seat in self._desks if seat != GM)

    def end(self, reason: str, winners: Collection[Seat] = (), *, draw: bool = True) -> None:
        """Tell everybody that the game is over: why, and who won; all others lost.

        Where nobody won, that is a ``draw``, or all lost. Raises `ValueError` for what is no reason, or no seats here.
        """
        if not isinstance(reason, str) or isinstance(winners, str) or not {*winners} <= {*self.seats}:
            wanted = "`end` wants a reason in words and then a list of the seats that won"
            raise ValueError(f"{wanted}; it was given {reason!r}, {winners!r}")
        lost = () if draw and not winners else tuple(seat for seat in self.seats if seat not in winners)
        self.tell(GameEnded(reason=reason, winners=tuple(winners), losers=lost, to=PUBLIC))

    def tell(self, *events: Event) -> None:
        """Tell facts to their audiences; the two halves of a split fact are told in one call."""
        if self.watch is not None:
            for e in events:
                self.watch(e)
        self.events.extend(events)
        if len(self.events) > MOST:
            raise Endless(f"more than {MOST} events are told in one turn")

    def ask(self, question: Ask[A]) -> A:
        """Ask for one decision; a live game without an answer stops here."""
        if self._plain:
            answer: Answer[A] = self._desks[question.seat](question)
            return self._taken(question, answer)
        return self.ask_all((question,))[0]

    def ask_all(self, questions: Sequence[Ask[A]]) -> list[A]:
        """Ask for decisions made at the same moment: nobody's is known to another before all are in."""
        answers = list(self._answers(questions))
        return [self._taken(question, answer) for question, answer in zip(questions, answers, strict=True)]

    def who(self, questions: Sequence[Ask[bool]]) -> list[Seat]:
        """Ask all at once, and return who says yes."""
        return [q.seat for q, yes in zip(questions, self.ask_all(questions), strict=True) if yes]

    def agree(self, questions: Sequence[Ask[bool]], otherwise: str) -> bool:
        """Ask whether all want the same thing, which is done only then; else the orders for it lapse, with a reason."""
        answers = list(self._answers(questions))
        agreed = all(answer.value for answer in answers)
        for question, answer in zip(questions, answers, strict=True):
            if not agreed and answer.value and isinstance(answer.because, int):
                lapsed = OrderLapsed(seat=question.seat, order=answer.because, reason=otherwise, to=only(question.seat))
                self.tell(lapsed)
            else:
                self._note(question, answer)
        return agreed

    def ask_in_turn(self, questions: Sequence[Ask[A]]) -> Iterator[A]:
        """Ask for decisions heard one after the other until the rules have heard enough; only those heard are told.

        A live game puts them all in one pause, so that it shows nobody how far one had to ask.
        """
        for question, answer in zip(questions, self._answers(questions), strict=True):
            yield self._taken(question, answer)

    def _answers(self, questions: Sequence[Ask[A]]) -> Iterator[Answer[A]]:
        if self._plain:
            return (self._desks[q.seat](q) for q in questions)
        return map(self._answer, self._opened(questions), questions)

    def _opened(self, questions: Sequence[Ask[Any]]) -> list[str]:
        """Return the keys of these questions; a live game stops here if one of them is still open."""
        keys = [self._key(question) for question in questions]
        still_open = {key: q for key, q in zip(keys, questions, strict=True) if self._stops_for(key, q)}
        if still_open:
            # The desks are done with after this: the step runs again from its start.
            would = {key: self._desks[q.seat](q).value for key, q in still_open.items() if q.seat in self._desks}
            raise Pending(still_open, self.events, would)
        return keys

    def _key(self, question: Ask[Any]) -> str:
        name = f"{question.seat}/{question.name}"
        count = self._asked[name] = self._asked.get(name, 0) + 1
        return f"{name}/{count}"

    def _stops_for(self, key: str, question: Ask[Any]) -> bool:
        given = self._given
        return given.live and question.live and key not in given.answers and key not in given.silent

    def _answer(self, key: str, question: Ask[A]) -> Answer[A]:
        if key in self._given.answers and self._given.answers[key] in question.choices:
            return Answer(self._given.answers[key], Why.RULING if question.seat == GM else Why.MAILED)
        return self._desks[question.seat](question)

    def _taken(self, question: Ask[A], answer: Answer[A]) -> A:
        """Return what was answered, and note where it came from; refuse what is no choice, and to ask on and on."""
        if answer is None or answer.value not in question.choices:
            raise NoAnswer(question, answer)
        if self.heard is not None:
            self.heard(question, answer)
        self._answered += 1
        if self._answered > MOST:
            raise Endless(f"more than {MOST} questions are put in one turn")
        if answer.because is not DEFAULT or answer.lapsed:
            self._note(question, answer)
        return answer.value

    def _note(self, question: Ask[Any], answer: Answer[Any]) -> None:
        for number, reason in answer.lapsed:
            self.tell(OrderLapsed(seat=question.seat, order=number, reason=reason, to=only(question.seat)))
        if answer.because is DEFAULT:
            return
        seat, about = question.seat, type(question).__name__
        self.tell(Answered(seat=seat, about=about, value=answer.value, because=answer.because, to=only(seat)))
