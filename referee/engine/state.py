"""What a game keeps: the whole truth, and what each seat knows of it."""

from __future__ import annotations

from typing import Protocol, TypeVar

from referee.engine.events import Event

S = TypeVar("S", bound="State")
V = TypeVar("V", bound="View")


class State(Protocol):
    """The whole truth of a game, a dataclass; only the rules see it."""


class View(Protocol):
    """What one seat knows, a dataclass folded from the events it was told."""

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
