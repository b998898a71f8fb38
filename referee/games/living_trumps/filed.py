"""The orders in force of one seat: which of them speak of a matter now, and how their lists are read (LT-P7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.engine.audience import Seat
from referee.engine.conditions import all_hold
from referee.engine.orders import If, Order, now
from referee.games.cards import Card
from referee.games.living_trumps import asks
from referee.games.living_trumps import orders as od
from referee.games.living_trumps.deck import ordered
from referee.games.living_trumps.defaults import honest
from referee.games.living_trumps.moves import Kind, Name, Put, classify
from referee.games.living_trumps.policies import DealWith, HelpNone, HelpWant, Policy
from referee.games.living_trumps.view import View
from referee.games.living_trumps.words import Ante

O = TypeVar("O", bound=Order)  # noqa: E741 - the type of an order


class Orders:
    """The orders in force of one seat, as they hold at a moment."""

    def __init__(self, orders: Sequence[Order], look: Callable[[], View]) -> None:
        self.orders = orders
        self.look = look
        self._written: dict[tuple[type[Order], ...], list[Order]] = {}

    def written(self, kinds: tuple[type[Order], ...]) -> list[Order]:
        """List the lines that may be of these kinds, whatever holds now; they are the same for the whole Turn."""
        if kinds not in self._written:
            self._written[kinds] = [one for one in self.orders if isinstance(one, (If, *kinds))]
        return self._written[kinds]

    def of(self, *kinds: type[O]) -> Iterator[O]:
        """List those of these kinds whose conditions hold now."""
        return (line for line, holds in self.lines(*kinds) if holds)

    def against(self, kind: type[O], foe: Seat | None, speaks: Callable[[O], bool] = lambda line: True) -> list[O]:
        """List policies of a kind that speak of the matter: those against this player, if any, else the general ones.

        A line that speaks of another matter, such as another Shadow, overrides nothing (LT-P7.2).
        """
        found = [line for line in self.of(kind) if speaks(line)]
        return special(found, () if foe is None else (foe,))

    def general(self, *kinds: type[O]) -> Iterator[O]:
        """List policies about what no player does, such as a Storm: a line against somebody is not about it."""
        yield from special(list(self.of(*kinds)), ())

    def dealing(self, partner: Seat) -> Iterator[DealWith]:
        """List DEAL lines with this player; one VS somebody else is about no Deal with this one (LT-P7.2)."""
        yield from (line for line in self.of(DealWith) if line.player == partner and line.foe in (None, partner))

    def helping(self, caller: Seat, foe: Seat) -> list[Policy]:
        """List HELP lines that speak of this call: those that name the caller, before HELP NONE (LT-P7.2, LT-P7.6).

        VS before them names one of the two who contest; such lines stand instead of the general ones.
        """
        kinds: tuple[type[Policy], ...] = (HelpWant, HelpNone)
        found = [line for line in self.of(*kinds) if not isinstance(line, HelpWant) or line.player == caller]
        spoken = special(found, (caller, foe))
        return [line for line in spoken if isinstance(line, HelpWant)] or spoken

    def lines(self, *kinds: type[O]) -> Iterator[tuple[O, bool]]:
        """List the lines of these kinds, and whether the conditions of each hold now (LT-P1.6).

        The view is looked at for those alone that have some.
        """
        for line in self.written(kinds):
            chosen = next(now([line], self.look()), None) if isinstance(line, If) else line
            if isinstance(chosen, kinds):
                tests = getattr(chosen, "tests", ())
                yield chosen, not tests or all_hold(tests, self.look())
            elif chosen is None and isinstance(line, If) and isinstance(line.then, kinds):
                yield replace(line.then, number=line.number), False


def special(found: Sequence[O], foes: Sequence[Seat]) -> list[O]:
    """Choose the lines against one of these players, if there are any, else those against nobody (LT-P7.2)."""
    against = [line for line in found if getattr(line, "foe", None) in foes]
    return against or [line for line in found if getattr(line, "foe", None) is None]


def pick(names: Sequence[Name], cards: Sequence[Card]) -> Card | None:
    """Read a wish list: what is not there is skipped, a description means the lowest that fits (LT-P7.1)."""
    for name in names:
        fitting = ordered(card for card in cards if name.fits(card))
        if fitting:
            return fitting[0]
    return None


def strike(names: Sequence[Name], earlier: Sequence[Card]) -> tuple[list[Name], list[Card]]:
    """Strike out the entries that earlier cards of the same choice have served, each one once (LT-P7.1).

    Returns the entries left, and those of the cards that none of them was about.
    """
    left, others = list(names), []
    for card in earlier:
        served = next((name for name in left if name.fits(card)), None)
        if served is None:
            others.append(card)
        else:
            left.remove(served)
    return left, others


KINDS: Mapping[type[Order], Kind] = {
    od.ScryAt: Kind.SCRY, od.Shift: Kind.SHAPESHIFT, od.TraceWith: Kind.TRACE, od.SwitchFor: Kind.SWITCH,
    od.PassShadow: Kind.PASS, od.TravelAmber: Kind.TRAVEL, od.TravelAbyss: Kind.TRAVEL, od.TravelKeep: Kind.TRAVEL,
}  # fmt: skip
"""The kind of each Shadow line."""


def put(play: Ante, ask: asks.TrumpAnte) -> Card | None:
    """Find the card of one entry of PLAY, if it can be played (LT-P6.3)."""
    match play.how:
        case "HONOUR":
            return honest(ask)
        case "ACCUSE":
            accusing = [card for card in ask.choices if classify(card, ask.give, ask.flaw) is Put.ACCUSE]
            return next(iter(ordered(accusing)), None)
        case _:
            return pick([play.name], ask.choices) if play.name is not None else None
