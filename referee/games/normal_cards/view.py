"""What one seat knows of a game of Normal Cards, folded from what it was told; and the table to be drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.author import NO_OR_YES, OBSERVER, Correction, Event, GameEnded, OptionChanged, Seat, Setup, alike
from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games import corrections as cor
from referee.games.cards import Card
from referee.games.deal import HandDealt, HandDealtUnseen
from referee.games.normal_cards import events as ev
from referee.games.normal_cards.events import Resign
from referee.games.normal_cards.state import WORTH, Options, State, from_seat, points

HANDS, WON, STOCK = "hand", "tricks", "stock"


@dataclass(slots=True)
class View:
    """One seat's knowledge: its hand, how many cards each holds, the tricks won, the Main Card, the table.

    ``leaders`` led the tricks of this turn so far; ``holder`` has the Main Card in
    hand, if somebody has.
    """

    seat: Seat
    seats: tuple[Seat, ...]
    options: Options
    counts: dict[Seat, int]
    won: dict[Seat, list[Card]]
    hand: list[Card] = field(default_factory=list)
    main: Card | None = None
    holder: Seat = OBSERVER
    stock: int = 0
    leader: Seat = OBSERVER
    turn: int = 0
    leaders: list[Seat] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    resigned: list[Seat] = field(default_factory=list)
    over: bool = False

    @property
    def trump(self) -> str:
        """The suit of the Main Card."""
        return self.main.suit if self.main is not None else ""

    def scores(self) -> dict[Seat, int]:
        """Count the points so far, which everybody can."""
        return {seat: points(cards) for seat, cards in self.won.items()}

    def holding(self) -> list[tuple[Card, int]]:
        """List the hand, each card with what it counts (NC-3.1)."""
        return [(card, WORTH[card]) for card in self.hand]

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        match event:
            case ev.TrickWon():
                self._won(event)
            case ev.CardDrawn():
                self.hand.append(event.card)
            case ev.CardLaid():
                self._laid(event.seat, event.card)
            case ev.MainCardDrawn(seat=seat, card=card):
                self.holder = seat
                if seat == self.seat:
                    self.hand.append(card)
            case ev.TurnBegun(turn=turn, leader=leader):
                self.turn, self.leader = turn, leader
                self.leaders.clear()
            case ev.MainCardTurned(card=card, stock=stock):
                self.main, self.stock = card, stock
            case HandDealt(seat=seat, cards=cards):
                self.hand += cards
                self.counts[seat] = len(cards)
            case HandDealtUnseen(seat=seat, count=count):
                self.counts[seat] = count
            case ev.LeaderDrawn(seat=seat):
                self.leader = seat
            case ev.Resigned(seat=seat):
                self.resigned.append(seat)
            case GameEnded():
                self.over = True
            case OptionChanged(settled=settled):
                self.options = Options.of(dict(settled))
            case Correction():
                self._corrected(event)

    def _corrected(self, e: Event) -> None:
        """The GM set something right."""
        match e:
            case cor.LeadCorrected(seat=seat):
                self.leader = seat
            case cor.ThingCorrected(seat=seat, has=has):
                (self.resigned.append if has else self.resigned.remove)(seat)
            case _:
                cor.follow(e, self._pile, self._count)
        for card, place, seat in cor.exchanged(e):
            if card is self.main:
                self.holder = seat if place == HANDS else OBSERVER

    def _pile(self, name: str, seat: Seat) -> list[Card] | None:
        if name == WON:
            return self.won[seat]
        return self.hand if (name, seat) == (HANDS, self.seat) else None

    def _count(self, name: str, seat: Seat, change: int) -> None:
        if name == HANDS:
            self.counts[seat] += change
        elif name == STOCK:
            self.stock += change

    def _laid(self, seat: Seat, card: Card) -> None:
        self.table.append(card)
        self.counts[seat] -= 1
        if seat == self.seat:
            self.hand.remove(card)
        if card is self.main:
            self.holder = OBSERVER

    def _won(self, e: ev.TrickWon) -> None:
        self._laid(e.seats[-1], e.cards[-1])
        self.table.clear()
        self.won[e.winner] += e.cards
        self.leaders.append(e.leader)
        self.leader = e.winner
        if e.drawn:
            self.stock -= e.drawn
            for seat in e.seats if e.drawn == len(e.seats) else from_seat(self.seats, e.winner)[: e.drawn]:
                self.counts[seat] += 1


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    won: dict[Seat, list[Card]] = {name: [] for name in setup.seats}
    return View(seat, setup.seats, Options.of(setup.options), dict.fromkeys(setup.seats, 0), won)


def look(state: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given."""
    found = alike(view(seat, setup), state, seat)
    found.counts = {name: len(hand) for name, hand in state.hands.items()}
    found.hand = state.hands[seat][:] if seat in state.hands else []
    found.main = state.main
    found.holder = next((name for name in state.seats if state.main in state.hands[name]), OBSERVER)
    found.leaders = [trick.leader for trick in state.tricks]
    return found


def decide(seen: View) -> Resign | None:
    """Name the decision that a seat meets first in the next turn: whether it plays on at all."""
    if seen.over or seen.seat == OBSERVER or seen.seat in seen.resigned:
        return None
    return Resign(seen.seat, NO_OR_YES)


def tabletop(v: View) -> Tabletop:
    """Lay the table out, the players as they sit, each with the cards of the tricks they won."""
    scores = v.scores()
    sides = []
    for seat in v.seats:
        heaps = (Heap("hand", down=v.counts[seat]), Heap("cards won", laid(v.won[seat])))
        some = tuple(one for one in heaps if one.down or one.cards)
        sides.append(Side(seat, "", (("points", str(scores[seat])),), some, gone=seat in v.resigned))
    trump = (Heap("trump", laid((v.main,))),) if v.main is not None else ()
    stock = (Heap("Stock", down=v.stock),) if v.stock else ()
    trick = (Heap("on the table", laid(v.table)),) if v.table else ()
    return Tabletop(tuple(sides), (*trump, *stock, *trick))
