"""The words for cards and players in orders: entries, lists, kinds of attack, Court cards, Chaos cards."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import chain

from referee.engine.author import Seat, Unreadable, value
from referee.engine.conditions import OR_MORE
from referee.engine.lexicon import Names, Words, plain
from referee.engine.slots import Choice, Listed, Number, Player, Slot, compare
from referee.games.amber.deck import CHARACTERS as ROLES
from referee.games.amber.deck import CUPS, PENTACLES, SWORDS, WANDS
from referee.games.amber.moves import Use, Window
from referee.games.amber.state import CHAOS
from referee.games.cards import Card, CardNames, CardSlot, Pack

RULER = Seat("RULER")
ANY = Seat("ANY")
RULERS = ("RULER", "KING", "RULER'S", "KING'S")
Whose = Seat | Card
"""A Court card by its player, or by itself."""

CARD = CardSlot(Pack.TAROT, majors="X")
NUMBER = Number()

SUIT_WORDS = {SWORDS: "SWORDS", CUPS: "CUPS", PENTACLES: "PENTACLES", WANDS: "WANDS"}
SUITS = "tarot suits"
CHARACTERS = "amber characters"


class How(StrEnum):
    """How an entry of a list picks a card (RULES.md, 4.3)."""

    CARD = "CARD"
    LOW = "LOW"
    HIGH = "HIGH"
    ALL = "ALL"
    ENOUGH = "ENOUGH"
    NEGATE = "NEGATE"
    COUNTER = "COUNTER"
    TIE = "TIE"
    ANY = "ANY"
    HELP = "HELP"
    SPECIALS = "SPECIALS"
    NOTHING = "NOTHING"


SELECTORS = {
    "LOW": How.LOW, "HIGH": How.HIGH, "ALL": How.ALL, "ENOUGH": How.ENOUGH,
    "LOWEST": How.LOW, "CHEAPEST": How.LOW, "HIGHEST": How.HIGH, "BEST": How.HIGH, "EVERYTHING": How.ALL,
}  # fmt: skip
"""They may stand with a suit, before or behind it."""

SINGLE = {
    "NEGATE": How.NEGATE, "COUNTER": How.COUNTER, "TIE": How.TIE, "ANY": How.ANY, "HELP": How.HELP,
    "NOTHING": How.NOTHING, "SURRENDER": How.NOTHING, "NONE": How.NOTHING, "ANYTHING": How.ANY,
}  # fmt: skip


@value
class Entry:
    """One entry of a list: a card, or a way to pick one, perhaps of a suit."""

    how: How
    card: Card | None = None
    suit: str = ""

    def __str__(self) -> str:
        if self.card is not None:
            return CARD.show(self.card)
        if not self.suit:
            return self.how.value
        word = SUIT_WORDS[self.suit]
        return word if self.how is How.LOW else f"{self.how} {word}"

    def fits(self, card: Card) -> bool:
        """Say whether a card is of the entry's suit, if it has one."""
        return not self.suit or card.suit == self.suit


Entries = tuple[Entry, ...]


def suit_begun(words: Words) -> tuple[str, int]:
    """Find the one suit that the next words name, and how many they are; letters alone are no suit."""
    names = words.lexicon.things.get(SUITS)
    if not isinstance(names, CardNames) or len(words.word) < 3:
        return "", 0
    letters, used = names.begun(words.rest)
    return (str(letters[0]), used) if len(letters) == 1 else ("", 0)


class SuitSlot(Slot[str]):
    """The slot ``suit``: a suit by its name or an unmistakable beginning of it."""

    name = "suit"
    usage = "SWORDS, CUPS, PENTACLES or WANDS"
    example = "SWORDS"

    def read(self, words: Words) -> str:
        suit, used = suit_begun(words)
        if not suit:
            raise words.unreadable("a suit", self.vocabulary(words), f"The suits are {self.usage}.")
        words.at += used
        return suit

    def show(self, value: str) -> str:
        return SUIT_WORDS[value]

    def vocabulary(self, words: Words) -> Iterable[str]:
        return SUIT_WORDS.values()


SUIT = SuitSlot()


