"""What became of each order in force, folded from what its seat was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from referee.engine.events import Answered, Event, OrderLapsed
from referee.engine.orders import Order
from referee.reports.pages import OrderLine
from referee.reports.speech import cap


@dataclass(frozen=True, slots=True)
class Fate:
    """One order in force and what became of it: whether it worked, the texts of what it answered, why it lapsed.

    ``reason`` says why it did not come into play, where that is known.
    """

    number: int
    line: str
    worked: bool
    texts: tuple[str, ...]
    lapsed: str
    standing: bool
    reason: str = ""

    @property
    def needed(self) -> bool:
        """Whether the order came into play at all."""
        return self.worked or bool(self.lapsed)


def fates(
    told: Iterable[Event],
    orders: Sequence[OrderLine],
    say: Callable[[Answered], str],
    unneeded: Callable[[Order], str] = lambda one: "",
) -> list[Fate]:
    """Fold the answers and lapses that a seat was told into its orders in force, in their own sequence.

    ``say`` gives an answer its words; words said twice of one order are said once. ``unneeded`` gives the reason
    of an order that did not come into play.
    """
    texts: dict[int, dict[str, None]] = {}
    lapses: dict[int, dict[str, None]] = {}
    for e in told:
        match e:
            case Answered(because=int(number)):
                texts.setdefault(number, {})[say(e)] = None
            case OrderLapsed(order=number, reason=reason):
                lapses.setdefault(number, {})[reason] = None
            case _:
                continue
    found = [_fate(one, texts.get(one.number), lapses.get(one.number, {})) for one in orders]
    return [
        replace(fate, reason=unneeded(one.order)) if one.order is not None and not fate.needed else fate
        for fate, one in zip(found, orders, strict=True)
    ]


def _fate(one: OrderLine, texts: dict[str, None] | None, lapses: dict[str, None]) -> Fate:
    said = tuple(filter(None, texts or ()))
    return Fate(one.number, one.text, texts is not None, said, " ".join(map(cap, lapses)), one.standing)


def unordered(told: Iterable[Event], say: Callable[[Answered], str]) -> dict[str, list[str]]:
    """Collect what was answered by other means than an order in force, by where it came from, each text once."""
    out: dict[str, dict[str, None]] = {}
    for e in told:
        if isinstance(e, Answered) and not isinstance(e.because, int):
            out.setdefault(str(e.because), {})[say(e)] = None
    return {because: list(filter(None, texts)) for because, texts in out.items()}
