"""NC-1 to NC-3 and NC-P1: the deal, a turn by e-mail, which plays several tricks, and the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.engine.author import NO_OR_YES, PUBLIC, Event, Seat, Setup, Table, only
from referee.games.cards import Card
from referee.games.deal import dealt, tell_hands
from referee.games.normal_cards import events as ev
from referee.games.normal_cards.state import HAND, PACK, Cards, Options, State, from_seat, points
from referee.games.normal_cards.values import default_lead, default_reply, taking

NEVER_MAIN = ("A", "7")


def start(t: Table[State], setup: Setup) -> None:
    """Turn the Main Card (NC-1.3, NC-1.4, NC-R1), deal four cards each (NC-1.2), and draw who leads (NC-R3)."""
    main, back, hands, stock = dealt(PACK, lambda card: card.rank in NEVER_MAIN, setup.seats, HAND, t.chance)
    leader = t.chance.pick(setup.seats, "leader")
    won: dict[Seat, list[Card]] = {seat: [] for seat in setup.seats}
    t.state = State(setup.seats, Options.of(setup.options), main, leader, hands, won, [*stock, main])
    t.tell(ev.MainCardTurned(card=main, back=back, stock=len(t.state.stock), to=PUBLIC))
    tell_hands(t, hands)
    t.tell(ev.LeaderDrawn(seat=leader, to=PUBLIC))


def play_turn(t: Cards) -> None:
    """A turn: who gives up does so first, all at once (NC-R9); then tricks until turn or game is over (NC-P1.1)."""
    s = t.state
    s.turn += 1
    s.tricks.clear()
    t.tell(ev.TurnBegun(turn=s.turn, leader=s.leader, to=PUBLIC))
    leaving = t.who([ev.Resign(seat, NO_OR_YES) for seat in s.playing])
    s.resigned += leaving
    t.tell(*(ev.Resigned(seat=seat, to=PUBLIC) for seat in leaving))
    if len(s.playing) < 2:  # their cards are played by the defaults; the last one left wins at once (NC-R9)
        s.over = True
        t.end(RESIGNED if s.playing else ALL_RESIGNED, s.playing)
    while not s.over and goes_on(t):
        play_trick(t)
        if not any(s.hands.values()):
            end(t)


def goes_on(t: Cards) -> bool:
    """A turn plays its own tricks, and as many more as all allow, so the smallest PLAY ON counts (NC-P1.1)."""
    played = len(t.state.tricks)
    if played < t.state.options.tricks:
        return True
    return t.agree([ev.PlayOn(seat, NO_OR_YES, played) for seat in t.state.playing], "The others went no further.")


def play_trick(t: Cards) -> None:
    """All lay a card in seat order, the leader first (NC-2.1); the winner takes them and leads the next (NC-2.4)."""
    s, trick = t.state, len(t.state.tricks) + 1
    order, table, last = from_seat(s.seats, s.leader), s.table, len(s.seats) - 1
    for seat in order:
        card = laid_by(t, seat, trick)
        s.hands[seat].remove(card)
        table.append(card)
        if len(table) <= last:  # the last card is told with the trick
            t.tell(ev.CardLaid(trick=trick, seat=seat, card=card, to=PUBLIC))
    place, cards, leader = taking(table, s.trump), tuple(table), s.leader
    s.leader = winner = order[place]
    s.won[winner] += cards
    table.clear()
    ended = ev.TrickWon(
        trick=trick, leader=leader, seats=order, cards=cards, winner=winner, points=points(cards),
        trumped=cards[place].suit == s.trump != cards[0].suit, drawn=min(len(order), len(s.stock)), to=PUBLIC,
    )  # fmt: skip
    s.tricks.append(ended)
    t.tell(ended, *drawing(s, trick))


def laid_by(t: Cards, seat: Seat, trick: int) -> Card:
    """Any card of the hand may be laid, without a duty to follow suit or to trump (NC-2.1); NC-R9 for who gave up."""
    s = t.state
    if seat in s.resigned:
        return default_reply(s.hands[seat], s.table, s.trump) if s.table else default_lead(s.hands[seat], s.trump)
    choices = tuple(s.hands[seat])
    if s.table:
        return t.ask(ev.Reply(seat, choices, trick, s.leader, tuple(s.table)))
    return t.ask(ev.Lead(seat, choices, trick))


def drawing(s: State, trick: int) -> list[Event]:
    """One card each, the winner's first, while the stock lasts; the Main Card is its last (NC-2.4, NC-2.5, NC-2.6)."""
    events: list[Event] = []
    for seat in from_seat(s.seats, s.leader):
        if not s.stock:
            break
        card = s.stock.pop(0)
        s.hands[seat].append(card)
        if card is s.main:
            events.append(ev.MainCardDrawn(seat=seat, card=card, to=PUBLIC))
        else:
            events.append(ev.CardDrawn(trick=trick, seat=seat, card=card, to=only(seat)))
    return events


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


def hands(state: State) -> Sequence[tuple[Seat, Sequence[Card]]]:
    """Lay open what each player still holds, and the rest of the stock (section 4)."""
    opened: list[tuple[Seat, Sequence[Card]]] = [(seat, sorted(hand)) for seat, hand in state.hands.items()]
    return [*opened, (Seat("the stock, from the top"), state.stock)] if state.stock else opened


def tally(events: Sequence[Event]) -> Iterator[tuple[str, object]]:
    """Name what simulations count: who takes tricks, and what for."""
    for e in events:
        if isinstance(e, ev.TrickWon):
            yield "Who took the trick", "the leader" if e.winner == e.leader else "another"
            yield "How", "by a trump" if e.trumped else "in the led suit"
            worth = "none" if not e.points else "1 to 9" if e.points < 10 else "10 or more"
            yield "Points of the trick", worth
