"""Lines that every game understands besides its own orders: press, flags and questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from referee.engine.audience import GM, Seat
from referee.engine.errors import Ambiguous
from referee.engine.lexicon import Words
from referee.engine.orders import Order
from referee.engine.slots import Listed, Player, Slot

ALL = Seat("ALL")


class Command(Order):
    """A line for the referee; it is no order of the game and replaces none."""


class LeadingCommand(Command):
    """A command whose word stands in many a sentence, and so counts at the beginning of a line only."""

    leads: ClassVar[bool] = True


class Press(LeadingCommand):
    """Words for other players, delivered under your seat's name, never your address; ALL is everybody at the table.

    Several lines stand below TO name: and end with a line that has a single full stop.
    """

    usage = "TO addressees : text"
    example = "TO ALL: good luck to all of you"
    addressees: tuple[Seat, ...]
    text: str


class PressByName(Press):
    """The same as TO: words for other players, delivered under your seat's name."""

    usage = "PRESS addressees : text"
    example = "PRESS ALL: good luck to all of you"

    def stands_for(self) -> Order:
        return Press(addressees=self.addressees, text=self.text)


class Switch(Command):
    """A command that is on or off."""

    setting: str = ""

    def stands_for(self) -> Order:
        """Return it on where nothing else is said."""
        return self if self.setting else replace(self, setting="ON")


class WaitFlag(Switch):
    """Let no turn run before its deadline; WAIT FLAG alone puts your flag up."""

    usage = ("WAIT FLAG [setting:ON|OFF]", "WAIT setting:ON|OFF")
    example = "WAIT FLAG ON"


class NoWait(LeadingCommand):
    """Take your flag down, as WAIT FLAG OFF does."""

    usage = "NO WAIT (FLAG)"
    example = "NO WAIT"

    def stands_for(self) -> Order:
        return WaitFlag(setting="OFF")


class Status(Command):
    """Ask what is on file for you, and when the turn is due."""

    usage = "STATUS"
    example = "STATUS"


class Help(Command):
    """Ask for the orders at a glance; HELP and an order's first word explains it, HELP ALL explains all."""

    usage = ("HELP", "HELP topic")
    example = "HELP ALL"
    topic: str = ""


class Rules(Command):
    """Ask for the rules: START, a chapter, or ALL; also by a number or a word, and DEFAULTS is what no order says."""

    usage = "RULES [text]"
    example = "RULES DEFAULTS"
    text: str = ""


class History(Command):
    """Ask for your report of an earlier turn; when a game is over and opened, for all orders or what its luck was."""

    usage = ("HISTORY n", "HISTORY opened:ORDERS|LUCK")
    example = "HISTORY 3"
    n: int = 0
    opened: str = ""


class Resend(Command):
    """Ask for your latest report once more."""

    usage = "RESEND"
    example = "RESEND"


class Word(LeadingCommand):
    """Before the start: your word, mixed into the seed so that nobody can choose the deck."""

    usage = "WORD text"
    example = "WORD abracadabra"
    text: str


class Yes(LeadingCommand):
    """Confirm what you were asked; with an address, that the letters from there are yours."""

    usage = "YES [text]"
    example = "YES"
    text: str = ""


class Log(LeadingCommand):
    """Ask what the GM and the referee have done in this game, as far as you may know of it."""

    usage = "LOG"
    example = "LOG"


class Address(LeadingCommand):
    """Add a mail address of yours, or remove one; I ask at both addresses before anything changes."""

    usage = "ADDRESS what:ADD|REMOVE text"
    example = "ADDRESS ADD anna@new.example"
    what: str
    text: str


class ResignSeat(LeadingCommand):
    """Leave your seat to somebody else, for good; the game goes on with another in it. I ask you once more."""

    usage = ("RESIGN SEAT", "RESIGN")
    example = "RESIGN SEAT"


class Propose(LeadingCommand):
    """Propose that the game ends in a draw, or in a victory of a player; I tell nobody who proposed it."""

    usage = ("PROPOSE DRAW", "PROPOSE CONCEDE (TO) player")
    example = "PROPOSE DRAW"
    player: Seat = Seat("")


class Vote(LeadingCommand):
    """Vote in secret on what was proposed; it is agreed if everybody says yes, and silence is no."""

    usage = "VOTE answer:YES|NO"
    example = "VOTE YES"
    answer: str


class Join(LeadingCommand):
    """Ask for a seat in another game that is open; the letter that comes back says how it goes on."""

    usage = "JOIN text"
    example = "JOIN autumn AS Corwin"
    text: str


class StandBy(LeadingCommand):
    """Ask to be put on the list of those who take a seat that falls free, in one game or in any."""

    usage = "STANDBY [text]"
    example = "STANDBY autumn"
    text: str = ""


class Observe(LeadingCommand):
    """Ask for the public letters of another game that is open."""

    usage = "OBSERVE text"
    example = "OBSERVE autumn"
    text: str


