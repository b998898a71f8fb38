"""The whole truth of a duel: two sides, who leads, and what the turn's rounds brought."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.author import BEGUN, DEALT, Option, Seat, Settled, Table, says
from referee.games.cards import Card, tarot
from referee.games.wizards_duel.events import RoundEnded

SCORED = "what was scored so far was scored by it"

OPTIONS = (
    Option(
        "deck", "full", ("full", "half", "majors", "minors"), "WD-10.1", "which cards each player's deck holds",
        fixed=DEALT,
    ),
    Option("numbering", "rws", ("rws", "marseille"), "WD-R5", "Strength 8 and Justice 11, or the other way round"),
    Option("fool_underdog", "no", ("no", "yes"), "WD-R14", "may a Fool who is still lower roll again as the underdog?"),
    Option("sun_scores", "yes", ("yes", "no"), "WD-R16", "is the Sun's player awarded a point as well?"),
    Option("half_cut", "39", (), "WD-R20", "how many cards of a half deck are kept", range(30, 49), fixed=DEALT),
    Option(
        "drinking", "off", ("off", "on"), "WD-11.1", "points go to the loser, and the lowest score wins",
        fixed=SCORED,
    ),
    Option("drink_cap", "16", (), "WD-R23", "most drinks of one round; 0 is no limit", range(101)),
    Option("rounds_per_turn", "4", (), "WD-P1.1", "rounds that every turn plays", range(1, 21)),
    Option("max_rounds_per_turn", "20", (), "WD-P1.1", "most rounds of a turn when both play on", range(1, 101)),
    Option("live", "off", ("off", "on"), "WD-P1.5", "is the responder asked by mail for each reply?", fixed=BEGUN),
)


class Options(Settled):
    """The options of a duel."""

    deck: str
    marseille: bool = says("numbering", "marseille")
    fool_underdog: bool
    sun_scores: bool
    half_cut: int
    drinking: bool = says("drinking", "on")
    drink_cap: int
    rounds: int = says("rounds_per_turn")
    most_rounds: int = says("max_rounds_per_turn")

    def contradiction(self) -> str:
        if self.most_rounds >= self.rounds:
            return ""
        return f"max_rounds_per_turn ({self.most_rounds}) may not be less than rounds_per_turn ({self.rounds})."

    def holds(self, card: Card) -> bool:
        """Say whether such a card is in this game's decks (WD-10.2)."""
        return {"majors": card.major, "minors": not card.major}.get(self.deck, True)

    def pack(self, copy: int) -> list[Card]:
        """Return a player's own deck in code order, before shuffle and cut (WD-1.2, WD-R1, WD-10.2)."""
        return [card for card in tarot(copy) if self.holds(card)]


@dataclass(slots=True)
class Side:
    """One player's cards, each in exactly one zone, and their score sheet; a deck's first card is its top."""

    deck: list[Card] = field(default_factory=list)
    hand: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    score: int = 0
    calls: int = 3
    drinks: int = 0


@dataclass(slots=True)
class State:
    """A duel between two steps: who leads the next round, the last turn played and its rounds, both sides."""

    seats: tuple[Seat, Seat]
    options: Options
    leader: Seat
    sides: dict[Seat, Side]
    turn: int = 0
    rounds: list[RoundEnded] = field(default_factory=list)
    over: bool = False

    def other(self, seat: Seat) -> Seat:
        """Return the opponent of a seat."""
        return other(self.seats, seat)


Duel = Table[State]


def other(seats: tuple[Seat, Seat], seat: Seat) -> Seat:
    """Return the one of two seats that this one faces."""
    return seats[1] if seat == seats[0] else seats[0]


FOOL, DEATH, MOON, SUN = (tarot()[56 + n] for n in (0, 13, 18, 19))
STRENGTH, JUSTICE = tarot()[64], tarot()[67]


def hidden(state: State, seat: Seat) -> set[Card]:
    """Every deck and every half set aside is hidden from everybody, a hand from all but its owner."""
    found: set[Card] = set()
    for owner, side in state.sides.items():
        found.update(side.deck, side.aside)
        if owner != seat:
            found.update(side.hand)
    return found
