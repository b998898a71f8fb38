"""The desk: one seat's orders at work, against its view alone; and the option of the turn (RULES.md, 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from referee.engine.author import Answer, Ask, If, Order, Seat, Why, now
from referee.games.amber import asks, conditions, lists, verbs
from referee.games.amber.knowledge import Knowledge
from referee.games.amber.moves import Kind, TurnOption, Window
from referee.games.amber.picking import Running, withheld
from referee.games.amber.words import ANY
from referee.games.cards import Card

A = TypeVar("A")
O = TypeVar("O", bound=Order)  # noqa: E741 - the type of an order
Lapses = list[tuple[int, str]]
Spot = tuple[bool, bool, int, int]
"""Where an entry of the DEFEND lines stands as they are read: lines that name more first, then by number."""


class Desk:
    """One seat's orders in force in one step, and what of them is used up."""

    def __init__(self, seat: Seat, orders: Sequence[Order], look: Callable[[], Knowledge]) -> None:
        self.seat = seat
        self.look = look
        self.orders = orders
        self.ifs = {one.number for one in orders if isinstance(one, If)}
        self.running = Running(lists.Plan(), 0)  # of the combat under way
        self.laying: Running | None = None
        self.stopped = False
        self.plans: dict[int, Running] = {}
        self.used: dict[int, int] = {}
        self.freeing: set[int] = set()
        self.reached: dict[Window | type[Ask[Any]], int] = {}
        self.chosen: Order | None = None  # the line of the option
        self.wished: Answer[str] | None = None
        self.interrupted: tuple[object, Spot] | None = None  # against which attack card, and where it stood

    def of(self, *kinds: type[O]) -> list[O]:
        """List the orders of these kinds that hold now, in the order of their numbers."""
        if not self.orders:
            return []
        if not self.ifs:
            return [one for one in self.orders if isinstance(one, kinds)]
        return [one for one in now(self.orders, self.look()) if isinstance(one, kinds)]

    def first(self, kind: type[O], fits: Callable[[O], bool] = bool) -> O | None:
        """Find the first line of a kind that holds now and fits."""
        return next((one for one in self.of(kind) if fits(one)), None)

    def onward(self, place: Window | type[Ask[Any]], *kinds: type[O]) -> list[O]:
        """List those that have not been used yet and stand behind the one last used here, as lines are read once."""
        last = self.reached.get(place, 0)
        return [one for one in self.of(*kinds) if one.number not in self.used and one.number >= last]

    def one_of(self, *kinds: type[O], fits: Callable[[O], bool] = bool) -> O | None:
        """Find the line that counts of a verb with one value.

        Those of this turn come before standing ones, those under IF first, else the last that was written.
        """

        def rank(one: O) -> tuple[bool, bool, int]:
            tested = one.number in self.ifs
            return one.lasting, not tested, one.number if tested else -one.number

        return min(filter(fits, self.of(*kinds)), key=rank, default=None)

    def use(self, one: Order) -> None:
        """Count one use of an order."""
        self.used[one.number] = self.used.get(one.number, 0) + 1

    def fits(self, wanted: Seat | None, seat: Seat) -> bool:
        """Say whether the player an order names, if it names one, is this one."""
        return wanted in (None, ANY) or conditions.meant(self.look(), wanted) == seat

    def kept(self) -> list[Card]:
        """List the own cards that KEEP withholds from the default policies."""
        lines = self.of(verbs.Keep)
        if not lines:
            return []
        v = self.look()
        return [card for line in lines for card in withheld(line.list, [*v.stock, *v.me.kept])]

    def plan_of(self, number: int, plan: lists.Plan) -> Running:
        """Keep one run of each order's plan, so that an entry is used once in a step."""
        if number not in self.plans:
            self.plans[number] = Running(plan, number)
        return self.plans[number]


def from_order(value: A, one: Order, lapsed: Sequence[tuple[int, str]] = ()) -> Answer[A]:
    """Answer by an order in force."""
    return Answer(value, one.number, tuple(lapsed))


def by_default(value: A, lapsed: Sequence[tuple[int, str]] = ()) -> Answer[A]:
    """Answer as one who has ordered nothing for this."""
    return Answer(value, Why.DEFAULT, tuple(lapsed))


def by_line(line: Order | None, ordered: A, otherwise: A) -> Answer[A]:
    """Answer by a line if there is one, else as one who has ordered nothing for this."""
    return by_default(otherwise) if line is None else from_order(ordered, line)


# The option of the turn.


def option(d: Desk, ask: asks.ChooseOption) -> Answer[TurnOption]:
    """Lines under IF come first, then the last one without; standing ones only where the turn's own give none (4.3)."""
    found = d.one_of(*verbs.OPTION_ORDERS)
    if found is None:
        return by_default(ask.choices[0])
    wanted, problem = translated(d, found)
    if wanted is None or wanted not in ask.choices:
        why = IMPOSSIBLE[type(found)] if d.look().me.in_amber else "you were in Shadow, where you may STAY or RETURN."
        return by_default(ask.choices[0], [(found.number, problem or why)])
    d.chosen = found
    return from_order(replace(wanted, order=found.number), found)


def translated(d: Desk, one: Order) -> tuple[TurnOption | None, str]:
    """Turn an option line into an option, or say why it is none now."""
    v, kind = d.look(), verbs.OPTIONS[type(one)]
    if kind in (Kind.WAIT, Kind.STAY):
        return TurnOption(Kind.WAIT if v.me.in_amber else Kind.STAY), ""
    if kind is Kind.SEIZE and v.ruler == d.seat:
        return TurnOption(Kind.WAIT), ""
    target = conditions.meant(v, one.player) if isinstance(one, verbs.Attack) else None
    if kind is Kind.ATTACK and target is None:
        return None, "nobody was on the Throne."
    return TurnOption(kind, target), ""


IMPOSSIBLE: Mapping[type[Order], str] = {
    verbs.Return: "you were in Amber already.",
    verbs.Go: "after your banishment you owed Amber a full turn first.",
    verbs.Seize: "without your Court card you could not claim the Throne.",
    verbs.Attack: "there was nobody of that name to attack.",
}
"""Why an option cannot be chosen in Amber."""


Answers = Mapping[type[Ask[Any]], Callable[[Desk, Any], Answer[Any]]]
