"""The words of orders: exact cards, ranks and suits, WIN CHEAP and its like, and conditions on the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any

from referee.engine.author import Ambiguous, Comparison, Condition, Unreadable, value
from referee.engine.lexicon import Words
from referee.engine.slots import COMPARISON, Choice, FirstOf, Listed, Number, Slot
from referee.games.cards import Card, CardNames, CardSlot, FoundSlot, Pack
from referee.games.entries import BETWEEN, CARD_WORDS, CHEAPEST, LeadList, answers, begun, no_second_suit, no_worth
from referee.games.normal_cards.state import RANKS, WORTH, points
from referee.games.normal_cards.values import SUITS, dump, highest, lowest, win_cheap, win_rich, winners
from referee.games.normal_cards.view import View


class How(StrEnum):
    """Which of several cards."""

    LOWEST = "LOWEST"
    HIGHEST = "HIGHEST"
    TRUMP_LOWEST = "TRUMP LOWEST"
    TRUMP_HIGHEST = "TRUMP HIGHEST"
    WIN_CHEAP = "WIN CHEAP"
    WIN_CHEAP_IN_SUIT = "WIN CHEAP IN SUIT"
    WIN_RICH = "WIN RICH"
    WIN_RICH_IN_SUIT = "WIN RICH IN SUIT"
    DUMP = "DUMP"


WINS = (How.WIN_CHEAP, How.WIN_CHEAP_IN_SUIT, How.WIN_RICH, How.WIN_RICH_IN_SUIT)
ALWAYS = (How.LOWEST, How.HIGHEST, How.DUMP)
"""What can always be done by one who holds a card."""


@value
class Pick:
    """A card described: ``kind`` is a rank, a suit's letter, or nothing."""

    how: How = How.LOWEST
    kind: str = ""

    def __str__(self) -> str:
        if not self.kind:
            return self.how.value
        return self.kind if self.how is How.LOWEST else f"{self.how.value} {self.kind}"

    def fits(self, card: Card) -> bool:
        """Say whether a card is of this kind."""
        return not self.kind or self.kind in (card.rank, card.suit)


Item = Card | Pick
"""One entry of a LEAD, REPLY or KEEP line."""


def found(item: Item, hand: Sequence[Card], table: Sequence[Card], trump: str) -> Card | None:
    """Find the card of the hand that a word means now, if it holds one (NC-P2.1)."""
    if isinstance(item, Card):
        return item if item in hand else None
    able = winners(hand, table, trump)
    led = table[0].suit if table else ""
    if item.how in (How.WIN_CHEAP_IN_SUIT, How.WIN_RICH_IN_SUIT):
        able = [card for card in able if card.suit == led]
    match item.how:
        case How.LOWEST:
            return lowest(card for card in hand if item.fits(card))
        case How.HIGHEST:
            return highest(card for card in hand if item.fits(card))
        case How.TRUMP_LOWEST:
            return lowest(card for card in able if card.suit == trump)
        case How.TRUMP_HIGHEST:
            return highest(card for card in able if card.suit == trump)
        case How.WIN_CHEAP | How.WIN_CHEAP_IN_SUIT:
            return win_cheap(able, led)
        case How.WIN_RICH | How.WIN_RICH_IN_SUIT:
            return win_rich(able, led)
        case How.DUMP:
            return dump(hand, trump)


CARD = CardSlot(Pack.FRENCH)
CARD.example, CARD.usage = "7S", "a card, such as 7S, KH or Ace of Spades"

HOWS = CardNames(
    {
        "LOWEST": How.LOWEST, "LOW": How.LOWEST, "HIGHEST": How.HIGHEST, "HIGH": How.HIGHEST, "DUMP": How.DUMP,
        "TRUMPS": How.TRUMP_LOWEST,
        "TRUMP": How.TRUMP_LOWEST, "TRUMP LOWEST": How.TRUMP_LOWEST, "TRUMP LOW": How.TRUMP_LOWEST,
        "TRUMP HIGHEST": How.TRUMP_HIGHEST, "TRUMP HIGH": How.TRUMP_HIGHEST,
        "WIN CHEAP IN SUIT": How.WIN_CHEAP_IN_SUIT, "WIN RICH IN SUIT": How.WIN_RICH_IN_SUIT,
        "WIN CHEAP": How.WIN_CHEAP, "WIN RICH": How.WIN_RICH, "MOST WORTHLESS": How.DUMP,
        **dict.fromkeys(CHEAPEST, How.WIN_CHEAP),
    }
)  # fmt: skip
TRUMPS = (["TRUMP"], ["TRUMPS"])
OF_TRUMPS = {How.LOWEST: How.TRUMP_LOWEST, How.HIGHEST: How.TRUMP_HIGHEST}
UNSAID = "WIN alone does not say with which card: CHEAP is the lowest that takes the trick, RICH the one worth most."
SIGNS = (">=", "<=", ">", "<")
KINDS = (*SUITS, *RANKS)
ACE = "ACE"
ENDS = (",", ";", "ELSE", "AND", "THEN", "PLAY", "WIN", "DUMP")
"""What may stand behind the rank A; before other words it is the article."""


