"""AG-1 to AG-6 and AG-P1: the deal, a turn by e-mail with several own turns of each player, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.author import NO_OR_YES, OBSERVER, PUBLIC, Event, Seat, Setup, Table, only
from referee.games.amagande import events as ev
from referee.games.amagande.state import ACE_OF_SPADES, FREE, PACK, SUITS, Game, Options, State
from referee.games.amagande.values import COLOUR, counters, eliminated, fatal, fits, penalty, special, total
from referee.games.cards import Card
from referee.games.deal import dealt, tell_hands


def start(t: Table[State], setup: Setup) -> None:
    """Draw the reference suit (AG-1.2), turn the first discard (AG-R2), deal (AG-R1), and draw who begins (AG-R3)."""
    options, chance = Options.of(setup.options), t.chance
    reference = str(chance.pick(SUITS, "reference_suit"))
    top, back, hands, stock = dealt(PACK, lambda card: special(card, reference), setup.seats, options.hand, chance)
    beginner = chance.pick(setup.seats, "beginner")
    t.state = State(setup.seats, options, reference, beginner, hands, stock, [top])
    t.state.had, t.state.served = dict.fromkeys(setup.seats, 0), dict.fromkeys(setup.seats, 0)
    t.tell(ev.ReferenceDrawn(suit=reference, to=PUBLIC))
    t.tell(ev.FirstTurned(card=top, back=back, stock=len(stock), to=PUBLIC))
    tell_hands(t, hands)
    t.tell(ev.BeginnerDrawn(seat=beginner, to=PUBLIC))


def play_turn(t: Game) -> None:
    """Who gives up does so first, all at once (AG-R19); then own turns till who is on turn has had them (AG-P1.1)."""
    s = t.state
    s.turn += 1
    s.had, s.served = dict.fromkeys(s.seats, 0), dict.fromkeys(s.seats, 0)
    t.tell(ev.TurnBegun(turn=s.turn, seat=s.on_turn, to=PUBLIC))
    for seat in t.who([ev.Resign(seat, NO_OR_YES) for seat in s.playing]):
        leave(t, seat, resigned=True)
    if len(s.playing) < 2:  # who gives up cannot win; the last one at the table wins at once (AG-R19)
        finish(t, RESIGNED if s.playing else ALL_RESIGNED, s.playing)
    while not s.over and s.had[s.on_turn] < s.options.plays:
        own_turn(t)


def own_turn(t: Game) -> None:
    """One counters or takes a penalty, or plays, or draws a card and plays it or not (AG-2.1 to AG-2.4, AG-I4)."""
    s, seat = t.state, t.state.on_turn
    s.had[seat] += 1
    due = s.pending
    if due:
        move = t.ask(ev.Counter(seat, countering(s, seat), s.top, due))
    else:
        s.served[seat] += 1
        move = t.ask(ev.Play(seat, able(s, seat), s.served[seat], s.top, s.required))
    laid, drawn = (move if isinstance(move, Card) else None), list[Card]()
    if laid:
        lay(t, seat, laid, countered=due > 0)
    elif due:  # drawn whole, and that is the turn (AG-2.4, AG-R6); after a Joker its colour is asked (AG-R12)
        s.pending, s.required = 0, COLOUR[s.top] if s.top.joker else ""
        drawn = draw(t, seat, due, due)
    else:
        laid, drawn = draw_one(t, seat)
    s.idle = 0 if laid or drawn else s.idle + 1
    follow(t, seat, laid)


def countering(s: State, seat: Seat) -> tuple[ev.Move, ...]:
    """Say what counters the penalty; whatever one holds, it may be taken (AG-2.4, AG-R11, AG-R14)."""
    return (*(card for card in s.hands[seat] if counters(card, s.top)), ev.Act.TAKE)


def able(s: State, seat: Seat) -> tuple[ev.Move, ...]:
    """Say what a player may do without a penalty: cards that fit; draw only if none does (AG-2.2, AG-R5, AG-R7)."""
    cards = tuple(card for card in s.hands[seat] if fits(card, s.top, s.required, s.options))
    if cards and not s.options.voluntary_draw:
        return cards
    if drawable(s):
        return (*cards, ev.Act.DRAW)
    return cards or (ev.Act.PASS,)


def draw_one(t: Game, seat: Seat) -> tuple[Card | None, list[Card]]:
    """One card is drawn; if it fits it may be played, else the turn passes (AG-2.2, AG-2.3); or nothing (AG-R7)."""
    s = t.state
    drawn = draw(t, seat, 1) if drawable(s) else []
    for card in drawn:
        fitting = fits(card, s.top, s.required, s.options)
        if t.ask(ev.Drawn(seat, (ev.Act.PLAY, ev.Act.KEEP) if fitting else (ev.Act.KEEP,), card)) is ev.Act.PLAY:
            lay(t, seat, card, drawn=True)
            return card, drawn
    t.tell(ev.Passed(seat=seat, drew=bool(drawn), to=PUBLIC))
    return None, drawn


def lay(t: Game, seat: Seat, card: Card, *, drawn: bool = False, countered: bool = False) -> None:
    """A card goes on the discard pile with its penalty or block (AG-3, AG-4.2); the last one wins at once (AG-2.5)."""
    s = t.state
    s.hands[seat].remove(card)
    s.discard.append(card)
    last = not s.hands[seat]
    laid = 0 if last else penalty(card)
    s.pending = s.pending + laid if laid and s.options.stack else laid  # AG-R9, AG-R8
    s.required = FREE if countered and card is ACE_OF_SPADES and not last else ""
    played = ev.CardPlayed(
        seat=seat, card=card, drawn=drawn, countered=countered, left=len(s.hands[seat]),
        pending=s.pending, required=s.required, to=PUBLIC,
    )  # fmt: skip
    t.tell(played)
    if last:  # whatever card it is (AG-R8)
        finish(t, HAND_EMPTY, (seat,))
    elif card.rank == "A" and not countered:  # the suit required next (AG-4.1, AG-4.3); a block names none (AG-R13)
        s.required = str(t.ask(ev.NameSuit(seat, SUITS, s.served[seat], card)))
        t.tell(ev.SuitNamed(seat=seat, suit=s.required, to=PUBLIC))
    elif fatal(card, s.reference):
        check(t, seat)


def follow(t: Game, seat: Seat, laid: Card | None) -> None:
    """An 8 skips the next player, a Jack turns the circle; between two both give another turn (AG-5.1, AG-5.2)."""
    s = t.state
    if s.over:
        return
    left = len(s.seats) - len(s.out)
    if s.idle >= left:  # nobody can play or draw for a full circuit: the lowest sum wins, equal ones share (AG-R7)
        t.tell(ev.SumsCompared(sums=tuple((one, total(s.hands[one])) for one in s.playing), to=PUBLIC))
        finish(t, NO_MOVE, lowest(s, s.playing))
        return
    rank, turned, skipped = laid.rank if laid else "", False, OBSERVER
    if rank in ("8", "J") and left == 2:
        skipped, s.on_turn = s.after(seat), seat
    elif rank == "8":
        skipped, s.on_turn = s.after(seat), s.after(seat, 2)
    else:
        turned = rank == "J"
        s.direction = -s.direction if turned else s.direction
        s.on_turn = s.after(seat)
    passed = ev.TurnPassed(
        seat=s.on_turn, before=seat, direction=s.direction, reversed=turned, skipped=skipped, to=PUBLIC
    )
    t.tell(passed)


def drawable(s: State) -> bool:
    """Say whether there is a card to draw, if need be out of the discards (AG-R7)."""
    return bool(s.stock) or len(s.discard) > 1


def draw(t: Game, seat: Seat, count: int, due: int = 0) -> list[Card]:
    """Draw so many cards; what neither stock nor discards can give is not drawn (AG-2.2, AG-2.4, AG-R7)."""
    s, drawn = t.state, list[Card]()
    while len(drawn) < count and drawable(s):
        if not s.stock:  # all discards but the top one are shuffled into a new one (AG-R7)
            s.stock = t.chance.shuffled(s.discard[:-1], "renewed")
            del s.discard[:-1]
            t.tell(ev.StockRenewed(cards=len(s.stock), to=PUBLIC))
        drawn.append(s.stock.pop(0))
    s.hands[seat] += drawn
    if drawn:
        t.tell(ev.CardsDrawn(seat=seat, cards=tuple(drawn), to=only(seat)))
    t.tell(ev.CardsDrawnUnseen(seat=seat, count=len(drawn), due=due, required=s.required, to=PUBLIC))
    return drawn


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
    winners = won(s, seat, safe)
    if winners:
        show(t, s.playing, gone)
        finish(t, ELIMINATION, winners)
        return
    show(t, gone, gone)
    for one in gone:
        leave(t, one, resigned=False)
    t.tell(ev.CheckPassed(seats=tuple(s.playing), to=PUBLIC))


def won(s: State, seat: Seat, safe: Sequence[Seat]) -> tuple[Seat, ...]:
    """One who is safe alone wins (AG-6.6); of three or more several play on (AG-R17); else the lowest sum (AG-6.4).

    Equal sums lose the seven (AG-6.5, AG-R16, AG-R17). Two who are both safe may play on as well (AG-R15).
    """
    if len(safe) == 1:
        return tuple(safe)
    if safe and len(s.playing) > 2:
        return ()
    low = lowest(s, s.playing)
    if len(low) > 1:
        return tuple(one for one in low if one != seat)
    return () if safe and s.options.play_on else low


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
