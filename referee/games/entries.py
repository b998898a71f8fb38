"""What games say alike whose orders list cards: the words between, lists of leads, and a suit that may be a card's."""

from __future__ import annotations

from typing import TypeVar

from referee.engine.author import Ambiguous, Slot, Unreadable
from referee.engine.lexicon import Words
from referee.engine.slots import Listed

T = TypeVar("T")

CHEAPEST = ("CHEAPEST WIN", "CHEAPEST", "CHEAPEST WINNER", "CHEAPEST CARD THAT WINS", "CHEAPEST THAT WINS")
"""Words for the lowest card that takes what lies there."""

CARD_WORDS = (["CARD"], ["CARDS"])
BETWEEN = (*CARD_WORDS, ["OF"], ["MY"], ["THE"])
"""What may stand between LOWEST and the kind of card that is meant."""


class LeadList(Listed[T]):
    """The slot ``leads``: cards to lead one after the other; ``unheld`` says what comes of one that is not held."""

    def __init__(self, each: Slot[T], unheld: str) -> None:
        super().__init__("leads", each, marks=(",", ";"), label="cards")
        self.unheld = unheld

    def read(self, words: Words) -> tuple[T, ...]:
        """Read the leads; ELSE has no place between them, and is answered with what would be right."""
        found = super().read(words)
        if "ELSE" in words.rest[:2]:
            problem = f"LEAD has no ELSE: each entry is for one lead, and one not held then {self.unheld}."
            raise Unreadable(problem, "Write LEAD KS, LOWEST for two leads.", reached=words.at)
        return found


def no_second_suit(words: Words) -> None:
    """Refuse a suit that may be a card's, in *king of hearts or spades*; raises `Ambiguous`."""
    match words.texts[max(words.at - 3, 0) : words.at]:
        case ["OF", _, "OR" | "AND"]:
            said = " ".join(word.written for word in words.line[words.at - 2 : words.at + 1])
            hint = "Name each card in full, or put a comma before the suit for any card of it."
            raise Ambiguous(f'"{said}" could mean two things.', hint, reached=words.at)


def no_worth(words: Words, worth: int | str) -> None:
    """Refuse what a card is worth right behind it, in *king of swords 13*, where it may be another; raises `Ambiguous`.

    Behind its code and its name it has been read with these.
    """
    if words.word and words.word == str(worth):
        said = " ".join(word.written for word in words.line[words.at - 1 : words.at + 1])
        hint = "Leave out what it is worth, or put a comma before another card."
        raise Ambiguous(f'"{said}" could mean two things.', hint, reached=words.at)
