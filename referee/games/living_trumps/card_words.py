"""How ranks, suits and colours are written."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.lexicon import Words
from referee.engine.slots import Slot
from referee.games.cards import CardNames
from referee.games.living_trumps.deck import BLACK, RANKS, RED
from referee.games.living_trumps.moves import SPELT

SPELT_RANKS = {
    "A": "ACE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX", "7": "SEVEN", "8": "EIGHT",
    "9": "NINE", "10": "TEN", "J": "JACK", "Q": "QUEEN", "K": "KING",
}  # fmt: skip
ATTRIBUTES = {"H": "Psyche", "C": "Strength", "D": "Endurance", "S": "Warfare"}
SKILLS = {"H": "Artistry", "C": "Espionage", "D": "Politics", "S": "Magic"}


def _plurals(rank: str) -> list[str]:
    word = SPELT_RANKS[rank]
    return [word, "SIXES" if word == "SIX" else f"{word}S"]


def plural(rank: str) -> str:
    """Name several cards of a rank, as in *Tens*."""
    return _plurals(rank)[-1].capitalize()


RANK_NAMES: CardNames[str] = CardNames({w: r for r in RANKS for w in (r, *_plurals(r))} | {"1": "A", "T": "10"})
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


class Named(Slot[str]):
    """A rank or a suit by its letter, its name, or a beginning of it."""

    def __init__(self, name: str, names: CardNames[str], usage: str, example: str) -> None:
        self.name, self.names, self.usage, self.example = name, names, usage, example

    def read(self, words: Words) -> str:
        """Read the longest name that fits."""
        found, used = self.names.begun(words.rest)
        if len(found) != 1:
            raise words.unreadable(f"a {self.name}", self.vocabulary(words), f"Write {self.usage}.")
        words.at += used
        return found[0]

    def vocabulary(self, words: Words) -> Iterable[str]:
        return self.names.vocabulary()


RANK = Named("rank", RANK_NAMES, "a rank, such as 10, K or Ace", "K")
SUIT = Named("suit", SUIT_NAMES, "a suit, such as H, Spades or Warfare", "S")
