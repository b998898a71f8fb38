"""Cards of tarot and French packs: what a card is, and the words that name it.

A card is one physical card: two copies of one face are two cards, printed alike.
What it *is* stands here; its *words* come from tables that people may edit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache, cached_property
from typing import Any, TypeVar

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.errors import Ambiguous, Halved, Unreadable
from referee.engine.lexicon import SHORTEST, Lexicon, Names, Words, marked, split, spoken
from referee.engine.sections import Wording
from referee.engine.slots import Slot
from referee.engine.tabletop import Tabletop

T = TypeVar("T")


class Pack(StrEnum):
    """The kinds of packs; the value is the pack's letter in a card's key."""

    TAROT = "t"
    FRENCH = "f"

    @property
    def table(self) -> str:
        """The name of the table with this pack's words."""
        return self.name.lower()


class Suit(StrEnum):
    """The suits of a tarot pack, in the order of every tie."""

    SWORDS = "S"
    WANDS = "W"
    PENTACLES = "P"
    CUPS = "C"


class French(StrEnum):
    """The suits of a French pack."""

    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    SPADES = "S"


NUMBERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
TAROT_COURTS = ("P", "N", "Q", "K")
FRENCH_COURTS = ("J", "Q", "K")
JOKERS = ("RJ", "BJ", "JOKER")
MAJORS = 22
NUMBERED = re.compile(r"[XM]?(\d+)")
COPIES = 256
"""Indices kept for one copy of both packs: tarot from 0, French from 128."""


class Card:
    """One physical card; there is only one object for it, so cards are compared by identity.

    ``code`` is its printed form, alike for all copies: ``8S``, ``KW``, ``X17``,
    ``10H``, ``JOKER``. ``suit`` and ``rank`` are letters, empty for majors and
    Jokers. ``number`` is 1 for an Ace, then the place in the suit (courts from 11),
    0 to 21 for a major, 0 for a Joker. ``copy`` tells copies apart; ``face`` is
    copy 0. ``major``, ``court`` and ``joker`` say what sort of card it is.
    ``key`` is unique, for storage.
    """

    __slots__ = ("code", "copy", "court", "face", "index", "joker", "key", "major", "number", "pack", "rank", "suit")

    def __init__(self, pack: Pack, copy: int, code: str, suit: str, rank: str, number: int, place: int) -> None:
        self.pack = pack
        self.copy = copy
        self.code = code
        self.suit = suit
        self.rank = rank
        self.number = number
        self.index = copy * COPIES + (0 if pack is Pack.TAROT else 128) + place
        self.key = f"{pack.value}{copy}.{code}"
        self.face: Card = _copy(pack, 0)[code] if copy else self
        self.major = pack is Pack.TAROT and not suit
        self.court = number > 10 and bool(suit)
        self.joker = pack is Pack.FRENCH and not suit

    @staticmethod
    def of(key: str) -> Card:
        """Return the card with this key; raises `KeyError` if there is none."""
        found = _known.get(key)
        if found is None:
            pack, copy = Pack(key[:1]), key[1:].partition(".")[0]
            found = _known[key] = _copy(pack, int(copy))[key.partition(".")[2]]
        return found

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return self.key

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return Card.of, (self.key,)


_known: dict[str, Card] = {}
"""By key; no more than there are cards."""


@cache
def _copy(pack: Pack, copy: int) -> dict[str, Card]:
    """Make all cards of one copy of a pack, by code."""
    suits, courts = (Suit, TAROT_COURTS) if pack is Pack.TAROT else (French, FRENCH_COURTS)
    rows = [(f"{r}{s}", str(s), r, n) for s in suits for n, r in enumerate((*NUMBERS, *courts), 1)]
    if pack is Pack.TAROT:
        rows += [(f"X{n}", "", "", n) for n in range(MAJORS)]
    else:
        rows += [(code, "", "", 0) for code in JOKERS]
    return {code: Card(pack, copy, code, s, r, n, place) for place, (code, s, r, n) in enumerate(rows)}


