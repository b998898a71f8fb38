"""Orders, the verbs of a game, and the grammar that reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

from referee.engine.asks import Ask
from referee.engine.audience import OBSERVER, Seat
from referee.engine.conditions import Condition, Conditions, Tests, all_hold, branches, put_first, unparted
from referee.engine.errors import OrderError, Unreadable
from referee.engine.frame import JUNCTIONS, ONE_A_LINE, Frame, Trouble, fitting, rearranged, straight, unquoted
from referee.engine.lexicon import Lexicon, Word, Words, marked, nearest, plain, split
from referee.engine.slots import STANDARD, Choice, Listed, Player, Slot, Text
from referee.engine.usage import usages
from referee.engine.values import Named, changed, compared, defaults_of

EVERYTHING = "ALL"
"""What one writes behind HELP to have all explained; where HELP is an order as well, the word EVERYTHING."""

MOST_PRINTED = 2048
"""Of so many orders of a game the print is remembered."""

LISTED = re.compile(r"(?<!;) ELSE ")
"""ELSE between the entries of a list; behind THEN they are printed with commas, for there it begins the other order."""


class Order(Named):
    """One instruction, imperative.

    ``usage`` is one line or several, all with the same fields or fewer: they are its parser, its help and its canonical
    print. ``example`` is a line that parses. ``standing`` marks a policy that lasts until lines of the same ``word``
    replace it, ``at_once`` an order that works between steps and is never filed. ``number`` is its place among the
    orders in force, ``lasting`` whether it stands there from turn to turn rather than for this one; neither counts in
    comparisons. ``leads`` marks a word that stands in many a sentence and counts at the beginning of a line only.
    ``tail`` names keywords of parts that may be read behind all others, in this order, if the line cannot be read as it
    is written.
    """

    usage: ClassVar[str | tuple[str, ...]]
    example: ClassVar[str]
    standing: ClassVar[bool] = False
    at_once: ClassVar[bool] = False
    leads: ClassVar[bool] = False
    tail: ClassVar[tuple[str, ...]] = ()
    number: int = field(default=0, compare=False)
    lasting: bool = field(default=False, compare=False)

    def stands_for(self) -> Order:
        """Return the order that is filed: another one, where this is only a second way to write it."""
        return self

    def answer_to(self, ask: Ask[Any]) -> Any:
        """Return the choice that this order makes, or None for none; the usual desk goes by it."""
        return None

    @property
    def parts(self) -> tuple[Order, ...]:
        """The orders that it may come to: itself, or those behind an IF."""
        return (self,)

    @property
    def wants_ruling(self) -> bool:
        """Whether the GM must rule on it."""
        return False


class If(Order):
    """An order under conditions, with perhaps another for when they do not hold; looked at when it would answer."""

    usage = "IF conditions THEN order [ELSE order]"
    example = ""
    tests: Tests
    then: Order
    otherwise: Order | None = None

    @property
    def parts(self) -> tuple[Order, ...]:
        """The order under the conditions, and that for when they do not hold, if there is one."""
        return (self.then,) if self.otherwise is None else (self.then, self.otherwise)

    @property
    def wants_ruling(self) -> bool:
        return any(part.wants_ruling for part in self.parts)


def now(orders: Iterable[Order], seen: Any) -> Iterator[Order]:
    """Pick the orders that hold now: each IF is looked at against the view of this moment."""
    for one in orders:
        if not isinstance(one, If):
            yield one
        elif (held := one.then if all_hold(one.tests, seen) else one.otherwise) is not None:
            yield changed(held, number=one.number, lasting=one.lasting)


def word_of(one: Order) -> str:
    """Return the verb of an order, by which standing orders are replaced and cancelled."""
    return usages(type(one.parts[0]))[0].split()[0]


def alike(one: Order, others: Iterable[Order | None]) -> list[Order]:
    """Pick the orders of the same verb, also behind an IF."""
    word = word_of(one)
    return [other for other in others if other is not None and word_of(other) == word]


def stands(one: Order) -> bool:
    """Say whether an order is a standing policy by its nature."""
    return one.parts[0].standing


def _topics(verbs: Sequence[type[Order]], *, conditions: bool) -> Choice[str]:
    """Make the slot of what one may ask help for: everything, the first word of an order, or IF."""
    words = [usage.split()[0].partition("|")[0] for kind in verbs for usage in usages(kind)]
    tested = dict.fromkeys(("IF", "CONDITION", "CONDITIONS"), "IF") if conditions else {}
    topics = {word: word for word in (EVERYTHING, *words)} | tested
    return Choice("topic", topics | {"EVERYTHING": EVERYTHING}, "the first word of an order, or EVERYTHING")


def _frames(kind: type[Order], slots: Mapping[str, Slot[Any]]) -> tuple[Frame, ...]:
    """Make the frames; where only free words or things on a list are filled in, the order's own example shows them."""
    frames = tuple(fitting(kind, usage, slots) for usage in usages(kind))
    filled = [slot for slot in frames[0].slots() if not isinstance(slot, Choice)]
    listed = [slot for slot in filled if isinstance(slot, Listed) and not isinstance(slot.each, Player)]
    if frames[1:] or not filled or not all(isinstance(slot, Text) or slot in listed for slot in filled):
        return frames
    return (replace(frames[0], example=kind.example),)


