"""The whole truth of a game: the zones, each with its cards (AM-2.1), and the players; and what of it is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.engine.author import Seat, Table
from referee.games.amber.deck import BY_CODE
from referee.games.amber.moves import TurnOption
from referee.games.amber.switches import Switches
from referee.games.cards import Card

CHAOS = Seat("Chaos")
"""Whoever sits on the Throne when it is X2 or X5; never a player's seat."""


class Place(StrEnum):
    """Where a player is; whoever is on the Throne is in Amber."""

    AMBER = "amber"
    SHADOW = "shadow"
    DEAD = "dead"


def rested(turn: int, back_since: int) -> bool:
    """After a banishment one must have been in Amber for a full turn before a new trip (AM-9.5)."""
    return not back_since or turn > back_since + 1


def owed(turn: int, banished: int, back_since: int) -> int:
    """What the Tower leaves of a banishment: one who still owes Amber its full turn keeps a sentence that is over.

    However the Tower ends, the prisoner comes back as from a banishment (AM-9.5).
    """
    return max(1, turn - 1) if banished or not rested(turn, back_since) else 0


class Person:
    """What befalls a player in truth, and the figure that everybody sees of that player alike."""

    place: Place
    lord: Seat | None
    banished: int
    idle_from: int
    idle: int
    lovers: bool
    prison: bool
    back_since: int
    out: bool

    @property
    def alive(self) -> bool:
        """Whether the player is in the game."""
        return self.place is not Place.DEAD

    @property
    def in_amber(self) -> bool:
        """Whether the player is in Amber, on the Throne or not."""
        return self.place is Place.AMBER

    def send_away(self, until: int) -> None:
        """Banish them to the end of a turn; it is the sentence that keeps them away now, and not the Lovers (R-49)."""
        self.place, self.banished, self.out, self.lovers = Place.SHADOW, until, True, False

    def lock_up(self, turn: int) -> None:
        """Shut them up in the Tower, which takes the place of a sentence (AM-C16)."""
        self.place, self.prison, self.out = Place.SHADOW, True, True
        self.banished = owed(turn, self.banished, self.back_since)

    def bring_home(self, turn: int) -> None:
        """Let them be in Amber, whatever kept them away (AM-5.10)."""
        if self.banished:
            self.banished, self.back_since = 0, turn
        self.place, self.prison, self.lovers = Place.AMBER, False, False

    def forget_lost(self, turn: int) -> None:
        """Lost turns are over when a later one begins."""
        if self.idle < turn:
            self.idle_from = self.idle = 0

    def bury(self) -> None:
        """Leave them nothing but the name and what they have done."""
        for zone in self.zones():
            zone.clear()
        self.place, self.lord, self.out = Place.DEAD, None, True
        self.prison = self.lovers = False
        self.banished = self.idle_from = self.idle = self.back_since = 0

    def zones(self) -> tuple[list[Card], ...]:
        """List the zones that are theirs."""
        raise AssertionError(f"{type(self).__name__} has no zones")


class Board:
    """What may be asked of the whole truth, as of what one seat knows of it."""

    __slots__ = ()
    options: Switches
    players: Mapping[Seat, Any]
    turn: int
    enthroned: Any
    ruler: Seat | None
    taken: int

    @property
    def occupant(self) -> Seat | None:
        """Whoever is on the Throne: a player, Chaos, or nobody."""
        return CHAOS if self.enthroned else self.ruler

    def serving(self, seat: Seat) -> bool:
        """Say whether a player is serving a banishment this turn (AM-9.2)."""
        return bool(self.players[seat].banished >= self.turn)

    def away(self, seat: Seat) -> bool:
        """Say whether nothing but a summons reaches a player now (R-27)."""
        return self.players[seat].prison or self.serving(seat)

    def losing(self, seat: Seat) -> bool:
        """Say whether this is a turn that a player loses (AM-C6, AM-C12)."""
        p = self.players[seat]
        return bool(p.idle_from <= self.turn <= p.idle)

    def able(self, seat: Seat) -> bool:
        """Say whether a player may act: alive, not banished, imprisoned, losing a turn or silenced."""
        p = self.players[seat]
        present = p.alive and not p.out and not p.prison and p.banished < self.turn
        return present and not p.idle_from <= self.turn <= p.idle

    def complete_turns(self, last: int) -> int:
        """Count the complete turns of the reign to the end of one; that of taking only if it counts (AM-6.2, R-32)."""
        started = self.taken - (self.options.reign_count == "inclusive")
        return 0 if self.occupant is None else max(0, last - started)

    def has_claim(self, seat: Seat) -> bool:
        """Say whether a player may claim the Throne: not its ruler, nor one without a Court card by R-26."""
        return self.ruler != seat and (bool(self.players[seat].court) or not self.options.seize_needs_court)


