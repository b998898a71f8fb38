"""What a game does where it says nothing of its own: made of what it does say."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from types import GenericAlias, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from referee.engine.asks import Answer, Ask, NoAnswer, Why
from referee.engine.audience import Seat
from referee.engine.chance import Chance
from referee.engine.copies import copied
from referee.engine.orders import Order, Verb, now
from referee.engine.sections import Remark, warning
from referee.engine.setup import Setup
from referee.engine.slots import Choice
from referee.engine.table import Desk, V
from referee.engine.values import compared

NOT_THEN = "That could not be done then."
"""Why an order lapses that makes none of the choices."""

IDLE = ("good luck everybody", "12", "IF THEN")
"""Lines that no game reads."""


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], Any]) -> Desk:
    """Answer by the first order that makes one of the choices, else by the first choice; those before it lapse."""
    tried: set[int] = set()

    def answer(ask: Ask[Any]) -> Answer[Any]:
        lapsed: list[tuple[int, str]] = []
        for one in now(orders, look()):
            found = answered(one, ask)
            if found is None:
                continue
            if found in ask.choices:
                tried.add(one.number)
                return Answer(found, one.number, tuple(lapsed))
            if one.number not in tried:
                tried.add(one.number)
                lapsed.append((one.number, NOT_THEN))
        if not ask.choices:
            raise NoAnswer(ask, None)
        return Answer(ask.choices[0], Why.DEFAULT, tuple(lapsed))

    return answer


def answered(one: Order, ask: Ask[Any]) -> Any:
    """Return the choice that an order makes, or None: by its `answer_to`, else its only field if of their kind."""
    if type(one).answer_to is not Order.answer_to:
        return one.answer_to(ask)
    named = compared(type(one))
    found = getattr(one, named[0]) if len(named) == 1 else None
    return found if ask.choices and type(found) is type(ask.choices[0]) else None


def empty(kind: Any, seat: Seat, setup: Setup) -> Any:
    """Make the view of one who knows nothing yet.

    A field without a default is nought, empty or None, whatever its type has; for each seat, where it is a dict of
    them; and the `Seat` is whose view it is. Raises `TypeError` where that cannot be guessed.
    """
    return kind(**{name: _nothing(hint, seat, setup) for name, hint in _unsaid(kind)})


@cache
def _unsaid(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields that have no default, with their types, which Python reads anew whenever it is asked for them."""
    unsaid = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    hints = get_type_hints(kind)
    return tuple((name, hints[name]) for name in unsaid)


def _nothing(hint: Any, seat: Seat, setup: Setup) -> Any:
    parts = get_args(hint)
    if hint is Seat or NoneType in parts:
        return seat if hint is Seat else None
    if get_origin(hint) is dict and parts[0] is Seat:
        return {one: _nothing(parts[1], one, setup) for one in setup.seats}
    try:
        return (get_origin(hint) or hint)()
    except TypeError as error:
        words = f"What {hint} is at the beginning cannot be guessed: give the record a view(seat, setup) -> View."
        raise TypeError(words) from error


def bidden(lines: Sequence[Order], kind: type[Order]) -> Answer[bool]:
    """Answer yes by the first order of a kind, and no where there is none."""
    return next((Answer(True, one.number) for one in lines if isinstance(one, kind)), Answer(False, Why.DEFAULT))


def alike(view: V, state: Any, seat: Seat) -> V:
    """Put into a view what the state has under the same names.

    What is of the same type is shown as it is. Where the state has something for each seat, and the view one of
    them, it is the seat's own; where the state has a list, and the view a number, it is how many there are.
    """
    kinds: tuple[Any, Any] = (type(state), type(view))
    for name, shown in _shown(*kinds).items():
        setattr(view, name, shown(getattr(state, name), seat, getattr(view, name)))
    return view


