"""What each letter needs to be written: plain values, told events and a seat's own lines, never a state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import Any

from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Event, GameEnded
from referee.engine.orders import Order
from referee.engine.ruleset import Option
from referee.engine.values import value
from referee.reports.once import Situation
from referee.reports.parts import Done, Fallen, Head, Later, OrderLine, Unused, Warned


@value
class ReportPage:
    """A turn report of ``step``; the ``form`` is for the step after it.

    ``told`` are the step's events that this reader was told, ``orders`` those that were in force. ``deadline`` is None
    while none is set, or when the game is over. ``missing`` are the seats that sent nothing, given only where the game
    shows them. ``code`` stands in the form's markers, so that nobody else's words can pass for them; letters that are
    not mailed need none.

    ``notices`` are the referee's own words to all (a hand looked at unsealed, a deadline moved); ``rerun`` says why a
    turn was adjudicated anew, and ``differs`` holds the lines that differ between this reader's earlier report (``-``)
    and this one (``+``). ``situation`` is what `Writer.situation` has said; else the view serves. ``asked`` says
    whether the step had a decision for this reader, so that silence is worth a word.
    """

    head: Head
    step: int
    told: Sequence[Event]
    view: Any
    orders: Sequence[OrderLine] = ()
    deadline: datetime | None = None
    form: Sequence[str] = ()
    missing: Sequence[Seat] = ()
    notices: Sequence[str] = ()
    rerun: str = ""
    differs: Sequence[str] | None = None
    situation: Situation | None = None
    asked: bool = True
    code: str = ""


@value
class NewsletterPage:
    """The public story of a turn, for who looks on and for players who wish it, from an observer's view alone.

    The head's reader is the observer. ``press`` is what was written to all while the turn was open: who wrote, and the
    words. ``leave`` is what one writes to get no more of these letters. The rest is as in a `ReportPage`; ``differs``
    tells of the reader's earlier newsletter.
    """

    head: Head
    step: int
    told: Sequence[Event]
    view: Any
    deadline: datetime | None = None
    press: Sequence[tuple[Seat, str]] = ()
    leave: str = "STOP"
    missing: Sequence[Seat] = ()
    notices: Sequence[str] = ()
    rerun: str = ""
    differs: Sequence[str] | None = None
    situation: Situation | None = None


@value
class WelcomePage:
    """The first letter of a game: the told events of set-up, how to play by mail, and the form for turn 1.

    ``options`` holds each option of the game with its value; ``reveal`` says whether the game will be opened at its
    end; ``commitment`` is the hash published before sign-up. ``code`` stands in the form's markers; ``examples`` are
    orders that this reader could send.
    """

    head: Head
    told: Sequence[Event]
    view: Any
    deadline: datetime | None
    form: Sequence[str] = ()
    options: Sequence[tuple[Option, str]] = ()
    commitment: str = ""
    reveal: bool = True
    notices: Sequence[str] = ()
    code: str = ""
    examples: Sequence[str] = ()


@value
class ReceiptPage:
    """What a letter of orders came to.

    ``orders`` are all in force for ``step`` now, ``read`` how many order lines of this letter were taken; ``changed``
    is False if the letter left everything as it was, and ``same_form`` that it was our own form unchanged. ``before``
    is when the set came that this one replaces, extends (``added``) or withdraws (``cleared``), or that stays on file;
    ``standing_only`` says that the letter brought standing orders alone, so that the step's own stay. ``fallen`` are
    the orders that no longer stand by this letter. ``passed_over`` are lines elsewhere in the letter that read like
    orders. ``view`` gives the defaults their words. ``receipt`` names the receipt, and ``proof`` is what is signed, as
    one word.
    """

    head: Head
    step: int
    received: datetime
    deadline: datetime | None
    view: Any
    receipt: str = ""
    orders: Sequence[OrderLine] = ()
    read: int = 0
    changed: bool = True
    same_form: bool = False
    before: datetime | None = None
    added: bool = False
    cleared: bool = False
    standing_only: bool = False
    fallen: Sequence[Fallen] = ()
    later: Sequence[Later] = ()
    cancelled: Sequence[str] = ()
    done: Sequence[Done] = ()
    unused: Sequence[Unused] = ()
    passed_over: Sequence[Unused] = ()
    warnings: Sequence[Warned] = ()
    notes: Sequence[str] = ()
    proof: str = ""


@value
class ReminderPage:
    """A word before the deadline: ``orders`` are those on file, ``reported`` is when the report was sent.

    ``passed`` is the deadline that is over, if grace runs until the other.
    """

    head: Head
    step: int
    deadline: datetime
    view: Any
    orders: Sequence[OrderLine] = ()
    reported: datetime | None = None
    passed: datetime | None = None


@value
class QuestionPage:
    """A live game stops: what was told of the step so far, the question, and what happens if no answer comes.

    ``would`` holds what the seat's own orders, or the default, would answer now; it is empty if that is not to be said.
    """

    head: Head
    step: int
    told: Sequence[Event]
    ask: Ask[Any]
    deadline: datetime
    would: Sequence[Any] = ()


@value
class PressPage:
    """A player's words for the reader; ``to_all`` if everybody gets them, ``others`` who else does.

    ``told`` are events instead of words: what the referee certifies, such as a card shown. ``ended`` says that the game
    is over, so that no turn is open to which they belong.
    """

    head: Head
    step: int
    sender: Seat
    text: str
    to_all: bool = False
    others: Sequence[Seat] = ()
    told: Sequence[Event] = ()
    ended: bool = False


@value
class NoticePage:
    """An announcement to everybody: a public subject, paragraphs, and whose words they are (empty: the referee's).

    ``before`` is the deadline that was told so far, where another is told now.
    """

    head: Head
    subject: str
    text: str
    sender: str = ""
    deadline: datetime | None = None
    before: datetime | None = None


@value
class Opened:
    """What is laid open after a game with ``reveal=full``: secret, words, and where the hidden cards were.

    ``hands`` are cards by place: a seat's hand under its name, what else is a seat's under a name that begins with it
    (``Ana's deck``), what is nobody's under its own.
    """

    secret: bytes
    commitment: str
    words: Sequence[tuple[Seat, str]]
    hands: Sequence[tuple[Seat, Sequence[Any]]] = ()


@value
class EndPage:
    """The last letter: how the game ended, how it went, and what is opened (None if nothing is).

    The report of the last turn is a letter of its own. ``turning`` are the events that decided the game, each with
    its turn and heard by everybody, ``view`` is the reader's, and gives ending and ranking their words.
    """

    head: Head
    step: int
    view: Any
    end: GameEnded
    turning: Sequence[tuple[int, Event]] = ()
    opened: Opened | None = None
    notices: Sequence[str] = ()
    rerun: str = ""


@value
class LuckPage:
    """What the luck of a game that is opened was made of, how to check it, and what lay hidden at its end."""

    head: Head
    opened: Opened


@value
class AllOrdersPage:
    """The orders that were in force in a game that is opened: those of each seat, turn by turn."""

    head: Head
    orders: Sequence[tuple[Seat, Later]]


@value
class InvitationPage:
    """The call for players, published before anyone signs up, or sent to one who has a seat already (the head's).

    ``lines`` are what to answer, ``rhythm`` says when turns are due ("every Tuesday and Friday at 20:00, Berlin time"),
    ``options`` holds all options with their values, ``public_key`` is that which receipts are checked with. ``taken``
    counts who has a seat by now, the reader perhaps among them.
    """

    head: Head
    gm: str
    commitment: str
    options: Sequence[tuple[Option, str]]
    lines: Sequence[str] = ("JOIN",)
    closes: datetime | None = None
    rhythm: str = ""
    reveal: bool = True
    text: str = ""
    public_key: str = ""
    taken: int = 0


@value
class StatusPage:
    """What is on file for a seat, and when the turn is due; nothing about anybody else."""

    head: Head
    step: int
    deadline: datetime | None
    view: Any
    orders: Sequence[OrderLine] = ()
    filed: datetime | None = None
    later: Sequence[Later] = ()
    waits: bool = False
    notes: Sequence[str] = ()


@value
class HelpPage:
    """The orders at a glance, those that begin with ``topic`` explained, or all if the topic is ALL.

    ``view`` is the reader's, which says what orders are of use now; without one all are shown. ``set_up`` is for wishes
    before the start, of which the ``idle`` change nothing at this table. ``filed`` says that the reader has orders on
    file, none of which asking changes.
    """

    head: Head
    topic: str = ""
    set_up: bool = False
    view: Any = None
    idle: Collection[type[Order]] = ()
    filed: bool = False


@value
class RulesPage:
    """A part of the rules: what was asked for, as written, and the options as they are in this game, by name.

    ``filed`` says that the reader has orders on file.
    """

    head: Head
    asked: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    filed: bool = False


class Refusal(StrEnum):
    """Why a letter was not used."""

    LATE = "late"
    OLD_TURN = "old turn"
    TAKEN_BACK = "taken back"
    GAME_OVER = "game over"
    NO_TOKEN = "no token"
    WAS_THIS_YOU = "was this you"
    DOUBTED = "doubted"
    LOOKS_AUTOMATIC = "looks automatic"
    REPLACED = "replaced"
    TOO_LARGE = "too large"
    NO_TEXT = "no text"
    TROUBLE = "trouble"


class Belated(StrEnum):
    """Why a letter's orders come too late, though it may have come in time itself."""

    AFTER = "after"
    DEADLINE = "deadline"
    HELD = "held"
    ON_ITS_WAY = "on its way"


@value
class RefusalPage:
    """One short letter on a letter that was not used.

    ``step`` is the turn that is open, ``over`` the one that the letter was for, or that was taken back; ``due`` is when
    that one was adjudicated. ``filed`` says when the orders came that still stand. ``sender`` is the other address of a
    held letter, ``answerable`` whether an answer to this letter would count, ``limit`` a size in words, ``text`` what
    else is said. ``belated`` says what made a letter late: it came after the turn, or after its deadline, or was held
    meanwhile.
    """

    head: Head
    why: Refusal
    received: datetime
    step: int = 0
    deadline: datetime | None = None
    over: int = 0
    due: datetime | None = None
    filed: datetime | None = None
    sender: str = ""
    answerable: bool = False
    limit: str = ""
    text: str = ""
    belated: Belated = Belated.AFTER


Page = (
    ReportPage | NewsletterPage | WelcomePage | ReceiptPage | ReminderPage | QuestionPage | PressPage | NoticePage
    | EndPage | LuckPage | AllOrdersPage | InvitationPage | StatusPage | HelpPage | RulesPage | RefusalPage
)  # fmt: skip

