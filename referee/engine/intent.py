"""Whether a line that cannot be read was meant as an order, whatever stands around it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from functools import lru_cache

from referee.engine import talk
from referee.engine.addressing import OPENING, Addressing
from referee.engine.audience import Seat
from referee.engine.commands import SAYING, Command
from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import Lexicon, Word, first_word, marked, nearest
from referee.engine.orders import Grammar

HOUSEKEEPING = ("STANDING", "TURN", "IF", "CANCEL", "ADD", "CLEAR")
"""Words that begin a line though they are no verbs."""

LONG = 5
"""A command of so many letters is known with a slip in it too."""

NEAR = 0.8

CODE = re.compile(r"(?=.*[A-Z])(?=.*\d)[A-Z]?\d{1,3}[A-Z]?")
"""A card or a place by its code, with a figure in it."""


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
        return any(word.text in known or self.lexicon.names(word.text) or CODE.fullmatch(word.text) for word in line)

    def forbidden(self, line: Sequence[Word]) -> OrderError | None:
        """Answer a line that says what not to do."""
        return talk.forbidden(line, self.verbs)

    def instead(self, line: Sequence[Word], bare: str) -> OrderError | None:
        """Say which command was meant, or how words to somebody are written, if a line was meant to be that."""
        first = line[0]
        problem = f"I don't know the order {marked(first.written)}."
        if self.addressing.calls(line):
            return Unreadable(problem, self.addressing.rightly(line))
        if self.grammar.has_verb(line[:1]) and first.text not in self.addressing.leading:
            return None
        if first.text not in self.addressing.words or not self.addressing.names_another(line[1:]):
            meant = "" if any(word.text in self.verbs for word in line) else self.nearly(first.text)
            return Unreadable(problem, f"Did you mean {meant}?") if meant else None
        if first.text in self.addressing.leading:
            return self.addressing.uncoloned(line[1:])
        return Unreadable(problem, self.addressing.rightly(line[1:]))

    def _decides(self, texts: Sequence[str]) -> bool:
        """Say whether an order of the game stands right behind THEN."""
        behind = next((texts[i + 1 : i + 2] for i, text in enumerate(texts) if text == "THEN"), [])
        return bool(behind) and behind[0] in self.verbs

    def nearly(self, word: str) -> str:
        """Return the command that a word is but for a slip."""
        commands = [known for known in self.grammar.words if len(known) >= LONG and known not in self.grammar.likely]
        return next(iter(difflib.get_close_matches(word, commands, n=1, cutoff=NEAR)), "")

    def begins(self, text: str) -> bool:
        """Say whether a line's first word is that of an order or a command, or nearly."""
        first = first_word(text)
        own = bool(self.grammar.named(first)) or first in HOUSEKEEPING
        return own or bool(nearest(first, self.grammar.likely)) or bool(self.nearly(first))

    def _nearly_reads(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether words would be an order of the game by themselves, but for a slip in one of them."""
        try:
            return not isinstance(self.grammar.parse(line, self.lexicon, self.me, bare), Command)
        except OrderError as error:
            return error.hint.startswith("Did you mean")


@lru_cache(64)
def own_words(grammar: Grammar) -> frozenset[str]:
    """Return the words that begin an order of the game itself."""
    own = (word for word in grammar.words if any(not issubclass(verb.kind, Command) for verb in grammar.named(word)))
    return frozenset(own)


def is_like_an_order(grammar: Grammar, text: str) -> bool:
    """Say whether a line begins as an order does, or nearly, or as words to others do."""
    first = first_word(text)
    own = bool(grammar.named(first)) or first in HOUSEKEEPING
    to_others = first in SAYING and ":" in text
    return own or to_others or bool(nearest(first, grammar.likely)) or first.isdigit()