class EntrySlot(Slot[Entry]):
    """The slot ``entry``: a card, a suit, or a word that picks a card."""

    name = "entry"
    usage = (
        "a card (8S, Eight of Swords), a suit (the cheapest of it), LOW, HIGH, ALL, ANY or ENOUGH with a suit, "
        "ENOUGH, NEGATE, COUNTER, TIE, ANY, HELP, NOTHING or SURRENDER"
    )
    example = "HIGH WANDS"

    def read(self, words: Words) -> Entry:
        """Read an entry; the words for a suit and for what of it stand in any order.

        ``a wand`` is any Wand, ``A of Wands`` the Ace.
        """
        if words.word == "A" and words.idle and words.rest[1:2] != ["OF"]:
            words.at += 1
        if (single := SINGLE.get(words.word)) is not None:
            words.at += 1
            suit = self._suit(words) if single is How.ANY else None
            words.take("CARD", "CARDS")
            return Entry(single, suit=suit or "")
        if (how := SELECTORS.get(words.word)) is not None:
            if (found := self._selected(words, how)) is not None:
                return found
        elif (suit := self._suit(words)) is not None:
            behind = words.take(*SELECTORS)
            return Entry(SELECTORS[behind] if behind else How.LOW, suit=suit)
        return Entry(How.CARD, CARD.read(words))

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(SELECTORS, SINGLE, SUIT.vocabulary(words), CARD.vocabulary(words))

    def _selected(self, words: Words, how: How) -> Entry | None:
        """Read HIGH and its like, with a suit or alone; but HIGH may also begin the High Priestess."""
        start = words.at
        words.at += 1
        while words.word in words.lexicon.fillers and words.word != "THEN":
            words.at += 1
        if (suit := self._suit(words)) is not None:
            return Entry(how, suit=suit)
        if words.take("CARD", "CARDS"):
            return Entry(how)
        words.at = start
        cards, used = CARD.find(words)
        if cards and used > 1:
            return None
        words.at = start + 1
        return Entry(how)

    def _suit(self, words: Words) -> str | None:
        """Read a suit where no card begins: ``Swords 8`` is a card."""
        suit, used = suit_begun(words)
        if not suit or CARD.find(words)[1] > used:
            return None
        words.at += used
        return suit


ENTRY = EntrySlot()
ENTRIES = Listed("list", ENTRY, marks=(",", "ELSE", "OR"))


@value
class Onslaught:
    """A kind of attack: a suit, perhaps only from or up to a number."""

    suit: str
    sign: str = ""
    n: int = 0

    def __str__(self) -> str:
        ending = {">=": " OR MORE", "<=": " OR LESS", "=": ""}
        return SUIT_WORDS[self.suit] + (f" {self.n}{ending[self.sign]}" if self.sign else "")

    def fits(self, card: Card) -> bool:
        """Say whether an attack card is of this kind."""
        return card.suit == self.suit and (not self.sign or compare(card.number, self.sign, self.n))


class OnslaughtSlot(Slot[Onslaught]):
    """The slot ``attack``: the suit of an attack, perhaps with a number."""

    name = "attack"
    usage = "a suit, perhaps with a number: SWORDS, or SWORDS 7 OR MORE, or SWORDS 4 OR LESS"
    example = "SWORDS 7 OR MORE"

    def read(self, words: Words) -> Onslaught:
        suit = SUIT.read(words)
        sign = words.take(">=", "<=")
        if not sign and not words.word.isdigit():
            return Onslaught(suit)
        n = NUMBER.read(words)
        behind = next((found for word, found in OR_MORE.items() if words.phrase("OR", word)), "")
        return Onslaught(suit, behind or sign or "=", n)

    def vocabulary(self, words: Words) -> Iterable[str]:
        return SUIT.vocabulary(words)


THRONED = ("X2", "X5")
"""The cards as which Chaos sits on the Throne."""


def characters(words: Words) -> Names[Card]:
    """Find the names of the characters, of which a lexicon may have none."""
    known = words.lexicon.things.get(CHARACTERS)
    return known if isinstance(known, Names) else Names({})


class PlayerSlot(Player):
    """The slot ``player``: a player, whoever is on the Throne, Chaos there, or anybody."""

    usage = "a player's name or three letters or more of its beginning, ME, RULER, CHAOS or ANY"
    example = "RULER"

    def read(self, words: Words) -> Seat:
        """Read a player as elsewhere, or by the Court card, KING with a suit behind it too, or Chaos by hers.

        A character after whom no seat is named is taken as well, and refused later.
        """
        seats = words.lexicon.seats
        if seats.exact(words.rest) is not None:
            return super().read(words)
        cards, used = CARD.find(words)
        if len(cards) == 1 and cards[0].court:
            words.at += used
            return Seat(ROLES[cards[0]])
        if len(cards) == 1 and cards[0].code in THRONED and not words.word.isdigit():
            words.at += used
            return CHAOS
        if words.word not in self.special:
            found = characters(words).exact(words.rest)
            if found is not None and not any(plain(name).startswith(words.word) for name in seats.vocabulary()):
                words.at += found[1]
                return Seat(ROLES[found[0]])
        return super().read(words)

    def show(self, value: Seat) -> str:
        return "CHAOS" if value == CHAOS else str(value)


