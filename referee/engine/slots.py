"""Slots: the small parsers that stand as lower-case words in a usage line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from referee.engine.audience import Seat
from referee.engine.errors import Ambiguous, Halved, OrderError, Unreadable
from referee.engine.lexicon import SHORTEST, Words, marked, nearest, plain, split

T = TypeVar("T")

NUMBERS = [
    "ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "ELEVEN", "TWELVE",
    "THIRTEEN", "FOURTEEN", "FIFTEEN", "SIXTEEN", "SEVENTEEN", "EIGHTEEN", "NINETEEN", "TWENTY",
]  # fmt: skip

OFTEN = {"ONCE": 1, "TWICE": 2, "THRICE": 3}
"""Words that say how often."""

TIMES = ("TIMES", "TIME")
"""Behind a number they say no more than it does."""


class Slot(Generic[T]):
    """One kind of word or phrase: how it is read, printed, and explained.

    ``name`` stands in usage lines, and ``label`` in its place where they are printed; ``usage`` says in one line what
    to write, ``example`` parses and prints back the same. ``known`` are words that it may begin with, where they are
    always the same. ``keywords`` begin parts of the phrase: a comma before one of them means nothing. ``free`` marks
    words of the writer's own, which others may read as they were written.
    """

    name: str
    label: str = ""
    usage: str
    example: str
    known: Sequence[str] = ()
    keywords: tuple[str, ...] = ()
    free: bool = False

    def read(self, words: Words) -> T:
        """Read the phrase at the cursor and step over it; raise an `OrderError` if it is something else."""
        raise AssertionError(f"slot {self.name} cannot be read")

    def show(self, value: T) -> str:
        """Print the value in the one form that is stored and printed."""
        return str(value)

    def vocabulary(self, words: Words) -> Iterable[str]:
        """List words that may stand here, for "did you mean"."""
        return self.known

    def phrases(self, words: Words) -> Iterable[str]:
        """List whole phrases that may stand here, to try it with: the same, if one word is all of a phrase."""
        return self.vocabulary(words)

    def instance(self, words: Words) -> str:
        """Return an example for this table."""
        return self.example


class Number(Slot[int]):
    """A whole number, in figures or a word up to twenty, or how often; ``below`` zero only where that has a meaning.

    ``units`` are what it may be said to be a number of.
    """

    usage = "a number"
    example = "3"

    def __init__(self, name: str = "n", *, below: bool = False, units: tuple[str, ...] = ()) -> None:
        self.name, self.label = name, "" if not units else "n"
        self.below = below
        self.units = (*units, *TIMES)
        if below:
            self.usage, self.example = "a number, perhaps a negative one", "-3"

    def read(self, words: Words) -> int:
        """Read figures or a number word."""
        word = words.word
        if word.isascii() and word.isdigit():
            if len(word) > 6:
                problem = f"{marked(words.line[words.at].written)} is too large a number."
                raise Unreadable(problem, "Write one of six figures at most.", reached=words.at)
            return self._times(words, int(word))
        if word in NUMBERS:
            return self._times(words, NUMBERS.index(word))
        if word in OFTEN:
            return OFTEN[words.take(word)]
        if word.startswith("-") and word[1:].isdigit():
            if not self.below or len(word) > 7:
                problem = f"{marked(words.line[words.at].written)} is not a number that can stand here."
                raise Unreadable(problem, "Write 0 or more.", reached=words.at)
            return int(words.take(word))
        raise words.unreadable("a number", hint="Write figures, such as 3.")

    def _times(self, words: Words, number: int) -> int:
        """Step over a number, and over TIMES behind it, or whatever it counts."""
        words.at += 1
        while words.take(*self.units):
            continue
        return number


class Player(Slot[Seat]):
    """A player by the seat's name or an unmistakable beginning of it; ME is the one who writes."""

    name = "player"
    usage = "a player's name, or three letters or more of its beginning"
    example = "ME"

    def __init__(self, special: Mapping[str, Seat] | None = None) -> None:
        self.special = {"ME": Seat("ME"), "SELF": Seat("ME"), **(special or {})}

    def read(self, words: Words) -> Seat:
        """Read a whole name, a special word, or the beginning of a name, in this order."""
        names = words.lexicon.seats
        found = names.exact(words.rest)
        if found is None and words.word in self.special:
            seat = self.special[words.take(words.word)]
            return words.me if seat == "ME" and words.me else seat
        try:
            found = found or names.find(words.rest)
        except Ambiguous as e:
            e.reached = words.at + 1
            raise
        begun = 0 < len(words.word) < SHORTEST and any(plain(n).startswith(words.word) for n in names.vocabulary())
        if found is None and begun:
            problem = f"{marked(words.line[words.at].written)} is too short for a name."
            raise Unreadable(problem, "Write three letters or more.", reached=words.at)
        if found is None:
            raise words.unreadable("a player", names.vocabulary(), f"The players are {', '.join(names.vocabulary())}.")
        words.at += found[1]
        return found[0]

    def vocabulary(self, words: Words) -> Iterable[str]:
        return map(plain, words.lexicon.seats.vocabulary())

    def instance(self, words: Words) -> str:
        """Name another player."""
        return next((name for name in words.lexicon.seats.vocabulary() if name != words.me), self.example)


