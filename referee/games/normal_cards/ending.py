"""NC-3: when a game ends, and who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.normal_cards.events import Resigned, TrickWon
from referee.games.normal_cards.state import Cards, State

ALL_PLAYED, RESIGNED, ALL_RESIGNED = "all cards played", "resigned", "all resigned"

ENDS = {
    ALL_PLAYED: "All cards are played, and the points in the tricks are counted (NC-2.6, NC-3.2).",
    RESIGNED: "All but one gave up (NC-R9).",
    ALL_RESIGNED: "All who were left gave up in the same turn (NC-R9).",
}


def end(t: Cards) -> None:
    """The highest total wins (NC-3.2); of two, equal totals are a draw, of more a shared win (NC-R8)."""
    s = t.state
    s.over = True
    scores = s.scores()
    best = max(scores[seat] for seat in s.playing)
    winners = tuple(seat for seat in s.playing if scores[seat] == best)
    t.end(ALL_PLAYED, () if len(s.seats) == len(winners) == 2 else winners)


def resign(t: Cards, leaving: list[Seat]) -> None:
    """Who gives up cannot win; their cards are played by the defaults, and the last one left wins at once (NC-R9)."""
    s = t.state
    s.resigned += leaving
    t.tell(*(Resigned(seat=seat, to=PUBLIC) for seat in leaving))
    if len(s.playing) > 1:
        return
    s.over = True
    t.end(RESIGNED if s.playing else ALL_RESIGNED, s.playing)


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(hand)) for seat, hand in state.hands.items()]
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: who takes tricks, and what for."""
    for e in events:
        if isinstance(e, TrickWon):
            yield "Who took the trick", "the leader" if e.winner == e.leader else "another"
            yield "How", "by a trump" if e.trumped else "in the led suit"
            worth = "none" if not e.points else "1 to 9" if e.points < 10 else "10 or more"
            yield "Points of the trick", worth
