"""What the lines of one seat were meant to be: orders, words to others or talk, and what a line comes nearest to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from referee.engine import talk
from referee.engine.audience import Seat
from referee.engine.commands import SAYING, Command, Press
from referee.engine.errors import Misplaced, OrderError, Unreadable
from referee.engine.frame import ONE_A_LINE, unquoted
from referee.engine.lexicon import Lexicon, Word, Words, first_word, marked, nearest, split
from referee.engine.orders import Grammar, Order
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import Heard, Line, Sheet
from referee.engine.slots import Listed, past_fillers

HOUSEKEEPING = ("STANDING", "TURN", "IF", "CANCEL", "ADD", "CLEAR")
"""Words that begin a line though they are no verbs."""

LONG = 5
"""A command of so many letters is known with a slip in it too."""

NEAR = 0.8

CODE = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-Z]?\d{1,3}[A-Z]?")
"""A card or a place by its code, with a figure in it."""

LEADING = ("TO", "PRESS")
"""Words that begin nothing but words to others."""

OPENING = (*LEADING, *SAYING)
"""All words that may begin them."""

INSTANCE = re.compile(r", such as [A-Z]{3,} [^.]*\.$")
"""The example of a form, which the table's own takes the place of."""

CARD = re.compile(r"\b(?:10|[2-9AKQJNP])[A-Z]\b")
"""A card's code as examples print it."""

JOINT = re.compile(r"((?:\s*[,;/]|\s+(?:and|then|also)\b)+\s*)", re.IGNORECASE)
"""What people write between two orders on one line."""

KNOWN_TO_NOBODY = "Write HELP for the list of orders."