class Choice(Slot[T]):
    """One of a few fixed words or phrases."""

    def __init__(self, name: str, choices: Mapping[str, T], usage: str = "", label: str = "") -> None:
        self.name = name
        self.label = label
        self.choices = dict(choices)
        self._printed: dict[T, str] = {}
        for word, value in self.choices.items():
            self._printed.setdefault(value, word)
        phrases = sorted(((tuple(k.split()), v) for k, v in self.choices.items()), key=lambda p: -len(p[0]))
        self.firsts = [phrase[0] for phrase, _ in phrases]
        self._phrases = {
            first: [(phrase, value) for phrase, value in phrases if phrase[0] == first] for first in self.firsts
        }
        self.usage = usage or " or ".join(self._printed.values())
        self.example = next(iter(self.choices))

    def read(self, words: Words) -> T:
        """Read the longest phrase that fits."""
        for phrase, value in self._phrases.get(words.word, ()):
            if words.phrase(*phrase):
                return value
        wanted = self.usage.replace("|", " or ")
        raise words.unreadable(wanted, self.vocabulary(words), f"Write {wanted}.")

    def begins(self, word: str) -> bool:
        """Say whether a phrase begins with this word."""
        return word in self._phrases

    def show(self, value: T) -> str:
        """Print the first phrase with this value."""
        return self._printed[value]

    def vocabulary(self, words: Words) -> Iterable[str]:
        return self.firsts


class Quoted(Slot[str]):
    """Words between double quotation marks."""

    name = "quoted"
    usage = 'words between quotation marks: "..."'
    example = '"every seven hums a waltz"'
    free = True

    def read(self, words: Words) -> str:
        """Read one quotation as it was written."""
        if not words.word.startswith('"'):
            raise words.unreadable("words between quotation marks", hint='Write them as "...".')
        words.at += 1
        if not (said := words.line[words.at - 1].written.strip('"').strip()):
            problem = "Nothing is said between these quotation marks."
            raise Unreadable(problem, "Write your words there.", reached=words.at)
        return said

    def show(self, value: str) -> str:
        return f'"{value}"'


MINUS = re.compile(r"[-\u2010-\u2015\u2212]\s*$")
"""A minus sign, or a dash that is typed for one."""


class Text(Slot[str]):
    """The rest of the line, as it was written."""

    name = "text"
    usage = "any words, to the end of the line"
    example = "good luck"
    free = True

    def read(self, words: Words) -> str:
        """Take everything from the cursor on, comments and punctuation included, but for a colon to begin with.

        A minus sign before a number belongs to it, though it is no word by itself.
        """
        words.take(":")
        if words.done:
            raise words.unreadable("the text", hint="Write it on the same line.")
        start = words.line[words.at].start
        before = words.line[words.at - 1].end if words.at else 0
        words.at = len(words.texts)
        if words.written[start].isdigit() and (sign := MINUS.search(words.written, before, start)):
            start = sign.start()
        return words.written[start:].strip()


def past_fillers(slot: Slot[T], words: Words) -> T:
    """Read a slot; fillers before it are stepped over only where it cannot begin with one."""
    while True:
        start = words.at
        try:
            return slot.read(words)
        except Unreadable:
            words.at = start
            if not words.idle:
                raise
            words.at += 1


class Sequel(OrderError):
    """One thing after another where one of several is meant."""


