"""Small values of Elements: types of cards, what a Play Hand does, spells, and the GM's verdicts on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, ClassVar, TypeVar, overload

from referee.engine.audience import Seat
from referee.engine.values import value
from referee.games.cards import FRENCH_COURTS, NUMBERS, Card, french

A = TypeVar("A")

TYPES = (*NUMBERS, *FRENCH_COURTS)
"""The types from the lowest to the highest (EL-1.1)."""

SUITS = "HDCS"
PACK = french()


def type_of(face: str) -> str:
    """Return the type of a face: its number or letter, without the suit."""
    return face[:-1] if len(face) > 1 and face[-1] in SUITS else face


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

    pattern: ClassVar[str] = ""

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

    pattern: ClassVar[str] = "TAKE ISLAND {0.card}"
    card: Card


@value
class Call(Written):
    """Call dibs on a card in the Ocean."""

    pattern: ClassVar[str] = "DIBS {0.card}"
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


@value
class Scry:
    """See up to three cards of the Ocean."""

    spots: tuple[str, ...]

    def __str__(self) -> str:
        return f"SCRY {', '.join(self.spots)}"


@value
class Peek(Written):
    """See the type and number of a Flame."""

    pattern: ClassVar[str] = "PEEK {0.player}"
    player: Seat


@value
class Swap(Written):
    """Two cards of the Ocean change places."""

    pattern: ClassVar[str] = "SWAP {0.one} {0.other}"
    one: str
    other: str


@value
class Shuffle:
    """The cards of these spots are mixed; none named means all."""

    spots: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"SHUFFLE {', '.join(self.spots) or 'ALL'}"


@value
class Pull(Written):
    """Draw a card near: one more due for it in this impulse."""

    pattern: ClassVar[str] = "PULL {0.spot}"
    spot: str


@value
class Push(Written):
    """Move a card away from a player: one due less for it in this impulse."""

    pattern: ClassVar[str] = "PUSH {0.spot} FROM {0.player}"
    spot: str
    player: Seat


@value
class Hide(Written):
    """Make a card invisible to the others until the deadline's end."""

    pattern: ClassVar[str] = "HIDE {0.spot}"
    spot: str


@value
class Illusion(Written):
    """Let a card seem to be of another type."""

    pattern: ClassVar[str] = "ILLUSION {0.spot} AS {0.kind}"
    spot: str
    kind: str


class Ward(StrEnum):
    """What one may guard."""

    FLAME = "FLAME"
    MIND = "MIND"
    SIGHT = "SIGHT"


@value
class Guard(Written):
    """Guard one's Flame, mind or sight for this deadline."""

    pattern: ClassVar[str] = "GUARD {0.ward}"
    ward: Ward


@value
class Vanity(Written):
    """Decoration alone."""

    pattern: ClassVar[str] = "VANITY {0.text}"
    text: str


@value
class Free:
    """A spell in one's own words, which the GM rules on."""

    text: str
    at: int

    def __str__(self) -> str:
        return f'FREE "{self.text}"'


@value
class Lost:
    """A spell that cannot act when its time comes: its card is gone, or its caster atones (EL-P4.5, EL-P4.6)."""

    spell: Book | Free


Book = Scry | Peek | Swap | Shuffle | Flip | Pull | Push | Hide | Illusion | Guard | Vanity
BOOK = (Scry, Peek, Swap, Shuffle, Flip, Pull, Push, Hide, Illusion, Guard, Vanity)


class Nothing(StrEnum):
    """A free spell does nothing: so ruled, or because nobody ruled on it (EL-P4.3, EL-P4.4)."""

    NO_EFFECT = "NO EFFECT"
    UNRULED = "no effect"


@value
class Legal:
    """A free spell works, and these are its effects (EL-P4.3)."""

    effects: tuple[Book, ...] = ()

    def __str__(self) -> str:
        return f"LEGAL {'; '.join(map(str, self.effects))}".strip()


@value
class Illegal:
    """A free spell breaks a rule (EL-P4.6)."""

    rule: str

    def __str__(self) -> str:
        return f"ILLEGAL {self.rule}".strip()


Verdict = Nothing | Legal | Illegal


@value
class Guilty:
    """Who is in violation when play was halted; nobody, if nobody is named (EL-P5.1)."""

    seats: tuple[Seat, ...] = ()

    def __str__(self) -> str:
        return f"GUILTY {', '.join(self.seats) or 'NOBODY'}"


class Open(Sequence[A]):
    """Choices that cannot all be listed: the ``listed`` ones, and whatever else ``fits``."""

    def __init__(self, listed: Sequence[A], fits: Callable[[Any], bool]) -> None:
        self.listed = tuple(listed)
        self.fits = fits

    @overload
    def __getitem__(self, at: int) -> A: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[A]: ...
    def __getitem__(self, at: int | slice) -> A | Sequence[A]:
        return self.listed[at]

    def __len__(self) -> int:
        return len(self.listed)

    def __contains__(self, one: object) -> bool:
        return one in self.listed or self.fits(one)
