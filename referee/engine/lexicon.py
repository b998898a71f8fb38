"""Words of a letter: normalising, fillers, names, "did you mean"."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from referee.engine.audience import Seat
from referee.engine.errors import Ambiguous, Unreadable
from referee.engine.values import value

T = TypeVar("T")

FILLERS = frozenset({"THE", "A", "AN", "MY", "OF", "TO", "PLEASE", "THEN", "AND", "ON"})
"""Words without weight, wherever a usage line does not ask for them."""

LITTLE = frozenset("AT BY FOR FROM IN INTO UNLESS UNTIL WHEN WHILE WITH WITHOUT".split())
"""Words that say how others hang together: none is a slip of the pen for another, such as FOUR."""

JOINING = {"AND", "THEN"}
"""Fillers that the line of an IF asks for, and that are never stepped over in it."""

ARTICLE = "AN"
"""A filler that is the letter of nothing."""

SHORTEST = 3
"""A name may be shortened to any unmistakable beginning of this many letters or more."""

RANK = re.compile(r"\d{1,2}|[JQK]")
"""A rank by its code that is no suit's."""

MOST_CUT = 256
"""The words of so many lines are remembered: those of one letter."""

LONGEST_CUT = 200
"""Of no longer line, so that what is remembered stays small."""

MOST_READ = 512
"""So many lines are remembered of a table, the latest: the orders of its seats in some turns."""

MOST_NEAR = 3
"""No more words are offered for one that is not known."""

TYPOGRAPHY = str.maketrans(
    {
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'",
        "–": "-", "—": "-", "−": "-", "‐": "-", "‑": "-", "…": "...",
        "≥": ">=", "≤": "<=", "≠": "!=", "→": "->", "\u00a0": " ", "\u202f": " ", "\u2009": " ",
        "\u200b": None, "\u200c": None, "\u200d": None, "\ufeff": None, "\u00ad": None, "\ufe0e": None, "\ufe0f": None,
        "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "❤": "H",
        "\u3000": " ", "、": ",",
        **{chr(sign): chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},
    }
)  # fmt: skip
"""What is typed with other keyboards, by its nearest typewriter sign; full-width signs too, and suits as letters."""

# A sign comes first in each of these, and what may stand before it is looked back at: that is quicker.
NEGATIVE = r"-(?:(?<![^\s<>=,;:(]-)|(?<=[<>=]-)\s+|(?<=[<>=]\s-)\s+)\d+(?![^\W_])"
"""A dash makes a number negative: right before its figure, behind nothing, a blank or a mark; or behind ``<``."""

DENIES = r"[!/](?==)|!(?<![^\s(]!)(?=[^\W_])"
"""The sign of ``!=`` and ``/=``, and one before a word that turns it round, ``!LED``: another way to write NOT."""

OR_MORE = r"\+(?<=\d\+)(?<![^\W\d_]\d\+)(?<![^\W\d_]\d\d\+)(?![^\W_])(?!\s+\d+(?![^\W_]))"
"""The sign behind a number, ``7+``, and not between two or behind a code: another way to write OR MORE."""

WITH = r"[wW]/(?<![^\W_][wW]/)(?:[oO](?![^\W_]))?"
"""``w/`` and ``w/o``."""

TOKEN = re.compile(rf"""\"[^\"]*\"|>=|<=|->|{NEGATIVE}|{DENIES}|{OR_MORE}|{WITH}|[=<>,;:&]|[^\W_]+(?:'[^\W_]+)*""")

MEANT = {"!": "NOT", "/": "NOT", "W/": "WITH", "W/O": "WITHOUT", "&": "AND"}
"""Signs that are another way to write a word."""

MOST_IDLE = 12
"""So many words without weight may stand in a row: to look past more would take for ever."""

STRAY = (",", ":", "=")
"""Marks that mean nothing where nobody waits for them."""


