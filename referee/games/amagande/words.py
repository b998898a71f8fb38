"""The words of orders: exact cards, ranks, ANY and its like, lists of plays, and tests of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.engine.author import Ask, Comparison, Condition, Illegal, Tests, Unreadable, value
from referee.engine.conditions import Conditions
from referee.engine.lexicon import SHORTEST, Lexicon, Words, split, spoken
from referee.engine.slots import COMPARISON, STANDARD, Choice, FirstOf, Listed, Slot, read_all
from referee.games.amagande.events import Act, NameSuit
from referee.games.amagande.state import BLACK, BLACK_JOKER, PACK, RED, RED_JOKER
from referee.games.amagande.values import COLOUR, SUIT_ORDER, VALUE, heaviest, lightest, total
from referee.games.amagande.view import View
from referee.games.cards import Card, CardSlot, FoundSlot, French, Pack, namer
from referee.games.entries import begun, no_second_suit, no_worth

LOWEST, HIGHEST, JOKER = "LOWEST", "HIGHEST", "JOKER"
JOKERS = {"RED": RED_JOKER, "BLACK": BLACK_JOKER}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = tuple("HDCS")
MARKS = (",", ";", "ELSE", "OR")


@value
class Pick:
    """A card described: LOWEST, HIGHEST, JOKER, a rank, or with ``any`` a suit's letter, RED or BLACK."""

    kind: str
    any: bool = False

    def __str__(self) -> str:
        return f"ANY {self.kind}" if self.any else self.kind

    def means(self, card: Card) -> bool:
        """Say whether a card is of this kind; ANY never means a Joker (AG-P2.1)."""
        if self.any:
            return not card.joker and self.kind in (card.suit, COLOUR[card])
        return card.joker if self.kind == JOKER else self.kind in (card.rank, LOWEST, HIGHEST)


What = Card | Pick | Act
"""One entry of a list: a card, a described one, DRAW or TAKE."""


def found(what: Card | Pick, able: Sequence[Card], last: Sequence[Card] = ()) -> Card | None:
    """Find the card that an entry means among those that can be played; those of ``last`` only if need be (AG-P2.1)."""
    if isinstance(what, Card):
        return what if what in able else None
    cards = [card for card in able if what.means(card)]
    if what.kind == LOWEST:
        return lightest(cards)
    if what.kind == HIGHEST:
        return heaviest(cards)
    return min(cards, key=lambda card: (card in last, SUIT_ORDER[card.suit], -VALUE[card], card), default=None)


@value
class Item:
    """One entry of a PLAY line: what, the suit that an ace names (M is the one most held), and its tests."""

    what: What
    suit: str = ""
    tests: Tests = ()


CARD = CardSlot(Pack.FRENCH)
CARD.example, CARD.usage = "8S", "a card, such as 8S, KH, Ace of Spades, RJ or BJ"

ASKING = ("SUIT", "NAMING", "NAME", "NAMES", "ASK", "ASKS", "ASKING", "CALL", "CALLS", "CALLING", "FOR")
"""Words before the suit that an ace names; the first two are of its form."""

BETWEEN = (":", "=", "->")
"""Marks that may stand between an ace and the suit that it names."""

ENDS = ("", ",", ";", "ELSE", "OR", "IF", *ASKING)
ALONE = ([], *([end] for end in (*ENDS, "CARD", "CARDS")))
"""What may stand behind a colour."""


class SuitSlot(FoundSlot[str]):
    """The slot ``suit``: a suit, or MOST for the one most held."""

    name = "suit"
    wanted = "a suit"
    usage = "a suit (H, D, C or S), or MOST, the one you hold most of"
    example = "H"
    known = (*SUITS, "MOST")

    def read(self, words: Words) -> str:
        return words.take("MOST") or super().read(words)

    def begins(self, words: Words) -> bool:
        """Say whether a suit, or MOST, stands at the cursor."""
        return words.word == "MOST" or bool(self.find(words, words.at)[0])

    def find(self, words: Words, at: int) -> tuple[list[str], int]:
        return named(words, at, "suits", SUITS)


