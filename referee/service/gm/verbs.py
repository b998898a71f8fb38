"""What a GM may write to their own address: one small class for each command, read by the grammar of orders."""

from __future__ import annotations

from typing import ClassVar

from referee.engine.audience import Seat
from referee.engine.commands import ADDRESSEES
from referee.engine.orders import Grammar, Order, order


@order
class GmOrder(Order):
    """A command of the GM. ``asks`` marks one that is carried out only after the GM has confirmed it by a code.

    ``long`` is one whose words may go on to a line with a single full stop. ``seat_behind`` are the words between the
    command and the seat that it is about, if it is about one.
    """

    asks: ClassVar[bool] = False
    long: ClassVar[bool] = False
    seat_behind: ClassVar[tuple[str, ...] | None] = None


@order
class Preview(GmOrder):
    """Adjudicate the open turn as it stands and save nothing; UNSEALED brings the letters, and the players are told."""

    usage: ClassVar[str | tuple[str, ...]] = "PREVIEW [UNSEALED]"
    example: ClassVar[str] = "PREVIEW"
    unsealed: bool = False


@order
class Process(GmOrder):
    """Adjudicate the open turn now, whatever its deadline."""

    usage: ClassVar[str | tuple[str, ...]] = "PROCESS (TURN) (NOW)"
    example: ClassVar[str] = "PROCESS"
    asks: ClassVar[bool] = True


@order
class Extend(GmOrder):
    """Move the deadline by a length of time, or UNTIL a time; ALL moves those of all games. The reason may follow."""

    usage: ClassVar[str | tuple[str, ...]] = "EXTEND text"
    example: ClassVar[str] = "EXTEND 2d: Our server was down."
    text: str


@order
class Shorten(GmOrder):
    """Move the deadline back by a length of time, or to an earlier time; EXTEND never does. The reason may follow."""

    usage: ClassVar[str | tuple[str, ...]] = "SHORTEN text"
    example: ClassVar[str] = "SHORTEN 2h: Everybody is ready."
    text: str


@order
class Hold(GmOrder):
    """Hold a letter that was not read yet, or the game: nothing of it is adjudicated until you say how it goes on."""

    usage: ClassVar[str | tuple[str, ...]] = (
        "HOLD GAME", "HOLD GAME text", "HOLD (LETTER) n", "HOLD (LETTER) n : text", "HOLD : text",
    )  # fmt: skip
    example: ClassVar[str] = "HOLD GAME Something is wrong with the deck."
    n: int | None = None
    text: str = ""


@order
class Release(GmOrder):
    """Let a held letter be read once more; its number stands in STATUS. It counts then without the player's YES."""

    usage: ClassVar[str | tuple[str, ...]] = "RELEASE (LETTER) n"
    example: ClassVar[str] = "RELEASE 17"
    n: int


@order
class Discard(GmOrder):
    """Drop a held letter: nothing of it is used. Its player hears so, unless it may be somebody else's."""

    usage: ClassVar[str | tuple[str, ...]] = "DISCARD (LETTER) n"
    example: ClassVar[str] = "DISCARD 17"
    n: int


@order
class Rollback(GmOrder):
    """Take a turn back with all that followed it, and tell everybody why. REOPEN opens it to new orders."""

    usage: ClassVar[str | tuple[str, ...]] = ("ROLLBACK (TURN) n [REOPEN] : text", "ROLLBACK (TURN) n text")
    example: ClassVar[str] = "ROLLBACK 6: I read rule 7 wrongly."
    asks: ClassVar[bool] = True
    n: int
    text: str
    reopen: bool = False


@order
class Rerun(GmOrder):
    """Adjudicate a turn anew that was taken back."""

    usage: ClassVar[str | tuple[str, ...]] = "RERUN"
    example: ClassVar[str] = "RERUN"
    asks: ClassVar[bool] = True


@order
class Replace(GmOrder):
    """Seat another player for the rest of the game: the address, and a name if you like."""

    usage: ClassVar[str | tuple[str, ...]] = "REPLACE player text"
    example: ClassVar[str] = "REPLACE ME eve@players.example Eve"
    asks: ClassVar[bool] = True
    seat_behind: ClassVar[tuple[str, ...] | None] = ()
    player: Seat
    text: str


