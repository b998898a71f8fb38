"""AG-2.5, AG-6 and AG-R7: when a game ends and who wins; who leaves the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.amagande.events import CardPlayed, CardsDrawnUnseen, CheckCalled, LeftTable, SumsCompared
from referee.games.amagande.state import Game, State
from referee.games.amagande.values import total
from referee.games.cards import Card

HAND_EMPTY, ELIMINATION, NO_MOVE = "last card played", "elimination", "nobody can move"
RESIGNED, ALL_RESIGNED = "resigned", "all resigned"

ENDS = {
    HAND_EMPTY: "A player played their last card (AG-2.5).",
    ELIMINATION: "The fatal seven decided it (AG-6.4 to AG-6.6, AG-R17).",
    NO_MOVE: "A full circuit passed without a play or a draw, and the lowest sum wins (AG-R7).",
    RESIGNED: "All but one gave up or are out (AG-R19).",
    ALL_RESIGNED: "All who were left gave up in the same turn (AG-R19).",
}


def finish(t: Game, reason: str, winners: Sequence[Seat]) -> None:
    """The game is over; all who did not win have lost."""
    t.state.over = True
    t.end(reason, winners)


def empty_hand(t: Game, seat: Seat) -> None:
    """Who plays the last card of a hand wins at once (AG-2.5), whatever card it is (AG-R8)."""
    t.state.pending, t.state.required = 0, ""
    finish(t, HAND_EMPTY, (seat,))


def no_move_left(t: Game) -> None:
    """If nobody can play or draw for a full circuit the lowest sum wins, equal ones share (AG-R7)."""
    s = t.state
    sums = {seat: total(s.hands[seat]) for seat in s.playing}
    t.tell(SumsCompared(sums=tuple(sums.items()), to=PUBLIC))
    finish(t, NO_MOVE, [seat for seat in s.playing if sums[seat] == min(sums.values())])


def resign(t: Game, leaving: Sequence[Seat]) -> None:
    """Who gives up leaves the table and cannot win; the last one at it wins at once (AG-R19)."""
    s = t.state
    for seat in leaving:
        leave(t, seat, resigned=True)
    if not s.playing:
        finish(t, ALL_RESIGNED, ())
    elif len(s.playing) == 1:
        finish(t, RESIGNED, s.playing)


def leave(t: Game, seat: Seat, *, resigned: bool) -> None:
    """Who leaves puts their cards under the stock, unseen after a RESIGN; others play on (AG-R17, AG-R19)."""
    s = t.state
    cards = s.hands[seat]
    s.stock += cards
    s.hands[seat] = []
    if seat in s.opened:
        s.opened.remove(seat)
    s.out.append(seat)
    if seat == s.on_turn and s.playing and resigned:
        s.on_turn = s.after(seat)
    t.tell(LeftTable(seat=seat, cards=len(cards), resigned=resigned, to=PUBLIC))


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, hand) for seat, hand in state.hands.items() if hand]
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


NAMED = {"": "a Joker", "A": "an ace", "8": "an 8", "J": "a Jack", "Q": "a Queen", "K": "a King"}
"""The ranks, and the Joker that has none, as simulations name them, where a figure will not do."""


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: what is played, countered and drawn."""
    for e in events:
        match e:
            case CardPlayed(countered=True):
                yield "Penalties", "countered"
            case CardsDrawnUnseen(due=due) if due:
                yield "Penalties", "taken"
            case CardsDrawnUnseen():
                yield "Plays", "a card drawn"
            case CardPlayed(card=card):
                yield "Plays", NAMED.get(card.rank, f"a {card.rank}")
            case CheckCalled():
                yield "Plays", "the fatal seven"