def named(words: Words, at: int, table: str, letters: Sequence[str]) -> tuple[list[str], int]:
    """Return the ranks or suits that the words from ``at`` on may name, and how many words that takes."""
    rest = words.texts[at:]
    if rest[:1] and rest[0] in letters:
        return [rest[0]], 1
    return begun(words, at, Pack.FRENCH, table)


SUIT = SuitSlot()
COLOUR_WORDS = (RED, BLACK)
HOWS = {"LOWEST": LOWEST, "LOW": LOWEST, "HIGHEST": HIGHEST, "HIGH": HIGHEST}


class WhatSlot(Slot[What]):
    """The slot ``what``: a card, a rank, ANY with a suit or colour, JOKER, LOWEST, HIGHEST, and ``acts`` allowed."""

    name = "what"
    label = "card"
    usage = "a card (8S, Ace of Spades, RJ), a rank (8, KINGS), ANY H, ANY RED, JOKER, LOWEST or HIGHEST"
    example = "8S"

    def __init__(self, *acts: Act) -> None:
        self.acts = acts
        if acts:
            self.name = f"what or {acts[0].value}"
            self.usage = f"{self.usage.replace(' or HIGHEST', ', HIGHEST')} or {acts[0].value}"

    def read(self, words: Words) -> What:
        for act in self.acts:
            if words.take(act.value) or (act is Act.TAKE and words.take("NONE", "NOTHING")):
                return act
        if words.take("ANY"):
            return self._any(words)
        if how := words.take(*HOWS):
            return self._alone(words, HOWS[how])
        if words.rest[:2] == ["THE", JOKER]:
            words.at += 1
        if words.take(JOKER, "JOKERS"):
            colour = words.take(*JOKERS)
            return JOKERS[colour] if colour else Pick(JOKER)
        return self._card_or_rank(words)

    @staticmethod
    def _alone(words: Words, how: str) -> Pick:
        """Read no kind of card behind LOWEST or HIGHEST, which are of all that fit; a mark parts two entries."""
        words.take("CARD")
        start = words.at
        while words.word in ("CARDS", *words.lexicon.fillers):
            words.at += 1
        kinds = SUIT.find(words, words.at)[0] or named(words, words.at, "ranks", RANKS)[0]
        if kinds or words.word in COLOUR_WORDS:
            hint = f"Write {how}, or ANY H, or ANY RED."
            raise Unreadable(f"{how} is of all cards that fit.", hint, reached=words.at)
        words.at = start
        return Pick(how)

    def _any(self, words: Words) -> Pick:
        if words.word in COLOUR_WORDS:
            return self._colour(words)
        if words.take(JOKER, "JOKERS"):
            return Pick(JOKER)
        if SUIT.find(words, words.at)[0]:
            return Pick(SUIT.read(words), any=True)
        ranks, used = named(words, words.at, "ranks", RANKS)
        if len(ranks) != 1:
            hint = "Write ANY H or ANY RED; LOWEST is any that can be played."
            raise words.unreadable("a suit, a colour or a rank", [*SUITS, *COLOUR_WORDS], hint)
        words.at += used
        return Pick(ranks[0])

    @staticmethod
    def _colour(words: Words) -> Pick:
        colour = words.take(*COLOUR_WORDS)
        words.take("CARD", "CARDS")
        return Pick(colour, any=True)

    def _card_or_rank(self, words: Words) -> What:
        cards, carded = CARD.find(words)
        if words.word in COLOUR_WORDS and words.rest[1:2] not in (*ALONE, [JOKER]):
            hint = "Write each such card, as in 6H ELSE 6D, or ANY RED."
            raise Unreadable("A colour stands by itself here, or before JOKER.", hint, reached=words.at)
        ranks, used = named(words, words.at, "ranks", RANKS)
        marked = words.rest[1:2] in [[mark] for mark in BETWEEN] and SUIT.find(words, words.at + 2)[0]
        if words.word == "A" and not marked and words.rest[1:2] not in ([], *([end] for end in ENDS)):
            ranks = []
        if len(ranks) == 1 and (used >= carded or not cards):
            words.at += used
            return Pick(ranks[0])
        if words.word in COLOUR_WORDS and words.rest[1:2] in ALONE:  # a colour or a suit by itself is any card of it
            return self._colour(words)
        if not cards and len(SUIT.find(words, words.at)[0]) == 1:
            no_second_suit(words)
            return Pick(SUIT.read(words), any=True)
        if not cards and words.word != "THE":
            raise CARD.no_card(words, self.vocabulary(words))
        card = CARD.read(words)
        no_worth(words, VALUE.get(card, ""))
        return card

    def show(self, value: What) -> str:
        return CARD.show(value) if isinstance(value, Card) else str(value)

    def vocabulary(self, words: Words) -> Iterable[str]:
        acts = (act.value for act in self.acts)
        return chain(acts, ("ANY", JOKER, LOWEST, HIGHEST, *RANKS), CARD.vocabulary(words))


