"""LT-1.3 to LT-2.4: both decks, the ranks and suits in their orders and words, and who has which rank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache

from referee.games.cards import Card, CardNames, french, jokers

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""From the lowest to the highest."""

SUITS = ("C", "D", "H", "S")
"""From the lowest to the highest among equal ranks (LT-P7.1)."""

BEST_SUITS = ("S", "H", "D", "C")
"""In the order in which ties between suits are broken (D7, D10)."""

RED, BLACK = "RED", "BLACK"
COLOURS: Mapping[str, str] = {"H": RED, "D": RED, "C": BLACK, "S": BLACK}
MOST_JOKERS, FIRST_JOKERS = 6, 2
HAND = 12
TRICK = 4
"""How many cards make a Trick (LT-14.2)."""

KEEP_CARDS = 4
"""How many Shadows become cards of the Keep (LT-8.9)."""

PILES = 3
"""Into so many piles the Shadow Deck is cut for the Broken Pattern (LT-9.13)."""

FIRST_SHADOW_COPY, FIRST_SHADOW_JOKER = 2, 16


class Court(StrEnum):
    """The three courts (LT-1.7)."""

    AMBER = "amber"
    CHAOS = "chaos"
    SHADOW = "shadow"


PLACE_CARDS: Mapping[Court, int] = {Court.AMBER: 1, Court.CHAOS: 0, Court.SHADOW: KEEP_CARDS}
"""How many Shadows lie face-down for one's own Place of Power (LT-3.2 to LT-3.4)."""

CHARACTERS: Mapping[Court, Mapping[str, str]] = {
    Court.AMBER: {
        "A": "Benedict", "K": "Eric", "Q": "Fiona", "J": "Brand", "10": "Corwin", "9": "Bleys", "8": "Caine",
        "7": "Julian", "6": "Deirdre", "5": "Gerard", "4": "Llewella", "3": "Random", "2": "Flora",
    },
    Court.CHAOS: {
        "A": "Swayvill", "K": "Mandor", "Q": "Dara", "J": "Jurt", "10": "Merlin", "9": "Borel", "8": "Despil",
        "7": "Bances", "6": "Lintra", "5": "Tmer", "4": "Belissa Minobee", "3": "Tubble", "2": "Gilva",
    },
    Court.SHADOW: {
        "A": "Ganelon", "K": "Dalt", "Q": "Coral", "J": "Luke", "10": "Ghostwheel", "9": "Delwin", "8": "Sand",
        "7": "Julia Barnes", "6": "Jasra", "5": "Sharu Garrul", "4": "Rhanda", "3": "Bill Roth", "2": "Vialle",
    },
}  # fmt: skip
"""The suggested name of each rank, by court (LT-2.2)."""

BY_NAME = {name.casefold(): (court, rank) for court, names in CHARACTERS.items() for rank, name in names.items()}


def character(name: str) -> tuple[Court, str] | None:
    """Find the court and rank of a character by name."""
    return BY_NAME.get(name.strip().casefold())


def trump_deck(players: int) -> list[Card]:
    """Return the Trump Deck: two packs and a Joker for each player (LT-1.3)."""
    return [*french(52, 0), *french(52, 1), *jokers(players)]


def shadow_deck() -> list[Card]:
    """Return the Shadow Deck: two packs and two Jokers (LT-1.4)."""
    first = FIRST_SHADOW_COPY
    return [*french(52, first), *french(52, first + 1), *jokers(FIRST_JOKERS, FIRST_SHADOW_JOKER)]


def reserve_jokers() -> list[Card]:
    """Return the four Jokers that wait (LT-1.4)."""
    return list(jokers(MOST_JOKERS - FIRST_JOKERS, FIRST_SHADOW_JOKER + FIRST_JOKERS))


@cache
def height(rank: str) -> int:
    """Return how high a rank is: 2 to 10, Jack 11 to Ace 14."""
    return RANKS.index(rank) + 2


@cache
def ladder(card: Card) -> tuple[int, int, int]:
    """Order cards from the lowest: 2 up to ace, among equals clubs, diamonds, hearts, spades; Jokers last (LT-P7.1)."""
    if card.joker:
        return 99, 0, card.index
    return height(card.rank), SUITS.index(card.suit), card.index


def ordered(cards: Iterable[Card]) -> list[Card]:
    """Sort cards from the lowest to the highest."""
    return sorted(cards, key=ladder)


def held(cards: Iterable[Card], rank: str) -> int:
    """Count the natural cards of a rank; a Joker has none."""
    return [card.rank for card in cards].count(rank)


SPELT = {"C": "CLUBS", "D": "DIAMONDS", "H": "HEARTS", "S": "SPADES"}
SPELT_RANKS = {
    "A": "ACE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT",
    "9": "NINE", "10": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING",
}  # fmt: skip
ATTRIBUTES = {"H": "Psyche", "C": "Strength", "D": "Endurance", "S": "Warfare"}
SKILLS = {"H": "Artistry", "C": "Espionage", "D": "Politics", "S": "Magic"}
PLURALS = {rank: "SIXES" if word == "SIX" else f"{word}S" for rank, word in SPELT_RANKS.items()}
RANK_NAMES: CardNames[str] = CardNames(
    {word: rank for rank in RANKS for word in (rank, SPELT_RANKS[rank], PLURALS[rank])} | {"1": "A", "T": "10"}
)
SUIT_NAMES: CardNames[str] = CardNames(
    {word: suit for suit, name in SPELT.items() for word in (suit, name, name[:-1])}
    | {word.upper(): suit for names in (ATTRIBUTES, SKILLS) for suit, word in names.items()}
)
COLOUR_NAMES: CardNames[str] = CardNames({"RED": RED, "REDS": RED, "BLACK": BLACK, "BLACKS": BLACK})


def rank_named(word: str) -> str:
    """Return the rank that a word names, or nothing."""
    return _only(RANK_NAMES, word)


def suit_named(word: str) -> str:
    """Return the suit that a word names, also an attribute or a skill (LT-2.4), or nothing."""
    return _only(SUIT_NAMES, word)


def _only(names: CardNames[str], word: str) -> str:
    found, _ = names.begun([word.strip().upper()])
    return found[0] if len(found) == 1 else ""
