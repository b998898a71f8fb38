"""Whether a line that cannot be read was meant as an order, whatever stands around it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from referee.engine import talk
from referee.engine.audience import Seat
from referee.engine.commands import SAYING, Command
from referee.engine.errors import OrderError, Unreadable
from referee.engine.lexicon import Lexicon, Word, Words, nearest
from referee.engine.orders import Grammar

HOUSEKEEPING = ("STANDING", "TURN", "IF", "CANCEL", "ADD", "CLEAR")
"""Words that begin a line though they are no verbs."""

LONG = 5
"""A command of so many letters is known with a slip in it too."""

NEAR = 0.8


class Intent:
    """Guesses what the lines of one seat were meant to be; ``addressing`` are the words that begin words to others."""

    def __init__(self, grammar: Grammar, lexicon: Lexicon, me: Seat) -> None:
        self.grammar = grammar
        self.lexicon = lexicon
        self.me = me
        self.addressing = [word for word in ("TO", "PRESS") if not self._is_verb(word)]

    def meant(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether it begins with a verb or a command, or nearly so, or would be an order from its verb on.

        Words like HELP or YES stand in many a sentence; they count at the beginning only.
        """
        texts = [w.text for w in line]
        first = texts[0]
        if self._is_verb(first) or first in HOUSEKEEPING:
            return first != "IF" or texts[1:2] == [] or texts[1] not in talk.PRONOUNS
        if first in self.addressing or first in SAYING:
            return self._addresses(line, bare)
        if at := next((i for i, text in enumerate(texts) if self._is_verb(text)), 0):
            speaks = talk.talks(texts[:at]) or talk.greets(texts)
            curt = len(texts) <= talk.CURT and not talk.greets(texts)
            return not speaks or curt or self._addresses(line[at:], bare) or self._nearly_reads(line[at:], bare)
        if talk.greets(texts):
            return False
        if self.grammar.named(first) or nearest(first, self.grammar.likely) or first in self.grammar.instead:
            return not talk.rambles(texts)
        return bool(self._nearly(first)) and not talk.rambles(texts)

    def instead(self, line: Sequence[Word], bare: str) -> OrderError | None:
        """Say which command was meant, or how words to somebody are written, if a line was meant to be that."""
        first = line[0]
        if self.grammar.has_verb(line[:1]) and first.text not in self.addressing:
            return None
        if first.text not in (*SAYING, *self.addressing) or not self._addresses(line, bare):
            meant = "" if any(self._is_verb(word.text) for word in line) else self._nearly(first.text)
            return Unreadable(f"I don't know the order {first.written}.", f"Did you mean {meant}?") if meant else None
        known = first.text in self.addressing
        problem = "Behind the name a colon is wanted." if known else f"I don't know the order {first.written}."
        named = next(word.written for word in line[1:] if word.text != "TO")
        return Unreadable(problem, f"Write TO {named}: and your words.")

    def _nearly(self, word: str) -> str:
        """Return the command that a word is but for a slip."""
        commands = [known for known in self.grammar.words if len(known) >= LONG and known not in self.grammar.likely]
        return next(iter(difflib.get_close_matches(word, commands, n=1, cutoff=NEAR)), "")

    def _is_verb(self, word: str) -> bool:
        """Say whether a word begins an order of the game itself."""
        return any(not issubclass(verb.kind, Command) for verb in self.grammar.named(word))

    def _nearly_reads(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether words would be an order by themselves, but for a slip in one of them."""
        try:
            self.grammar.parse(line, self.lexicon, self.me, bare)
        except OrderError as error:
            return error.hint.startswith("Did you mean")
        return True

    def _addresses(self, line: Sequence[Word], bare: str) -> bool:
        """Say whether the words behind the first begin with the name of somebody else."""
        words = Words(line[1:], self.lexicon, self.me, bare)
        words.take("TO")
        try:
            named = self.grammar.slots["addressees"].read(words)
        except OrderError:
            return False
        return any(seat != self.me for seat in named)