@order
class Invite(GmOrder):
    """Invite somebody to a game that has not begun: an address, and AS and a name for the seat if you like."""

    usage: ClassVar[str | tuple[str, ...]] = "INVITE text"
    example: ClassVar[str] = "INVITE eve@players.example AS Eve"
    text: str


@order
class Declined(GmOrder):
    """Note that somebody declined an invitation who told you so: the seat's name, or the address that was invited."""

    usage: ClassVar[str | tuple[str, ...]] = "DECLINED text"
    example: ClassVar[str] = "DECLINED eve@players.example"
    text: str


@order
class EndGame(GmOrder):
    """End the game with those who have won, or with NOBODY; the reason behind the colon is told to everybody."""

    usage: ClassVar[str | tuple[str, ...]] = "END GAME text"
    example: ClassVar[str] = "END GAME NOBODY: We have lost our evenings."
    asks: ClassVar[bool] = True
    text: str


@order
class Cancel(GmOrder):
    """Cancel the game without a result, or call it off before it begins; everybody is told the reason."""

    usage: ClassVar[str | tuple[str, ...]] = "CANCEL (GAME) : text"
    example: ClassVar[str] = "CANCEL: Too few of us have time."
    asks: ClassVar[bool] = True
    text: str


@order
class Delete(GmOrder):
    """Take a game that never began out of the books; who was invited is told."""

    usage: ClassVar[str | tuple[str, ...]] = "DELETE GAME"
    example: ClassVar[str] = "DELETE GAME"
    asks: ClassVar[bool] = True


@order
class Set(GmOrder):
    """Change what may change of the game: title, deadlines, press, grace and the like; the reason behind a colon. SET
    SHORTEN lets a new rule for deadlines leave less time than min_first.
    """

    usage: ClassVar[str | tuple[str, ...]] = "SET text"
    example: ClassVar[str] = "SET grace 12h: The holidays are near."
    text: str


@order
class Rule(GmOrder):
    """Make a ruling: it is numbered, announced, and cited in the next report. ABOUT n answers a question of the rules;
    names before a colon are whom it is for. A colon at the end lets your words go on to a line with a single full stop.
    """

    usage: ClassVar[str | tuple[str, ...]] = (
        "RULING ABOUT n text", "RULING (TO) addressees : text", "RULING text",
    )  # fmt: skip
    example: ClassVar[str] = "RULING A card that was shown stays where it was."
    long: ClassVar[bool] = True
    text: str
    n: int | None = None
    addressees: tuple[Seat, ...] | None = None


@order
class Withdraw(GmOrder):
    """Take back a ruling or a correction of the open turn by its number, or that for some seats; who heard of it hears.
    """

    usage: ClassVar[str | tuple[str, ...]] = (
        "WITHDRAW (RULING) n : text", "WITHDRAW FOR addressees : text", "WITHDRAW (CORRECTION) n : text",
    )  # fmt: skip
    example: ClassVar[str] = "WITHDRAW 1: I read the rule once more."
    text: str
    n: int | None = None
    addressees: tuple[Seat, ...] | None = None


@order
class CorrectOrders(GmOrder):
    """Set the orders that a seat has on file for the open turn; it is told them, the others that it was done. The lines
    stand below, up to a line with a single full stop; the reason stands behind the colon.
    """

    usage: ClassVar[str | tuple[str, ...]] = "CORRECT ORDERS player : text"
    example: ClassVar[str] = "CORRECT ORDERS ME: They came, and we lost them."
    asks: ClassVar[bool] = True
    long: ClassVar[bool] = True
    seat_behind: ClassVar[tuple[str, ...] | None] = ("ORDERS",)
    player: Seat
    text: str


@order
class Correct(GmOrder):
    """Correct the state of the game, in the words that its rules have for that (HELP lists them), with the reason
    behind a colon; everybody reads the reason, so name no hidden card in it. It is done just before the open turn is
    adjudicated.
    """

    usage: ClassVar[str | tuple[str, ...]] = "CORRECT text"
    example: ClassVar[str] = "CORRECT SET POINTS OF Ana TO 12: Round 3 was scored wrongly."
    asks: ClassVar[bool] = True
    text: str


