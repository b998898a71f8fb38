"""What one seat knows of a game of Amagande, folded from what it was told; and the table to be drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.author import NO_OR_YES, OBSERVER, Correction, Event, GameEnded, OptionChanged, Seat, Setup, alike
from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games.amagande import events as ev
from referee.games.amagande.events import Resign
from referee.games.amagande.state import FORWARD, Options, State, after
from referee.games.amagande.values import VALUE, total
from referee.games.cards import Card
from referee.games.corrections import CountCorrected, LeadCorrected, follow
from referee.games.deal import HandDealt, HandDealtUnseen

HANDS, STOCK, DISCARDS = "hand", "stock", "discards"


@dataclass(slots=True)
class View:
    """One seat's knowledge: its hand, how many cards each holds, the top card and what is in force.

    ``discards`` counts the whole discard pile; ``required`` is as in the state.
    """

    seat: Seat
    seats: tuple[Seat, ...]
    options: Options
    counts: dict[Seat, int]
    hand: list[Card] = field(default_factory=list)
    reference: str = ""
    top: Card | None = None
    pending: int = 0
    required: str = ""
    direction: int = FORWARD
    on_turn: Seat = OBSERVER
    stock: int = 0
    discards: int = 0
    turn: int = 0
    out: list[Seat] = field(default_factory=list)
    over: bool = False

    @property
    def foe_hand(self) -> int:
        """The smallest hand of another player."""
        return min((n for seat, n in self.counts.items() if seat not in (self.seat, *self.out)), default=0)

    @property
    def sum(self) -> int:
        """The sum of this seat's own hand."""
        return total(self.hand)

    def holding(self) -> list[tuple[Card, int]]:
        """List the hand by value, the highest first, each card with its value for the sum."""
        return sorted(((card, VALUE[card]) for card in self.hand), key=lambda pair: (-pair[1], pair[0].index))

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        match event:
            case ev.CardPlayed():
                self._played(event)
            case ev.TurnPassed(seat=seat, direction=direction):
                self.on_turn, self.direction = seat, direction
            case ev.CardsDrawn(cards=cards):
                self.hand += cards
            case ev.CardsDrawnUnseen():
                self._drew(event)
            case ev.SuitNamed(suit=suit):
                self.required = suit
            case ev.TurnBegun(turn=turn):
                self.turn = turn
            case ev.StockRenewed(cards=count):
                self.stock, self.discards = self.stock + count, 1
            case ev.LeftTable():
                self._left(event)
            case ev.ReferenceDrawn(suit=suit):
                self.reference = suit
            case ev.FirstTurned(card=card, stock=stock):
                self.top, self.stock, self.discards = card, stock, 1
            case HandDealt(seat=seat, cards=cards):
                self.hand += cards
                self.counts[seat] = len(cards)
            case HandDealtUnseen(seat=seat, count=count):
                self.counts[seat] = count
            case ev.BeginnerDrawn(seat=seat):
                self.on_turn = seat
            case GameEnded():
                self.over = True
            case OptionChanged(settled=settled):
                self.options = Options.of(dict(settled))
            case Correction():
                self._corrected(event)

    def _corrected(self, e: Event) -> None:
        """The GM set something right."""
        match e:
            case ev.TopCorrected(card=card):
                self.top = card
            case ev.RequirementCorrected(required=required):
                self.required = required
            case ev.DirectionCorrected(direction=direction):
                self.direction = direction
            case CountCorrected(n=n):
                self.pending = n
            case LeadCorrected(seat=seat):
                self.on_turn = seat
            case _:
                follow(e, self._pile, self._count)

    def _pile(self, name: str, seat: Seat) -> list[Card] | None:
        return self.hand if (name, seat) == (HANDS, self.seat) else None

    def _count(self, name: str, seat: Seat, change: int) -> None:
        if name == HANDS:
            self.counts[seat] += change
        elif name == STOCK:
            self.stock += change
        else:
            self.discards += change

    def _played(self, e: ev.CardPlayed) -> None:
        self.top, self.pending, self.required = e.card, e.pending, e.required
        self.discards += 1
        self.counts[e.seat] = e.left
        if e.seat == self.seat:
            self.hand.remove(e.card)

    def _drew(self, e: ev.CardsDrawnUnseen) -> None:
        self.counts[e.seat] += e.count
        self.stock -= e.count
        if e.due:
            self.pending, self.required = 0, e.required

    def _left(self, e: ev.LeftTable) -> None:
        self.out.append(e.seat)
        self.stock += e.cards
        self.counts[e.seat] = 0
        if e.seat == self.seat:
            self.hand.clear()
        if e.resigned and e.seat == self.on_turn:
            self.on_turn = after(self.seats, self.out, e.seat, self.direction)


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    return View(seat, setup.seats, Options.of(setup.options), dict.fromkeys(setup.seats, 0))


def look(state: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given."""
    found = alike(view(seat, setup), state, seat)
    found.counts = {name: len(hand) for name, hand in state.hands.items()}
    found.hand = state.hands[seat][:] if seat in state.hands else []
    found.top, found.discards = state.top, len(state.discard)
    return found


def decide(seen: View) -> Resign | None:
    """Name the decision that a seat meets first in the next turn: whether it plays on at all."""
    if seen.over or seen.seat == OBSERVER or seen.seat in seen.out:
        return None
    return Resign(seen.seat, NO_OR_YES)


def tabletop(v: View) -> Tabletop:
    """Lay the table out, the players as they sit."""
    sides = []
    for seat in v.seats:
        turn = (("on turn", ""),) if seat == v.on_turn and not v.over else ()
        none = (("cards", "0"),) if not v.counts[seat] else ()
        facts = (("out", ""),) if seat in v.out else (*none, *turn)
        heaps = (Heap("cards", down=v.counts[seat]),) if v.counts[seat] else ()
        sides.append(Side(seat, "", facts, heaps, gone=seat in v.out))
    top = (Heap("on top", laid((v.top,))), Heap("Stock", down=v.stock), Heap("discards", down=v.discards))
    return Tabletop(tuple(sides), top if v.top is not None else ())