def plain(text: str) -> str:
    """Upper-case text without accents, with typewriter quotes and dashes: what words are compared by."""
    if text.isascii():
        return text.upper()
    spread = unicodedata.normalize("NFKD", text.translate(TYPOGRAPHY))
    return "".join(c for c in spread if not unicodedata.combining(c)).upper()


@value
class Word:
    """One word or mark of a line: as compared, as written, and where it stands."""

    text: str
    written: str
    start: int
    end: int


def split(line: str) -> tuple[Word, ...]:
    """Cut a line into words and the marks that count, without a comment from ``#`` on; the last ones are remembered."""
    return _remembered(line) if len(line) <= LONGEST_CUT else tuple(_words(line))


def first_word(line: str) -> str:
    """Return the first word of a line as it is compared, empty if there is none."""
    first = next(iter(_remembered(line) if len(line) <= LONGEST_CUT else _words(line)), None)
    return first.text if first else ""


def _words(line: str) -> Iterator[Word]:
    compared, places = (str.upper, None) if line.isascii() else (plain, _places(line))
    line = line if places is None else line.translate(TYPOGRAPHY)
    for m in TOKEN.finditer(uncommented(line) if "#" in line else line):
        written, (start, end) = m[0], m.span()
        text = written if written[0] == '"' else compared(written)
        text = MEANT.get(text, text)
        if " " in text and text[0] == "-":
            text = "".join(text.split())
        if places is not None:
            start, end = places[start], places[end - 1] + 1
        for one in ("OR", "MORE") if text == "+" else (text,):
            yield Word(one, written, start, end)


def _places(line: str) -> list[int]:
    """For each sign of a line in typewriter signs, the place where it stands as it was written."""
    return [at for at, sign in enumerate(line) for _ in sign.translate(TYPOGRAPHY)]


@lru_cache(MOST_CUT)
def _remembered(line: str) -> tuple[Word, ...]:
    return tuple(_words(line))


def uncommented(line: str) -> str:
    """Drop a comment, but not a ``#`` between quotation marks."""
    inside = False
    for i, c in enumerate(line):
        if c == '"':
            inside = not inside
        elif c == "#" and not inside:
            return line[:i]
    return line


def nearest(word: str, known: Iterable[str]) -> str:
    """Say which known words were perhaps meant, as a sentence: those it begins, and the most alike; or nothing.

    Figures are never guessed: ``M22`` is not nearly ``M2``; nor is a word that is right, and means nothing here.
    """
    wanted = plain(word)
    if wanted in LITTLE:
        return ""
    printed = {plain(one): one for one in sorted(set(known))}
    numbered = figures(wanted)
    alike = [one for one in printed if figures(one) == numbered] if numbered else list(printed)
    begun = [one for one in alike if len(wanted) >= SHORTEST and one.startswith(wanted)]
    close = difflib.get_close_matches(wanted, alike, n=1, cutoff=0.7) or [one for one in alike if swapped(one, wanted)]
    if not begun and not close:
        return ""
    several = list(dict.fromkeys([*begun[: MOST_NEAR - 1], *close]))
    return f"Did you mean {spoken([printed[one] for one in several], 'or')}?"