@order
class Pause(GmOrder):
    """Stop the game's clock until RESUME, and tell everybody, with your words if you add some."""

    usage: ClassVar[str | tuple[str, ...]] = ("PAUSE", "PAUSE text")
    example: ClassVar[str] = "PAUSE I am away until Monday."
    text: str = ""


@order
class Resume(GmOrder):
    """Let a paused or held game go on."""

    usage: ClassVar[str | tuple[str, ...]] = ("RESUME", "RESUME text")
    example: ClassVar[str] = "RESUME"
    text: str = ""


@order
class Announce(GmOrder):
    """Send your words to everybody; a colon at the end of the line lets them go on to a line with a full stop."""

    usage: ClassVar[str | tuple[str, ...]] = "ANNOUNCE text"
    example: ClassVar[str] = "ANNOUNCE A happy new year to all of you."
    long: ClassVar[bool] = True
    text: str


@order
class Tell(GmOrder):
    """Write to one player or to some, as an answer to what they asked you, and to nobody else. A colon at the end lets
    your words go on below it to a line with a single full stop.
    """

    usage: ClassVar[str | tuple[str, ...]] = "TO addressees : text"
    example: ClassVar[str] = "TO ME: Thank you, I look into it."
    long: ClassVar[bool] = True
    addressees: tuple[Seat, ...]
    text: str


@order
class Status(GmOrder):
    """Ask how things stand, and what wants your attention."""

    usage: ClassVar[str | tuple[str, ...]] = "STATUS"
    example: ClassVar[str] = "STATUS"


@order
class Log(GmOrder):
    """Ask what was done in this game, by whom."""

    usage: ClassVar[str | tuple[str, ...]] = "LOG"
    example: ClassVar[str] = "LOG"


@order
class Rulings(GmOrder):
    """Ask for your rulings, and for the questions of the rules that wait for one."""

    usage: ClassVar[str | tuple[str, ...]] = "RULINGS"
    example: ClassVar[str] = "RULINGS"


@order
class Resend(GmOrder):
    """Send a mail once more; STATUS names those that came back, with their numbers."""

    usage: ClassVar[str | tuple[str, ...]] = "RESEND (MAIL) n"
    example: ClassVar[str] = "RESEND 17"
    n: int


@order
class Excuse(GmOrder):
    """Excuse a seat that sends nothing, or sent nothing, for the open turn or the one named."""

    usage: ClassVar[str | tuple[str, ...]] = "EXCUSE player [TURN n]"
    example: ClassVar[str] = "EXCUSE ME TURN 4"
    seat_behind: ClassVar[tuple[str, ...] | None] = ()
    player: Seat
    n: int | None = None


@order
class Yes(GmOrder):
    """Ask what waits for your word. What I ask you is confirmed by YES in answer to the very letter that asks."""

    usage: ClassVar[str | tuple[str, ...]] = ("YES", "YES text")
    example: ClassVar[str] = "YES"
    text: str = ""


@order
class No(Yes):
    """In answer to the very letter that asks, it says that nothing is to be done."""

    usage: ClassVar[str | tuple[str, ...]] = ("NO", "NO text")
    example: ClassVar[str] = "NO"


@order
class Help(GmOrder):
    """Ask for this list."""

    usage: ClassVar[str | tuple[str, ...]] = "HELP"
    example: ClassVar[str] = "HELP"


VERBS: tuple[type[GmOrder], ...] = (
    Status, Preview, Process, Extend, Shorten, Hold, Release, Discard, Pause, Resume, Rollback, Rerun, EndGame,
    Cancel, Delete, Set, Invite, Declined, Replace, Excuse, Rule,
    Rulings, Withdraw, CorrectOrders, Correct, Announce, Tell, Resend, Log, Yes, No, Help,
)  # fmt: skip

GRAMMAR = Grammar(
    VERBS,
    slots=(ADDRESSEES,),
    instead={"RUN": "PROCESS", "ADJUDICATE": "PROCESS", "UNDO": "ROLLBACK", "DELAY": "EXTEND", "TELL": "ANNOUNCE"},
)
"""The language of a GM's letters."""
