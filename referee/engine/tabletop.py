"""A table as one sees it: who is where, what lies before each, and the piles in the middle; plain places to draw."""

from __future__ import annotations

from typing import Any

from referee.engine.audience import Seat
from referee.engine.values import value


@value
class Laid:
    """A card on the table, or None for one whose face is not known, and a word on how it lies."""

    card: Any
    note: str = ""


@value
class Heap:
    """Cards that lie together: what they are called, those that are told apart, how many more lie face down.

    The note says in a few words what else there is to it.
    """

    name: str
    cards: tuple[Laid, ...] = ()
    down: int = 0
    note: str = ""


@value
class Side:
    """A seat: in which part of the table it is, facts (a name and a few words), its cards, and to whom it is bound.

    ``gone`` says that it has no more part in the game.
    """

    seat: Seat
    area: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    heaps: tuple[Heap, ...] = ()
    lord: Seat | None = None
    gone: bool = False


@value
class Tabletop:
    """The whole table: the seats in their order, and what lies in the middle."""

    sides: tuple[Side, ...]
    middle: tuple[Heap, ...] = ()


def laid(cards: Any, note: str = "") -> tuple[Laid, ...]:
    """Lay cards face up, each with the same word on it."""
    return tuple(Laid(card, note) for card in cards)
