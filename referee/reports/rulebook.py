"""Parts of a game's RULES.md, found by a number, a chapter, an option or a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.engine.lexicon import nearest, plain
from referee.engine.ruleset import Option, Ruleset
from referee.engine.values import value
from referee.reports import markdown, wrap
from referee.reports.document import Block, Listing, Para
from referee.reports.markdown import BULLET, HEADING, MARKS, NUMBER, RULER, is_text, own_number
from referee.reports.spans import cap
from referee.reports.text import stacked

FILE = "RULES.md"
MOST = 150
HOW = (
    "RULES alone lists the chapters; RULES with a number, an option, a word or DEFAULTS shows that part, and "
    "RULES ALL the whole."
)
HERE = "Options as they are in this game, and what else they may be; the usual value comes first:"
OPTIONS = "Options, settled when a game is created; the usual value comes first:"
START, ALL = "START", "ALL"
"""The title of the chapter for newcomers, and what brings the whole rulebook."""

SHORTEST_WORD = 4
"""A shorter word is not looked for in the rules' text."""

DEFINED = re.compile(r"- ((?:\*[^*]+\*(?:, |(?=[: ])))+)")
"""How an item begins that says what a word means."""

_SPAN = re.compile(r"`([A-Z_.]+)(=[^`]*)?`", re.IGNORECASE)


@value
class Heading:
    """A heading, where it stands, how deep, and where its part ends."""

    title: str
    depth: int
    start: int
    end: int


@value
class Rulebook:
    """One RULES.md, by lines."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]

    def part(self, asked: str) -> list[str]:
        """Return the lines that answer: a chapter, a rule with its sub-lines, or lines that name it; else none."""
        wanted = plain(asked).strip(" .:")
        if not wanted:
            titles = [h.title for h in self.headings if h.depth > 1]
            return [f"- {title}" for title in sorted(titles, key=lambda title: plain(title) != START)]
        if wanted == ALL:
            return list(self.lines)
        meaning = self._defined(wanted)
        for look in (self._named, self._rule, self._chapter, self._titled, self._tabled, self._naming, self._saying):
            if found := look(wanted):
                return [*meaning, "", *(line for line in found if line not in meaning)] if meaning else found
        return meaning

    def _defined(self, wanted: str) -> list[str]:
        """Find the items that begin with this word in italics, as those do that say what words mean."""
        word = wanted.removesuffix("S")
        starts = [i for i, line in enumerate(self.lines) if (m := DEFINED.match(line)) and word in _names(m[1])]
        return [line for i in starts for line in self._with_rest(i)]

    def naming(self, name: str) -> list[str]:
        """Return the items and rows that name an option: with a value, as an option, or at the head of a row."""
        return self._items(lambda text: plain(name) in _options(text))

    def vocabulary(self) -> list[str]:
        """List what can be asked for: the headings' words and the numbers of rules."""
        words = [w for h in self.headings for w in re.findall(r"[A-Z][A-Z'-]{3,}", plain(h.title))]
        numbers = [n.upper() for line in self.lines for n in NUMBER.findall(line)]
        return list(dict.fromkeys([*words, *numbers]))

    def _named(self, wanted: str) -> list[str]:
        """Find the part under the heading of this very name."""
        return self._under(h for h in self.headings if h.depth > 1 and plain(h.title) == wanted)

    def _chapter(self, wanted: str) -> list[str]:
        """Find the part under the heading that begins with this number."""
        return self._under(h for h in self.headings if wanted in plain(h.title).split()[:1])

    def _rule(self, wanted: str) -> list[str]:
        """Find the rule or ruling with this number, and what belongs to it."""
        starts = [i for i, line in enumerate(self.lines) if own_number(line) == wanted]
        return [line for i in starts[:1] for line in self._with_rest(i)]

    def _titled(self, wanted: str) -> list[str]:
        """Find the part under the first heading with this word or these words."""
        words = [word.removesuffix("S") for word in wanted.split()]
        return self._under(h for h in self.headings if h.depth > 1 and all(_has(w, plain(h.title)) for w in words))

    def _tabled(self, wanted: str) -> list[str]:
        """Find the part with a table that has a column of this name."""
        word = wanted.removesuffix("S")
        rows = [i for i, line in enumerate(self.lines) if line.lstrip().startswith("|") and _has(word, plain(line))]
        heads = [i for i in rows if i + 1 < len(self.lines) and RULER.fullmatch(self.lines[i + 1].strip())]
        return self._under(h for i in heads for h in reversed(self.headings) if h.start < i < h.end)

    def _naming(self, wanted: str) -> list[str]:
        """Find what names a number somewhere."""
        if not NUMBER.fullmatch(wanted):
            return []
        return self._items(lambda text: wanted in map(plain, NUMBER.findall(text)))

    def _saying(self, wanted: str) -> list[str]:
        """Find what says this word, or these words."""
        words = wanted.split()
        if not words or not all(len(word) >= SHORTEST_WORD and word.isalpha() for word in words):
            return []
        return self._items(lambda text: all(_has(word.removesuffix("S"), plain(text)) for word in words))

    def _items(self, wanted: Callable[[str], bool]) -> list[str]:
        """Collect the items, paragraphs and rows of tables of which this is true."""
        out: list[str] = []
        i = 0
        while i < len(self.lines):
            line = self.lines[i]
            rest = self._with_rest(i) if is_text(line) else [line]
            if line and not HEADING.match(line) and wanted(" ".join(rest[: self._own_part(rest)])):
                out += rest
                i += len(rest)
            else:
                i += self._own_part(rest)
        return out

    @staticmethod
    def _own_part(item: Sequence[str]) -> int:
        """Count the lines of an item before the first item inside it."""
        return next((n for n, line in enumerate(item) if n and BULLET.match(line)), len(item))

    def _under(self, found: Iterator[Heading]) -> list[str]:
        first = next(found, None)
        return list(self.lines[first.start : first.end]) if first else []

    def _with_rest(self, start: int) -> list[str]:
        """Take a line and those that go on with it: indented, or plain text, up to an empty line or the next item."""
        deep = len(wrap.margin(self.lines[start]))
        out = [self.lines[start]]
        for line in self.lines[start + 1 :]:
            item = BULLET.match(line) or own_number(line)
            if not line.strip() or HEADING.match(line) or (item and len(wrap.margin(line)) <= deep):
                break
            out.append(line)
        return out