class Anonymous(LeadingCommand):
    """Ask to write without your name, which is not done here: words for others always bear their writer's seat."""

    usage = "ANONYMOUS text"
    example = "ANONYMOUS TO ALL: beware"
    text: str


class Absent(LeadingCommand):
    """Ask for leave in advance, whole days in your time zone, in all your games; ABSENT OFF takes it back."""

    usage = "ABSENT [text]"
    example = "ABSENT 2026-12-20 to 2027-01-03"
    text: str = ""


class Leads(LeadingCommand):
    """Say how long before a deadline you are reminded if nothing came from you; LEADS DEFAULT is as for everybody."""

    usage = "LEADS text"
    example = "LEADS 2d 6h"
    text: str


class Quiet(LeadingCommand):
    """Say at what hours no mail that can wait is to be sent to you; QUIET OFF ends that."""

    usage = "QUIET text"
    example = "QUIET 22:00-07:00"
    text: str


class Digest(LeadingCommand):
    """Say for how long what others write to you is gathered, to come in one letter; DIGEST OFF ends that."""

    usage = "DIGEST text"
    example = "DIGEST 12h"
    text: str


class Newsletter(LeadingCommand):
    """Have the public story of each turn as a letter of its own too, with what was written to all: NEWSLETTER ON."""

    usage = "NEWSLETTER setting:ON|OFF"
    example = "NEWSLETTER ON"
    setting: str


class ConfirmOrders(LeadingCommand):
    """Let your orders count that were set aside when a turn was taken back."""

    usage = ("CONFIRM ORDERS", "CONFIRM")
    example = "CONFIRM ORDERS"


class Mail(LeadingCommand):
    """Say whether letters come as HTML beside their text, or as text alone, and with data for your own tools.

    MAIL DATA attaches each letter as JSON; MAIL DATA OFF ends that. MAIL DEFAULT is as usual here.
    """

    usage = ("MAIL what:TEXT|HTML|DATA|DEFAULT", "MAIL DATA OFF", "MAIL NO DATA")
    example = "MAIL TEXT"
    what: str | None = None


class Calendar(Switch):
    """Have the deadline as a file for your calendar, now and with each letter that moves it; CALENDAR OFF ends that."""

    usage = "CALENDAR [setting:ON|OFF]"
    example = "CALENDAR"


OWN_MAIL: tuple[type[Command], ...] = (Absent, Leads, Quiet, Digest, Newsletter, Mail, Calendar)
PEOPLE: tuple[type[Command], ...] = (Address, ResignSeat, Propose, Vote, Join, StandBy, Observe, Anonymous)

COMMANDS: tuple[type[Command], ...] = (
    Press, PressByName, WaitFlag, NoWait, Status, Help, Rules, History, Resend, Word, Yes, Log, ConfirmOrders,
    *PEOPLE, *OWN_MAIL,
)

INSTEAD = {
    "HOLIDAY": "ABSENT", "VACATION": "ABSENT", "AWAY": "ABSENT", "WITHDRAW": "CLEAR", "RETRACT": "CLEAR",
    "QUIT": "RESIGN SEAT", "SURRENDER": "RESIGN", "COMMANDS": "HELP", "ORDERS": "STATUS",
    "UNLESS": "IF NOT", "WHEN": "IF", "WHENEVER": "IF",
}  # fmt: skip
"""Words that begin no line, and what is probably meant."""

SAYING = ("TELL", "MESSAGE", "MSG", "WRITE", "SAY", "MAIL", "LETTER", "WHISPER", "NOTE", "ASK", "ANSWER", "REPLY")
"""Words by which people begin what they want to say to others."""

EVERYBODY = ("ALL", "EVERYBODY", "EVERYONE", "PLAYERS", "OTHERS", "TABLE")
"""Words for all at the table."""


class Addressee(Player):
    """One to whom words go; a title right before a name belongs to it: ``King Eric`` is Eric, whoever reigns."""

    def __init__(self, words: Mapping[str, Seat]) -> None:
        """``words`` are the game's own for somebody, by place rather than by name."""
        super().__init__({**words, **dict.fromkeys(EVERYBODY, ALL), "GM": GM})
        self.titles = frozenset(words)

    def read(self, words: Words) -> Seat:
        """Step over a title before a name, and read as elsewhere."""
        names, behind = words.lexicon.seats, words.rest[1:]
        if words.word in self.titles and names.exact(words.rest) is None and behind[:1]:
            try:
                named = behind[0] not in words.lexicon.fillers and names.find(behind) is not None
            except Ambiguous:
                named = True
            words.at += named
        return super().read(words)


def addressees(words: Mapping[str, Seat]) -> Slot[tuple[Seat, ...]]:
    """Make the slot of those to whom words go; a game may have words of its own for somebody."""
    return Listed("addressees", Addressee(words))


ADDRESSEES = addressees({})