WHAT = WhatSlot()
WHAT_OR_DRAW = WhatSlot(Act.DRAW)
WHAT_OR_TAKE = WhatSlot(Act.TAKE)


@value
class Hand:
    """A hand as it would be after a play, and the smallest of the others: what tests look at."""

    hand: Sequence[Card]
    foe_hand: int


Seen = View | Hand


class OwnSum(Comparison):
    """The sum of your own hand, behind a PLAY item as it would be after the play."""

    usage = "SUM compare n"
    example = "SUM <= 12"
    figures = range(total(PACK) + 1)

    def figure(self, seen: Seen) -> int:
        return total(seen.hand)


class OwnHand(Comparison):
    """The number of your own cards, behind a PLAY item as it would be after the play."""

    usage = "HAND compare n"
    example = "HAND <= 2"
    figures = range(len(PACK))

    def figure(self, seen: Seen) -> int:
        return len(seen.hand)


class FoeHand(Comparison):
    """The number of cards in the smallest hand of another player."""

    usage = "FOE HAND compare n"
    example = "FOE HAND <= 3"
    figures = range(len(PACK))

    def figure(self, seen: Seen) -> int:
        return seen.foe_hand


class NoAce(Condition):
    """No ace in your own hand, behind a PLAY item as it would be after the play."""

    usage = "NO ACE|ACES"
    example = "NO ACE"

    def holds(self, seen: Seen) -> bool:
        return not any(card.rank == "A" for card in seen.hand)


CONDITIONS: tuple[type[Condition], ...] = (OwnSum, OwnHand, FoeHand, NoAce)
TESTS = Conditions(CONDITIONS, {slot.name: slot for slot in (*STANDARD, COMPARISON)})


class ItemSlot(Slot[Item]):
    """The slot ``item``: an entry, perhaps with the suit that an ace names, perhaps with tests behind IF."""

    name = "item"
    usage = (
        "a card, a rank, ANY H, ANY RED, JOKER, LOWEST, HIGHEST or DRAW; SUIT C behind an ace; IF and a test behind any"
    )
    example = "7H"
    keywords = ASKING

    def read(self, words: Words) -> Item:
        if words.texts[words.at - 1 : words.at] == ["ON"] and words.word.isdigit():
            raise Unreadable("This game has no PLAY ON.", "Write PLAY and a card.", reached=words.at)
        what = WHAT_OR_DRAW.read(words)
        suit = self._suit(words, ace=what == Pick("A") or (isinstance(what, Card) and what.rank == "A"))
        return Item(what, suit, TESTS.read(words) if words.take("IF") else ())

    @staticmethod
    def _suit(words: Words, *, ace: bool) -> str:
        """Read the suit that an ace names: behind SUIT and its like, or bare right behind the ace; or nothing."""
        if ace and words.word == "AS" and len("".join(words.rest[1:2])) >= SHORTEST:
            words.at += SUIT.find(words, words.at + 1)[1] > 0
        start, formal = words.at, words.word in ASKING[:2]
        while words.word in (*ASKING, *BETWEEN, *words.lexicon.fillers):
            words.at += 1
        said = words.texts[start : words.at]
        bare = ace and all(word in BETWEEN for word in said)
        if formal or ((bare or any(word in ASKING for word in said)) and SUIT.begins(words)):
            return SUIT.read(words)
        words.at = start
        return ""

    def show(self, value: Item) -> str:
        suit = f" SUIT {value.suit}" if value.suit else ""
        return f"{WHAT.show(value.what)}{suit}{f' IF {TESTS.show(value.tests)}' if value.tests else ''}"

    def vocabulary(self, words: Words) -> Iterable[str]:
        return WHAT_OR_DRAW.vocabulary(words)