@cache
def rulebook(file: Path) -> Rulebook:
    """Read a game's rules once."""
    lines = tuple(file.read_text(encoding="utf-8").splitlines()) if file.is_file() else ()
    found = [(i, m) for i, line in enumerate(lines) if (m := HEADING.match(line))]
    headings = []
    for n, (i, m) in enumerate(found):
        depth = len(m[1])
        end = next((j for j, other in found[n + 1 :] if len(other[1]) <= depth), len(lines))
        headings.append(Heading(MARKS.sub("", m[2]).strip(), depth, i, end))
    return Rulebook(lines, tuple(headings))


def rules_blocks(rules: Ruleset[Any, Any], asked: str, here: Mapping[str, str], how: str = HOW) -> tuple[Block, ...]:
    """Return the part of the rules that was asked for, or a kind word if there is none, which says ``how`` one asks.

    ``here`` holds the values of the options in the game that it is asked for, if it is for one.
    """
    book = rulebook(rules.folder / FILE)
    name = _as_option(asked)
    option = next((o for o in rules.options if plain(o.name) == name), None)
    if option is not None:
        return (_options_of([option], here), *markdown.read(book.naming(option.name) or book.part(option.rule)))
    found = book.part(asked)
    if found and not name and rules.options:
        heading = HERE if here else OPTIONS
        return (*markdown.read(found), Para((heading,)), _options_of(rules.options, here))
    if not found:
        near = nearest(asked, book.vocabulary())
        hint = f"{near} " if near else ""
        return (Para((f'The rules of {rules.title} have no part "{wrap.clean(asked)[:60]}". {hint}{how}',)),)
    if len(found) <= MOST or plain(asked).strip(" .:") == ALL:
        return markdown.read(found)
    return (*markdown.read(found[:MOST]), Para(("There is more; ask for one of its numbers, or for RULES ALL.",)))


def rules_text(rules: Ruleset[Any, Any], asked: str, how: str = HOW) -> list[str]:
    """Return the same as finished lines, for whoever asks outside of a game."""
    text = wrap.layout("\n".join(stacked(rules_blocks(rules, asked, {}, how))))
    return text.strip("\n").split("\n")


def has_part(rules: Ruleset[Any, Any], asked: str) -> bool:
    """Say whether the rules have what was asked for: an option, or something in their text."""
    options = {plain(option.name) for option in rules.options}
    return _as_option(asked) in options or bool(rulebook(rules.folder / FILE).part(asked))


def where_told(rules: Ruleset[Any, Any], asked: str) -> str:
    """Say how to ask what the rules say of something, if they do."""
    return f"RULES {asked} brings what the rules say of it." if has_part(rules, asked) else ""


def _as_option(asked: str) -> str:
    return "_".join(plain(asked).strip(" .:").split())


def _options_of(options: Iterable[Option], here: Mapping[str, str]) -> Listing:
    return Listing(tuple(_option(one, here) for one in options))


def _option(option: Option, here: Mapping[str, str]) -> str:
    """Say what an option is about, its value in this game, if it is one, and its values."""
    values = _values(option)
    if option.name in here:
        values = f"{here[option.name]} in this game ({values})"
    meaning = cap(option.meaning).rstrip(".")
    stop = "" if meaning.endswith("?") else "."
    return f"{option.name}: {values}. {meaning} ({option.rule}){stop}"


def _values(option: Option) -> str:
    others = [value for value in option.values if value != option.default]
    if option.numbers is not None:
        span = f"{option.numbers[0]} to {option.numbers[-1]}"
        others.append(f"another from {span}" if option.default.isdigit() else span)
    return " or ".join([option.defaults, *others])


def _options(text: str) -> set[str]:
    """Name the options that a text is about; a name in typewriter letters may as well be something else."""
    about = "option" in text.lower()
    return {plain(m[1]) for m in _SPAN.finditer(text) if about or m[2] or re.fullmatch(r"\|\s*", text[: m.start()])}


def _names(words: str) -> set[str]:
    """Return what is defined, in the singular: several words stand with commas between."""
    return {plain(word).strip(" *").removesuffix("S") for word in words.split(",")}


def _has(word: str, title: str) -> bool:
    """Say whether a title has a word, or one that begins with it."""
    return any(t.startswith(word) for t in re.findall(r"[A-Z0-9'-]+", title))
