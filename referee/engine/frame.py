"""A usage line as parser, help and canonical print, and the words of a line as such a parser takes them.

A usage line is a frame: bare slots filled by type, and clauses that begin with
a keyword; the sender's order of the parts does not matter.

    HELP player [AGAINST rival:player] [WITH list] [AT MOST n]

How it is written is told in usage.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import Any

from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import ARTICLE, SHORTEST, Lexicon, Word, Words, figures, marked, nearest, split, spoken
from referee.engine.slots import Choice, Sequel, Slot
from referee.engine.usage import Clause, Hole, Keyword, Noise, Part, cut, exampled, grouped, missing, offers, openers
from referee.engine.values import defaults_of

ONE_A_LINE = "Write each order on a line of its own."


class Misfit(Unreadable):
    """A word that is none of those by which a usage line could go on.

    ``near`` finds the one that may be meant, ``form`` says how it is written; both only where the error is told.
    """

    def __init__(self, problem: str, form: Callable[[], str], near: Callable[[], str], *, reached: int) -> None:
        super().__init__(problem, lambda: near() or form(), reached=reached)
        self.near = near


@dataclass(slots=True)
class Trouble:
    """The error of the reading that came farthest, with those of other usage lines that came as far."""

    error: OrderError | None = None
    form: str = ""
    misfits: dict[str, list[Misfit]] = field(default_factory=dict)

    def note(self, error: OrderError) -> None:
        """Keep this error if it came farther than the one kept, or says that one thing is told after another."""
        if isinstance(self.error, Sequel):
            return
        if self.error is None or error.reached > self.error.reached or isinstance(error, Sequel):
            self.error = error
            self.misfits = {}
        if isinstance(error, Misfit) and error.reached == self.error.reached:
            self.misfits.setdefault(self.form, []).append(error)

    def settled(self, words: Words, verb: str) -> OrderError:
        """Return the error to be told; where several usage lines fit equally badly, it names them all."""
        assert self.error is not None
        if len(self.misfits) < 2 or not isinstance(self.error, Misfit):
            return self.error
        if any(near := error.near() for errors in self.misfits.values() for error in errors):
            return Unreadable(self.error.problem, near, reached=self.error.reached)
        forms = [form for form in self.misfits if form != verb]
        if len(forms) == 1:
            return self.misfits[forms[0]][0]
        reached = self.error.reached
        problem = f"{verb} wants something more."
        if reached < len(words.line):
            problem = f"I don't know what {marked(words.line[reached].written)} is for here."
        return Unreadable(problem, f"{verb} takes one of: {'; '.join(forms)}.", reached=reached)


@dataclass(frozen=True)
class Frame:
    """One usage line, ready to read and print."""

    verb: str
    clauses: tuple[Clause, ...]
    strict: bool = False
    fields: tuple[str, ...] = field(default=(), compare=False)
    example: str = field(default="", compare=False)

    @classmethod
    def of(cls, usage: str, slots: Mapping[str, Slot[Any]], *, strict: bool = False) -> Frame:
        """Read a usage line; unless ``strict``, its first word is the verb and the order of the other parts is free."""
        parts = cut(usage, slots)
        verb = ""
        if not strict:
            assert isinstance(parts[0], Keyword), f"a usage line begins with its verb: {usage}"
            verb = parts.pop(0).words[0]  # type: ignore[union-attr]
        clauses = (Clause(tuple(parts)),) if strict else grouped(parts)
        return cls(verb, clauses, strict, tuple(f for c in clauses for f in c.fields))

    def __str__(self) -> str:
        return self.usage

    @cached_property
    def usage(self) -> str:
        """The whole usage line."""
        return " ".join(filter(None, [self.verb, *map(str, self.clauses)]))

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The names of the fields that are filled whenever this line is used."""
        return tuple(f for c in self.clauses if not c.optional for f in c.fields)

    @cached_property
    def _needed(self) -> tuple[frozenset[str], ...]:
        """For each part that always stands, the words of which one must be there, where such there are."""
        parts = [part for clause in self.clauses if not clause.optional for part in clause.parts]
        return tuple(frozenset(words) for words in map(openers, parts) if words)

    def wants_more_than(self, said: frozenset[str]) -> bool:
        """Say whether a word that this line wants is not among these: then it cannot be read from them."""
        return any(map(said.isdisjoint, self._needed))

    def match(self, words: Words, trouble: Trouble) -> dict[str, Any] | None:
        """Read the words from the cursor to the end of the line; values by field, or None with the trouble noted."""
        trouble.form = self.usage
        found = self._fill(words, tuple(range(len(self.clauses))), trouble)
        if found is None and trouble.error is None:
            trouble.note(Unreadable(f"I cannot read this as {self}."))
        return found

    def begin(self, words: Words) -> dict[str, Any]:
        """Read a strict frame at the cursor and stop behind it."""
        return _read(self.clauses[0], words)

    def show(self, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
        """Print the fields in the usage line's own order; optional parts only where they differ from the default."""
        said = [_show(c, values, defaults) for c in self.clauses]
        return _spaced([self.verb, *said])

    def keywords(self) -> Iterator[str]:
        """List the keywords behind the verb."""
        return (word for part in self.leaves() if isinstance(part, Keyword) for word in part.words)

    def slots(self) -> Iterable[Slot[Any]]:
        """List the slots of what is shown, each once."""
        seen: dict[str, Slot[Any]] = {}
        for part in (part for clause in self.clauses if clause.shown for part in clause.leaves()):
            if isinstance(part, Hole):
                seen.setdefault(part.slot.name, part.slot)
        return seen.values()

    def holes(self) -> Iterator[Hole]:
        """List the fields to be filled, in order."""
        return (part for part in self.leaves() if isinstance(part, Hole))

    def leaves(self) -> Iterator[Keyword | Noise | Hole]:
        """List the parts of all clauses, in order."""
        return (part for clause in self.clauses for part in clause.leaves())

    def _fill(self, words: Words, left: tuple[int, ...], trouble: Trouble) -> dict[str, Any] | None:
        if words.done:
            return self._complete(words, left, trouble)
        start = words.at
        for i in self._candidates(words.word, left):
            words.at = start
            try:
                values = _read(self.clauses[i], words)
            except OrderError as e:
                trouble.note(self._misfit(e.alone(), self.clauses[i], words, start))
                continue
            rest = self._fill(words, tuple(n for n in left if n != i), trouble)
            if rest is not None:
                return values | rest
        words.at = start
        if words.skip_filler() or ("ELSE" in self._keyed and words.rest[:2] == [";", "ELSE"] and words.take(";")):
            return self._fill(words, left, trouble)
        trouble.note(self._stray(words, left))
        return None

    @staticmethod
    def _misfit(error: OrderError, clause: Clause, words: Words, start: int) -> OrderError:
        """Make the error of a choice among words a misfit like that of a keyword."""
        first = clause.parts[0]
        if not isinstance(first, Hole) or not isinstance(first.slot, Choice) or error.reached > start:
            return error
        word, slot = words.texts[start], first.slot
        return Misfit(
            error.problem,
            lambda: error.hint,
            lambda: nearest(word, slot.vocabulary(words)),
            reached=error.reached,
        )

    def _candidates(self, word: str, left: tuple[int, ...]) -> list[int]:
        """Order the clauses to try: those whose keyword stands here, then those that begin with a slot.

        Noise is tried only where it stands: passed over in every order of its parts, it would cost time without end.
        """
        keyed = [i for i in self._keyed.get(word, ()) if i in left]
        slots = [i for i in self._bare if i in left]
        return keyed + (sorted(slots, key=lambda i: not offers(self.clauses[i], word)) if slots[1:] else slots)

    @cached_property
    def _keyed(self) -> dict[str, list[int]]:
        """The numbers of the clauses that begin with a word, by the word."""
        words = dict.fromkeys(word for clause in self.clauses for word in clause.openers)
        return {word: [i for i, clause in enumerate(self.clauses) if word in clause.openers] for word in words}

    @cached_property
    def _bare(self) -> list[int]:
        """The numbers of the clauses that begin with a slot."""
        return [i for i, clause in enumerate(self.clauses) if not clause.openers]

    def _complete(self, words: Words, left: tuple[int, ...], trouble: Trouble) -> dict[str, Any] | None:
        for i in left:
            clause = self.clauses[i]
            if clause.optional or all(isinstance(p, Noise) for p in clause.parts):
                continue
            problem = f"{self.verb} wants something more: {missing(clause)}."
            form = partial(self._form, "Write {}.", words)
            trouble.note(Misfit(problem, form, str, reached=words.at))
            return None
        return {}

    def _stray(self, words: Words, left: tuple[int, ...]) -> Unreadable:
        """Blame a word that fits nothing that may still come, and offer the nearest that does."""
        problem = f"I don't know what {marked(words.line[words.at].written)} is for here."
        word = words.word
        if word == ";":
            return Unreadable(problem, ONE_A_LINE, reached=words.at)
        return Misfit(
            problem,
            partial(self._form, "The form is: {}.", words),
            lambda: nearest(word, (w for i in left for w in self._vocabulary(self.clauses[i], words))),
            reached=words.at,
        )

    def _form(self, said: str, words: Words) -> str:
        """Say how the line is written, with an instance of it, its own or by the slots, where there is any."""
        instance = self.example or _spaced([self.verb, *(_spaced(exampled(part, words)) for part in self.clauses)])
        return said.format(f"{self}, such as {instance}" if instance != str(self) else str(self))

    @staticmethod
    def _vocabulary(clause: Clause, words: Words) -> Iterator[str]:
        first = clause.parts[0]
        if isinstance(first, Keyword):
            yield from first.words
        elif isinstance(first, Hole):
            yield from first.slot.vocabulary(words)


def fitting(kind: type[Any], usage: str, slots: Mapping[str, Slot[Any]], *, strict: bool = False) -> Frame:
    """Read a usage line that fills the fields of its order or condition; raises `ValueError` for another."""
    known, name = {f.name: f.name not in defaults_of(kind) for f in fields(kind)}, kind.__name__
    try:
        frame = Frame.of(usage, slots, strict=strict)
    except ValueError as error:
        raise ValueError(f"{error} (the usage line of {name})") from error
    if stray := [one for one in frame.fields if one not in known]:
        problem = f"the usage line {frame} fills {spoken(stray)}, which is no field of {name}"
        raise ValueError(f"{problem}; declare it below the line, or correct the name")
    if left := [one for one, wanted in known.items() if wanted and one not in frame.fields]:
        raise ValueError(f"the usage line {frame} does not fill {spoken(left)} of {name}, which has no default")
    return frame


def _read(clause: Clause, words: Words) -> dict[str, Any]:
    values: dict[str, Any] = {clause.flag: True} if clause.flag else {}
    for i, part in enumerate(clause.parts):
        match part:
            case Keyword(words=options): _keyword(words, options, first=i == 0, wanted=clause.usage)
            case Noise(words=noise): words.phrase(*noise)
            case Hole(field=name, slot=slot): values[name] = _hole(slot, words)
            case Clause(): values |= _optional(part, words)
    return values


def _keyword(words: Words, options: Sequence[str], *, first: bool, wanted: str) -> None:
    start = words.at
    while words.word not in options:
        if first or not words.skip_filler():
            words.at = max(words.at, start)
            raise words.unreadable(" or ".join(options), options, f"The form is: {wanted}.")
    words.take(*options)


def _hole(slot: Slot[Any], words: Words) -> Any:
    """Read a slot; fillers before it are stepped over only where it cannot begin with one."""
    while True:
        start = words.at
        try:
            return slot.read(words)
        except OrderError:
            words.at = start
            if not words.skip_filler():
                raise


def _optional(clause: Clause, words: Words) -> dict[str, Any]:
    start = words.at
    try:
        return _read(clause, words)
    except Unreadable as e:
        if e.reached > start + 1:
            raise
        words.at = start
        return {}


def _show(part: Part, values: Mapping[str, Any], defaults: Mapping[str, Any]) -> str:
    match part:
        case Keyword(words=options): return options[0]
        case Hole(field=name, slot=slot): return slot.show(values[name])
        case Clause(parts=parts, optional=optional):
            if optional and all(values.get(f) == defaults.get(f, False) for f in part.fields):
                return ""
            return _spaced(_show(p, values, defaults) for p in parts)
        case _: return ""


def _spaced(said: Iterable[str]) -> str:
    """Join what is said with blanks, none before a colon."""
    out = ""
    for one in said:
        out += f" {one}" if out and one and not one.startswith(":") else one
    return out


JUNCTIONS = frozenset({"IF", "THEN", "ELSE"})
"""Keywords of every order language."""


JOINED = {"OTHERWISE": "ELSE", "WHEN": "IF"}
"""Other words for them."""


def straight(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> Sequence[Word]:
    """Return a line with OTHERWISE as ELSE, WHEN as IF, articles as such, and without commas that mean nothing."""
    said = {word.text for word in line}
    if meant := {word: text for word, text in JOINED.items() if word in said and word not in keywords}:
        line = [replace(word, text=meant.get(word.text, word.text)) for word in line]
    line = lexicon.with_articles(line)
    if "AS" in said:
        line = _called(line, keywords, lexicon)
    return _punctuated(line, keywords, lexicon) if "," in said or "OR" in said else line


def unquoted(line: Sequence[Word]) -> list[Word]:
    """Return the words with those between quotation marks as words of their own."""
    out: list[Word] = []
    for word in line:
        if word.text.startswith('"'):
            at = word.start + 1
            out += [Word(w.text, w.written, at + w.start, at + w.end) for w in split(word.written.strip('"'))]
        else:
            out.append(word)
    return out


def _called(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> list[Word]:
    """Read AS between a card and a word as a filler, never as the Ace of Spades: *queens as boon*."""
    out = list(line)
    for i, (before, word, behind) in enumerate(zip(line, line[1:], line[2:], strict=False), 1):
        if word.text != "AS" or behind.text in keywords or lexicon.names(behind.text):
            continue
        filler = behind.text in lexicon.fillers
        spoken = filler or (behind.text.isalpha() and len(behind.text) >= SHORTEST)
        if spoken and (lexicon.names(before.text) or figures(before.text)):
            out[i : i + 1 + filler] = [replace(one, text=ARTICLE) for one in line[i : i + 1 + filler]]
    return out


def _punctuated(line: Sequence[Word], keywords: Collection[str], lexicon: Lexicon) -> Sequence[Word]:
    """Leave out commas that mean nothing, in whatever game: those before a keyword, and those behind ELSE or IF.

    A keyword that is a name as well, as ACE in *swords, ace of cups*, may begin an entry of its own.
    """
    line = [w for w, behind in zip_longest(line, line[1:]) if (w.text, behind and behind.text) != ("OR", "ELSE")]
    commas = [i for i, word in enumerate(line) if word.text == "," and i]
    before = {i for i in commas if line[i - 1].text in JUNCTIONS}
    behind = {i: line[i + 1].text for i in commas if i + 1 < len(line)}
    stray = before | {i for i, word in behind.items() if word in keywords and not lexicon.names(word)}
    return [word for i, word in enumerate(line) if i not in stray] if stray else line


def rearranged(before: Sequence[Word], behind: Sequence[Word], tail: Sequence[str]) -> tuple[Word, ...]:
    """Put the parts that begin with these keywords behind all others, in their order; empty if they stand so."""
    parts: list[tuple[int, list[Word]]] = []
    for run in (before, behind):
        parts.append((0, []))
        for word in run:
            if word.text in tail:
                parts.append((1 + tail.index(word.text), []))
            parts[-1][1].append(word)
    ordered = sorted(parts, key=lambda part: part[0])
    return tuple(word for _, part in ordered for word in part) if ordered != parts else ()
