"""Cards in Hands: drawn, discarded, handed over; named to those who may know them (section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.engine.audience import PUBLIC, Audience, Seat, all_but, only
from referee.engine.events import Event
from referee.games.cards import Card
from referee.games.living_trumps import events as ev
from referee.games.living_trumps.deck import ordered
from referee.games.living_trumps.state import Peek, Trumps


def knowing(t: Trumps, *seats: Seat) -> Audience:
    """Say who sees a card come or go: these seats, or all if one of the Hands is open (LT-4.2, LT-R27)."""
    return PUBLIC if any(t.state.is_open(seat) for seat in seats) else only(*seats)


def told(t: Trumps, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Tell cards from the lowest up: the order in which a Hand holds them would say which of them came last."""
    return tuple(cards if t.state.edition < 3 else ordered(cards))


def tell_open(t: Trumps, cards: Iterable[Card], seats: Sequence[Seat], *events: Event) -> None:
    """Tell of cards that are open to these seats, or to all, at this moment only."""
    peek = Peek(tuple(cards), tuple(seats))
    t.state.peeks.append(peek)
    t.tell(*events)
    t.state.peeks.remove(peek)


def tell_gone(t: Trumps, seat: Seat, cards: Iterable[Card]) -> None:
    """Name to all what leaves an open Hand for a Duel or contest, face-down or not (LT-R27)."""
    if t.state.is_open(seat):
        for card in cards:
            tell_open(t, [card], (), ev.FeintSeen(seat=seat, card=card, to=PUBLIC))


def top_trump(t: Trumps) -> Card:
    """Take the top card of the Trump Deck; an empty one is made anew out of the discards (LT-R4)."""
    s = t.state
    if not s.trump_deck:
        s.trump_deck, s.discard = t.chance.shuffled(s.discard, "trump deck"), []
        t.tell(ev.Reshuffled(cards=len(s.trump_deck), to=PUBLIC))
    return s.trump_deck.pop(0)


def draw(t: Trumps, seat: Seat, count: int = 1) -> list[Card]:
    """Draw cards from the Trump Deck into a Hand, one by one (LT-8.5, LT-14.4)."""
    cards = [top_trump(t) for _ in range(count)]
    t.state.players[seat].hand += cards
    to = knowing(t, seat)
    t.tell(ev.Drew(seat=seat, cards=told(t, cards), to=to))
    if to is not PUBLIC:
        t.tell(ev.DrewUnseen(seat=seat, count=count, to=all_but(seat)))
    return cards


def discard(t: Trumps, seat: Seat, cards: Sequence[Card]) -> None:
    """Cards go from a Hand to the discard pile (LT-R4, LT-R11)."""
    s = t.state
    for card in cards:
        s.players[seat].hand.remove(card)
    s.discard += cards
    to = knowing(t, seat)
    t.tell(ev.Discarded(seat=seat, cards=told(t, cards), to=to))
    if to is not PUBLIC:
        t.tell(ev.DiscardedUnseen(seat=seat, count=len(cards), to=all_but(seat)))


def hand_over(t: Trumps, giver: Seat, taker: Seat, cards: Sequence[Card]) -> None:
    """Cards go from Hand to Hand; the two know them, the others only how many (section 4)."""
    players = t.state.players
    for card in cards:
        players[giver].hand.remove(card)
        players[taker].hand.append(card)
    tell_handed(t, giver, taker, cards)


def tell_handed(t: Trumps, giver: Seat, taker: Seat, cards: Sequence[Card]) -> None:
    """Tell both which cards changed hands, and the others that some did."""
    to = knowing(t, giver, taker)
    t.tell(ev.Handed(giver=giver, taker=taker, cards=told(t, cards), to=to))
    if to is not PUBLIC:
        t.tell(ev.HandedUnseen(giver=giver, taker=taker, count=len(cards), to=all_but(giver, taker)))