PLAYER = PlayerSlot(
    {
        "RULER": RULER, "KING": RULER, "CHAOS": CHAOS, "MYSELF": Seat("ME"),
        **dict.fromkeys(("ANY", "ALL", "ANYBODY", "ANYONE", "EVERYBODY", "EVERYONE"), ANY),
    }
)  # fmt: skip


class CourtSlot(Slot[Whose]):
    """The slot ``court``: a Court card by its player, by its character, or by itself; ANY is any of them."""

    name = "court"
    usage = "a Court card: by its player, by its character (Julian), or as KC or King of Cups; or ANY"
    example = "KC"

    def read(self, words: Words) -> Whose:
        seats = words.lexicon.seats
        if found := seats.exact(words.rest):
            words.at += found[1]
            return found[0]
        if words.take("ANY", "ALL"):
            return ANY
        cards, used = CARD.find(words)
        if len(cards) == 1 and cards[0].court:
            words.at += used
            return cards[0]
        return self._named(words)

    def _named(self, words: Words) -> Whose:
        for names in (words.lexicon.seats, characters(words)):
            if found := names.find(words.rest):
                words.at += found[1]
                one: Whose = found[0]
                return one
        raise words.unreadable("a Court card", self.vocabulary(words), "Write a player, a character, or KC.")

    def vocabulary(self, words: Words) -> Iterable[str]:
        return [*words.lexicon.seats.vocabulary(), *characters(words).vocabulary()]


class WhoseSlot(CourtSlot):
    """The slot ``whose``: a Court card as in ``court``, or that of whoever is on the Throne at that moment."""

    name = "whose"
    usage = "a Court card: by its player, by its character (Julian), or as KC or King of Cups; the RULER's; or ANY"

    def read(self, words: Words) -> Whose:
        """Read KING as the ruler unless a suit follows, and all else as elsewhere."""
        if CARD.find(words)[1] < 2 and words.take(*RULERS):
            return RULER
        return super().read(words)


class ThreatSlot(CardSlot):
    """The slot ``threat``: a Chaos card by its name or number."""

    def __init__(self) -> None:
        super().__init__(Pack.TAROT, majors="X", name="threat")
        self.usage, self.example = "a Chaos card, such as X18 or The Moon", "X18"

    def read(self, words: Words) -> Card:
        start = words.at
        card = super().read(words)
        if not card.major:
            words.at = start
            raise words.unreadable("a Chaos card", hint="Write X18 or MOON.")
        return card


class HeldSlot(Slot[Card | str]):
    """The slot ``held``: a card, or a suit."""

    name = "held"
    usage = "a card or a suit"
    example = "9C"

    def read(self, words: Words) -> Card | str:
        entry = ENTRY.read(words)
        if entry.card is not None:
            return entry.card
        if entry.suit and entry.how is How.LOW:
            return entry.suit
        raise Unreadable("I can look for a card or a suit, such as 9C or WANDS.", reached=words.at)

    def show(self, value: Card | str) -> str:
        return CARD.show(value) if isinstance(value, Card) else SUIT_WORDS[value]

    def vocabulary(self, words: Words) -> Iterable[str]:
        return chain(SUIT.vocabulary(words), CARD.vocabulary(words))


WHEN = Choice(
    "when", {w.value: w for w in Window if w is not Window.VICTORY}, "FIRST, BEFORE ATTACKS, AFTER ATTACKS or LAST"
)
REACTION = Choice(
    "reaction",
    {
        "KEEP": Use.KEEP, "RANSOM": Use.RANSOM, "GIVE BACK": Use.GIVE_BACK, "ATTACK": Use.ATTACK,
        "GIVE BACK ATTACK": Use.ATTACK,
    },
)  # fmt: skip
ATTACK = OnslaughtSlot()
HELD = HeldSlot()
WHOSE = WhoseSlot()
COURT = CourtSlot()
THREAT = ThreatSlot()
