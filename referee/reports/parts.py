"""What the pages of letters are made of: heads, orders with what became of them, forms, and a letter itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum

from referee.engine.audience import GM, Seat
from referee.engine.orders import Grammar, Order, readable
from referee.engine.sections import Remark
from referee.engine.sheet import Line, OnFile
from referee.engine.values import value
from referee.reports import spans
from referee.reports.data import dumps
from referee.reports.document import Document, Form, form_in
from referee.reports.text import text


class Kind(StrEnum):
    """The kinds of letters; also the names of their templates."""

    INVITATION = "invitation"
    WELCOME = "welcome"
    REPORT = "report"
    NEWSLETTER = "newsletter"
    RECEIPT = "receipt"
    REMINDER = "reminder"
    QUESTION = "question"
    PRESS = "press"
    NOTICE = "notice"
    END = "end"
    LUCK = "luck"
    ALL_ORDERS = "all_orders"
    STATUS = "status"
    HELP = "help"
    RULES = "rules"
    REFUSAL = "refusal"
    GM_TURN = "gm_turn"
    GM_ALARM = "gm_alarm"
    LIST = "list"
    GM_ANSWER = "gm_answer"
    GM_ORDER = "gm_order"


REPORTS = (Kind.WELCOME.value, Kind.REPORT.value, Kind.END.value)
"""The letters that tell a seat of its game: those of whoever had it before are given to their successor."""


@value
class Letter:
    """A letter as it is stored and sent: the subject holds public words only, the body ends with a line feed.

    ``body`` is the document as text, ``data`` as it is archived, ``form`` the order form in it, ``due`` the deadline
    that it tells, if it tells one.
    """

    kind: Kind
    subject: str
    body: str
    form: Form | None
    document: Document
    data: str
    due: datetime | None = None

    @classmethod
    def of(cls, kind: Kind, document: Document, due: datetime | None = None) -> Letter:
        """Make the letter that a document is."""
        form = form_in(document.blocks)
        return cls(kind, document.subject, text(document), form, document, dumps(document), due)


@value
class Contact:
    """What players call the GM (or nothing), and where the GM reads mail: one address, or several with `or`."""

    name: str
    at: str


@value
class Head:
    """What every letter of a game needs: which game, who reads it, and the reader's clock.

    ``game`` is the game's own title, ``seat`` the reader (`audience.OBSERVER` for a public one), ``now`` an aware time,
    ``zone`` an IANA name, ``seats`` all seats in order, ``turn`` the rules' word for a step, ``gm`` who the GM is.
    """

    game: str
    seat: Seat
    now: datetime
    zone: str = "UTC"
    seats: tuple[Seat, ...] = ()
    turn: str = "turn"
    gm: Contact | None = None


def contact(head: Head) -> str:
    """Say how a reader reaches the GM, in a letter's last line; nothing to the GM, and where no GM is named.

    What a player may copy stands near the beginning and never begins the line, however long the names behind it are:
    quoted without marks it is read as nothing.
    """
    if head.gm is None or head.seat == GM:
        return ""
    who, at = f"{head.gm.name}, your GM" if head.gm.name else "your GM", head.gm.at
    if head.seat in head.seats:
        return f"With TO GM: in any answer, or at {at}, you reach {who}."
    return f"At {at} you reach {who}."


@value
class OrderLine:
    """One order in force: its number, its canonical line, whether it stands, and the order itself if at hand."""

    number: int
    text: str
    standing: bool = False
    order: Order | None = None


Explain = Callable[[Sequence[Order | None]], Sequence[str]]
"""Says in plain words what each of some orders will do, given the others."""


def in_force(file: OnFile, step: int, read: Callable[[str], Order] | None = None) -> tuple[OrderLine, ...]:
    """Number the lines that a seat has on file for a step, the step's own first; ``read`` adds the orders."""
    own = len(file.turns.get(step, ()))
    return tuple(
        OrderLine(n, text, n > own, read(text) if read else None) for n, text in enumerate(file.lines(step), 1)
    )


@value
class Unused:
    """A line that was not used, as written, and why: the problem in the reader's words and what would be right."""

    text: str
    why: str

    @classmethod
    def of(cls, line: Line) -> Unused:
        """Say why a line of a sheet could not be read."""
        return cls(line.text, readable(line.error) if line.error else "I don't know this order.")

    @classmethod
    def refused(cls, remark: Remark, grammar: Grammar) -> Unused:
        """Say why the rules refuse an order that was read."""
        return cls(grammar.show(remark.order), f"{remark.text}{_cited(remark.rule)}")


@value
class Warned:
    """Something to mind about an order in force; number 0 is about the whole set."""

    number: int
    text: str

    @classmethod
    def of(cls, remark: Remark) -> Warned:
        """Take the rules' warning; the order must bear its number in force."""
        return cls(remark.order.number, f"{remark.text}{_cited(remark.rule)}")


@value
class Done:
    """A line that was carried out at once (press, a flag, a word) and what became of it: ``Delivered to Fiona now.``"""

    text: str
    what: str


@value
class Later:
    """Orders on file for a later turn; ``orders`` are the lines as read, where they are to be explained."""

    step: int
    lines: tuple[str, ...]
    orders: tuple[Order, ...] = ()


@value
class Fallen:
    """Orders for a turn that were on file, and that a letter brought to an end; standing ones are the open turn's."""

    step: int
    lines: tuple[str, ...]
    standing: tuple[str, ...] = ()


def _cited(rule: str) -> str:
    return f" ({spans.rule(rule)})" if rule else ""
