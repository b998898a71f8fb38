"""Lines that every game understands besides its own orders: press, flags and questions."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import GM, Seat
from referee.engine.orders import Order, order
from referee.engine.slots import Listed, Player, Slot

ALL = Seat("ALL")


@order
class Command(Order):
    """A line for the referee himself; it is no order of the game and replaces none."""


@order
class Press(Command):
    """Words for other players, delivered under your seat's name, never your address; ALL is everybody at the table."""

    usage: ClassVar[str | tuple[str, ...]] = "TO addressees : text"
    example: ClassVar[str] = "TO ALL: good luck to all of you"
    addressees: tuple[Seat, ...]
    text: str


@order
class WaitFlag(Command):
    """While your flag is on, the turn is not adjudicated before its deadline."""

    usage: ClassVar[str | tuple[str, ...]] = "WAIT FLAG setting:ON|OFF"
    example: ClassVar[str] = "WAIT FLAG ON"
    setting: str


@order
class Status(Command):
    """Ask what is on file for you, and when the turn is due."""

    usage: ClassVar[str | tuple[str, ...]] = "STATUS"
    example: ClassVar[str] = "STATUS"


@order
class Help(Command):
    """Ask for the list of orders, with examples."""

    usage: ClassVar[str | tuple[str, ...]] = "HELP"
    example: ClassVar[str] = "HELP"


@order
class Rules(Command):
    """Ask for a part of the rules: a number, a chapter, or DEFAULTS."""

    usage: ClassVar[str | tuple[str, ...]] = "RULES [text]"
    example: ClassVar[str] = "RULES DEFAULTS"
    text: str = ""


@order
class History(Command):
    """Ask for your report of an earlier turn once more."""

    usage: ClassVar[str | tuple[str, ...]] = "HISTORY n"
    example: ClassVar[str] = "HISTORY 3"
    n: int


@order
class Resend(Command):
    """Ask for your latest report once more."""

    usage: ClassVar[str | tuple[str, ...]] = "RESEND"
    example: ClassVar[str] = "RESEND"


@order
class Word(Command):
    """Before the start: your word, mixed into the seed so that nobody can choose the deck."""

    usage: ClassVar[str | tuple[str, ...]] = "WORD text"
    example: ClassVar[str] = "WORD abracadabra"
    text: str


@order
class Yes(Command):
    """Confirm what you were asked; with an address, that the letters from there are yours."""

    usage: ClassVar[str | tuple[str, ...]] = "YES [text]"
    example: ClassVar[str] = "YES"
    text: str = ""


COMMANDS: tuple[type[Command], ...] = (Press, WaitFlag, Status, Help, Rules, History, Resend, Word, Yes)

ADDRESSEES: Slot[tuple[Seat, ...]] = Listed("addressees", Player({"ALL": ALL, "EVERYBODY": ALL, "GM": GM}))
