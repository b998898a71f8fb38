"""What a receipt remarks on an order: a refusal or a warning."""

from __future__ import annotations

from referee.engine.orders import Order
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