class KindSlot(FoundSlot[str]):
    """The slot ``kind``: a suit or a rank, by its letter or its name."""

    name = "kind"
    label = "rank or suit"
    wanted = "a rank or a suit"
    usage = "a suit (H, D, C, S) or a rank (A, 7, K, J, Q, 6, 5, 4, 3)"
    example = "H"
    known = KINDS

    def show(self, value: str) -> str:
        """Print it; the ace as a word, for behind LED an A may be the article: LED A TRUMP."""
        return ACE if value == "A" else value

    def find(self, words: Words, at: int) -> tuple[list[str], int]:
        rest = words.texts[at:]
        if rest[:1] == [ACE]:
            return ["A"], 1
        if rest[:1] and rest[0] in KINDS:
            return ([rest[0]], 1) if rest[0] != "A" or rest[1:2] in ([], *([end] for end in ENDS)) else ([], 0)
        for table in ("suits", "ranks"):
            kinds, used = begun(words, at, Pack.FRENCH, table)
            if kinds := [kind for kind in kinds if kind in KINDS]:
                return kinds, used
        return [], 0


KIND = KindSlot()


class ItemSlot(Slot[Item]):
    """The slot ``play``: an exact card or a described one."""

    name = "play"
    usage = (
        "a card (3C, Ace of Hearts), a rank or a suit (the lowest such card), LOWEST, HIGHEST, TRUMP LOWEST, "
        "TRUMP HIGHEST, WIN CHEAP, WIN RICH (IN SUIT may stand behind them) or DUMP"
    )
    example = "DUMP"

    def read(self, words: Words) -> Item:
        """Read whatever takes the most words; a whole name stands before a beginning."""
        words.take("CARD")
        pick, picked = self._pick(words)
        cards, carded = CARD.find(words)
        if pick is not None and (picked >= carded or not cards):
            words.at += picked
            return pick
        if words.word == "WIN" and How.WIN_CHEAP in self.vocabulary(words):
            raise Unreadable(UNSAID, "Write WIN CHEAP or WIN RICH.", reached=words.at)
        if not cards and words.word != "THE":
            raise CARD.no_card(words, self.vocabulary(words))
        card = CARD.read(words)
        no_worth(words, WORTH.get(card, ""))
        return card

    def show(self, value: Item) -> str:
        return CARD.show(value) if isinstance(value, Card) else str(value)

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain((how.value for how in How), KIND.vocabulary(words), CARD.vocabulary(words))

    def _pick(self, words: Words) -> tuple[Pick | None, int]:
        """Read LOWEST and its like, a rank or suit, or HIGHEST and its like with one; CARD may stand behind."""
        hows, used = HOWS.begun(words.rest)
        if len(hows) > 1:
            hows, used = [], 0
        rest, of = words.rest, used
        while hows and rest[of : of + 1] in BETWEEN:
            of += 1
        if hows and hows[0] in OF_TRUMPS and rest[of : of + 1] in TRUMPS:
            return Pick(OF_TRUMPS[hows[0]]), of + 1
        if not hows or hows[0] in (How.LOWEST, How.HIGHEST):
            kinds, more = KIND.find(words, words.at + of)
            if not hows and kinds and kinds[0] in SUITS:
                no_second_suit(words)
                if behind := HOWS.exact(rest[more:]):
                    hows, more = [behind[0]], more + behind[1]
            if len(kinds) == 1 and hows in ([], [How.LOWEST], [How.HIGHEST]):
                return Pick(hows[0] if hows else How.LOWEST, kinds[0]), of + more
        if not hows:
            return None, 0
        return Pick(hows[0]), used + (words.rest[used : used + 1] in CARD_WORDS)


class LeadSlot(ItemSlot):
    """The same for a lead: WIN is read, to be refused with its reason, but not offered."""

    usage = "a card (3C, Ace of Hearts), a rank or a suit (the lowest such card), LOWEST, HIGHEST, TRUMP LOWEST or DUMP"

    def vocabulary(self, words: Words) -> Iterable[str]:
        return (word for word in super().vocabulary(words) if not word.startswith("WIN"))


