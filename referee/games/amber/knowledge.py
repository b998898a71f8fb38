"""What one seat can know: its own hand, and the table as everybody sees it, as cards come and go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.engine.author import Seat
from referee.games.amber.deck import EMPRESS, KEPT, leading
from referee.games.amber.moves import TurnOption
from referee.games.amber.state import CHAOS, Board, Person, Place
from referee.games.amber.switches import Switches
from referee.games.cards import Card


@dataclass(slots=True)
class Figure(Person):
    """The public side of a player; ``hidden`` counts hidden Shadow cards and concealed Court cards together."""

    card: Card
    place: Place = Place.AMBER
    court: bool = True
    hidden: int = 0
    up: list[Card] = field(default_factory=list)
    exposed: list[Card] = field(default_factory=list)
    kept: list[Card] = field(default_factory=list)
    lasting: list[Card] = field(default_factory=list)
    allies: list[Card] = field(default_factory=list)
    lord: Seat | None = None
    banished: int = 0
    idle_from: int = 0
    idle: int = 0
    lovers: bool = False
    prison: bool = False
    back_since: int = 0
    attacked: bool = False
    out: bool = False

    @property
    def cards(self) -> int:
        """The public count of the player's cards: hidden and open ones."""
        return self.hidden + len(self.up)

    def zones(self) -> tuple[list[Card], ...]:
        return (self.up, self.exposed, self.kept, self.lasting, self.allies)

    def bury(self) -> None:
        Person.bury(self)
        self.court, self.hidden = False, 0


@dataclass(slots=True)
class Scene:
    """What is going on within a turn: options, claims, the combat or the attack on Amber under way.

    ``led`` is how many attack cards have been led, ``paid`` how many have paid the Chariot.
    """

    options: dict[Seat, TurnOption] = field(default_factory=dict)
    claimants: tuple[Seat, ...] = ()
    attacker: Seat | None = None
    defender: Seat | None = None
    round: int = 0
    led: int = 0
    attack: Card | None = None
    reply: Card | None = None
    threat: Card | None = None
    paid: int = 0


@dataclass(slots=True)
class Knowledge(Board):
    """One seat's knowledge. Lists of cards are in code order.

    ``down`` are the own hidden Shadow cards, ``concealed`` the own hidden Court cards. ``siege`` says that the first
    Chaos card still lies face down on the Throne. The counts of the piles are those of the last public count. ``over``
    is the reason for the end, once it has come.
    """

    seat: Seat
    options: Switches
    players: dict[Seat, Figure] = field(default_factory=dict)
    turn: int = 1
    down: list[Card] = field(default_factory=list)
    concealed: list[Card] = field(default_factory=list)
    ruler: Seat | None = None
    taken: int = 0
    throne: list[Card] = field(default_factory=list)
    enthroned: Card | None = None
    siege: bool = True
    merged: bool = False
    deck: int = 0
    chaos: int = 0
    encounter: int = 0
    discards: int = 0
    removed: list[Card] = field(default_factory=list)
    initiative: tuple[Seat, ...] = ()
    over: str = ""
    now: Scene = field(default_factory=Scene, compare=False)

    @property
    def me(self) -> Figure:
        """The own public side."""
        return self.players[self.seat]

    @property
    def armed(self) -> bool:
        """Whether there is a card to attack with, and in Amber somebody to attack (AM-4.5, AM-4.10)."""
        prey = [seat for seat, p in self.players.items() if p.in_amber and seat not in (self.seat, self.me.lord)]
        return bool(self.leads) and (bool(prey) or self.enthroned is not None)

    @property
    def leads(self) -> list[Card]:
        """The own cards to attack with, the strongest first (AM-8.3, AM-6.4)."""
        return leading(self.stock, rules=self.ruler == self.seat)

    @property
    def reign(self) -> int:
        """The complete turns of the present reign, as far as turns are over."""
        return self.complete_turns(self.turn if self.over else self.turn - 1)

    @property
    def stock(self) -> list[Card]:
        """The own Shadow cards: hidden, open, and those at the Throne while one reigns (AM-2.18)."""
        throne = self.throne if self.ruler == self.seat else []
        return [*self.down, *self.me.up, *throne]

    @property
    def courts(self) -> list[Card]:
        """The Court cards one holds of others."""
        return [*self.concealed, *self.me.exposed]

    def owner(self, card: Card) -> Seat | None:
        """Find whose character a Court card is."""
        return next((seat for seat, p in self.players.items() if p.card is card), None)


def add(zone: list[Card], cards: Iterable[Card]) -> None:
    """Put cards into a zone, in code order."""
    zone.extend(cards)
    zone.sort()


def leave(v: Knowledge, seat: Seat, *cards: Card) -> None:
    """Shadow cards leave their owner: open ones, some at the Throne, or hidden ones."""
    for card in cards:
        if seat != CHAOS and card in v.players[seat].up:
            v.players[seat].up.remove(card)
        elif seat == CHAOS or (v.ruler == seat and card in v.throne):
            v.throne.remove(card)
        else:
            v.players[seat].hidden -= 1
            if seat == v.seat:
                v.down.remove(card)


def unhand(v: Knowledge, seat: Seat, card: Card) -> None:
    """A held Court card leaves its holder."""
    p = v.players[seat]
    if card in p.exposed:
        p.exposed.remove(card)
    else:
        p.hidden -= 1
        if seat == v.seat:
            v.concealed.remove(card)


def gained(v: Knowledge, seat: Seat, cards: Sequence[Card]) -> None:
    """Hidden Shadow cards come to a seat, as it sees them itself."""
    add(v.down, cards)
    v.players[seat].hidden += len(cards)


def stays(p: Figure, card: Card) -> None:
    """A Chaos card that is kept or lasts lies open before its player (AM-11.4)."""
    if card in KEPT:
        add(p.kept, (card,))
    elif card is EMPRESS:
        add(p.lasting, (card,))
