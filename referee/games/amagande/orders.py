"""The order language of Amagande (RULES.md, 3.2), and what a line that cannot be read was perhaps meant as."""

from __future__ import annotations

import re

from referee.engine.lexicon import split
from referee.engine.orders import Order
from referee.games.amagande.view import View
from referee.games.amagande.words import Item, What


class PlayLine(Order):
    """What you play in one own turn, the first line in your first and so on; of its entries the first that fits."""

    usage = "PLAY items"
    example = "PLAY 7D IF SUM <= 12"
    items: tuple[Item, ...]


class CounterWith(Order):
    """What you counter a penalty with, the first that can; ELSE TAKE at the end means that you take it otherwise."""

    usage = "COUNTER counters"
    example = "COUNTER 2S, 3H, BJ, AS ELSE TAKE"
    standing = True
    counters: tuple[Item, ...]


class DrawnCard(Order):
    """Whether you play the card that you drew, if it fits."""

    usage = "DRAWN keeping"
    example = "DRAWN PLAY UNLESS ACE"
    standing = True
    keeping: str


class AceSuit(Order):
    """The suit that your aces name, where the PLAY line does not say it."""

    usage = "ACE SUIT suit"
    example = "ACE SUIT MOST"
    standing = True
    suit: str


class Hold(Order):
    """Cards not played as long as another one fits; an entry that names the card itself may."""

    usage = "HOLD held"
    example = "HOLD 7D, AS"
    standing = True
    held: tuple[What, ...]


class StyleOf(Order):
    """How you play when your lines are used up: highest value first, lowest first, or as HEAVY but one counter kept."""

    usage = "STYLE style"
    example = "STYLE SAFE"
    standing = True
    style: str


class GiveUp(Order):
    """Give the game up as this turn begins: you leave the table and cannot win."""

    usage = "RESIGN"
    example = "RESIGN"


INSTEAD = {
    "DRAW": "PLAY DRAW", "TAKE": "COUNTER TAKE", "KEEP": "HOLD or DRAWN KEEP", "PASS": "DRAWN KEEP",
    "SAVE": "HOLD", "SUIT": "ACE SUIT", "DISCARD": "PLAY",
}  # fmt: skip
"""Orders that one may write for others."""


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