class Intent:
    """Guesses what the lines of one seat were meant to be; ``addressing`` reads to whom words go."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, me: Seat) -> None:
        self.grammar = grammar
        self.lexicon = lexicon
        self.me = me
        self.verbs = own_words(grammar)
        self.addressing = Addressing(grammar, lexicon, me, [word for word in OPENING if word in self.verbs])

    def meant(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether it begins with a verb or a command, or nearly so, or would be an order from its verb on.

        Words like HELP or YES stand in many a sentence; they count at the beginning only.
        """
        texts = [w.text for w in line]
        first = texts[0]
        if first in self.verbs or first in HOUSEKEEPING:
            return first != "IF" or texts[1:2] == [] or texts[1] not in talk.PRONOUNS or self._decides(texts)
        if first in self.addressing.words:
            return self.addressing.names_another(line[1:])
        if at := next((i for i, text in enumerate(texts) if text in self.verbs), 0):
            speaks = talk.talks(texts[:at]) or talk.greets(texts)
            curt = len(texts) <= talk.CURT and not talk.greets(texts)
            named = self.addressing.names_another(line[at + 1 :])
            return not speaks or curt or named or self._nearly_reads(line[at:], bare)
        if talk.greets(texts):
            return False
        if self.grammar.named(first) or nearest(first, self.grammar.likely) or first in self.grammar.instead:
            return not talk.rambles(texts)
        return bool(self.nearly(first)) and not talk.rambles(texts)

    def names_play(self, line: Sequence[Word]) -> bool:
        """Say whether words name an order, a card, or what else the game has names for."""
        known = self.verbs | {word for word in self.grammar.keywords if len(word) >= LONG - 1} - talk.TALK - {"WITH"}
        return self._names_card(line) or any(word.text in known for word in line)

    def _names_card(self, line: Sequence[Word]) -> bool:
        small = self.lexicon.fillers | talk.TALK | talk.FIRST
        codes = (word.text for word in line if word.text not in small)
        return any(self.lexicon.names(code) or CODE.fullmatch(code) or CARD.fullmatch(code) for code in codes)

    def forbidden(self, line: Sequence[Word]) -> OrderError | None:
        """Answer a line that says what not to do."""
        return talk.forbidden(line, self.verbs)

    def instead(self, line: Sequence[Word], bare: str) -> OrderError | None:
        """Say which command was meant, or how words to somebody are written, if a line was meant to be that."""
        first = line[0]
        problem = f"I don't know the order {marked(first.written)}."
        if called := self.addressing.called(bare):
            return Unreadable(problem, self.addressing.rightly(called))
        if self.grammar.has_verb(line[:1]) and first.text not in self.addressing.leading:
            return None
        if first.text not in self.addressing.words or not self.addressing.names_another(line[1:]):
            meant = self.grammar.instead.get(first.text, "") or self.nearly(first.text)
            meant = "" if any(word.text in self.verbs for word in line) else meant
            return Unreadable(problem, f"Did you mean {meant}?") if meant else None
        if first.text in self.addressing.leading:
            return self.addressing.uncoloned(line[1:])
        return Unreadable(problem, self.addressing.rightly(line[1:]))

    def _decides(self, texts: Sequence[str]) -> bool:
        """Say whether an order of the game stands right behind THEN or, on a line with a number, behind I."""
        before = ("THEN", "I", "I'LL") if any(map(str.isdigit, texts)) else ("THEN",)
        return any(one in before and behind in self.verbs for one, behind in pairwise(texts))

    def nearly(self, word: str) -> str:
        """Return the command that a word is but for a slip."""
        commands = [known for known in self.grammar.words if len(known) >= LONG and known not in self.grammar.likely]
        return next(iter(difflib.get_close_matches(word, commands, n=1, cutoff=NEAR)), "")

    def begins(self, text: str) -> bool:
        """Say whether a line's first word is that of an order or a command, or nearly."""
        first = first_word(text)
        return _begins_order(self.grammar, first) or bool(self.nearly(first))

    def _nearly_reads(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether words would be an order of the game by themselves, but for a slip in one of them."""
        try:
            return not isinstance(self.grammar.parse(line, self.lexicon, self.me, bare), Command)
        except OrderError as error:
            sure = line[0].text not in self.grammar.instead or self._names_card(line[1:])
            return sure and error.hint.startswith("Did you mean")


@lru_cache(64)
def own_words(grammar: Grammar) -> frozenset[str]:
    """Return the words that begin an order of the game itself."""
    own = (word for word in grammar.words if any(not issubclass(verb.kind, Command) for verb in grammar.named(word)))
    return frozenset(own)


def is_like_an_order(grammar: Grammar, text: str) -> bool:
    """Say whether a line begins as an order does, or nearly, or as words to others do."""
    first = first_word(text)
    return first.isdigit() or (first in SAYING and ":" in text) or _begins_order(grammar, first)


def _begins_order(grammar: Grammar, word: str) -> bool:
    """Say whether a word begins an order or a command, or is nearly one that begins an order."""
    return bool(grammar.named(word)) or word in HOUSEKEEPING or bool(nearest(word, grammar.likely))


class Head(NamedTuple):
    """A line of words to others: what stands before the colon, without its first word, and what is said.

    ``closed`` says that the names have a colon behind them; ``To: name`` has none.
    """

    first: Word
    named: str
    said: str
    closed: bool = True


class Addressing:
    """Reads to whom the lines of one seat go; words that begin an order of the game begin nothing here."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, me: Seat, taken: Sequence[str]) -> None:
        """``taken`` are those of these words that the game itself needs."""
        slot = grammar.slots["addressees"]
        assert isinstance(slot, Listed)
        self.slot: Listed[Seat] = slot
        self.lexicon = lexicon
        self.me = me
        self.leading = tuple(word for word in LEADING if word not in taken)
        self.words = tuple(word for word in OPENING if word not in taken)

    def head(self, text: str) -> Head | None:
        """Take a line apart if it begins words to others: with TO, or with TELL and a name; perhaps ``To: name``."""
        before, colon, behind = text.replace("\uff1a", ":", 1).partition(":")
        line = split(before) if colon else ()
        if not line or line[0].text not in self.words:
            return None
        named = before[line[0].end :]
        if not line[1:]:
            named, colon, behind = behind.partition(":")
        found = Head(line[0], named, behind.strip(), bool(colon))
        return found if line[0].text in self.leading or self._reads(named) else None

    def read(self, named: str, *, closed: bool = True) -> tuple[Seat, ...]:
        """Read whom a line names; raise an `OrderError` where anybody is not known, or more is said than names."""
        words = self._words(split(named), named)
        try:
            seats = past_fillers(self.slot, words)
        except Unreadable:
            if not closed and self._first(split(named)) is not None:
                raise self.uncoloned(split(named)) from None
            raise
        if not words.done:
            raise words.unreadable("a player", self.slot.vocabulary(words), "Write TO name: text, or TO ALL: text.")
        return tuple(dict.fromkeys(seats))

    def names_another(self, line: Sequence[Word]) -> bool:
        """Say whether words begin with the name of somebody else."""
        return self._first(line) not in (None, self.me)

    def called(self, text: str) -> Sequence[Word]:
        """Return the names of others with which a line begins, before a colon or comma, behind a greeting or an @."""
        line = split(text)
        if not line or line[0].text in self.words:
            return ()
        if text.startswith("@") and self.names_another(line):
            return line
        hails = line[0].text in talk.OPENING
        marks = (i for i, word in enumerate(line) if word.text == ":" or (word.text == "," and i))
        named = line[hails : next(marks, len(line) if hails else 0)]
        return named if self.names_another(named) and self._reads(" ".join(w.written for w in named)) else ()

    def lacks_colon(self, line: Sequence[Word]) -> bool:
        """Say whether a line begins with TO and the name of somebody else, and has no colon."""
        led = bool(line) and line[0].text in self.leading
        return led and all(word.text != ":" for word in line) and self.names_another(line[1:])

    def uncoloned(self, line: Sequence[Word]) -> Unreadable:
        """Say that a name wants a colon behind it."""
        return Unreadable("Behind the name a colon is wanted.", self.rightly(line))

    def rightly(self, line: Sequence[Word]) -> str:
        """Say how words to the first one named here are written."""
        first = self._first(line)
        named = self.slot.show((first,)) if first is not None else line[0].written
        return f"Write TO {named}: and your words."

    def _reads(self, named: str) -> bool:
        try:
            return bool(self.read(named))
        except OrderError:
            return False

    def _first(self, line: Sequence[Word]) -> Seat | None:
        """Find the first one named, whatever stands behind."""
        try:
            return past_fillers(self.slot.each, self._words(line, ""))
        except OrderError:
            return None

    def _words(self, line: Sequence[Word], written: str) -> Words:
        """Make the words of a head; marks between names are commas."""
        marked = [replace(word, text=",") if word.text in (";", "+") else word for word in unquoted(line)]
        words = Words(marked, self.lexicon, self.me, written)
        words.take("TO", "FOR")
        return words


def with_examples(rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, sheet: Sheet) -> Sheet:
    """Say of each line that cannot be read what it comes nearest to, where the game can tell and the line can be."""
    desk = _Desk(rules, view, lexicon, me, [line.order for line in sheet.lines])
    return Sheet(tuple(map(desk.answered, sheet.lines)))


class _Desk:
    """One seat with all that may be offered to it: nothing but what its own view and the rules tell."""

    def __init__(
        self, rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, given: Sequence[Order | None]
    ) -> None:
        self.rules, self.view, self.lexicon, self.me, self.given = rules, view, lexicon, me, given

    def answered(self, line: Line) -> Line:
        """Answer a line that cannot be read, or a sentence that begins as an order if the game knows what was meant."""
        talked = line.heard is Heard.CHATTER
        if talked and line.like and self.may_be_meant(line.text) and self.rules.orders.closest(self.view, line.text):
            line = replace(line, heard=Heard.UNREADABLE, like=False)
        error = line.error
        if line.heard is not Heard.UNREADABLE or error is None or not (hint := self.hint(line.text, error, talked)):
            return line
        return replace(line, error=Unreadable(error.problem, hint, reached=error.reached, rule=error.rule))

    def may_be_meant(self, text: str) -> bool:
        """Say whether a sentence begins with a word for a verb, a card, or what somebody or I may do."""
        first, *rest = [word.text for word in split(text)[:2]]
        named = self.lexicon.names(first) or CODE.fullmatch(first) is not None
        return named or first in self.rules.grammar.instead or (first == "IF" and not talk.UNNAMED.isdisjoint(rest))

    def hint(self, text: str, error: OrderError, talked: bool) -> str:
        """Say what a line comes nearest to, better than its error does; or nothing."""
        if isinstance(self.read(text), Press):
            return ""  # words that were held back are right as they stand
        if several := self.apart(text):
            return f"{ONE_A_LINE[:-1]}: {' / '.join(map(self.shown, several))}."
        found, cancels = self.closest(text), first_word(text) == "CANCEL"
        if found and self.read(found) is not None and (barred := self.barred(found)):
            return f"{error.hint} {barred}"
        if self.can_send(found):
            if first_word(found) in LEADING and self.read(found) in self.given:
                return "Another line of yours says so already."
            found = self.shown(found)
            formed = error.hint.startswith(("Begin the line with ", "The form is: "))
            elsewhere = formed and first_word(found) not in error.hint
            sure = error.hint in (KNOWN_TO_NOBODY, talk.FORBIDS_NOTHING) or first_word(found) in LEADING
            guessed = talked or elsewhere or sure or bool(self.guessed(text, error.hint))
            return f"Did you mean {found}?" if guessed else _with_instance(error.hint, found)
        if self.can_send(self.guessed(text, error.hint)):
            return ""
        speaks = error.hint.startswith("Write TO ")
        found = "" if cancels or speaks or isinstance(error, Misplaced) else self.nearest(text, error.hint)
        return _with_instance(error.hint, found) if found else ""

    def closest(self, text: str) -> str:
        """Return the order that a line comes nearest to, if it is of the same sort as the line; or nothing."""
        found = self.rules.orders.closest(self.view, text)
        found = "" if self.to_others(text) and first_word(found) not in LEADING else found
        found = "" if talk.negates(text) and not talk.negates(found) else found
        return found if first_word(text) != "CANCEL" or first_word(found) == "CANCEL" else ""

    def read(self, line: str) -> Order | None:
        """Read a line, or return None."""
        with suppress(OrderError):
            return replace(self.rules.grammar.read(line, self.lexicon, self.me), number=1)
        return None

    def shown(self, line: str) -> str:
        """Print a line that can be read as orders are printed."""
        order = self.read(line)
        return self.rules.grammar.show(order) if order is not None else line

    def guessed(self, text: str, hint: str) -> str:
        """Return what is meant by a word that is no verb, if the hint says that and no more."""
        meant = self.rules.grammar.instead.get(first_word(text), "")
        return meant if hint == f"Did you mean {meant}?" else ""

    def barred(self, line: str) -> str:
        """Say why a line is refused, or nothing."""
        order = self.read(line)
        remarks = self.rules.orders.remarks(self.view, [order]) if order is not None else ()
        return next((remark.text for remark in remarks if remark.refuses), "")

    def can_send(self, line: str) -> bool:
        return bool(line) and self.read(line) is not None and not self.barred(line)

    def apart(self, text: str) -> list[str]:
        """Return the orders of which a line is made, where each can be sent by itself; else nothing."""
        pieces = JOINT.split(text.strip(" .!"))
        parts = pieces[:1]
        for joint, piece in zip(pieces[1::2], pieces[2::2], strict=True):
            if self.can_send(piece) and self.can_send(parts[-1]):
                parts.append(piece)
            else:
                parts[-1] += joint + piece
        return parts if len(parts) > 1 and all(map(self.can_send, parts)) else []

    def to_others(self, text: str) -> bool:
        """Say whether a line begins with TO or another word that begins no order of the game, and forbids nothing."""
        begun = self.rules.grammar.named(first_word(text))
        return bool(begun) and all(issubclass(verb.kind, Command) for verb in begun) and not talk.negates(text)

    def nearest(self, text: str, hint: str) -> str:
        """Return a line with the verb that stands in a text, or else in a hint; of what is forbidden, another.

        For words to others, and whatever else is no order of the game, none of its orders is an example. Where the
        first word of the text is often meant for another verb, the hint's comes first: it names that one.
        """
        if self.to_others(text):
            return ""
        own = [*self.rules.orders.examples(self.view), *self.rules.orders.form(self.view)]
        verbs = own_words(self.rules.grammar)
        said = [text, "" if hint == KNOWN_TO_NOBODY else hint]
        if first_word(text) in self.rules.grammar.instead:
            said.reverse()
        named = [word.text for one in said for word in split(one) if word.text in verbs]
        if talk.negates(text):
            own = [line for line in own if first_word(line) not in named or talk.negates(line)]
        else:
            lines = [(word, line) for word in named for line in (*own, *self._printed(word, own))]
            own = [line for word, line in lines if first_word(line) == word] + own
        return next(filter(self.can_send, own), "")

    def _printed(self, word: str, own: Sequence[str]) -> Iterator[str]:
        """Fill the seat's own cards into the examples of a verb, but for what can be of no use now."""
        cards = [m[0] for line in own for m in CARD.finditer(line)]
        useless: tuple[type[Order], ...] = (Command, *self.rules.orders.unusable(self.view))
        for verb in self.rules.grammar.named(word):
            if issubclass(verb.kind, useless):
                continue
            mine = iter(dict.fromkeys(cards))
            yield CARD.sub(lambda m, mine=mine: next(mine, m[0]), verb.kind.example)  # type: ignore[misc]


def _with_instance(hint: str, found: str) -> str:
    """Put a line that can be sent in the place of a general example."""
    return f"{INSTANCE.sub('.', hint)} For instance: {found}.".strip()
