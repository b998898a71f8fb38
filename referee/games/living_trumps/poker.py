"""Section 2.4: what a Powerbase is worth, for initiative and victory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from referee.games.cards import Card
from referee.games.living_trumps.deck import height

FULL = 5


class Power(IntEnum):
    """The kinds of hands, from the lowest to the highest (LT-24.1)."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    FIVE_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10

    @property
    def title(self) -> str:
        """Its name in words: ``three of a kind``."""
        return self.name.lower().replace("_", " ")


WINNING = (Power.STRAIGHT, Power.FLUSH, Power.STRAIGHT_FLUSH, Power.ROYAL_FLUSH)
TWO_GROUPS: Mapping[tuple[int, ...], Power] = {(3, 2): Power.FULL_HOUSE, (2, 2): Power.TWO_PAIRS}
ALIKE = {5: Power.FIVE_OF_A_KIND, 4: Power.FOUR_OF_A_KIND, 3: Power.THREE_OF_A_KIND, 2: Power.ONE_PAIR}
Value = tuple[int, tuple[int, ...]]


def value(cards: Sequence[Card], *, low_ace: bool = True) -> Value:
    """Value a Powerbase: its kind, then the ranks to compare, largest group first; suits break no tie (LT-R5)."""
    groups = Counter(height(card.rank) for card in cards)
    ranks = tuple(sorted(groups, key=lambda r: (-groups[r], -r)))
    shape = sorted(groups.values(), reverse=True)
    flat = tuple(rank for rank in ranks for _ in range(groups[rank]))
    if len(cards) >= FULL:
        flush = len({card.suit for card in cards}) == 1
        top = straight(flat, low_ace=low_ace)
        if flush and top:
            return (Power.ROYAL_FLUSH if top == height("A") else Power.STRAIGHT_FLUSH), (top,)
        if shape[0] < 4 and shape[:2] != [3, 2]:
            if flush:
                return Power.FLUSH, tuple(sorted(flat, reverse=True))
            if top:
                return Power.STRAIGHT, (top,)
    return kind_of(shape), flat


def kind_of(shape: Sequence[int]) -> Power:
    """Name a hand by the sizes of its groups of equal ranks."""
    return TWO_GROUPS.get(tuple(shape[:2])) or ALIKE.get(max(shape, default=1), Power.HIGH_CARD)


def straight(ranks: Sequence[int], *, low_ace: bool) -> int:
    """Return the top of a straight of five, 0 if it is none; the Ace may be low, but never in the middle (LT-R6)."""
    found = sorted(ranks)
    if len(set(found)) != FULL:
        return 0
    if found[-1] - found[0] == FULL - 1:
        return found[-1]
    return FULL if low_ace and found == [2, 3, 4, 5, height("A")] else 0


def wins(cards: Sequence[Card], *, low_ace: bool = True) -> bool:
    """Only a Straight, a Flush, and both at once win (LT-24.1)."""
    return Power(value(cards, low_ace=low_ace)[0]) in WINNING


def near(cards: Sequence[Card], *, low_ace: bool = True) -> Iterator[Power]:
    """Name the winning hands that one card more, or another in place of one, would make."""
    if wins(cards, low_ace=low_ace):
        return
    heights = {height(card.rank) for card in cards}
    lows = range(1 if low_ace else 2, height("A") - FULL + 2)
    ranks = heights | ({1} if low_ace and height("A") in heights else set())
    if max(Counter(card.suit for card in cards).values(), default=0) == FULL - 1:
        yield Power.FLUSH
    if any(sum(low + n in ranks for n in range(FULL)) == FULL - 1 for low in lows):
        yield Power.STRAIGHT