UPON = ("ON", "TO")
"""Behind an entry they say what it is for, and join no other to it: *the Sun to the Moon*."""


class Listed(Slot[tuple[T, ...]]):
    """Several of a slot, with commas between, or other ``marks``."""

    def __init__(self, name: str, each: Slot[T], *, marks: tuple[str, ...] = (",",), label: str = "") -> None:
        self.name = name
        self.each = each
        self.marks = marks
        self.label = label
        self.usage = f"{each.usage}; several with {'commas' if marks[0] == ',' else marks[0]} between"
        self.example = each.example
        self.keywords = each.keywords

    def read(self, words: Words) -> tuple[T, ...]:
        """Read one and, after each comma, one more; commas may be left out between items that fit."""
        found = [self.each.read(words)]
        while not words.done and not self.ended(words):
            start = words.at
            comma = words.take(*self.marks)
            if not comma and words.word in UPON:
                break
            try:
                found.append(self.next(words))
            except Unreadable as error:
                if (comma or (isinstance(error, Halved) and words.line[start].text == "AND")) and not words.done:
                    raise
                words.at = start + (bool(comma) and words.done)
                break
        return tuple(found)

    def ended(self, words: Words) -> bool:
        """Say whether what follows is certainly no more of the list, whatever stands between."""
        return words.word == ";" and words.rest[1:2] == ["ELSE"] and "ELSE" not in self.marks

    def next(self, words: Words) -> T:
        """Read one more."""
        return past_fillers(self.each, words)

    def show(self, value: tuple[T, ...]) -> str:
        return ", ".join(map(self.each.show, value))

    def vocabulary(self, words: Words) -> Iterable[str]:
        return self.each.vocabulary(words)

    def instance(self, words: Words) -> str:
        return self.each.instance(words)


class FirstOf(Listed[T]):
    """Several entries with commas or ELSE between: the first that can be done counts; printed with ELSE."""

    def read(self, words: Words) -> tuple[T, ...]:
        """Read the entries; WITH may stand before them."""
        if words.take("WITH"):
            while words.idle and words.word != "A":
                words.at += 1
        return super().read(words)

    def next(self, words: Words) -> T:
        """Read one more, ELSE before it or not; what is to be done as well, or after it, is none of these."""
        words.take("ELSE")
        if words.word in ("AND", "THEN"):
            problem = f'"{words.line[words.at].written}" cannot stand here: of these the first that can be done counts.'
            raise Sequel(problem, "Write ELSE between them.", reached=words.at)
        return super().next(words)

    def show(self, value: tuple[T, ...]) -> str:
        return " ELSE ".join(map(self.each.show, value))


SIGNS = {
    ">=": ">=", "<=": "<=", "=": "=", ">": ">", "<": "<", "= >": ">=", "= <": "<=", "> =": ">=", "< =": "<=",
    "AT LEAST": ">=", "AT MOST": "<=", "EQUALS": "=", "MORE THAN": ">", "HIGHER THAN": ">", "GREATER THAN": ">",
    "ABOVE": ">", "OVER": ">", "LESS THAN": "<", "LOWER THAN": "<", "FEWER THAN": "<", "BELOW": "<", "UNDER": "<",
}  # fmt: skip

BE = ("IS", "ARE")
COMPARISONS = SIGNS | dict.fromkeys(BE, "=") | {f"{be} {words}": sign for be in BE for words, sign in SIGNS.items()}

COMPARISON: Slot[str] = Choice("compare", COMPARISONS, "one of >=, <=, =, > and <")


def compare(left: int, sign: str, right: int) -> bool:
    """Say whether ``left sign right`` holds."""
    match sign:
        case ">=": return left >= right
        case "<=": return left <= right
        case ">": return left > right
        case "<": return left < right
        case _: return left == right


def read_all(slot: Slot[T], text: str, words: Words) -> T:
    """Read a whole text by one slot; everything must be used."""
    fresh = Words(words.lexicon.with_articles(split(text)), words.lexicon, words.me, text)
    value = slot.read(fresh)
    if not fresh.done:
        raise Unreadable(f"I don't know what {marked(fresh.word)} is for.", nearest(fresh.word, slot.vocabulary(fresh)))
    return value


STANDARD: Sequence[Slot[Any]] = (
    Number(), Player(), Listed("players", Player()), Quoted(), Text(), COMPARISON,
)  # fmt: skip