def tarot(copy: int = 0) -> tuple[Card, ...]:
    """Return a tarot pack of 78 cards in code order: Minors by suit, then the Majors."""
    return tuple(_copy(Pack.TAROT, copy).values())


def french(size: int = 52, copy: int = 0) -> tuple[Card, ...]:
    """Return a French pack: 36 cards (from the six up), 52, or 54 with a red and a black Joker."""
    assert size in (36, 52, 54), f"there is no French pack of {size} cards"
    pack = _copy(Pack.FRENCH, copy)
    low = 6 if size == 36 else 1
    suited = [c for c in pack.values() if c.suit and (c.number == 1 or c.number >= low)]
    return (*suited, pack["RJ"], pack["BJ"]) if size == 54 else tuple(suited)


def jokers(count: int, first: int = 0) -> tuple[Card, ...]:
    """Return plain Jokers, told apart by their copies from ``first`` on."""
    return tuple(_copy(Pack.FRENCH, copy)["JOKER"] for copy in range(first, first + count))


@cache
def codes(pack: Pack) -> Mapping[str, Card]:
    """Map every way to write a card as one word without its name: ``8S``, ``S8``, ``1W``, ``X17``, ``M17``, ``17``."""
    faces = _copy(pack, 0)
    found = dict(faces)
    for card in faces.values():
        if card.suit:
            found.setdefault(f"{card.suit}{card.rank}", card)
            if card.rank == "10":
                found[f"T{card.suit}"] = card
            if card.number == 1:
                found |= {f"1{card.suit}": card, f"{card.suit}1": card}
        elif card.major:
            found |= {f"M{card.number}": card, str(card.number): card}
    return found


def card_named(text: str, pack: Pack = Pack.TAROT, copy: int = 0) -> Card | None:
    """Return the card that a code names, as records write it."""
    face = codes(pack).get(text.strip().upper())
    return face and _copy(pack, copy)[face.code]


def cards_among(things: Iterable[object]) -> list[Card]:
    """List the cards among some things, each once."""
    return list(dict.fromkeys(one for one in things if isinstance(one, Card)))


class CardNames(Names[T]):
    """Names of which one may ask what a beginning could mean."""

    @cached_property
    def spelled(self) -> list[str]:
        """The words of the names, letters and figures left out: what one may have meant to write."""
        return [w.text for name in self.vocabulary() for w in split(name) if len(w.text) > 2]

    @cached_property
    def _by_initial(self) -> dict[str, list[tuple[str, ...]]]:
        """The names by their first letter, in their order."""
        found: dict[str, list[tuple[str, ...]]] = {}
        for key in filter(None, self._whole):
            found.setdefault(key[0][0], []).append(key)
        return found

    def begun(self, words: Sequence[str], shortest: int = SHORTEST) -> tuple[list[T], int]:
        """Return the values that these words name or begin, and how many words that takes; a whole name is alone."""
        if not words or words[0] not in self.beginnings:
            return [], 0
        if found := self.exact(words):
            return [found[0]], found[1]
        keys = self._by_initial[words[0][0]]
        for n in range(min(self._longest, len(words)), 0, -1):
            if sum(map(len, words[:n])) >= shortest:
                begun = [key for key in keys if len(key) >= n and all(map(str.startswith, key, words[:n]))]
                hits = {id(self._whole[key]): self._whole[key] for key in begun}
                if hits:
                    return list(hits.values()), n
        return [], 0


def card_words(pack: Pack, table: Mapping[str, Any]) -> dict[str, Names[Any]]:
    """Make the names of a pack's ranks, suits and other cards out of its table of words, for the lexicon."""
    faces = _copy(pack, 0)
    return {
        f"{pack.table} suits": CardNames({s: s for s in table["suits"]} | _spelled(table["suits"])),
        f"{pack.table} ranks": CardNames({"1": "A"} | {r: r for r in table["ranks"]} | _spelled(table["ranks"])),
        f"{pack.table} others": CardNames({name: faces[code] for name, code in _spelled(table["others"]).items()}),
    }


