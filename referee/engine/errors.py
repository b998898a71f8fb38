"""What can be wrong with an order, said to the one who wrote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self


class OrderError(ValueError):
    """An order that cannot be taken: the problem in the reader's words, and what would be right.

    ``reached`` counts the words understood before the trouble; of several readings the one that came farthest is
    blamed. ``wanted`` says what would have been read here, where that is all there is to say.
    """

    def __init__(
        self, problem: str, hint: str | Callable[[], str] = "", *, reached: int = 0, rule: str = "", wanted: str = ""
    ) -> None:
        super().__init__(problem)
        self.problem, self.reached, self.rule, self.wanted = problem, reached, rule, wanted
        self._hint = hint

    @property
    def hint(self) -> str:
        """What would be right; looked for only when asked for, since most failed readings are followed by another."""
        if not isinstance(self._hint, str):
            self._hint = self._hint()
        return self._hint

    def alone(self) -> Self:
        """Return it to be kept: without its way here, by which it would hold all that was at hand, itself too."""
        self.__traceback__ = self.__context__ = self.__cause__ = None
        return self

    def __str__(self) -> str:
        cited = f" ({self.rule})" if self.rule else ""
        return f"{self.problem}{cited} {self.hint}".strip()


class Unreadable(OrderError):
    """Not understood."""


class Halved(Unreadable):
    """Half of what is wanted stands here: a rank, say, without its suit."""


class Misplaced(Unreadable):
    """Not read where it stands, or in the form that it has, whatever it says."""


class Ambiguous(OrderError):
    """Could mean two things."""


class Illegal(OrderError):
    """Understood, but not allowed."""


class SetupError(ValueError):
    """A game that cannot be created or started as asked; the message says what would be right."""
