"""A step played live in which nobody answers, in one go: where it would have stopped, and for which questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from referee.engine.asks import Answer, Ask, Given, Pending
from referee.engine.audience import Seat
from referee.engine.chance import Chance, Luck
from referee.engine.events import Event
from referee.engine.orders import Order
from referee.engine.table import Desk
from referee.laws.played import Position, Sit, through


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
