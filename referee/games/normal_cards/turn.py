"""NC-2 and NC-P1: a turn by e-mail, which plays several tricks; laying, taking and drawing."""

from __future__ import annotations

from referee.engine.asks import NO_OR_YES
from referee.engine.audience import PUBLIC, Seat, only
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.normal_cards.asks import Lead, PlayOn, Reply, Resign
from referee.games.normal_cards.ending import end, resign
from referee.games.normal_cards.events import CardDrawn, CardLaid, MainCardDrawn, TrickWon, TurnBegun
from referee.games.normal_cards.state import Cards, State, from_seat, points
from referee.games.normal_cards.values import default_lead, default_reply, taking


def play_turn(t: Cards) -> None:
    """A turn: who gives up does so first, all at once (NC-R9); then tricks until turn or game is over (NC-P1.1)."""
    t.state.turn += 1
    t.state.tricks.clear()
    t.tell(TurnBegun(turn=t.state.turn, leader=t.state.leader, to=PUBLIC))
    if leaving := t.who([Resign(seat, NO_OR_YES) for seat in t.state.playing]):
        resign(t, leaving)
    while not t.state.over and goes_on(t):
        play_trick(t)
        if not any(t.state.hands.values()):
            end(t)


def goes_on(t: Cards) -> bool:
    """A turn plays its own tricks, and as many more as all allow, so the smallest PLAY ON counts (NC-P1.1)."""
    played = len(t.state.tricks)
    if played < t.state.options.tricks:
        return True
    return t.agree([PlayOn(seat, NO_OR_YES, played) for seat in t.state.playing], "The others went no further.")


def play_trick(t: Cards) -> None:
    """All lay a card in seat order, the leader first (NC-2.1); the winner takes them and leads the next (NC-2.4)."""
    s, trick = t.state, len(t.state.tricks) + 1
    order, table, last = from_seat(s.seats, s.leader), s.table, len(s.seats) - 1
    for seat in order:
        card = laid_by(t, seat, trick)
        s.hands[seat].remove(card)
        table.append(card)
        if len(table) <= last:  # the last card is told with the trick
            t.tell(CardLaid(trick=trick, seat=seat, card=card, to=PUBLIC))
    place, cards, leader = taking(table, s.trump), tuple(table), s.leader
    s.leader = winner = order[place]
    s.won[winner] += cards
    table.clear()
    ended = TrickWon(
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
        return t.ask(Reply(seat, choices, trick, s.leader, tuple(s.table)))
    return t.ask(Lead(seat, choices, trick))


def drawing(s: State, trick: int) -> list[Event]:
    """One card each, the winner's first, while the stock lasts; the Main Card is its last (NC-2.4, NC-2.5, NC-2.6)."""
    events: list[Event] = []
    for seat in from_seat(s.seats, s.leader):
        if not s.stock:
            break
        card = s.stock.pop(0)
        s.hands[seat].append(card)
        if card is s.main:
            events.append(MainCardDrawn(seat=seat, card=card, to=PUBLIC))
        else:
            events.append(CardDrawn(trick=trick, seat=seat, card=card, to=only(seat)))
    return events