class Usual:
    """The usual functions of one record: they go by its ``view``, its ``decide`` and its order language."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def look(self, state: Any, seat: Seat, setup: Setup) -> Any:
        """Fill an empty view with what the state has under the same names."""
        return alike(self.rules.view(seat, setup), state, seat)

    def check(self, view: Any, orders: Sequence[Order]) -> Iterator[Remark]:
        """Warn of answers that are none of the choices, as things stand."""
        ask = self.rules.decide(view)
        for one in orders if ask is not None else ():
            found = self._answered(one, ask)
            if found is not None and found not in ask.choices:
                said = self.rules.grammar.show(one)
                yield warning(one, f"{said} cannot be done as things stand; the next line counts instead.", ask.rule)

    def refuse(self, view: Any, orders: Sequence[Order]) -> Iterator[Remark]:
        """Pick the refusals out of what the game remarks."""
        return (remark for remark in self.rules.orders.check(view, orders) if remark.refuses)

    def examples(self, view: Any) -> Sequence[str]:
        """Pick the first, the middle and the last of the lines that answer the first question."""
        lines = [said for said, legal in self._lines(view) if legal]
        return [*dict.fromkeys((lines[0], lines[len(lines) // 2], lines[-1]))] if lines else []

    def scribble(self, view: Any, chance: Chance, wild: bool) -> Sequence[str]:
        """Write any lines that the game knows; if ``wild``, wrong ones too."""
        lines = [verb.example for verb in self.rules.orders.verbs] + [said for said, _ in self._lines(view)]
        lines += [f"IF {test.example} THEN {chance.pick(lines, 'line')}" for test in self.rules.orders.conditions]
        if wild:
            lines += [*IDLE, *(line.rpartition(" ")[0] or line for line in lines), *(f"{line} 99" for line in lines)]
        return [chance.pick(lines, "line") for _ in range(chance.below(3, "lines"))]

    def sensible(self, view: Any, chance: Chance) -> Sequence[str]:
        """Write a line that answers the first question, any of them."""
        lines = [said for said, legal in self._lines(view) if legal]
        return [chance.pick(lines, "line")] if lines else []

    def _answered(self, one: Order, ask: Ask[Any]) -> Any:
        return answered(one, ask) if self.rules.desk is desk else one.answer_to(ask)

    def _lines(self, view: Any) -> Iterator[tuple[str, bool]]:
        """Write each order of one word and one value, and say of each whether it answers the first question."""
        ask = self.rules.decide(view)
        grammar, own = self.rules.grammar, self.rules.orders.verbs
        for verb in grammar.verbs:
            names = compared(verb.kind)
            if ask is None or verb.kind not in own or len(names) != 1:
                continue
            for value in _values(verb, ask):
                one = verb.kind(**{names[0]: value})
                yield grammar.show(one), self._answered(one, ask) in ask.choices


def _values(verb: Verb, ask: Ask[Any]) -> Sequence[Any]:
    """List what may stand in a verb's only slot: its words, or those of the choices that are of its type."""
    slots = [slot for frame in verb.frames for slot in frame.slots()]
    if slots and isinstance(slots[0], Choice):
        return [*dict.fromkeys(slots[0].choices.values())]
    kind = get_type_hints(verb.kind)[compared(verb.kind)[0]]
    return [choice for choice in ask.choices if type(choice) is kind]


Shows = Callable[[Any, Seat, Any], Any]
"""Makes a field of a view of the state's field, the seat, and what stood there."""


@cache
def _shown(state: Any, view: Any) -> Mapping[str, Shows]:
    """Find the fields that a view shows of a state, and how."""
    had, wanted = get_type_hints(state), get_type_hints(view)
    pairs = {name: _shows(had[name], hint) for name, hint in wanted.items() if name in had}
    return {name: shows for name, shows in pairs.items() if shows is not None}


def _shows(had: Any, wanted: Any) -> Shows | None:
    if had == wanted:
        return lambda value, seat, was: copied(value)
    inner = get_args(had)
    if get_origin(had) is dict and wanted in (inner[1], inner[1] | None):
        return lambda value, seat, was: copied(value[seat]) if seat in value else was
    if get_origin(had) is list and wanted is int:
        return lambda value, seat, was: len(value)
    if get_origin(had) is dict and get_origin(inner[1]) is list and wanted == GenericAlias(dict, (inner[0], int)):
        return lambda value, seat, was: {name: len(part) for name, part in value.items()}
    return None
