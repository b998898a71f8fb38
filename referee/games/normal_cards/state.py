"""The whole truth of a game of Normal Cards: hands, stock, tricks won, and what the turn's tricks brought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.engine.author import BEGUN, DEALT, Option, Seat, Settled, Table, says
from referee.games.cards import Card, french
from referee.games.normal_cards.events import TrickWon

OPTIONS = (
    Option(
        "players", "2", (), "NC-R2", "how many the table is meant for; who sits down counts", range(2, 5),
        fixed=DEALT, told=True,
    ),
    Option("tricks_per_turn", "4", (), "NC-P1.1", "tricks that every turn plays", range(1, 19)),
    Option("live", "off", ("off", "on"), "NC-P1.3", "is everybody asked by mail for each card?", fixed=BEGUN),
)

RANKS = ("A", "7", "K", "J", "Q", "6", "5", "4", "3")
POINTS = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}
PACK = tuple(card for card in french() if card.rank in RANKS)
WORTH = {card: POINTS.get(card.rank, 0) for card in PACK}
HAND = 4


class Options(Settled):
    """The options of a game."""

    tricks: int = says("tricks_per_turn")


@dataclass(slots=True)
class State:
    """A game between two steps; the stock's first card is its top, and the Main Card lies under it.

    ``tricks`` are those of the last turn played, ``resigned`` who gave up and has their cards played for them.
    """

    seats: tuple[Seat, ...]
    options: Options
    main: Card
    leader: Seat
    hands: dict[Seat, list[Card]]
    won: dict[Seat, list[Card]]
    stock: list[Card] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    turn: int = 0
    tricks: list[TrickWon] = field(default_factory=list)
    resigned: list[Seat] = field(default_factory=list)
    over: bool = False

    @property
    def trump(self) -> str:
        """The suit of the Main Card, trump for the whole game (NC-1.3)."""
        return self.main.suit

    @property
    def playing(self) -> list[Seat]:
        """Those who have not given up, in seat order."""
        return [seat for seat in self.seats if seat not in self.resigned]

    def scores(self) -> dict[Seat, int]:
        """Count the points in the tricks that each has won (NC-3.2)."""
        return {seat: points(cards) for seat, cards in self.won.items()}


Cards = Table[State]


def points(cards: Iterable[Card]) -> int:
    """An ace counts 11, a 7 10, a King 4, a Jack 3, a Queen 2, the rest nothing (NC-3.1)."""
    return sum([WORTH[card] for card in cards])


def from_seat(seats: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """Return the seats in their order, beginning with this one."""
    at = seats.index(first)
    return seats[at:] + seats[:at]


def hidden(state: State, seat: Seat) -> set[Card]:
    """The stock is hidden from everybody, a hand from all but its owner; the Main Card from nobody, wherever it is."""
    found = set(state.stock)
    for owner, hand in state.hands.items():
        if owner != seat:
            found.update(hand)
    found.discard(state.main)
    return found
