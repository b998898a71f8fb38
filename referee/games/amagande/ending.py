"""AG-2.5, AG-6 and AG-R7: when a game ends and who wins; the fatal seven, and who leaves the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.audience import PUBLIC, Seat
from referee.engine.events import Event
from referee.games.amagande import events as ev
from referee.games.amagande.state import Game, State
from referee.games.amagande.values import eliminated, total
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
    t.tell(ev.SumsCompared(sums=tuple(sums.items()), to=PUBLIC))
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
    t.tell(ev.LeftTable(seat=seat, cards=len(cards), resigned=resigned, to=PUBLIC))


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(hand)) for seat, hand in state.hands.items() if hand]
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


NAMED = {"": "a Joker", "A": "an ace", "8": "an 8", "J": "a Jack", "Q": "a Queen", "K": "a King"}
"""The ranks, and the Joker that has none, as simulations name them, where a figure will not do."""


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: what is played, countered and drawn."""
    for e in events:
        match e:
            case ev.CardPlayed(countered=True):
                yield "Penalties", "countered"
            case ev.CardsDrawnUnseen(due=due) if due:
                yield "Penalties", "taken"
            case ev.CardsDrawnUnseen():
                yield "Plays", "a card drawn"
            case ev.CardPlayed(card=card):
                yield "Plays", NAMED.get(card.rank, f"a {card.rank}")
            case ev.CheckCalled():
                yield "Plays", "the fatal seven"


def check(t: Game, seat: Seat) -> None:
    """The 7 of the reference suit triggers the check on all hands as they are after the play (AG-6.1)."""
    s = t.state
    t.tell(ev.CheckCalled(seat=seat, to=PUBLIC))
    gone = [one for one in s.playing if eliminated(s.hands[one])]
    safe = [one for one in s.playing if one not in gone]
    winners = of_two(s, seat, gone, safe) if len(s.playing) == 2 else of_more(s, seat, gone, safe)
    if winners:
        show(t, s.playing, gone)
        finish(t, ELIMINATION, winners)
        return
    show(t, gone, gone)
    for one in gone:
        leave(t, one, resigned=False)
    t.tell(ev.CheckPassed(seats=tuple(s.playing), to=PUBLIC))


def of_two(s: State, seat: Seat, gone: Sequence[Seat], safe: Sequence[Seat]) -> tuple[Seat, ...]:
    """One eliminated: the other wins (AG-6.6). Both: the lower sum wins (AG-6.4), equal ones lose the seven (AG-R16).

    Neither: equal sums lose the seven (AG-6.5), else the lower wins or the game goes on (AG-R15).
    """
    if len(gone) == 1:
        return tuple(safe)
    low = lowest(s, s.playing)
    if len(low) == 2:
        return tuple(one for one in low if one != seat)
    return () if safe and s.options.play_on else low


def of_more(s: State, seat: Seat, gone: Sequence[Seat], safe: Sequence[Seat]) -> tuple[Seat, ...]:
    """One survivor wins; of none the lowest sum, a tie against the seven, else shared; several play on (AG-R17)."""
    if len(safe) == 1:
        return tuple(safe)
    if safe:
        return ()
    low = lowest(s, gone)
    return tuple(one for one in low if one != seat) if len(low) > 1 else low


def lowest(s: State, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return those with the lowest sum."""
    sums = {one: total(s.hands[one]) for one in seats}
    return tuple(one for one in seats if sums[one] == min(sums.values()))


def show(t: Game, seats: Sequence[Seat], gone: Sequence[Seat]) -> None:
    """Hands are laid open: all of them when a check ends the game, else only the eliminated ones (section 4).

    Each is laid in the order of its cards, which does not tell when one was drawn, nor how they lie under the stock.
    """
    s = t.state
    s.opened += seats
    for one in seats:
        hand = tuple(sorted(s.hands[one]))
        t.tell(ev.HandShown(seat=one, cards=hand, sum=total(hand), eliminated=one in gone, to=PUBLIC))