@dataclass(frozen=True)
class Verb:
    """One kind of order with its frames."""

    kind: type[Order]
    frames: tuple[Frame, ...]
    defaults: Mapping[str, Any]

    @property
    def word(self) -> str:
        """The first word of its usage."""
        return self.frames[0].verb

    @cached_property
    def free(self) -> tuple[str, ...]:
        """The names of the fields that hold words of the writer's own."""
        return tuple(dict.fromkeys(h.field for frame in self.frames for h in frame.holes() if h.slot.free))

    @property
    def forms(self) -> tuple[str, ...]:
        """Its usage lines as they are printed."""
        return tuple(map(str, self.frames))

    @property
    def meaning(self) -> str:
        """What it does, on one line."""
        return " ".join((self.kind.__doc__ or "").split())

    @property
    def fillings(self) -> list[str]:
        """What may stand for its slots, a line for each that says more than its name."""
        slots = (s for frame in self.frames for s in frame.slots())
        told = {s.label or s.name: s.usage for s in slots if s.usage not in (s.name, s.label) and "|" not in s.usage}
        return [f"{name}: {usage}" for name, usage in told.items()]


class Grammar:
    """The order language of one ruleset."""

    def __init__(
        self,
        verbs: Sequence[type[Order]],
        conditions: Sequence[type[Condition]] = (),
        slots: Sequence[Slot[Any]] = (),
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``instead`` says which verb is probably meant by a word that is none, or by one with nothing that fits it."""
        self.instead = instead
        by_name: dict[str, Slot[Any]] = {s.name: s for s in (*STANDARD, *slots)}
        self.conditions = by_name["conditions"] = Conditions(conditions, by_name)
        by_name["topic"] = _topics(verbs, conditions=bool(conditions))
        self.slots = by_name
        self.verbs = list(_reachable(Verb(k, _frames(k, by_name), defaults_of(k)) for k in verbs))
        self._by_word: dict[str, list[Verb]] = {}
        for verb in self.verbs:
            self._by_word.setdefault(verb.word, []).append(verb)
        self._leading = {w for w, verbs in self._by_word.items() if all(v.kind.leads for v in verbs)}
        self.likely = [w for w in self._by_word if w not in self._leading]
        self._tails = {w: max((v.kind.tail for v in verbs), key=len) for w, verbs in self._by_word.items()}
        self._by_kind = {verb.kind: verb for verb in self.verbs}
        self._quoting = {verb.word for verb in self.verbs if verb.free}
        frames = [frame for verb in self.verbs for frame in verb.frames]
        parts = {word for frame in frames for slot in frame.slots() for word in slot.keywords}
        self._remembered = lru_cache(MOST_PRINTED)(self._print)
        self.keywords = parts.union(JUNCTIONS, *(frame.keywords() for frame in frames))

    @property
    def words(self) -> list[str]:
        """The verbs' first words, each once, in the order declared."""
        return list(self._by_word)

    def named(self, word: str) -> list[Verb]:
        """Return the verbs with this first word."""
        return self._by_word.get(word, [])

    def read(self, line: str, lexicon: Lexicon, me: Seat = OBSERVER) -> Order:
        """Read one line; raise an `OrderError` that says what would be right.

        The same line stands on file turn after turn, so what was read is remembered with the words of its table.
        """
        known, which = lexicon.read, (self, line, read_for(line, me))
        found: Order | None = known.get(which)
        if found is None:
            if len(known) >= lexicon.most_read:
                del known[next(iter(known))]
            found = known[which] = self.parse(split(line), lexicon, me, line)
        return found

    def parse(self, line: Sequence[Word], lexicon: Lexicon, me: Seat, written: str) -> Order:
        """Read the words of one line, IF included; a semicolon before an ELSE counts only where it can stand."""
        line = straight(line, self.keywords, lexicon)
        try:
            return self._whole(line, lexicon, me, written)
        except OrderError:
            for joined in unparted(line):
                with suppress(OrderError):
                    return self._whole(joined, lexicon, me, written)
            raise

    def _whole(self, line: Sequence[Word], lexicon: Lexicon, me: Seat, written: str) -> Order:
        if line and line[0].text == "IF":
            return self._conditional(line, lexicon, me, written, turned=False)
        try:
            return self._simple(line, lexicon, me, written)
        except OrderError as error:
            place = error.reached + 1
            if self.conditions.frames and self.has_verb(line[:place]) and (turned := put_first(line, place)):
                return self._conditional(turned, lexicon, me, written, turned=True)
            at = next((i for i, word in enumerate(line) if word.text == "IF"), 0)
            if any(word.text == "ELSE" for word in line[at:]) and (turned := put_first(line, at)):
                with suppress(OrderError):
                    return self._conditional(turned, lexicon, me, written, turned=True)
            raise

    def show(self, one: Order) -> str:
        """Print an order in its one stored form, which reads back the same; what has no words of one's own, once."""
        return self._print(one) if self.free_words(one) else self._remembered(one)

    def _print(self, one: Order) -> str:
        if isinstance(one, If):
            then, *otherwise = map(self.show, one.parts)
            then = then if self.free_words(one.then) else LISTED.sub(", ", then)
            return " ELSE ".join([f"IF {self.conditions.show(one.tests)} THEN {then}", *otherwise])
        verb = self._by_kind[type(one)]
        frame = next((f for f in verb.frames if self._prints(f, one, verb)), verb.frames[0])
        return frame.show({f: getattr(one, f) for f in frame.fields}, verb.defaults)

    def free_words(self, one: Order) -> list[str]:
        """Return the words of the writer's own that an order holds, as they were written."""
        found = (getattr(part, name) for part in one.parts for name in self._by_kind[type(part)].free)
        return [words for words in found if words]

    def has_verb(self, line: Sequence[Word]) -> bool:
        """Say whether a line has a verb anywhere, and so may be meant as an order."""
        return any(w.text in self._by_word for w in line)

    def _simple(self, line: Sequence[Word], lexicon: Lexicon, me: Seat, written: str) -> Order:
        """The first verb on the line is the order; the rest must fit it, in whatever order its parts stand."""
        verbs = (i for i, w in enumerate(line) if w.text in self._by_word and not (i and w.text in self._leading))
        if (at := next(verbs, None)) is None:
            first = line[0].written if line else ""
            hint = self._instead(first) or nearest(first, self.likely) or "Write HELP for the list of orders."
            raise Unreadable(f"I don't know the order {marked(first)}." if first else "There is no order here.", hint)
        verb = line[at].text
        rest = line[at + 1 :]
        if verb not in self._quoting:
            rest = unquoted(rest)
        words = Words((*line[:at], *rest), lexicon, me, written)
        if (found := self._framed(verb, words, Trouble(), frozenset(words.texts))) is not None:
            return found
        moved = rearranged(line[:at], rest, self._tails.get(verb, ()))
        if moved and (found := self._framed(verb, Words(moved, lexicon, me, written), Trouble())) is not None:
            return found
        raise self._wrong(words, (*line[: at + 1], *rest), at)

    def _wrong(self, words: Words, line: Sequence[Word], at: int) -> OrderError:
        """Say what is wrong with words that fit no usage line of the verb; ``at`` is its place on the line."""
        verb, trouble = line[at].text, Trouble()
        self._framed(verb, words, trouble)
        wrong = self._blamed(trouble.settled(words, verb), line, at)
        own = {word for one in self._by_word[verb] for frame in one.frames for word in frame.keywords()}
        if verb in self.instead and not any(word.text in own for word in line[at + 1 :]):
            return Unreadable(wrong.problem, self._instead(verb), reached=wrong.reached)
        return wrong

    def _framed(self, verb: str, words: Words, trouble: Trouble, said: frozenset[str] | None = None) -> Order | None:
        """Read the words by the first usage line of the verb that fits what is ``said``; note the others' trouble."""
        for one in self._by_word[verb]:
            for frame in one.frames:
                if said is not None and frame.wants_more_than(said):
                    continue
                words.at = 0
                values = frame.match(words, trouble)
                if values is not None:
                    made: Order = one.kind(**values)
                    return made.stands_for()
        return None

    def _instead(self, word: str) -> str:
        meant = self.instead.get(plain(word))
        return f"Did you mean {meant}?" if meant else ""

    def _blamed(self, error: OrderError, line: Sequence[Word], at: int) -> OrderError:
        """Blame what stands before the verb, or a second verb, rather than a slot that such a word does not fit.

        What stands before it may itself be a verb with a slip in it: SEZE THRONE, where THRONE begins another order.
        """
        if isinstance(error, Unreadable) and at and not error.reached:
            if hint := self._instead(line[0].text) or nearest(line[0].written, self._by_word):
                return Unreadable(f"I don't know the order {marked(line[0].written)}.", hint)
            problem = f"I don't know what {marked(line[0].written)} is for here."
            return Unreadable(problem, f"Begin the line with {line[at].text}.")
        blamed = error.reached + (error.reached >= at)
        if isinstance(error, Unreadable) and blamed < len(line) and line[blamed].text in self._by_word:
            problem = f"{marked(line[blamed].written)} begins another order."
            return Unreadable(problem, ONE_A_LINE, reached=error.reached)
        return error

    def _conditional(self, line: Sequence[Word], lexicon: Lexicon, me: Seat, written: str, *, turned: bool) -> Order:
        words = Words(line, lexicon, me, written)
        words.take("IF")
        tests = self.conditions.read(words)
        if not words.take("THEN"):
            words.take(",")
            if words.take("AND"):
                self.conditions.read(words)
            if not words.take("THEN") and (turned or not self.named(words.word)):
                raise words.unreadable("THEN", ["THEN", "AND"], "Write IF condition THEN order.")
        then, otherwise = branches(line[words.at :])
        if not then:
            raise Unreadable("Behind THEN an order is missing.", "Write IF condition THEN order.", reached=words.at)
        if otherwise is not None and not otherwise:
            hint = "Write the order, or leave ELSE away."
            raise Unreadable("Behind ELSE an order is missing.", hint, reached=len(line))
        end = None if otherwise is None else line[words.at + len(then)].start  # where free words end
        first = self._simple(then, lexicon, me, written[:end])
        second = self._otherwise(otherwise, then[0], lexicon, me, written) if otherwise else None
        return If(tests=tests, then=first, otherwise=second)

    def _otherwise(self, line: Sequence[Word], verb: Word, lexicon: Lexicon, me: Seat, written: str) -> Order:
        """Read what stands behind ELSE; ``ELSE 4D`` is short for ELSE with the verb before it.

        So is ``ELSE DEAL`` behind DEFEND DUEL, if its word, which begins another order, is none by itself.
        """
        alone, short = line, [verb, *line] if self.named(verb.text) else line
        first, second = (alone, short) if self.has_verb(line) else (short, alone)
        with suppress(OrderError):
            return self._simple(first, lexicon, me, written)
        with suppress(OrderError):
            return self._simple(second, lexicon, me, written)
        return self._simple(alone, lexicon, me, written)

    @staticmethod
    def _prints(frame: Frame, one: Order, verb: Verb) -> bool:
        """Say whether a frame holds every field in which the order differs from the defaults, and no place is empty."""
        other = (name for name in compared(verb.kind) if name not in frame.fields)
        if any(getattr(one, name) != verb.defaults.get(name, MISSING) for name in other):
            return False
        return all(getattr(one, name) not in (None, "") for name in frame.required)


def read_for(line: str, me: Seat) -> Seat:
    """Return for whom a line is read: for its seat if it may speak of ME or MYSELF, else once for all at the table."""
    said = plain(line)
    return me if "ME" in said or "SELF" in said else OBSERVER


def _reachable(verbs: Iterable[Verb]) -> Iterator[Verb]:
    """Leave out what is never read, for an earlier verb has the same usage line: a game's RESIGN, and the referee's."""
    taken: set[str] = set()
    for verb in verbs:
        own = tuple(frame for frame in verb.frames if str(frame) not in taken)
        taken.update(map(str, own))
        if own:
            yield replace(verb, frames=own)


def readable(error: OrderError) -> str:
    """Say an error as the receipt says it."""
    return f"{error.problem} {error.hint}".strip()
