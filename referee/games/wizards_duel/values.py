"""WD-4: what a card is worth, and the fixed order for every automatic choice (WD-P2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.games.cards import Card, Suit
from referee.games.wizards_duel.state import FOOL, JUSTICE, STRENGTH, Options

BONUS: Mapping[str, int] = {Suit.SWORDS: 3, Suit.WANDS: 2, Suit.PENTACLES: 1, Suit.CUPS: 0}
ACE, COURT = 11, 10
FOOLS_AVERAGE = 13
MARSEILLE = {STRENGTH: JUSTICE.number, JUSTICE: STRENGTH.number}


def worth(card: Card, options: Options) -> int:
    """Return a card's value before any die: a Major is worth its number, a Minor its own value and its suit's bonus."""
    return major_worth(card, options) if card.major else minor_worth(card)


def major_worth(card: Card, options: Options) -> int:
    """A Major is worth its number (WD-4.1); decks differ on Strength and Justice (WD-R5)."""
    return MARSEILLE.get(card.face, card.number) if options.marseille else card.number


def minor_worth(card: Card) -> int:
    """An Ace is worth 11, a court card 10, a number card its number (WD-4.2); the suit adds its bonus (WD-4.3)."""
    plain = ACE if card.rank == "A" else COURT if card.court else card.number
    return plain + BONUS[card.suit]


def book(card: Card, options: Options) -> int:
    """The book value counts no die; the Fool has its average, thirteen (WD-P2.1)."""
    return FOOLS_AVERAGE if card.face is FOOL else worth(card, options)


def best(hand: Iterable[Card], options: Options) -> int:
    """BEST is the highest book value in a hand (WD-P2.3)."""
    return max((book(card, options) for card in hand), default=0)


def ordered(cards: Iterable[Card], options: Options) -> list[Card]:
    """Sort by book value; among equals Swords, Wands, Pentacles, Cups, then Majors; in a suit numbers, then P, N, Q, K.

    That is the order in which cards are numbered (WD-P2.2).
    """
    return sorted(cards, key=lambda card: (book(card, options), card.face.index))


def lowest(cards: Iterable[Card], options: Options) -> Card | None:
    """LOWEST: the lowest book value; among equals the first in order (WD-P2.2)."""
    return next(iter(ordered(cards, options)), None)


def highest(cards: Iterable[Card], options: Options) -> Card | None:
    """HIGHEST: the highest book value; among equals the first in order (WD-P2.2, WD-R24)."""
    return min(cards, key=lambda card: (-book(card, options), card.face.index), default=None)


def middle(cards: Iterable[Card], options: Options) -> Card | None:
    """MIDDLE: the middle card, in an even hand the lower of the two (WD-P2.2)."""
    found = ordered(cards, options)
    return found[(len(found) - 1) // 2] if found else None


def cheapest_win(cards: Iterable[Card], led: Card, options: Options) -> Card | None:
    """CHEAPEST WIN: the lowest card that beats the led one by book value (WD-P2.2)."""
    return lowest((card for card in cards if book(card, options) > book(led, options)), options)
