"""What games say alike whose orders list cards: the words between, lists of leads, and a suit that may be a card's."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from referee.engine.author import Ambiguous, Ask, If, Illegal, Order, Slot, Unreadable, tests_in
from referee.engine.lexicon import SHORTEST, Lexicon, Words, split, spoken
from referee.engine.slots import Listed, read_all
from referee.games.cards import Card, CardNames, Pack

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


def begun(words: Words, at: int, pack: Pack, kind: str) -> tuple[list[Any], int]:
    """Return the ranks or suits that the words from ``at`` on name or begin, and how many words that takes."""
    rest, names = words.texts[at:], words.lexicon.things.get(f"{pack.table} {kind}")
    if not rest or len(rest[0]) < SHORTEST or not isinstance(names, CardNames):
        return [], 0
    return names.begun(rest)


def tested(one: Order, inner: Order, kind: type[Any]) -> list[Card]:
    """List the cards that conditions of a kind name, before an order or in it."""
    tests = (*(one.tests if isinstance(one, If) else ()), *tests_in(inner))
    return [test.condition.card for test in tests if isinstance(test.condition, kind)]


def answers(slot: Slot[Any], verbs: Collection[str], does: str, rule: str) -> Callable[[Ask[Any], str, Lexicon], Any]:
    """Make what reads a mailed answer, one of the choices, and raises an `OrderError` if it will not do.

    ``verbs`` may stand before it; ``does`` is what one does with a card.
    """

    def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
        line = split(text)
        if line and line[0].text in verbs:
            text = text[line[0].end :]
        found = read_all(slot, text, Words((), lexicon, ask.seat))
        for choice in ask.choices:
            if choice is found or (isinstance(choice, Card) and choice.face is found):
                return choice
        allowed = spoken([slot.show(choice) for choice in ask.choices], "or")
        raise Illegal(f"You cannot {does} {slot.show(found)} now.", f"You may {does} {allowed}.", rule=rule)

    return answer


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
