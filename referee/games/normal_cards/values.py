"""NC-2 and the card words: which card takes a trick, and which card a word means (NC-P2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.cards import Card
from referee.games.normal_cards.state import PACK, RANKS, WORTH, points

STRENGTH = {card: len(RANKS) - RANKS.index(card.rank) for card in PACK}
"""The rank of each card in its suit, high to low A, 7, K, J, Q, 6, 5, 4, 3 (NC-2.3, NC-R5, NC-R7)."""

SUITS = "HDCS"
"""The suits in the order of every tie, which is that of the cards."""

RICH = 10


def taking(cards: Sequence[Card], trump: str) -> int:
    """The highest trump takes the trick, else the highest card of the led suit (NC-2.2); say which in order it is.

    A card that is neither cannot win, whatever it is worth (NC-R6).
    """
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best


def beats(card: Card, best: Card, trump: str) -> bool:
    """Say whether a card laid later takes the trick from the one that takes it so far."""
    if card.suit == best.suit:
        return STRENGTH[card] > STRENGTH[best]
    return card.suit == trump


def winners(hand: Iterable[Card], table: Sequence[Card], trump: str) -> list[Card]:
    """List the cards that would take the trick as it lies."""
    if not table:
        return list(hand)
    best = table[taking(table, trump)]
    return [card for card in hand if beats(card, best, trump)]


def lowest(cards: Iterable[Card]) -> Card | None:
    """LOWEST: by points, then rank; equal ones by suits in the order H, D, C, S."""
    return min(cards, key=lambda card: (STRENGTH[card], card), default=None)


def highest(cards: Iterable[Card]) -> Card | None:
    """HIGHEST: by points, then rank; equal ones by suits in the order H, D, C, S."""
    return min(cards, key=lambda card: (-STRENGTH[card], card), default=None)


def dump(cards: Iterable[Card], trump: str) -> Card | None:
    """DUMP: fewest points, non-trump first, lowest rank, ties H, D, C, S."""
    return min(cards, key=lambda card: (WORTH[card], card.suit == trump, STRENGTH[card], card), default=None)


def win_cheap(cards: Iterable[Card], led: str) -> Card | None:
    """WIN CHEAP: the lowest of these winners, the led suit before trump."""
    return min(cards, key=lambda card: (card.suit != led, STRENGTH[card]), default=None)


def win_rich(cards: Iterable[Card], led: str) -> Card | None:
    """WIN RICH: of these winners the one worth most points; equal ones the led suit first, then the lowest (NC-R12)."""
    return min(cards, key=lambda card: (-WORTH[card], card.suit != led, STRENGTH[card]), default=None)


def default_lead(hand: Sequence[Card], trump: str) -> Card:
    """A silent leader dumps (N1)."""
    return dump(hand, trump) or hand[0]


def default_reply(hand: Sequence[Card], table: Sequence[Card], trump: str) -> Card:
    """Ten points or more are worth a trump, fewer only a rich card of the led suit, unless that is trump (N2)."""
    led, able = table[0].suit, winners(hand, table, trump)
    suited, found = [card for card in able if card.suit == led], None
    if points(table) >= RICH:
        found = win_cheap(suited, led) or lowest(card for card in able if card.suit == trump)
    elif led != trump:
        found = win_rich(suited, led)
    return found or dump(hand, trump) or hand[0]
