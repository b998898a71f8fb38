"""Small values of Elements: types of cards, spots, and what a Play Hand does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from referee.engine.values import value
from referee.games.cards import FRENCH_COURTS, NUMBERS, Card, french

A = TypeVar("A")

TYPES = (*NUMBERS, *FRENCH_COURTS)
"""The types from the lowest to the highest (EL-1.1)."""

SUITS = ("H", "D", "C", "S")
PACK = french()

FOUR = 4
"""So many cards of a type are Fire (EL-10.1)."""


def is_face(noted: str) -> bool:
    """Say whether a note is an exact face rather than a type."""
    return noted.endswith(SUITS)


def type_of(face: str) -> str:
    """Return the type of a face: its number or letter, without the suit."""
    return face[:-1] if is_face(face) else face


def worth(kind: str) -> int:
    """Return a type's place from the lowest."""
    return TYPES.index(kind)


def spot(number: int) -> str:
    """Name the spot with this number (EL-P1.3)."""
    return f"o{number}"


def place_of(name: str) -> int:
    """Return the number of a spot."""
    return int(name[1:])


class Place(StrEnum):
    """Where a card may go."""

    FLAME = "FLAME"
    ISLAND = "ISLAND"
    OCEAN = "OCEAN"


class Deed(StrEnum):
    """What a Play Hand may do without naming anything."""

    TOUCH = "TOUCH"
    WAIT = "WAIT"
    TAKE_ANY = "TAKE ANY"
    TAKE_FLAME = "TAKE FLAME"
    AIR = "AIR"


@value
class Written:
    """What is printed as it is written in an order, its own values filled in."""

    pattern = ""

    def __str__(self) -> str:
        return self.pattern.format(self)


@value
class Take:
    """Claim the card that lies on top on a spot, or one called by dibs that is covered there."""

    spot: str
    called: bool = False


@value
class TakeOwn(Written):
    """Lift a card of one's own Island."""

    pattern = "TAKE ISLAND {0.card}"
    card: Card


@value
class Call(Written):
    """Call dibs on a card in the Ocean."""

    pattern = "DIBS {0.card}"
    card: Card


@value
class Flip:
    """Turn the card on a spot."""

    spot: str
    up: bool

    def __str__(self) -> str:
        return f"FLIP {self.spot} {'UP' if self.up else 'DOWN'}"


@value
class Gather:
    """Move the cards of several spots onto the last of them."""

    spots: tuple[str, ...]


Hand = Deed | Take | TakeOwn | Call | Flip | Gather


class Open(tuple[A, ...]):
    """Choices that cannot all be listed: those that are, and whatever else ``fits``."""

    fits: Callable[[Any], bool]

    def __new__(cls, listed: Sequence[A], fits: Callable[[Any], bool]) -> Open[A]:
        """Take both."""
        made = super().__new__(cls, listed)
        made.fits = fits
        return made

    def __contains__(self, one: object) -> bool:
        return super().__contains__(one) or self.fits(one)
