"""Lines that cannot be read, answered with what they come nearest to, in the game's words and the seat's own cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.engine.audience import Seat
from referee.engine.commands import Command
from referee.engine.errors import Misplaced, OrderError, Unreadable
from referee.engine.intent import own_words
from referee.engine.lexicon import Lexicon, first_word, split
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.engine.sheet import Heard, Line, Sheet
from referee.engine.talk import negates

INSTANCE = re.compile(r", such as [A-Z]{3,} [^.]*\.$")
"""The example of a form, which the table's own takes the place of."""

CARD = re.compile(r"\b(?:10|[2-9AKQJNP])[A-Z]\b")
"""A card's code as examples print it."""

KNOWN_TO_NOBODY = "Write HELP for the list of orders."


def with_examples(rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, sheet: Sheet) -> Sheet:
    """Say of each line that cannot be read what it comes nearest to, where the game can tell and the line can be."""
    return Sheet(tuple(_answered(rules, view, lexicon, me, line) for line in sheet.lines))


def _answered(rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat, line: Line) -> Line:
    error = line.error
    if line.heard is not Heard.UNREADABLE or error is None:
        return line
    desk = _Desk(rules, view, lexicon, me)
    found = rules.orders.closest(view, line.text)
    found = "" if negates(line.text) and not negates(found) else found
    if found and desk.read(found) is not None and (barred := desk.barred(found)):
        return _hinted(line, error, f"{error.hint} {barred}")
    if desk.can_send(found):
        near = f"Did you mean {found}?" if error.hint == KNOWN_TO_NOBODY else _with_instance(error.hint, found)
        return _hinted(line, error, near)
    found = "" if isinstance(error, Misplaced) else desk.nearest(line.text, error.hint)
    return _hinted(line, error, _with_instance(error.hint, found)) if found else line


def _hinted(line: Line, error: OrderError, hint: str) -> Line:
    return replace(line, error=Unreadable(error.problem, hint, reached=error.reached, rule=error.rule))


class _Desk:
    """One seat with all that may be offered to it: nothing but what its own view and the rules tell."""

    def __init__(self, rules: Ruleset[Any, Any], view: Any, lexicon: Lexicon, me: Seat) -> None:
        self.rules, self.view, self.lexicon, self.me = rules, view, lexicon, me

    def read(self, line: str) -> Order | None:
        """Read a line, or return None."""
        with suppress(OrderError):
            return replace(self.rules.grammar.read(line, self.lexicon, self.me), number=1)
        return None

    def barred(self, line: str) -> str:
        """Say why a line is refused, or nothing."""
        order = self.read(line)
        remarks = self.rules.orders.remarks(self.view, [order]) if order is not None else ()
        return next((remark.text for remark in remarks if remark.refuses), "")

    def can_send(self, line: str) -> bool:
        """Say whether a line is read, and not refused."""
        return bool(line) and self.read(line) is not None and not self.barred(line)

    def nearest(self, text: str, hint: str) -> str:
        """Return a line with the verb that stands in a text, or else in a hint; of what is forbidden, another.

        Where the first word of the text is often meant for another verb, the hint's comes first: it names that one.
        """
        own = [*self.rules.orders.examples(self.view), *self.rules.orders.form(self.view)]
        verbs = own_words(self.rules.grammar)
        said = [text, "" if hint == KNOWN_TO_NOBODY else hint]
        if first_word(text) in self.rules.grammar.instead:
            said.reverse()
        named = [word.text for one in said for word in split(one) if word.text in verbs]
        if negates(text):
            own = [line for line in own if first_word(line) not in named or negates(line)]
        else:
            lines = [(word, line) for word in named for line in (*own, *self._printed(word, own))]
            own = [line for word, line in lines if first_word(line) == word] + own
        return next(filter(self.can_send, own), "")

    def _printed(self, word: str, own: Sequence[str]) -> Iterator[str]:
        """Fill the seat's own cards into the examples of a verb."""
        cards = [m[0] for line in own for m in CARD.finditer(line)]
        for verb in self.rules.grammar.named(word):
            if issubclass(verb.kind, Command):
                continue
            mine = iter(dict.fromkeys(cards))
            yield CARD.sub(lambda m, mine=mine: next(mine, m[0]), verb.kind.example)  # type: ignore[misc]


def _with_instance(hint: str, found: str) -> str:
    """Put a line that can be sent in the place of a general example."""
    return f"{INSTANCE.sub('.', hint)} For instance: {found}.".strip()
