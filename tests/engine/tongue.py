"""A small order language, made up for these tests: enough verbs to go wrong in every way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from referee.engine.audience import Seat
from referee.engine.commands import ADDRESSEES, COMMANDS
from referee.engine.conditions import Condition
from referee.engine.errors import OrderError
from referee.engine.lexicon import Lexicon
from referee.engine.orders import Grammar, Order, readable
from referee.engine.reader import Reader
from referee.engine.sheet import Sheet
from referee.engine.slots import Choice, Listed, Slot, compare

SUITS: Slot[str] = Choice("suit", {"SWORDS": "S", "WANDS": "W", "CUPS": "C", "SWORD": "S"})
CARDS = {"ANY": "ANY", "LOW": "LOW", "HIGH": "HIGH", "TWO OF SWORDS": "2S"}
WHAT: Slot[str] = Choice("what", CARDS, "ANY, LOW or HIGH")
PLAN: Slot[tuple[str, ...]] = Listed("plan", WHAT)


class Attack(Order):
    """Attack a player."""

    usage: ClassVar[str | tuple[str, ...]] = "ATTACK player [WITH plan] [AT MOST n]"
    example: ClassVar[str] = "ATTACK Corwin WITH LOW, ANY AT MOST 3"
    player: Seat
    plan: tuple[str, ...] = ()
    n: int = 0


class Defend(Order):
    """Defend yourself, until you say otherwise."""

    usage: ClassVar[str | tuple[str, ...]] = "DEFEND [AGAINST suit] WITH what"
    example: ClassVar[str] = "DEFEND AGAINST SWORDS WITH HIGH"
    standing: ClassVar[bool] = True
    what: str
    suit: str = ""


class Aid(Order):
    """Help a player, perhaps against a rival."""

    usage: ClassVar[str | tuple[str, ...]] = "AID player [AGAINST rival:player]"
    example: ClassVar[str] = "AID Fiona AGAINST Eric"
    player: Seat
    rival: Seat = Seat("")


class Spoils(Order):
    """Say what you make of a beaten rival."""

    usage: ClassVar[str | tuple[str, ...]] = ("SPOILS fate:VASSAL|BANISH [player]", "SPOILS NOTHING")
    example: ClassVar[str] = "SPOILS BANISH Eric"
    fate: str | None = None
    player: Seat = Seat("")


class Seize(Order):
    """Seize the Throne."""

    usage: ClassVar[str | tuple[str, ...]] = "SEIZE (THRONE) [WITHOUT CARD]"
    example: ClassVar[str] = "SEIZE WITHOUT CARD"
    without_card: bool = False


class Name(Order):
    """Give your dog a name."""

    usage: ClassVar[str | tuple[str, ...]] = "NAME quoted"
    example: ClassVar[str] = 'NAME "Random the Second"'
    quoted: str


class Points(Condition):
    """Compare your points."""

    usage: ClassVar[str] = "POINTS compare n"
    example: ClassVar[str] = "POINTS >= 2"
    compare: str
    n: int

    def holds(self, seen: Any) -> bool:
        """Look at your points."""
        return compare(seen["points"], self.compare, self.n)


class Empty(Condition):
    """See whether the Throne is empty."""

    usage: ClassVar[str] = "THRONE EMPTY"
    example: ClassVar[str] = "THRONE EMPTY"

    def holds(self, seen: Any) -> bool:
        """Look at the Throne."""
        return bool(seen["empty"])


class Holds(Condition):
    """See who sits on the Throne."""

    usage: ClassVar[str] = "RULER player"
    example: ClassVar[str] = "RULER Eric"
    player: Seat

    def holds(self, seen: Any) -> bool:
        """Look at the ruler."""
        return bool(seen["ruler"] == self.player)


VERBS = (Attack, Defend, Aid, Spoils, Seize, Name)
CONDITIONS = (Points, Empty, Holds)
GRAMMAR = Grammar((*VERBS, *COMMANDS), CONDITIONS, (SUITS, WHAT, PLAN, ADDRESSEES))
SEATS = tuple(map(Seat, ("Corwin", "Eric", "Fiona", "Random", "Flora", "King Oberon")))
LEXICON = Lexicon.of(SEATS)
ME = Seat("Corwin")


def read(line: str) -> Order:
    """Read one line as Corwin."""
    return GRAMMAR.read(line, LEXICON, ME)


def error(line: str) -> str:
    """The error of one line as the receipt says it; nothing if it can be read."""
    found = trouble(line)
    return readable(found) if found else ""


def trouble(line: str) -> OrderError | None:
    """The error of one line, if it has one."""
    try:
        read(line)
    except OrderError as e:
        return e
    return None


def letter(*lines: str, turn: int = 4) -> Sheet:
    """A letter of Corwin's for turn 4."""
    return Reader(GRAMMAR, LEXICON, ME, turn).read(lines)


def again(orders: Sequence[Order]) -> list[str]:
    """How these orders are stored."""
    return [GRAMMAR.show(one) for one in orders]
