"""AG-2 to AG-6 in tables: what a card is worth, what fits, and what counters what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.games.amagande.state import ACE_OF_SPADES, COLOURS, FREE, PACK, Options
from referee.games.cards import Card

NAMED = {"2": 20, "3": 30, "Q": 12, "J": 13, "K": 14, "A": 11}
JOKER, BLOCKER, LIMIT = 50, 60, 30
DRAWS = {"2": 2, "3": 3}
SUIT_ORDER = {"H": 0, "D": 1, "C": 2, "S": 3, "": 4}


VALUE = {card: JOKER if card.joker else NAMED.get(card.rank, card.number) for card in PACK} | {ACE_OF_SPADES: BLOCKER}
"""The value of every card for the sum (section 2.1)."""

COLOUR = {card: COLOURS[card.suit or card.code] for card in PACK}


def total(cards: Iterable[Card]) -> int:
    """Add up a hand (section 2.1)."""
    return sum(VALUE[card] for card in cards)


def eliminated(hand: Sequence[Card]) -> bool:
    """Who holds an ace or a Joker, or more than 30, is eliminated (AG-6.2, AG-6.3, AG-R18)."""
    return any(card.joker or card.rank == "A" for card in hand) or total(hand) > LIMIT


def penalty(card: Card) -> int:
    """A 2 makes the next player draw two, a 3 three, a Joker five (AG-3.1 to AG-3.3)."""
    return 5 if card.joker else DRAWS.get(card.rank, 0)


def fatal(card: Card, reference: str) -> bool:
    """Say whether this is the 7 of the reference suit (AG-6.1)."""
    return card.rank == "7" and card.suit == reference


def special(card: Card, reference: str) -> bool:
    """Say whether a card may not be the first discard: 2, 3, 8, J, A, Joker or the fatal seven (AG-R2)."""
    return card.joker or card.rank in ("2", "3", "8", "J", "A") or fatal(card, reference)


def fits(card: Card, top: Card, required: str, options: Options) -> bool:
    """Say whether a card may be played when no penalty is pending (AG-2.1, AG-4.1, section 2.3)."""
    if required == FREE or card.rank == "A":
        return True
    if card.joker and options.joker_any:
        return True
    if required in ("RED", "BLACK"):
        return COLOUR[card] == required
    suit = required or top.suit
    if card.joker:
        return COLOUR[card] == (COLOURS[suit] if suit else COLOUR[top])
    if not required and card.rank == top.rank:
        return True
    return card.suit == suit


def counters(card: Card, top: Card) -> bool:
    """Say whether a card counters the pending one, which lies on top (AG-3.1 to AG-3.3, AG-R11, section 2.2)."""
    if card is ACE_OF_SPADES:
        return True
    if top.joker:
        return card.joker or (card.rank in DRAWS and COLOUR[card] == COLOUR[top])
    if card.joker:
        return COLOUR[card] == COLOUR[top]
    return card.rank == top.rank or (card.rank in DRAWS and card.suit == top.suit)


def heaviest(cards: Iterable[Card]) -> Card | None:
    """Return the card of the highest value, ties H, D, C, S."""
    return min(cards, key=lambda card: (-VALUE[card], card), default=None)


def lightest(cards: Iterable[Card]) -> Card | None:
    """Return the card of the lowest value, ties H, D, C, S."""
    return min(cards, key=lambda card: (VALUE[card], card), default=None)


def most_held(hand: Iterable[Card]) -> str:
    """Return the suit most held, ties H, D, C, S (A3)."""
    held = [card.suit for card in hand]
    return max("HDCS", key=held.count)


def best_counter(hand: Iterable[Card]) -> Card | None:
    """Return the best counter held: the ace of spades, else a Joker, else a 3, else a 2 (SAFE)."""
    return heaviest(card for card in hand if card is ACE_OF_SPADES or penalty(card))