def swapped(one: str, other: str) -> bool:
    """Say whether two words of letters differ by two neighbours that changed places, which is much in a short word."""
    places = [at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
    if len(one) != len(other) or len(one) < SHORTEST or len(places) != 2 or not one.isalpha():
        return False
    first, second = places
    return second == first + 1 and one[first] + one[second] == other[second] + other[first]


def figures(word: str) -> str:
    """Return the figures of a word alone."""
    return "".join(c for c in word if c.isdigit())


def marked(written: str) -> str:
    """Put a word that is said back between quotation marks."""
    return written if written.startswith('"') else f'"{written}"'


def spoken(names: Iterable[object], last: str = "and") -> str:
    """Join names as one speaks: ``Eric, Fiona and Random``."""
    *several, one = [*map(str, names)] or [""]
    return f"{', '.join(several)} {last} {one}" if several else one


class Names(Generic[T]):
    """Names and what they stand for; an unmistakable beginning is enough, a whole name wins over a beginning."""

    def __init__(self, names: Mapping[str, T]) -> None:
        self._printed = {tuple(w.text for w in split(name)): name for name in names}
        self._whole = {key: names[name] for key, name in self._printed.items()}
        self._longest = max(map(len, self._whole), default=0)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first words of the names and all their beginnings: what begins with no such word names nothing."""
        return frozenset(key[0][:n] for key in self._whole if key for n in range(1, len(key[0]) + 1))

    def __contains__(self, word: str) -> bool:
        return tuple(w.text for w in split(word)) in self._whole

    def vocabulary(self) -> list[str]:
        """List the names as printed."""
        return list(self._printed.values())

    def exact(self, words: Sequence[str]) -> tuple[T, int] | None:
        """Find the longest whole name at the start of these words, and how many words it takes."""
        if not words or words[0] not in self.beginnings:
            return None
        for n in range(min(self._longest, len(words)), 0, -1):
            key = tuple(words[:n])
            if key in self._whole:
                return self._whole[key], n
        return None

    def find(self, words: Sequence[str]) -> tuple[T, int] | None:
        """Find the one name that these words begin, and how many words it takes; raises `Ambiguous` for several."""
        if found := self.exact(words):
            return found
        if not words or words[0] not in self.beginnings:
            return None
        for n in range(min(self._longest, len(words)), 0, -1):
            if sum(map(len, words[:n])) < SHORTEST:
                continue
            keys = [key for key in self._whole if _begins(words[:n], key)]
            values = {self._whole[key]: key for key in keys}
            if len(values) > 1:
                several = sorted(self._printed[key] for key in values.values())
                raise Ambiguous(f"{' '.join(words[:n])} could be {spoken(several, 'or')}.", "Write more letters.")
            if keys:
                return self._whole[keys[0]], n
        return None


def _begins(words: Sequence[str], key: tuple[str, ...]) -> bool:
    """Say whether the words are the beginning of a name: all but the last whole, the last perhaps shortened."""
    n = len(words)
    return n <= len(key) and tuple(words[:-1]) == key[: n - 1] and key[n - 1].startswith(words[-1])


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words of one game: its seats, and what its tables of words say; each is equal to itself alone."""

    seats: Names[Seat]
    tables: Mapping[str, Any] = field(default_factory=dict)
    fillers: frozenset[str] = FILLERS
    things: Mapping[str, Names[Any]] = field(default_factory=dict)
    most_read: int = MOST_READ
    read: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)
    """What was read with these words, by who read it and what: lines stand on file turn after turn."""

    @classmethod
    def of(cls, seats: Iterable[Seat], things: Mapping[str, Names[Any]] | None = None) -> Lexicon:
        """Make the lexicon of a table with these seats, and with the names of things that the game knows."""
        return cls(Names({seat: seat for seat in seats}), things=things or {})

    @cached_property
    def joining(self) -> Lexicon:
        """The same words, for a line of conditions."""
        return replace(self, fillers=self.fillers - JOINING)

    def names(self, word: str) -> bool:
        """Say whether a word is by itself the whole name of a thing, or of several; letters and figures are none."""
        return len(word) >= SHORTEST and (self._exact(word) or self._is_several(word))

    def _exact(self, word: str) -> bool:
        return any(names.exact([word]) for names in self.things.values())

    def with_articles(self, line: Sequence[Word]) -> list[Word]:
        """Read the A in *a diamond* and *a 10* as an article, and as an Ace in *A 10* and *k a 10*.

        Of a name that is known for one alone, several are the same, and so is *'s*: *sevens* is *seven*, *7's* 7.
        """
        out: list[Word] = []
        for i, word in enumerate(line):
            if word.text[-1:] == "S" and self._is_several(word.text):
                word = replace(word, text=self._one(word.text))
            elif word.text == "A" and self._is_article(line, i):
                word = replace(word, text=ARTICLE)
            out.append(word)
            if word.text == "A" and line[i + 1 :] and RANK.fullmatch(line[i + 1].text):
                out.append(replace(word, text=","))
        return out

    def _is_article(self, line: Sequence[Word], at: int) -> bool:
        behind = line[at + 1].text if line[at + 1 :] else ""
        if behind[:1].isdigit() or RANK.fullmatch(behind):
            near = (*line[max(at - 1, 0) : at], *line[at + 2 : at + 3])
            return line[at].written == "a" and not any(RANK.fullmatch(word.text) for word in near)
        return behind in ("RED", "BLACK") or (self.names(behind) and not self.several(behind))

    def _is_several(self, name: str) -> bool:
        one = self._one(name)
        if name.endswith("'S"):
            return self._exact(one) or self.seats.exact([one]) is not None
        plural = name.endswith("S") and not name.endswith("SS") and len(one) >= SHORTEST
        return plural and self._exact(one) and not self._exact(name)

    def _one(self, name: str) -> str:
        return name[:-2] if name.endswith(("XES", "'S")) else name[:-1]

    def several(self, name: str) -> bool:
        """Say whether a name is that of several: there is one without its S; codes such as KS are none."""
        return len(name) > SHORTEST and name.endswith("S") and self._exact(name[:-1])