def wording(
    pack: Pack, answer: Callable[[Ask[Any], str, Lexicon], Any], tabletop: Callable[[Any], Tabletop] | None = None
) -> Wording:
    """Make the section of words of a game with one pack, where only its seats and cards have names."""

    def lexicon(seats: Sequence[Seat], tables: Mapping[str, Any]) -> Lexicon:
        return Lexicon.of(seats, card_words(pack, tables[pack.table]))

    def say(tables: Mapping[str, Any]) -> Callable[[Any], str]:
        return namer((pack, tables[pack.table]))

    return Wording((pack.table,), lexicon, say, answer, tuple(_copy(pack, 0).values()), tabletop)


def _spelled(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Map each name in a table, and its synonyms, to what they stand for; without the article."""
    named = [(form, one) for one, entry in entries.items() for form in (entry["name"], *entry["also"])]
    return {form.removeprefix("The "): one for form, one in named}


def namer(*packs: tuple[Pack, Mapping[str, Any]]) -> Callable[[Any], str]:
    """Return the function that names a card in full: ``Eight of Swords``, ``The Moon``."""
    names = {face: _full(face, table) for pack, table in packs for face in _copy(pack, 0).values()}

    def name(thing: Any) -> str:
        return names[thing.face] if isinstance(thing, Card) else str(thing)

    return name


def _full(face: Card, table: Mapping[str, Any]) -> str:
    if not face.suit:
        return str(table["others"][face.code]["name"])
    rank, suit = table["ranks"][face.rank]["name"], table["suits"][face.suit]["name"]
    return str(table["pattern"]).format(rank=rank, suit=suit)


class FoundSlot(Slot[T]):
    """Words that may mean several things, which `find` lists; ``wanted`` is said where they mean none."""

    wanted: str

    def find(self, words: Words, at: int) -> tuple[list[T], int]:
        """Return what the words from ``at`` on may mean, and how many words that takes."""
        raise AssertionError(f"nothing is found by the slot {self.name}")

    def read(self, words: Words) -> T:
        found, used = self.find(words, words.at)
        if not found:
            raise words.unreadable(self.wanted, self.vocabulary(words), f"Write {self.usage}.")
        if len(found) > 1:
            raise several(words, used, [*map(str, found)])
        words.at += used
        return found[0]


class CardSlot(Slot[Card]):
    """The slot ``card``: a card by its code or its name; it gives the face, which is copy 0.

    ``majors`` is the letter that this game prints before a major's number.
    """

    def __init__(self, pack: Pack, majors: str = "X", name: str = "card") -> None:
        self.name = name
        self.pack = pack
        self.majors = majors
        self.example = "8S"
        shown = f"KW, Ace of Cups, {majors}18 or The Moon" if pack is Pack.TAROT else "KH, Ace of Spades, JOKER"
        self.usage = f"a card, such as 8S, {shown}"
        self._faces, self._codes = _copy(pack, 0), codes(pack)
        self._tables = {kind: f"{pack.table} {kind}" for kind in ("ranks", "suits", "others")}

    def read(self, words: Words) -> Card:
        """Read a code, a name, or an unmistakable beginning of a name."""
        start = words.at
        words.take("THE")
        cards, used = self.find(words)
        if not cards:
            words.at = start
            raise self.no_card(words, self.vocabulary(words))
        if len(cards) > 1:
            raise several(words, used, [self.show(c) for c in cards])
        words.at += used
        return cards[0]

    def find(self, words: Words) -> tuple[list[Card], int]:
        """Return the cards that may be meant at the cursor, and how many words that takes; none if none.

        Behind a code the card's name says no more, nor its worth behind that, as a letter prints them.
        """
        found, used = self._find(words.rest, words.lexicon, words.at)
        named = used + (words.rest[used : used + 1] == ["THE"])
        if used == 1 and words.rest[1:] and words.rest[1] not in self._codes:
            again, more = self._find(words.rest[named:], words.lexicon, words.at + named)
            if more and again == found:
                used = named + more + "".join(words.rest[named + more : named + more + 1]).isdigit()
        return found, used

    def _find(self, texts: Sequence[str], lexicon: Lexicon, at: int) -> tuple[list[Card], int]:
        found, used = self._by_rank_and_suit(texts, lexicon, at)
        if found:
            return found, used
        if texts and texts[0] in self._codes:
            return [self._codes[texts[0]]], 1
        others = self._names(lexicon, "others")
        return others.begun(texts) if others is not None else ([], 0)

    def show(self, value: Card) -> str:
        return f"{self.majors}{value.number}" if value.major else value.code

    def codes(self, cards: Iterable[Card]) -> str:
        """Print several cards, with commas."""
        return ", ".join(map(self.show, cards))

    def vocabulary(self, words: Words) -> Iterable[str]:
        for kind in ("others", "ranks", "suits"):
            names = self._names(words.lexicon, kind)
            yield from names.spelled if names is not None else ()
        yield from map(self.show, self._faces.values())

    def no_card(self, words: Words, vocabulary: Iterable[str]) -> Unreadable:
        """Make the error for what names no card: a rank without its suit, or something else."""
        hint = f"Write {self.usage.removeprefix('a card, such as ')}."
        if self.pack is Pack.TAROT and (m := NUMBERED.fullmatch(words.word)) and int(m[1]) >= MAJORS:
            majors = f"the majors are {self.majors}0 to {self.majors}21"
            problem = f"{marked(words.line[words.at].written)} is no card: {majors}."
            return Unreadable(problem, hint, reached=words.at)
        ranks = self._names(words.lexicon, "ranks")
        if ranks is not None and words.word and ranks.begun(words.rest)[0]:
            return Halved(f"{marked(words.line[words.at].written)} needs its suit.", hint, reached=words.at)
        return words.unreadable("a card", vocabulary, hint)

    def _by_rank_and_suit(self, texts: Sequence[str], lexicon: Lexicon, at: int) -> tuple[list[Card], int]:
        """Read ``8 of Swords``, ``eight swords`` or ``Swords 8``."""
        ranks, suits = self._names(lexicon, "ranks"), self._names(lexicon, "suits")
        if ranks is None or suits is None or len(texts) < 2:
            return [], 0
        for first, second in ((ranks, suits), (suits, ranks)):
            one, n = first.begun(texts)
            n += 1 if one and texts[n : n + 1] == ["OF"] else 0
            two, m = second.begun(texts[n:], 1 if first is ranks else SHORTEST) if one else ([], 0)
            if two and texts[0] == "A" and n == 1 and len(texts[1]) > 1:
                meant = f"{texts[1]} for any of them, A{two[0]} for the Ace"
                raise Ambiguous(f'"A {texts[1]}" could mean two things.', f"Write {meant}.", reached=at + 1)
            if two:
                pairs = [(a, b) if first is ranks else (b, a) for a in one for b in two]
                return [self._faces[f"{r}{s}"] for r, s in pairs], n + m
        return [], 0

    def _names(self, lexicon: Lexicon, kind: str) -> CardNames[Any] | None:
        names = lexicon.things.get(self._tables[kind])
        return names if isinstance(names, CardNames) else None


def several(words: Words, used: int, meant: Sequence[str]) -> Ambiguous:
    """Make the error for words that could mean several things."""
    written = " ".join(w.written for w in words.line[words.at : words.at + used])
    problem = f"{marked(written)} could be {spoken(meant[:5], 'or')}."
    return Ambiguous(problem, "Write more letters.", reached=words.at + used)
