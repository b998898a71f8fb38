"""One line of a letter, and what it was read as."""

from __future__ import annotations

from enum import StrEnum

from referee.engine.errors import Misplaced, OrderError
from referee.engine.orders import Order
from referee.engine.values import value

MOST_QUOTED = 200
"""Of a longer line that cannot be used no more is said back."""


class Heard(StrEnum):
    """What a line of a letter was."""

    ORDER = "order"
    STANDING = "standing order"
    ADVANCE = "order for a later turn"
    CANCEL = "cancellation"
    COMMAND = "command"
    AT_ONCE = "order that works at once"
    ADD = "add"
    CLEAR = "clear"
    UNREADABLE = "unreadable"
    CHATTER = "no order"
    AFTER_END = "after END"
    COMMENT = "comment"


def quoted(text: str) -> str:
    """Cut a line that is said back, if it is very long."""
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}..."


@value
class Line:
    """One line and what became of it: the order it gave or the error, the turn it is for, the verb it cancels.

    ``greets`` marks one that says no more than a greeting or a name, ``like`` talk of what orders speak of.
    """

    text: str
    heard: Heard
    order: Order | None = None
    error: OrderError | None = None
    turn: int = 0
    word: str = ""
    greets: bool = False
    like: bool = False

    @property
    def quoted(self) -> str:
        """The line as it is said back, cut if it is very long."""
        return quoted(self.text)


def unreadable(text: str, problem: str, hint: str) -> Line:
    """Return a line that cannot be used, with why and what would be right."""
    return Line(text, Heard.UNREADABLE, error=Misplaced(problem, hint))
