"""The order language of Normal Cards (RULES.md, 3.2)."""

from __future__ import annotations

from referee.engine.conditions import Tests
from referee.engine.orders import Order
from referee.games.normal_cards.words import Item


class LeadWith(Order):
    """What you lead: the first entry for your first lead of this turn, and so on; the last repeats."""

    usage = "LEAD plays:leads"
    example = "LEAD 3C, QH, LOWEST"
    plays: tuple[Item, ...]


class TrickLead(Order):
    """What you lead to one trick of this turn, if you lead it; it uses up no entry of your LEAD list."""

    usage = "TRICK n LEAD plays:leads"
    example = "TRICK 2 LEAD 7H"
    n: int
    plays: tuple[Item, ...]


class ReplyWith(Order):
    """What you lay to the cards on the table: lines are tried from the top, the first that can be done counts."""

    usage = (
        "REPLY plays",
        "REPLY IF tests:conditions then [ELSE plays]",
    )
    example = "REPLY IF LED = AH TRUMP LOWEST ELSE DUMP"
    standing = True
    plays: tuple[Item, ...] = ()
    then: Item | None = None
    tests: Tests = ()


class Keep(Order):
    """Cards that no word uses unless the hand holds nothing else; a line that names the card itself may."""

    usage = "KEEP kept"
    example = "KEEP AS, 7S"
    standing = True
    kept: tuple[Item, ...]


class GoOn(Order):
    """How many more tricks you allow when the turn's own are played; all others must allow them too."""

    usage = "PLAY ON n:more"
    example = "PLAY ON 4"
    standing = True
    n: int


class GiveUp(Order):
    """Give the game up at the beginning of this turn: you cannot win any more."""

    usage = "RESIGN"
    example = "RESIGN"