class Words:
    """A cursor over the words of one line, with the lexicon and the seat that reads it.

    What a line says goes by ``me`` only where ME or SELF is a part of it, for an order is read once for all at a table.
    """

    def __init__(self, line: Sequence[Word], lexicon: Lexicon, me: Seat, written: str = "") -> None:
        self.line = line
        self.texts = [w.text for w in line]
        self.lexicon = lexicon
        self.me = me
        self.written = written
        self.at = 0

    @property
    def word(self) -> str:
        """The word under the cursor, empty at the end of the line."""
        return self.texts[self.at] if self.at < len(self.texts) else ""

    @property
    def done(self) -> bool:
        """Whether the line is at its end."""
        return self.at >= len(self.texts)

    @property
    def rest(self) -> list[str]:
        """The words from the cursor on."""
        return self.texts[self.at :]

    def take(self, *options: str) -> str:
        """Step over the word under the cursor if it is one of these, and return it; else return nothing."""
        word = self.word
        if word not in options:
            return ""
        self.at += 1
        return word

    def phrase(self, *words: str) -> bool:
        """Step over these words in a row, fillers between them aside, or stay and say no."""
        start = self.at
        for i, word in enumerate(words):
            while i and self.word != word and self.word in self.lexicon.fillers:
                self.at += 1
            if not self.take(word):
                self.at = start
                return False
        return True

    @property
    def idle(self) -> bool:
        """Whether the word under the cursor has no weight; an A may be an ace, and behind many such a word is none."""
        lexicon, behind = self.lexicon, self.line[self.at + 1 : self.at + 2]
        if self.word not in lexicon.fillers:
            return False
        if self.word == "A" and all(w.written in ",;" or w.text == "AND" or lexicon.several(w.text) for w in behind):
            return False
        before = self.texts[max(self.at - MOST_IDLE, 0) : self.at]
        return len(before) < MOST_IDLE or not lexicon.fillers.union(STRAY).issuperset(before)

    def skip_filler(self) -> bool:
        """Step over one filler, stray comma, colon or equals sign, if there is one."""
        if self.idle or self.word in STRAY:
            self.at += 1
            return True
        return False

    def unreadable(self, wanted: str, vocabulary: Iterable[str] = (), hint: str | Callable[[], str] = "") -> Unreadable:
        """Make the error for a word that is not what was wanted here; a word much like it goes before the hint."""
        if self.done:
            return Unreadable(f"{wanted[:1].upper()}{wanted[1:]} is missing.", hint, reached=self.at)
        problem = f"{marked(self.line[self.at].written)} is not {wanted}."
        word = self.word

        def help_out() -> str:
            return nearest(word, vocabulary) or (hint if isinstance(hint, str) else hint())

        return Unreadable(problem, help_out, reached=self.at, wanted=wanted)
