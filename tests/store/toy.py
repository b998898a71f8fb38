"""A made-up ruleset that stores a value of every type a ruleset may store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Literal

from referee.engine.asks import Ask
from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.events import Event
from referee.engine.game import Game, readers
from referee.engine.ruleset import Option, Ruleset
from referee.engine.sections import Bots, Ending, Orders, Stored, Wording
from referee.engine.setup import Setup

ANA, BO, CY = Seat("Ana"), Seat("Bo"), Seat("Cy")
SEATS = (CY, ANA, BO)
"""In an order that no sorting gives."""


class Suit(StrEnum):
    """Two suits."""

    SWORDS = "S"
    CUPS = "C"


class Card:
    """One physical card, of which there is one object."""

    __slots__ = ("key",)
    pack: ClassVar[dict[str, Card]] = {}

    def __init__(self, key: str) -> None:
        self.key = key

    def __repr__(self) -> str:
        return self.key

    @classmethod
    def of(cls, key: str) -> Card:
        """Return the card with this key."""
        return cls.pack[key]


Card.pack = {f"{n}{suit}": Card(f"{n}{suit}") for suit in Suit for n in range(1, 40)}
CARDS = list(Card.pack.values())


@dataclass(frozen=True, slots=True)
class Move:
    """What a decision comes to; its order line does not count."""

    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """An attack."""

    target: Seat = ANA
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Wait(Move):
    """Nothing."""


class Lead(Ask[Card | Suit | Attack | Wait]):
    """Which card, or which suit, is led?"""


class Drawn(Event):
    """A card was drawn."""

    seat: Seat
    card: Card


class Fought(Event):
    """A fight of everything against everybody."""

    moves: tuple[Move, ...]
    odds: Mapping[Seat, int]
    called: Suit | None
    shown: tuple[tuple[Seat, Card], ...] = ()
    won: bool = False


@dataclass(slots=True)
class Hand:
    """One player's cards."""

    cards: list[Card] = field(default_factory=list)
    open: tuple[Card, ...] = ()
    lord: Seat | None = None


@dataclass(slots=True)
class State:
    """One field of every kind."""

    seats: tuple[Seat, ...] = SEATS
    hands: dict[Seat, Hand] = field(default_factory=dict)
    piles: dict[Suit, list[Card]] = field(default_factory=dict)
    owners: dict[Card, Seat] = field(default_factory=dict)
    bids: dict[int, tuple[int, ...]] = field(default_factory=dict)
    debts: dict[tuple[Seat, Seat], int] = field(default_factory=dict)
    seen: frozenset[Card] = frozenset()
    gone: set[Seat] = field(default_factory=set)
    last: Move = Wait()
    either: Attack | Wait | None = None
    because: int | Suit = 0
    pair: tuple[Seat, Card] = (ANA, CARDS[0])
    phase: Literal["day", "night"] = "day"
    fights: list[Fought] = field(default_factory=list)
    anything: Any = None
    over: bool = False
    note: str | None = None


@dataclass
class View:
    """What a seat knows."""

    seat: Seat
    hand: list[Card] = field(default_factory=list)
    counts: dict[Seat, int] = field(default_factory=dict)

    def apply(self, event: Event, /) -> None:
        """Take a drawn card into the hand."""
        if isinstance(event, Drawn):
            self.hand.append(event.card)


def ruleset(**stored: Any) -> Ruleset[Any, Any]:
    """The made-up ruleset, with some of what it stores replaced."""
    kept = replace(Stored(State, View, (Drawn, Fought), (Lead,)), **stored)
    plain: dict[str, Any] = {
        "slug": "toy", "title": "Toy", "edition": "1", "seats": range(2, 10), "folder": Path(), "stored": kept,
        "orders": Orders(()), "words": Wording(), "bots": Bots(_unused, _unused),
        "ending": Ending({}), "options": tuple(Option(name, "no", ("yes", "no"), "Toy 1", "") for name in "ba"),
    }  # fmt: skip
    wanted = [one.name for one in fields(Ruleset) if one.default is MISSING and one.default_factory is MISSING]
    return Ruleset(**(dict.fromkeys(wanted, _unused) | plain))


def _unused(*_: Any) -> Any:
    raise AssertionError("the store never plays")


RULES = ruleset()


def a_state() -> State:
    """A state with something in every field."""
    fought = Fought(
        to=all_but(BO),
        moves=(Attack(3, BO, CARDS[4]), Wait(7), Attack(1, CY)),
        odds={CY: 3, ANA: -1},
        called=Suit.CUPS,
        shown=((BO, CARDS[7]), (ANA, CARDS[2])),
    )
    return State(
        hands={CY: Hand(CARDS[5:9], (CARDS[1],), ANA), ANA: Hand(), BO: Hand([], (), None)},
        piles={Suit.SWORDS: CARDS[9:3:-1], Suit.CUPS: []},
        owners={CARDS[9]: BO, CARDS[3]: ANA},
        bids={12: (1, 2), 3: ()},
        debts={(CY, ANA): 4, (ANA, CY): 0},
        seen=frozenset(CARDS[10:20]),
        gone={BO, ANA, CY},
        last=Attack(5, CY, CARDS[30]),
        either=Attack(0, BO),
        because=Suit.SWORDS,
        pair=(BO, CARDS[22]),
        phase="night",
        fights=[fought, fought],
        anything=(None, True, 1, "x", Suit.CUPS, CARDS[3], (Attack(2, BO), (Wait(),))),
        over=True,
        note='Übermut, "quoted"\n',
    )


def events() -> tuple[Event, ...]:
    """Some events, public, secret and for everybody but one."""
    return (
        Drawn(seat=ANA, card=CARDS[2], to=only(ANA)),
        Drawn(seat=BO, card=CARDS[3], to=only(CY, BO)),
        Fought(moves=(), odds={}, called=None, to=PUBLIC),
        Fought(moves=(Wait(2),), odds={BO: 1, ANA: 2}, called=Suit.SWORDS, won=True, to=all_but(BO)),
    )


def game(step: int = 0, told: Sequence[Event] = (), **state: Any) -> Game[Any, Any]:
    """The made-up game after some step."""
    setup = Setup(SEATS, {"b": "no", "a": "yes"}, dict.fromkeys(SEATS, ()) | {BO: ("WANTS Eric",)})
    views = {seat: View(seat, CARDS[step : step + 3], {BO: step, ANA: 1}) for seat in readers(setup)}
    return Game(RULES, setup, b"\7" * 32, step, replace(a_state(), **state), views, tuple(told) or events())


def exactly(left: Any, right: Any) -> bool:
    """Say whether two values are the same in type, in order, in identity of cards, and in what does not compare."""
    if type(left) is not type(right):
        return False
    match left:
        case Card():
            return left is right
        case dict():
            return exactly(list(left.items()), list(right.items()))
        case list() | tuple():
            return len(left) == len(right) and all(map(exactly, left, right))
        case _ if is_dataclass(left):
            return all(exactly(getattr(left, f.name), getattr(right, f.name)) for f in fields(left))
        case _:
            return bool(left == right)
