"""The words of orders: exact cards, LOWEST and its like, DRAW and CALL, and conditions on the led card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any

from referee.engine.author import Comparison, Condition, Tests, Unreadable, value
from referee.engine.lexicon import Words
from referee.engine.slots import COMPARISON, Choice, FirstOf, Number, Slot, compare
from referee.games.cards import Card, CardNames, CardSlot, FoundSlot, Pack, several
from referee.games.entries import BETWEEN, CARD_WORDS, CHEAPEST, LeadList, answers, begun, no_second_suit, no_worth
from referee.games.wizards_duel.events import Act
from referee.games.wizards_duel.state import Options
from referee.games.wizards_duel.values import best, book, cheapest_win, highest, lowest, middle
from referee.games.wizards_duel.view import View


class How(StrEnum):
    """Which of several cards."""

    LOWEST = "LOWEST"
    HIGHEST = "HIGHEST"
    MIDDLE = "MIDDLE"
    CHEAPEST_WIN = "CHEAPEST WIN"


class Kind(StrEnum):
    """A kind of card."""

    MAJOR = "MAJOR"
    MINOR = "MINOR"
    SWORDS = "SWORDS"
    WANDS = "WANDS"
    PENTACLES = "PENTACLES"
    CUPS = "CUPS"

    def fits(self, card: Card) -> bool:
        """Say whether a card is of this kind."""
        if self in (Kind.MAJOR, Kind.MINOR):
            return card.major is (self is Kind.MAJOR)
        return card.suit == self.value[0]


@value
class Pick:
    """A card described: the lowest, highest, middle or cheapest winning one, perhaps of one kind."""

    how: How = How.LOWEST
    kind: Kind | None = None

    def __str__(self) -> str:
        if self.kind is None:
            return self.how.value
        return self.kind.value if self.how is How.LOWEST else f"{self.how.value} {self.kind.value}"


Item = Card | Pick | Act
"""One entry of a LEAD or REPLY line; a card stands for its face."""

ALWAYS = (Pick(How.LOWEST), Pick(How.HIGHEST), Pick(How.MIDDLE))
"""What can always be done by one who holds a card."""


def found(item: Card | Pick, hand: Sequence[Card], options: Options, led: Card | None = None) -> Card | None:
    """Find the card of the hand that an entry means now, if it holds one (WD-P2.2)."""
    if isinstance(item, Card):
        return next((card for card in hand if card.face is item.face), None)
    fitting = [card for card in hand if item.kind is None or item.kind.fits(card)]
    if item.how is How.CHEAPEST_WIN:
        return cheapest_win(fitting, led, options) if led is not None else None
    return {How.LOWEST: lowest, How.HIGHEST: highest, How.MIDDLE: middle}[item.how](fitting, options)


CARD = CardSlot(Pack.TAROT, majors="M")

COMPARABLE = "LED is compared with a number (LED >= 15), BEST, a card (LED = KS), MAJOR, MINOR or a suit (LED SWORDS)."

HOWS = CardNames(
    {
        "LOWEST": How.LOWEST, "LOW": How.LOWEST, "HIGHEST": How.HIGHEST, "HIGH": How.HIGHEST, "MIDDLE": How.MIDDLE,
        **dict.fromkeys(CHEAPEST, How.CHEAPEST_WIN),
    }
)  # fmt: skip
ACTS = CardNames({"DRAW": Act.DRAW, "CALL": Act.CALL})
MAJOR_OR_MINOR = CardNames({"MAJOR": Kind.MAJOR, "MAJORS": Kind.MAJOR, "MINOR": Kind.MINOR, "MINORS": Kind.MINOR})


class LedSlot(CardSlot):
    """A card behind LED: what is none of them may be compared in other ways."""

    label = "card"

    def no_card(self, words: Words, vocabulary: Iterable[str]) -> Unreadable:
        """Make the error for what is no card, and name all that LED can be compared with."""
        error = super().no_card(words, vocabulary)
        hint = error.hint if error.hint.startswith("Did you mean") else COMPARABLE
        return Unreadable(error.problem, hint, reached=error.reached)


class KindSlot(FoundSlot[Kind]):
    """The slot ``kind``: MAJOR, MINOR or a suit."""

    name = "kind"
    wanted = "a kind of card"
    usage = "MAJOR, MINOR, SWORDS, WANDS, PENTACLES or CUPS"
    example = "MAJOR"
    known = tuple(kind.value for kind in Kind)

    def find(self, words: Words, at: int) -> tuple[list[Kind], int]:
        kinds, used = MAJOR_OR_MINOR.begun(words.texts[at:])
        if kinds:
            return kinds, used
        letters, used = begun(words, at, Pack.TAROT, "suits")
        return [kind for kind in Kind if kind.value[0] in letters and kind not in (Kind.MAJOR, Kind.MINOR)], used


KIND = KindSlot()


class ItemSlot(Slot[Item]):
    """The slot ``play``: an exact card, a described one, DRAW or CALL."""

    name = "play"
    usage = (
        "a card (8S, KW, M17, The Moon), LOWEST, HIGHEST, MIDDLE, CHEAPEST WIN, MAJOR, MINOR, "
        "a suit (the lowest such card you hold; HIGHEST or MIDDLE may stand before them), DRAW or CALL"
    )
    example = "LOWEST"

    def read(self, words: Words) -> Item:
        """Read whatever takes the most words; a whole name stands before a beginning."""
        words.take("CARD")
        if words.word in ("MAJOR", "M") and "".join(words.rest[1:2]).isdigit():
            words.at += 1
        acts, used = ACTS.begun(words.rest)
        if acts:
            words.at += used
            return acts[0]
        pick, picked = self._pick(words)
        picked += pick is not None and words.rest[picked : picked + 1] in CARD_WORDS
        cards, carded = CARD.find(words)
        whole = words.word in HOWS or words.word in MAJOR_OR_MINOR
        if pick is not None and cards and picked == carded and not whole:
            raise several(words, picked, [*map(CARD.show, cards), str(pick)])
        if pick is not None and (picked >= carded or not cards):
            words.at += picked
            return pick
        if not cards and words.word != "THE":
            raise CARD.no_card(words, self.vocabulary(words))
        card = CARD.read(words)
        no_worth(words, words.word if card.suit and words.word.isdigit() else "")
        return card

    def show(self, value: Item) -> str:
        return CARD.show(value) if isinstance(value, Card) else str(value)

    def vocabulary(self, words: Words) -> Iterable[str]:
        own = (one.value for one in chain[How | Act](How, Act))
        return chain(own, KIND.vocabulary(words), CARD.vocabulary(words))

    @staticmethod
    def _pick(words: Words) -> tuple[Pick | None, int]:
        """Read LOWEST and its like, a kind, or both in either order."""
        hows, used = HOWS.begun(words.rest)
        if hows and hows[0] is How.CHEAPEST_WIN:
            return Pick(hows[0]), used
        rest, between = words.rest, used
        while hows and rest[between : between + 1] in BETWEEN:
            between += 1
        kinds, more = KIND.find(words, words.at + between)
        if not hows and len(kinds) == 1:
            no_second_suit(words)
            hows, last = HOWS.begun(words.rest[more:])
            if hows and hows[0] is not How.CHEAPEST_WIN:
                return Pick(hows[0], kinds[0]), more + last
            return Pick(How.LOWEST, kinds[0]), more
        if len(hows) != 1:
            return None, 0
        return (Pick(hows[0], kinds[0]), between + more) if len(kinds) == 1 else (Pick(hows[0]), used)


class LeadSlot(ItemSlot):
    """The same for a lead: what could not be led is read, to be refused with its reason, but not offered."""

    usage = (
        "a card (8S, KW, M17, The Moon), LOWEST, HIGHEST, MIDDLE, MAJOR, MINOR, "
        "a suit (the lowest such card you hold; HIGHEST or MIDDLE may stand before them), or DRAW"
    )

    def vocabulary(self, words: Words) -> Iterable[str]:
        return (word for word in super().vocabulary(words) if word not in (How.CHEAPEST_WIN.value, Act.CALL.value))


class ThenSlot(Slot[tuple[Item, ...]]):
    """The slot ``then``: what to do behind a condition; PLAY may stand before cards."""

    name = "then"
    label = "answer"
    usage = "PLAY and a card, or a word for one; or CALL or DRAW"
    example = "PLAY LOWEST"

    def read(self, words: Words) -> tuple[Item, ...]:
        """Read entries, with or without PLAY."""
        words.take("PLAY")
        return ITEMS.read(words)

    def show(self, value: tuple[Item, ...]) -> str:
        """Print the entries, with PLAY before a card."""
        return ITEMS.show(value) if isinstance(value[0], Act) else f"PLAY {ITEMS.show(value)}"

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(["PLAY"], ITEMS.vocabulary(words))


class Replies(FirstOf[Item]):
    """Entries of which the first that can be done counts; printed with commas."""

    def show(self, value: tuple[Item, ...]) -> str:
        return ", ".join(map(self.each.show, value))


ITEM = ItemSlot()
ITEMS = Replies("plays", ITEM, marks=(",", ";", "ELSE", "OR"), label="cards")
LEADS = LeadList(LeadSlot(), "is passed over")
NEVER = Choice("never", {"NEVER": True}, label="NEVER")
DIFFERENCE = Number("difference", below=True)
ROUNDS = Number("rounds", units=("MORE", "ROUNDS", "ROUND"))
POINTS = Number("points", units=("POINTS",))
LED = LedSlot(Pack.TAROT, majors="M", name="led")
SAME = Choice("same", {"=": "=", "IS": "="}, COMPARISON.usage, label="=")
SLOTS: tuple[Slot[Any], ...] = (CARD, KIND, ITEMS, LEADS, ThenSlot(), NEVER, DIFFERENCE, ROUNDS, POINTS, LED, SAME)


class LedWorth(Comparison):
    """What the led card is worth, without dice."""

    usage = "LED|LEAD compare n"
    example = "LED >= 15"
    figures = range(1, 22)

    def figure(self, seen: View) -> int | None:
        return book(seen.led, seen.options) if seen.led is not None else None


class LedBest(Condition):
    """What the led card is worth beside the best of your hand."""

    usage = "LED|LEAD compare BEST"
    example = "LED > BEST"
    compare: str

    def holds(self, seen: View) -> bool:
        if seen.led is None:
            return False
        return compare(book(seen.led, seen.options), self.compare, best(seen.hand, seen.options))


class LedCard(Condition):
    """The led card itself."""

    usage = "LED|LEAD same card:led"
    example = "LED = M18"
    same: str = "="
    card: Card

    def holds(self, seen: View) -> bool:
        return seen.led is not None and seen.led.face is self.card.face


class LedKind(Condition):
    """The kind of the led card."""

    usage = "LED|LEAD (=) (IS) kind"
    example = "LED MAJOR"
    kind: Kind

    def holds(self, seen: View) -> bool:
        return seen.led is not None and self.kind.fits(seen.led)


class BestWorth(Comparison):
    """What your best card is worth, without dice."""

    usage = "BEST compare n"
    example = "BEST <= 6"
    figures = range(22)

    def figure(self, seen: View) -> int:
        return best(seen.hand, seen.options)


class BestLed(Condition):
    """What your best card is worth beside the led one."""

    usage = "BEST compare LED|LEAD"
    example = "BEST < LED"
    compare: str

    def holds(self, seen: View) -> bool:
        if seen.led is None:
            return False
        return compare(best(seen.hand, seen.options), self.compare, book(seen.led, seen.options))


class Margin(Comparison):
    """How much more the led card is worth than the best of your hand."""

    usage = "MARGIN compare n:difference"
    example = "MARGIN >= 9"
    figures = range(-20, 22)

    def figure(self, seen: View) -> int | None:
        return book(seen.led, seen.options) - best(seen.hand, seen.options) if seen.led is not None else None


CONDITIONS: tuple[type[Condition], ...] = (LedWorth, LedBest, LedCard, LedKind, BestWorth, BestLed, Margin)


def looks_at_led(tests: Tests) -> bool:
    """Say whether any of the tests needs a led card."""
    return any(not isinstance(test.condition, BestWorth) for test in tests)


answer = answers(ITEM, ("REPLY", "PLAY", "ANSWER"), "answer", "WD-3.1")
