"""The whole truth of a game of Amagande: hands, stock and discards, what is in force, and the turn's own turns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from referee.engine.author import BEGUN, DEALT, Option, Seat, Settled, Table, says
from referee.games.cards import Card, French, french

OPTIONS = (
    Option(
        "players", "2", (), "AG-R4", "how many the table is meant for; who sits down counts", range(2, 5),
        fixed=DEALT,
    ),
    Option("hand", "5", (), "AG-R1", "cards dealt to each", range(3, 8), fixed=DEALT),
    Option("voluntary_draw", "no", ("no", "yes"), "AG-R5", "may one draw who could play?"),
    Option("stack", "no", ("no", "yes"), "AG-R9", "do penalties add up when they are countered?"),
    Option("joker_wild", "colour", ("colour", "any"), "AG-R10", "a Joker needs a suit of its colour, or fits anything"),
    Option("check_neither", "compare", ("compare", "continue"), "AG-R15", "two safe hands: the lower wins, or play on"),
    Option("plays_per_turn", "3", (), "AG-P1.1", "own turns of each player in a deadline", range(1, 13)),
    Option("live", "off", ("off", "on"), "AG-P1.5", "is everybody asked by mail for each play?", fixed=BEGUN),
)

PACK = french(54)
RED, BLACK, FREE = "RED", "BLACK", "FREE"
COLOURS = {"H": RED, "D": RED, "C": BLACK, "S": BLACK, "RJ": RED, "BJ": BLACK}
FORWARD, BACKWARD = 1, -1

RED_JOKER, BLACK_JOKER, ACE_OF_SPADES = (card for code in ("RJ", "BJ", "AS") for card in PACK if card.code == code)


class Options(Settled):
    """The options of a game."""

    hand: int
    voluntary_draw: bool
    stack: bool
    joker_any: bool = says("joker_wild", "any")
    play_on: bool = says("check_neither", "continue")
    plays: int = says("plays_per_turn")


@dataclass(slots=True)
class State:
    """A game between two steps; the stock's first card is its top, the discard pile's last is its top.

    ``required`` is a suit's letter after an ace, RED or BLACK after a Joker, FREE behind a
    block, else empty; ``pending`` what the one on turn has to draw or counter. ``had``
    counts the own turns of this deadline, ``served`` those of them that were no penalty.
    ``opened`` are seats whose hands lie open.
    """

    seats: tuple[Seat, ...]
    options: Options
    reference: str
    on_turn: Seat
    hands: dict[Seat, list[Card]]
    stock: list[Card]
    discard: list[Card]
    direction: int = FORWARD
    pending: int = 0
    required: str = ""
    idle: int = 0
    turn: int = 0
    had: dict[Seat, int] = field(default_factory=dict)
    served: dict[Seat, int] = field(default_factory=dict)
    out: list[Seat] = field(default_factory=list)
    opened: list[Seat] = field(default_factory=list)
    over: bool = False

    @property
    def top(self) -> Card:
        """The card on top of the discard pile."""
        return self.discard[-1]

    @property
    def playing(self) -> list[Seat]:
        """Those who are still in the game, in seat order."""
        return [seat for seat in self.seats if seat not in self.out]

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """Return who comes so many places after a seat, in the direction of play; who is out is passed over."""
        for _ in range(steps):
            seat = after(self.seats, self.out, seat, self.direction)
        return seat


Game = Table[State]


def after(seats: tuple[Seat, ...], out: Collection[Seat], seat: Seat, direction: int) -> Seat:
    """Return who comes after a seat among those who are not out; the seat itself if nobody is left."""
    at = seats.index(seat)
    order = [seats[(at + direction * n) % len(seats)] for n in range(1, len(seats) + 1)]
    return next((one for one in order if one not in out), seat)


SUITS = tuple(French)


def hidden(state: State, seat: Seat) -> set[Card]:
    """The stock is hidden from everybody, a hand from all but its owner, unless a check laid it open."""
    found = set(state.stock)
    for owner, hand in state.hands.items():
        if owner != seat and owner not in state.opened:
            found.update(hand)
    return found
