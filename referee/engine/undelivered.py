"""Lines below words to somebody else that were perhaps more of them, and reached nobody."""

from __future__ import annotations

from referee.engine import talk
from referee.engine.commands import Press
from referee.engine.intent import is_like_an_order
from referee.engine.lexicon import first_word, split
from referee.engine.orders import Grammar
from referee.engine.sheet import Heard, Line, unreadable


class Undelivered:
    """Answers the lines below a TO of one line that were perhaps meant as more of its words."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.press: Press | None = None
        self.begun = False
        self.told = False
        self.paragraph = 0

    def look(self, line: Line, paragraph: int, *, one_line: bool) -> Line:
        """Take in the next line; return it, or what is said of words that nobody was sent.

        Below a farewell that stands apart from them there are none.
        """
        if isinstance(line.order, Press):
            short = one_line and "\n" not in line.order.text
            self.press, self.told, self.paragraph = (line.order if short else None), False, paragraph
            return line
        if self.press is None or not first_word(line.text):
            return line
        if line.heard not in (Heard.CHATTER, Heard.UNREADABLE):
            self.press = (line.heard is Heard.COMMENT and self.press) or None
            return line
        if line.heard is Heard.UNREADABLE and is_like_an_order(self.grammar, line.text):
            return line
        words = [word.text for word in split(line.text)]
        if line.heard is Heard.CHATTER and talk.takes_leave(words, apart=paragraph != self.paragraph):
            self.press = self.press if paragraph == self.paragraph else None
            return line
        return self._answered(line, self.press)

    def _answered(self, line: Line, press: Press) -> Line:
        if self.told:
            return unreadable(line.text, "This line was not delivered either.", "")
        self.told = True
        names = ", ".join(press.addressees)
        hint = f"For several lines write TO {names}: alone, then your lines, then a single full stop."
        return unreadable(line.text, "Only the line that begins with TO was delivered.", hint)
