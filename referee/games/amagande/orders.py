"""The order language of Amagande (RULES.md, 3.2)."""

from __future__ import annotations

from referee.engine.orders import Order
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
