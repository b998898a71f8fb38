"""What a line that cannot be read was perhaps meant as: cards to be kept, any counter, or cards without a PLAY."""

from __future__ import annotations

import re

from referee.engine.lexicon import split
from referee.games.amagande.view import View

SAID_OF_ONE = frozenset({"DRAW", "DRAWN", "IT", "THAT", "WHAT", "WHATEVER"})
"""Words of the one card that was drawn."""

ANYTHING = ("ANY", "ALL", "ANYTHING", "EVERYTHING", "ALWAYS", "WHATEVER")
"""Words for whichever card counters."""

CARD = r"(?:(?:10|[2-9AJQK])[HDCS]|[a-z]{3,5}\s+of\s+(?:hearts|diamonds|clubs|spades))"
CARDS = re.compile(rf"(?:the\s+)?({CARD})(?:(?:\s*[,;]|\s+(?:and|then|the|else|or))+\s*{CARD})*[.!]?", re.IGNORECASE)
"""Cards and nothing else, by their codes or their names."""


def closest(_seen: View, line: str) -> str:
    """Return the order that a line which cannot be read comes nearest to."""
    words = [word.text for word in split(line)]
    match words:
        case ["KEEP" | "SAVE" as verb, _, *_] if SAID_OF_ONE.isdisjoint(words):
            return f"HOLD {line.strip()[len(verb) :].strip()}"
        case ["KEEP" | "SAVE" | "PASS", *_]:
            return "DRAWN KEEP"
        case ["LAY" | "THROW" | "DISCARD" | "SHED" as verb, _, *_]:
            return f"PLAY {line.strip()[len(verb) :].strip()}"
        case ["COUNTER", *said] if not set(ANYTHING).isdisjoint(said[:2]):
            return "COUNTER LOWEST"
        case _:
            only = CARDS.fullmatch(line.strip())
            return f"PLAY {only[1]}" if only else ""