@dataclass(slots=True)
class Player(Person):
    """One player: who they are, the zones that are theirs, and what binds them.

    ``character`` is the code of their Court card, which lies before them while it is in ``court``. ``down`` and ``up``
    are hidden and open Shadow cards; ``concealed`` and ``exposed`` Court cards of others, the second kind seen by all;
    ``kept`` Chaos cards to be used; ``lasting`` those in play; ``allies`` allied Court cards. ``banished`` is the last
    turn of a sentence and stays until they are back in Amber; ``idle_from`` and ``idle`` are the first and the last
    lost turn. ``out`` is one for whom the rest of this turn is lost.
    """

    seat: Seat
    character: str
    place: Place = Place.AMBER
    court: list[Card] = field(default_factory=list)
    down: list[Card] = field(default_factory=list)
    up: list[Card] = field(default_factory=list)
    concealed: list[Card] = field(default_factory=list)
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
    def card(self) -> Card:
        """The Court card that is the player's character, wherever it lies."""
        return BY_CODE[self.character]

    def zones(self) -> tuple[list[Card], ...]:
        return (
            self.court, self.down, self.up, self.concealed, self.exposed, self.kept, self.lasting, self.allies,
        )  # fmt: skip


@dataclass(slots=True)
class State(Board):
    """A game between two turns, or in the middle of one.

    ``turn`` is the turn being played, or to be played next. ``siege`` is the Chaos card that lies face down on the
    Throne, ``enthroned`` the one that sits there; ``throne`` are the Throne cards. ``played`` are the cards on the
    table, on their way to the discards, ``forces`` those that Chaos has not laid yet, ``drawn`` the card of a trip that
    nobody has looked at. ``cut`` is the sum of the cuts with which the discards go under the deck when the next turn
    begins (AM-2.11), None if they do not; ``rolled`` says that the initiative of the coming turn is settled.
    ``chosen``, ``war``, ``cut_short`` and ``captain`` (the dead player who leads Chaos) belong to the turn alone.
    """

    options: Switches
    players: dict[Seat, Player]
    turn: int = 1
    deck: list[Card] = field(default_factory=list)
    chaos: list[Card] = field(default_factory=list)
    encounter: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    removed: list[Card] = field(default_factory=list)
    played: list[Card] = field(default_factory=list)
    forces: list[Card] = field(default_factory=list)
    drawn: list[Card] = field(default_factory=list)
    siege: list[Card] = field(default_factory=list)
    throne: list[Card] = field(default_factory=list)
    enthroned: list[Card] = field(default_factory=list)
    ruler: Seat | None = None
    taken: int = 0
    merged: bool = False
    initiative: tuple[Seat, ...] = ()
    rolled: bool = False
    cut: int | None = None
    chosen: dict[Seat, TurnOption] = field(default_factory=dict)
    war: bool = False
    cut_short: bool = False
    captain: Seat | None = None
    end: str = ""

    @property
    def stopped(self) -> bool:
        """Whether the turn stops here: the game is over, or Amber was attacked (AM-3.7)."""
        return self.cut_short or bool(self.end)

    def living(self) -> list[Player]:
        """List the players who are alive, in seat order."""
        return [p for p in self.players.values() if p.alive]

    def in_order(self) -> list[Player]:
        """List the players who are alive in the order of initiative (R-17)."""
        return [p for p in map(self.players.__getitem__, self.initiative) if p.alive]

    def may_defend(self, seat: Seat) -> bool:
        """Say whether a player may lay cards in self-defence; one who loses a turn only by R-50."""
        return self.options.lost_turn_defence or not self.losing(seat)

    def stock(self, seat: Seat) -> list[Card]:
        """List somebody's Shadow cards: hidden, open, and those at the Throne while they reign (AM-2.18)."""
        if seat == CHAOS:
            return self.throne[:]
        p = self.players[seat]
        return [*p.down, *p.up, *self.throne] if self.ruler == seat else [*p.down, *p.up]

    def listed(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """List cards for those who see them: in the pack's order, for in what order somebody drew them is a secret."""
        return tuple(sorted(cards))

    def unlaid(self) -> tuple[Card, ...]:
        """List the forces that Chaos has not laid, which lie in an order that nobody learns."""
        return self.listed(self.forces)

    def lose_turns(self, p: Player, count: int) -> None:
        """The next turns are lost, whether they are lost already or not; those that run are lost with them."""
        p.idle_from = self.turn + 1 if p.idle < self.turn else max(self.turn, min(p.idle_from, self.turn + 1))
        p.idle = max(p.idle, self.turn + count)

    def owner(self, card: Card) -> Player | None:
        """Find the player whose character a Court card is."""
        return next((p for p in self.players.values() if p.character == card.code), None)

    def zones(self) -> Iterator[list[Card]]:
        """List every zone; each of the 78 cards is in exactly one (AM-2.2)."""
        yield from (self.deck, self.chaos, self.encounter, self.discards, self.removed, self.played, self.forces)
        yield from (self.drawn, self.siege, self.throne, self.enthroned)
        for p in self.players.values():
            yield from p.zones()


Amber = Table[State]
"""The table of this game."""


def hidden(s: State, seat: Seat) -> set[Card]:
    """Decks, discards and forces are hidden from all, hidden hands and concealed Court cards from all but their owner.

    A dead player who leads Chaos sees its forces.
    """
    found: set[Card] = set()
    found.update(s.deck, s.chaos, s.encounter, s.discards, s.siege, s.drawn)
    if s.captain != seat:
        found.update(s.forces)
    for p in s.players.values():
        if p.seat != seat:
            found.update(p.down, p.concealed)
    return found
