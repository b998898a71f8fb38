"""What stands around an order on its line and is no part of it: numbers, our own print, quotation marks, courtesies."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from referee.engine.commands import Command
from referee.engine.frame import unquoted
from referee.engine.lexicon import TYPOGRAPHY, Word, first_word, plain, uncommented
from referee.engine.orders import Grammar, Order

NUMBER = re.compile(r"(\d{1,3})(\s+)(?=\S)")
STANDS = re.compile(r"\s*\(\s*standing\s*\)[.,;]?$", re.IGNORECASE)
PREFIXES = ("IF", "STANDING", "TURN")

BULLET = re.compile(r"(?:[-=]+>|[-–—*•·→])\s+")
NUMBERING = re.compile(
    r"[(\[]?\d{1,2}[.)\]]{1,2}(?=\s|[^\W\d_])|#?\d{1,2}[:/](?=\s)|#\d{1,2}(?=\s)|\(?[a-i][.)](?=\s)", re.IGNORECASE
)
"""Many people number their orders."""

IN_QUOTES = re.compile(r'["“”„«»]([^"“”„«»]+)["“”„«»][.,;!]?')
"""Some put a whole order between quotation marks, as a page on how to play may do."""

PLEASE = r"(?:please|pls|plz|kindly|bitte|just|now)"
BEFORE = re.compile(
    rf"(?:(?:{PLEASE}|ok|okay|well|so|and|also|next|finally|lastly|(?:yes|(?:first|second|third)(?:ly)?)(?=[,:])"
    r"|(?:for )?this turn|for(?=\s+turn\s+\d))\b|p\. ?s\.|ps:)[\s,:]*",
    re.IGNORECASE,
)
SPEAKER = re.compile(
    r"(?:(?:i|we)(?:(?:'d| would)(?: really)? like to|'ll| will| shall| want to| wish to| choose to"
    r"|(?:'m| am|'re| are) going to)?|let(?:'s| us| me)|my (?:order|move)s? (?:is|are)(?: to)?)"
    rf"(?:\s+{PLEASE})?[\s:]+(?=\S)",
    re.IGNORECASE,
)
"""Who speaks of what they do, or wish to do; *I would* without a wish, and what was done, are none."""

AFTER = re.compile(
    r"[\s,;.!-]*(?<![\w'])(?:please|pls|plz|bitte|danke|(?:many )?thanks|thank you|thx|ty|cheers|this turn"
    r"|\((?:my|the) (?:last|only) (?:card|one)\))"
    r"(?: (?:very|so) much| a lot| in advance)?[\s.!]*$",
    re.IGNORECASE,
)

NEVER_KINDLY = "RESIGN"
"""Nobody gives a game up by a turn of phrase."""


QUOTATION = re.compile(r'"[^"]*"')


def asks(line: str) -> bool:
    """Say whether a line has a question mark, comments and quotations aside."""
    return "?" in QUOTATION.sub("", uncommented(plain(line)))


def bare_condition(line: Sequence[Word]) -> Sequence[Word]:
    """Take quotation marks away between IF and THEN, where nothing is ever quoted."""
    end = next((i for i, word in enumerate(line) if word.text == "THEN"), 0) if line[0].text == "IF" else 0
    return [*unquoted(line[:end]), *line[end:]] if end else line


def bare(text: str) -> str:
    """Return a line without the bullet or the number before it, or the quotation marks around it."""
    for before in (BULLET, NUMBERING):
        text = text[m.end() :].lstrip() if (m := before.match(text)) else text
    return m[1] if (m := IN_QUOTES.fullmatch(text)) else text


class Printed:
    """Takes our own print from the lines of one letter, from the first on.

    A number with two blanks behind it is ours before any verb. With one blank, as some programs leave of two, it may
    be the writer's own: it is ours if it counts on from the one before, and the order reads without it.
    """

    def __init__(self, grammar: Grammar, reads: Callable[[str], bool]) -> None:
        self.grammar = grammar
        self.reads = reads
        self.number = 0

    def bare(self, text: str) -> str:
        """Return a line as it is written when nobody prints it."""
        stands = STANDS.search(text)
        said = self._unnumbered(text[: stands.start()] if stands else text)
        if stands is None:
            return said
        if not self._is_order(said):
            return text
        return said if first_word(said) in ("STANDING", "TURN") else f"STANDING {said}"

    def _unnumbered(self, text: str) -> str:
        m = NUMBER.match(text)
        if m is None or not self._is_order(rest := text[m.end() :]):
            return text
        number = int(m[1])
        follows = number > 0 and number - self.number in (0, 1)  # a line may be looked at twice
        if len(m[2]) == 1 and not (follows and " " in rest and self.reads(rest)):
            return text
        self.number = number
        return rest

    def _is_order(self, text: str) -> bool:
        first = first_word(text)
        return bool(self.grammar.named(first)) or first in PREFIXES


class Courtesy:
    """Takes courtesies from the lines of one letter.

    Who speaks of themselves may tell somebody else what they do: that is an order only where it stands by itself.
    ``telling`` says that it is part of what is told; so it is for whoever looks ahead.
    """

    def __init__(
        self, verbs: Collection[str], parsed: Callable[[str], Order | None], begins: Callable[[str], bool]
    ) -> None:
        """``parsed`` reads a line or returns None, ``begins`` says whether one begins as an order."""
        self.verbs = verbs
        self.parsed = parsed
        self.begins = begins
        self.telling = True

    def look(self, text: str, above: str, below: str) -> None:
        """Note whether a line is of one sentence with the talk right above it or with what stands below."""
        goes_on = below[:1].islower() and text.rstrip()[-1:] not in (".", "!", ";") and not self.begins(below)
        self.telling = goes_on or (bool(above) and above.rstrip()[-1:] not in (".", "!", "?", ":", ","))

    def bare(self, text: str) -> str:
        """Return a line that is an order of the game without courtesies, and none with them, as that order."""
        said = unwrapped(text)
        first = first_word(said)
        if said == text or first == NEVER_KINDLY or (first not in self.verbs and first not in PREFIXES):
            return text
        if speaks(text) and self.telling:
            return text
        if self.parsed(text) is not None:  # what stands behind may be part of it; *just* before it is not Justice
            said = _opened(text)
            if said == text.translate(TYPOGRAPHY):
                return text
        order = self.parsed(said)
        return text if order is None or isinstance(order, Command) else said


def unwrapped(text: str) -> str:
    """Return a line without the courtesies before and behind it."""
    said = text.translate(TYPOGRAPHY)
    while m := AFTER.search(said):
        said = said[: m.start()]
    return _spoken(_opened(said))[1].strip()


def speaks(text: str) -> bool:
    """Say whether somebody speaks of themselves: such a line may be part of what they tell."""
    return _spoken(_opened(text))[0]


def _opened(text: str) -> str:
    """Return a line without the courtesies before it."""
    said = text.translate(TYPOGRAPHY)
    while m := BEFORE.match(said):
        said = said[m.end() :]
    return said


def _spoken(said: str) -> tuple[bool, str]:
    m = SPEAKER.match(said)
    return (True, said[m.end() :]) if m else (False, said)
