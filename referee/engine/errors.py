"""What can be wrong with an order, said to the one who wrote it."""

from __future__ import annotations


class OrderError(ValueError):
    """An order that cannot be taken: the problem in the reader's words, and what would be right.

    ``reached`` counts the words understood before the trouble; of several
    readings the one that came farthest is blamed.
    """

    def __init__(self, problem: str, hint: str = "", *, reached: int = 0, rule: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint
        self.reached = reached
        self.rule = rule

    def __str__(self) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        return f"{self.problem}{cited} {self.hint}".strip()


class Unreadable(OrderError):
    """Not understood."""


class Ambiguous(OrderError):
    """Could mean two things."""


class Illegal(OrderError):
    """Understood, but not allowed."""


class SetupError(ValueError):
    """A game that cannot be created or started as asked; the message says what would be right."""
