"""What a receipt remarks on an order: a refusal or a warning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from referee.engine.orders import If, Order
from referee.engine.values import value


@value
class Remark:
    """A word on one order of a set: a refusal of what can never come true, or a warning of what is not so now."""

    order: Order
    text: str
    rule: str = ""
    refuses: bool = False


def refusal(one: Order, text: str, rule: str = "") -> Remark:
    """Refuse an order that can never come true."""
    return Remark(one, text, rule, refuses=True)


def warning(one: Order, text: str, rule: str = "") -> Remark:
    """Warn of something that is not so now; the order stands."""
    return Remark(one, text, rule)


Lines = Sequence[tuple[Order, Order]]
"""Each order as it was sent, and the order inside an IF."""


def inside(orders: Iterable[Order]) -> Lines:
    """Pair each order with itself, or an IF with each of the orders inside it."""
    parts = ((one, (one.then, one.otherwise) if isinstance(one, If) else (one,)) for one in orders)
    return [(one, inner) for one, inners in parts for inner in inners if inner is not None]


def remarked(
    lines: Lines,
    refusals: Callable[[Order, Order], Iterable[Remark]],
    warnings: Callable[[Order, Order], Iterable[Remark]],
) -> Iterator[Remark]:
    """Refuse what can never come true, and warn of the others as things stand."""
    for one, inner in lines:
        yield from list(refusals(one, inner)) or warnings(one, inner)


def refused(lines: Lines, refusals: Callable[[Order, Order], Iterable[Remark]]) -> Iterator[Remark]:
    """Refuse what can never come true, and look for nothing else."""
    for one, inner in lines:
        yield from refusals(one, inner)
