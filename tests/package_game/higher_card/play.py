"""How Higher Card is played: set-up, one turn, the orders and what answers for a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from referee.engine.asks import Answer, Ask, Why
from referee.engine.audience import PUBLIC, Seat, all_but, only
from referee.engine.conditions import Condition
from referee.engine.events import Event, GameEnded
from referee.engine.lexicon import Words
from referee.engine.orders import Order, now
from referee.engine.sections import Remark, warning
from referee.engine.setup import Setup
from referee.engine.slots import Slot, compare
from referee.engine.table import Desk, Table

from .table import (
    CARDS,
    DECK,
    Card,
    CardDrawn,
    CardDrawnUnseen,
    CardLaid,
    DieRolled,
    State,
    TrickTied,
    TrickWon,
    View,
    lowest_first,
)


class Lay(Ask[Card]):
    """Which card do you lay?"""

    rule: ClassVar[str] = "HC-2.1"
    live: ClassVar[bool] = True


class CardSlot(Slot[Card]):
    """A card by its code."""

    name = "card"
    usage = "a card, such as 3R (1 to 6; R, G, B or Y)"
    example = "3R"

    def read(self, words: Words) -> Card:
        """Read a code."""
        if words.word not in CARDS:
            raise words.unreadable("a card", CARDS, "Cards are 1 to 6 with R, G, B or Y, such as 3R.")
        words.at += 1
        return CARDS[words.texts[words.at - 1]]


class Play(Order):
    """Lay this card (HC-4.1)."""

    usage: ClassVar[str | tuple[str, ...]] = "PLAY card"
    example: ClassVar[str] = "PLAY 3R"
    card: Card


class Prefer(Order):
    """Lay your highest or lowest card, until you say otherwise (HC-4.2)."""

    usage: ClassVar[str | tuple[str, ...]] = "PREFER which:HIGH|LOW"
    example: ClassVar[str] = "PREFER HIGH"
    standing: ClassVar[bool] = True
    which: str


class Points(Condition):
    """Compare your points."""

    usage: ClassVar[str] = "POINTS compare n"
    example: ClassVar[str] = "POINTS >= 2"
    compare: str
    n: int

    def holds(self, seen: Any) -> bool:
        """Look at the points of the one who writes."""
        return compare(seen.points[seen.seat], self.compare, self.n)


def start(t: Table[State], setup: Setup) -> None:
    """Shuffle and deal (HC-1.2)."""
    t.state = State(
        setup.seats,
        {seat: [] for seat in setup.seats},
        t.chance.shuffled(DECK, "deck"),
        dict.fromkeys(setup.seats, 0),
        die_on_ties=setup["ties"] == "die",
    )
    for seat in setup.seats * int(setup["hand"]):
        t.tell(*draw(t.state, seat))


def play(t: Table[State]) -> None:
    """All lay a card, the highest scores, all draw (HC-2)."""
    state = t.state
    asked = [seat for seat in state.seats if state.hands[seat]]
    laid = t.ask_all([Lay(seat, lowest_first(state.hands[seat])) for seat in asked])
    for seat, card in zip(asked, laid, strict=True):
        state.hands[seat].remove(card)
        state.away.append(card)
        t.tell(CardLaid(seat=seat, card=card, to=PUBLIC))
    highest = max(card.rank for card in laid)
    score(t, [seat for seat, card in zip(asked, laid, strict=True) if card.rank == highest])
    for seat in state.seats:
        if state.deck:
            t.tell(*draw(state, seat))
    if not any(state.hands.values()):
        t.tell(end(state))


def score(t: Table[State], highest: list[Seat]) -> None:
    """One point for the highest card; equal ones score nothing, or roll (HC-2.2, HC-2.3)."""
    if len(highest) > 1 and not t.state.die_on_ties:
        t.tell(TrickTied(seats=tuple(highest), to=PUBLIC))
        return
    while len(highest) > 1:
        rolls = [t.chance.die(6, "die", seat) for seat in highest]
        t.tell(*(DieRolled(seat=s, roll=r, to=PUBLIC) for s, r in zip(highest, rolls, strict=True)))
        highest = [s for s, r in zip(highest, rolls, strict=True) if r == max(rolls)]
    t.state.points[highest[0]] += 1
    t.tell(TrickWon(seat=highest[0], to=PUBLIC))


def draw(state: State, seat: Seat) -> list[Event]:
    """Take the top card; what it is only its owner knows (HC-2.4)."""
    card = state.deck.pop(0)
    state.hands[seat].append(card)
    return [CardDrawn(seat=seat, card=card, to=only(seat)), CardDrawnUnseen(seat=seat, to=all_but(seat))]


def end(state: State) -> GameEnded:
    """The most points win (HC-3.1)."""
    best = max(state.points.values())
    winners = tuple(seat for seat in state.seats if state.points[seat] == best)
    losers = tuple(seat for seat in state.seats if state.points[seat] < best)
    return GameEnded(reason="cards are out", winners=winners, losers=losers, to=PUBLIC)


def desk(seat: Seat, orders: Sequence[Order], look: Callable[[], View]) -> Desk:
    """Answer by the first order that fits, else lay the lowest card (HC-2.2)."""

    def answer(ask: Ask[Any]) -> Answer[Any]:
        cards = lowest_first(ask.choices)
        for one in now(orders, look()):
            match one:
                case Play(card=card) if card in cards:
                    return Answer(card, one.number)
                case Prefer(which=which):
                    return Answer(cards[-1] if which == "HIGH" else cards[0], one.number)
        return Answer(cards[0], Why.DEFAULT)

    return answer


def check(seen: View, orders: Sequence[Order]) -> Iterator[Remark]:
    """Warn of cards not held (HC-4.1)."""
    for one in orders:
        if isinstance(one, Play) and one.card not in seen.hand:
            yield warning(one, f"You do not hold {one.card} now; the next line counts instead.", "HC-4.1")