class KeepSlot(ItemSlot):
    """The same for cards to be kept: an exact card, a rank or a suit."""

    name = "kept"
    usage = "a card (AS, Ace of Spades), a rank or a suit"
    example = "AS"

    def read(self, words: Words) -> Item:
        start, item = words.at, super().read(words)
        if isinstance(item, Pick) and (item.how is not How.LOWEST or not item.kind):
            words.at = start
            raise words.unreadable(self.usage, self.vocabulary(words), "Write KEEP AS, 7S.")
        return item

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(KIND.vocabulary(words), CARD.vocabulary(words))


class EqualSlot(Choice[str]):
    """The slot ``same``: =, which may be left out before a card."""

    def read(self, words: Words) -> str:
        """Read = or IS, or nothing."""
        return super().read(words) if words.word in self.choices or words.word in SIGNS else "="


class ThenSlot(Slot[Item]):
    """The slot ``then``: what to play behind a condition; PLAY may stand before it."""

    name = "then"
    label = "card"
    usage = "a card, or a word for one"
    example = "DUMP"

    def read(self, words: Words) -> Item:
        """Read an entry, with or without PLAY; what stands before it must not be a part of it: ``A TRUMP LOWEST``."""
        led, (how, *_) = words.line[max(words.at - 2, 0) : words.at], (*words.rest, "")
        if [word.written for word in led] == ["A", "TRUMP"] and how in (How.LOWEST, How.HIGHEST):
            hint = f"Write LED ACE TRUMP {how}, or LED TRUMP {how}."
            raise Ambiguous(f'"A TRUMP {how}" could mean two things.', hint, reached=words.at)
        words.take("PLAY")
        return ITEM.read(words)

    def show(self, value: Item) -> str:
        """Print the entry, with PLAY before a rank or a suit: behind a led one it would name a card, LED 7 H."""
        said = ITEM.show(value)
        return f"PLAY {said}" if isinstance(value, Pick) and said == value.kind else said

    def vocabulary(self, words: Words) -> Iterable[str]:
        return ITEM.vocabulary(words)


ITEM = ItemSlot()
LEADS = LeadList(LeadSlot(), "is left to the default")
RULE = FirstOf("plays", ITEM, marks=(",", ";", "ELSE", "OR"), label="card")
KEPT = Listed("kept", KeepSlot(), marks=(",", ";"), label="cards")
LED = CardSlot(Pack.FRENCH, name="led")
LED.label, LED.example, LED.usage = "card", CARD.example, CARD.usage
SAME = EqualSlot("same", {"=": "=", "IS": "="}, COMPARISON.usage, label="=")
MORE = Number("more", units=("MORE", "TRICKS", "TRICK"))
SLOTS: tuple[Slot[Any], ...] = (CARD, KIND, LEADS, RULE, KEPT, ThenSlot(), LED, SAME, MORE)


class TablePoints(Comparison):
    """What the cards on the table count, before yours."""

    usage = "POINTS compare n"
    example = "POINTS >= 10"
    figures = range(34)

    def figure(self, seen: View) -> int:
        return points(seen.table)


class PlaysLast(Condition):
    """You play last to the trick."""

    usage = "LAST"
    example = "LAST"

    def holds(self, seen: View) -> bool:
        return len(seen.table) == len(seen.seats) - 1


class LedCard(Condition):
    """The led card itself."""

    usage = "LED|LEAD same card:led"
    example = "LED = AH"
    same: str = "="
    card: Card

    def holds(self, seen: View) -> bool:
        return seen.table[:1] == [self.card]


class LedKind(Condition):
    """The rank or suit of the led card."""

    usage = "LED|LEAD (=) (IS) kind"
    example = "LED H"
    kind: str

    def holds(self, seen: View) -> bool:
        return bool(seen.table) and self.kind in (seen.table[0].rank, seen.table[0].suit)


class LedTrump(Condition):
    """A trump was led."""

    usage = "LED|LEAD (=) (IS) TRUMP"
    example = "LED TRUMP"

    def holds(self, seen: View) -> bool:
        return bool(seen.table) and seen.table[0].suit == seen.trump


CONDITIONS: tuple[type[Condition], ...] = (TablePoints, PlaysLast, LedCard, LedKind, LedTrump)


answer = answers(CARD, ("REPLY", "PLAY", "LEAD", "ANSWER"), "lay", "NC-2.1")
