"""What one seat knows of a duel, folded from what it was told; and the table to be drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.engine.author import NO_OR_YES, OBSERVER, Correction, Event, GameEnded, OptionChanged, Seat, Setup, alike
from referee.engine.tabletop import Heap, Side, Tabletop, laid
from referee.games.cards import Card
from referee.games.corrections import CountCorrected, LeadCorrected, follow
from referee.games.wizards_duel import events as ev
from referee.games.wizards_duel.events import Resign
from referee.games.wizards_duel.state import Options, State, other
from referee.games.wizards_duel.values import ordered, worth

HANDS, DECK, DISCARDS = "hand", "deck", "discards"
POINTS, CALLS, DRINKS = "score", "calls", "drinks"
"""The numbers that a GM may set, by the names of a sheet's own."""


@dataclass(slots=True)
class Sheet:
    """What everybody knows of one player: the score sheet, the discards, and how many cards they have where."""

    score: int = 0
    calls: int = 3
    drinks: int = 0
    in_hand: int = 0
    in_deck: int = 0
    discard: list[Card] = field(default_factory=list)

    @property
    def discarded(self) -> list[str]:
        """The discards as they are printed: a Major by its number, ``M18``."""
        return [f"M{card.number}" if card.major else card.code for card in self.discard]


@dataclass(slots=True)
class View:
    """One seat's knowledge: its hand, both sheets, who leads, the card on the table, and how far the turn is.

    ``round`` counts the rounds of the turn begun so far; ``leader`` leads the next
    one, or the one under way while ``led`` lies on the table. ``silent`` says
    which card is laid where nothing was ordered; views of edition 1 that were stored
    do not have it, so what is left out is theirs.
    """

    seat: Seat
    seats: tuple[Seat, Seat]
    options: Options
    sheets: dict[Seat, Sheet]
    hand: list[Card] = field(default_factory=list)
    leader: Seat = OBSERVER
    turn: int = 0
    round: int = 0
    led: Card | None = None
    over: bool = False
    silent: str = "HIGHEST"

    @property
    def opponent(self) -> Seat:
        """The seat that this one faces."""
        return other(self.seats, self.seat)

    @property
    def behind(self) -> int:
        """By how many points this seat is behind; in the drinking game the higher score is behind (WD-R26)."""
        gap = self.sheets[self.opponent].score - self.sheets[self.seat].score
        return -gap if self.options.drinking else gap

    def holding(self) -> list[tuple[Card, int]]:
        """List the hand from the lowest to the highest book value, each card with what it is worth before dice."""
        return [(card, worth(card, self.options)) for card in ordered(self.hand, self.options)]

    def apply(self, event: Event, /) -> None:
        """Take in one event that this seat was told."""
        match event:
            case ev.CardLed(round=number, seat=seat, card=card, drawn=drawn):
                self.round, self.led = number, card
                self._played(seat, card, drawn)
            case ev.RoundEnded():
                self._round_ended(event)
            case ev.LeadRolled(leader=leader):
                self.leader = leader
            case ev.DeckShuffled(seat=seat, cards=cards):
                self.sheets[seat].in_deck = cards
            case ev.HandDrawn(seat=seat, cards=new):
                self.hand += new
                self._drew(seat, len(new))
            case ev.HandDrawnUnseen(seat=seat, count=count):
                self._drew(seat, count)
            case ev.TurnBegun(turn=turn, leader=leader):
                self.turn, self.leader, self.round = turn, leader, 0
            case ev.CallSpent(seat=seat, calls=calls) | ev.CallGained(seat=seat, calls=calls):
                self.sheets[seat].calls = calls
            case ev.MoonPaid(seat=seat, change=change):
                self.sheets[seat].score += change
            case ev.DrinksOwed(seat=seat, drinks=drinks):
                self.sheets[seat].drinks += drinks
            case GameEnded():
                self.over = True
            case OptionChanged(settled=settled):
                self.options = Options.of(dict(settled))
            case Correction():
                self._corrected(event)

    def _drew(self, seat: Seat, count: int) -> None:
        self.sheets[seat].in_hand += count
        self.sheets[seat].in_deck -= count

    def _corrected(self, e: Event) -> None:
        """The GM set something right."""
        match e:
            case CountCorrected(what=what, seat=seat, n=n):
                setattr(self.sheets[seat], what, n)
            case LeadCorrected(seat=seat):
                self.leader = seat
            case _:
                follow(e, self._pile, self._count)

    def _pile(self, name: str, seat: Seat) -> list[Card] | None:
        if name == DISCARDS:
            return self.sheets[seat].discard
        return self.hand if (name, seat) == (HANDS, self.seat) else None

    def _count(self, name: str, seat: Seat, change: int) -> None:
        if name == HANDS:
            self.sheets[seat].in_hand += change
        elif name == DECK:
            self.sheets[seat].in_deck += change

    def _played(self, seat: Seat, card: Card, drawn: bool) -> None:
        """A card left a hand, or the top of a deck."""
        sheet = self.sheets[seat]
        if drawn:
            sheet.in_deck -= 1
        else:
            sheet.in_hand -= 1
            if seat == self.seat:
                self.hand.remove(card)

    def _round_ended(self, e: ev.RoundEnded) -> None:
        self.sheets[e.leader].discard.append(e.led)
        if e.reply is not None:
            self._played(e.responder, e.reply, e.reply_drawn)
            self.sheets[e.responder].discard.append(e.reply)
        if e.sheet:
            self.sheets[e.sheet].score += e.points
        self.leader, self.led = e.responder, None


def view(seat: Seat, setup: Setup) -> View:
    """Make the view of a seat, or of an observer, that has been told nothing yet."""
    first, second = setup.seats
    sheets = {first: Sheet(), second: Sheet()}
    return View(seat, (first, second), Options.of(setup.options), sheets, silent="LOWEST")


def look(state: State, seat: Seat, setup: Setup) -> View:
    """Make the view that a full history would have given."""
    found = alike(view(seat, setup), state, seat)
    for name, side in state.sides.items():
        found.sheets[name] = Sheet(side.score, side.calls, side.drinks, len(side.hand), len(side.deck), side.discard[:])
    found.hand = state.sides[seat].hand[:] if seat in state.sides else []
    found.round = len(state.rounds)
    return found


def decide(seen: View) -> Resign | None:
    """Name the decision that a seat meets first in the next turn: whether it plays on at all."""
    if seen.over or seen.seat == OBSERVER:
        return None
    return Resign(seen.seat, NO_OR_YES)


def tabletop(v: View) -> Tabletop:
    """Lay both sides out, one facing the other."""
    sides = []
    for seat, s in v.sheets.items():
        drinks = (("drinks", str(s.drinks)),) if v.options.drinking else ()
        facts = (("score", str(s.score)), ("calls", str(s.calls)), *drinks)
        led = (v.led,) if v.led is not None and seat == v.leader else ()
        heaps = (
            Heap("led", laid(led)), Heap("hand", down=s.in_hand), Heap("deck", down=s.in_deck),
            Heap("discards", laid(s.discard)),
        )  # fmt: skip
        sides.append(Side(seat, "", facts, tuple(one for one in heaps if one.down or one.cards)))
    return Tabletop(tuple(sides))