class CounterSlot(ItemSlot):
    """The slot ``counter``: a card or a described one, or TAKE, perhaps with tests behind IF."""

    name = "counter"
    usage = f"{WHAT_OR_TAKE.usage}; IF and a test behind any"
    example = "3H"

    def read(self, words: Words) -> Item:
        what = WHAT_OR_TAKE.read(words)
        return Item(what, "", TESTS.read(words) if words.take("IF") else ())

    def vocabulary(self, words: Words) -> Iterable[str]:
        return WHAT_OR_TAKE.vocabulary(words)


class CounterListed(FirstOf[Item]):
    """Several counters with commas between; TAKE stands last, behind ELSE."""

    def show(self, value: tuple[Item, ...]) -> str:
        """Print the counters with commas, and TAKE behind ELSE."""
        said = "".join(f"{' ELSE ' if one.what is Act.TAKE else ', '}{self.each.show(one)}" for one in value)
        return said.removeprefix(" ELSE ").removeprefix(", ")


ITEMS = FirstOf("items", ItemSlot(), marks=MARKS, label="cards")
COUNTERS = CounterListed("counters", CounterSlot(), marks=MARKS, label="cards")
HELD = Listed("held", WHAT, marks=(",", ";"), label="cards")
KEEPING = Choice("keeping", {how: how for how in ("PLAY UNLESS ACE", "PLAY", "KEEP")}, "PLAY|KEEP|PLAY UNLESS ACE")
STYLES = Choice("style", {style: style for style in ("HEAVY", "LIGHT", "SAFE")}, "HEAVY|LIGHT|SAFE")
SLOTS: tuple[Slot[Any], ...] = (CARD, SUIT, ITEMS, COUNTERS, HELD, KEEPING, STYLES)


def answer(ask: Ask[Any], text: str, lexicon: Lexicon) -> Any:
    """Read a mailed answer: a card, a suit, or a word such as DRAW; raises an `OrderError` if it will not do."""
    words = split(text)
    if len(words) > 1 and words[0].text in ("PLAY", "COUNTER", "SUIT", "ANSWER"):
        text = text[words[0].end :]
    texts = [word.text for word in split(text)]
    found: Any = next((act for act in Act if texts == [act.value]), None)
    if found is None:
        slot: Any = SUIT if isinstance(ask, NameSuit) else CARD
        found = read_all(slot, text, Words((), lexicon, ask.seat))
        found = next((suit for suit in French if suit == found), found)
        found = Act.PLAY if Act.PLAY in ask.choices and found is getattr(ask, "card", None) else found
    if found in ask.choices:
        return found
    allowed = spoken([str(choice) for choice in ask.choices], "or")
    raise Illegal(f"You cannot answer {found} now.", f"You may answer {allowed}.", rule="AG-2.1")


def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
    """Return the function that names a card, or a suit, in full."""
    cards, suits = namer((Pack.FRENCH, tables["french"])), tables["french"]["suits"]

    def name(thing: Any) -> str:
        return cards(thing) if isinstance(thing, Card) else str(suits[str(thing)]["name"])

    return name
