"""What a letter of any kind is made of, shown by one moment of a game: to try how letters look."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from referee.engine.agreement import Agreement
from referee.engine.asks import Ask
from referee.engine.audience import Seat
from referee.engine.events import Event, GameEnded
from referee.engine.ruleset import Option
from referee.engine.values import value
from referee.reports import desk_pages, pages
from referee.reports.desk_pages import DeskPage
from referee.reports.document import Listing
from referee.reports.once import Situation
from referee.reports.pages import Page
from referee.reports.parts import Done, Fallen, Head, Kind, Later, OrderLine, Unused, Warned

WORDS = "These are the words of a player,\non two lines."
TEXT = "These are words of the referee's, to show how they look."
FALLEN = "This line shows an order that a later letter replaced."
LATER = "This line shows an order for a later turn."
ADDRESS = "orders+0000000000@referee.example"
CODE = "00000000"
"""In the markers of a form, where letters that are mailed have one of their own."""

PROOF = "aeaaaaaaaaaaaaaa" * 9
KEY = "00" * 32

DUE_IN, EARLIER = timedelta(days=3), timedelta(days=2)
"""When the open turn is due, where nothing says so, and since when orders are on file."""

INVENTED = {
    Kind.QUESTION, Kind.PRESS, Kind.NOTICE, Kind.REFUSAL, Kind.LIST, Kind.GM_ANSWER, Kind.GM_ORDER, Kind.GM_ALARM,
}  # fmt: skip
"""The kinds that tell of what somebody wrote or did just then, so that a moment of a game says little of them."""


@value
class Material:
    """A moment of a game as one reader, the head's, knows it: the step just played, and what it came to.

    ``orders`` are those that were in force for that step, ``filed`` those for the next one. ``ask`` is a question
    that the reader may be asked then.
    """

    head: Head
    step: int
    told: Sequence[Event]
    view: Any
    deadline: datetime
    orders: Sequence[OrderLine] = ()
    filed: Sequence[OrderLine] = ()
    form: Sequence[str] = ()
    options: Sequence[tuple[Option, str]] = ()
    commitment: str = ""
    reveal: bool = True
    notices: Sequence[str] = ()
    situation: Situation | None = None
    end: GameEnded | None = None
    turning: Sequence[tuple[int, Event]] = ()
    opened: pages.Opened | None = None
    all_orders: Sequence[tuple[Seat, Later]] = ()
    examples: Sequence[str] = ()
    ask: Ask[Any] | None = None


def page_of(kind: Kind, s: Material) -> Page | DeskPage:
    """Return the page of a letter of this kind; words that no moment holds are invented, and say so."""
    head, now, due = s.head, s.head.now, s.deadline
    match kind:
        case Kind.REPORT:
            return pages.ReportPage(
                head, s.step, s.told, s.view, s.orders, due, s.form, notices=s.notices, situation=s.situation,
                code=CODE,
            )  # fmt: skip
        case Kind.NEWSLETTER:
            press = tuple((seat, WORDS) for seat in head.seats[:1])
            return pages.NewsletterPage(
                head, s.step, s.told, s.view, due, press, notices=s.notices, situation=s.situation
            )
        case Kind.WELCOME:
            return pages.WelcomePage(
                head, s.told, s.view, due, s.form, s.options, s.commitment, s.reveal, code=CODE, examples=s.examples
            )
        case Kind.END:
            end = s.end or Agreement().end(head.seats)
            return pages.EndPage(head, s.step, s.view, end, s.turning, s.opened, s.notices)
        case Kind.LUCK:
            assert s.opened is not None, "luck is shown by a game that is opened"
            return pages.LuckPage(head, s.opened)
        case Kind.ALL_ORDERS: return pages.AllOrdersPage(head, s.all_orders)
        case Kind.GM_TURN:
            return desk_pages.GmTurnPage(
                head, s.step, s.told, s.view, due, notices=s.notices, situation=s.situation,
                held=(desk_pages.Incident("a stranger", now, TEXT),),
            )  # fmt: skip
        case Kind.INVITATION:
            return pages.InvitationPage(
                head, head.gm.name if head.gm else "", s.commitment, s.options, ("WORD abracadabra",),
                reveal=s.reveal, public_key=KEY,
            )  # fmt: skip
        case Kind.HELP: return pages.HelpPage(head)
        case Kind.RULES: return pages.RulesPage(head)
        case _: return _between(kind, s)


def _between(kind: Kind, s: Material) -> Page | DeskPage:
    """Return the page of what is written between two turns."""
    head, now, due, step = s.head, s.head.now, s.deadline, s.step + 1
    others = [seat for seat in head.seats if seat != head.seat]
    unused = (Unused("ATACK", "These words show a line that was not understood."),)
    done = (Done("These words show a line that was carried out", "And these say what became of it."),)
    match kind:
        case Kind.RECEIPT:
            warnings = [Warned(one.number, "These words show a warning.") for one in s.filed[:1]]
            passed = (Unused("WAIT", "These words show a line that reads like an order, and was not used."),)
            return pages.ReceiptPage(
                head, step, now, due, s.view, f"{step}-{head.seat.upper()}-1 of game, 0000-0000-0000", s.filed,
                len(s.filed), proof=PROOF, before=now - EARLIER, fallen=(Fallen(step, (FALLEN,)),),
                later=(Later(step + 1, (LATER,)),), done=done, unused=unused, passed_over=passed, warnings=warnings,
            )  # fmt: skip
        case Kind.REMINDER: return pages.ReminderPage(head, step, due, s.view, s.filed, now - EARLIER)
        case Kind.STATUS: return pages.StatusPage(head, step, due, s.view, s.filed, now - EARLIER if s.filed else None)
        case Kind.QUESTION:
            assert s.ask is not None, "a question is shown by a moment at which one is asked"
            return pages.QuestionPage(head, step, s.told, s.ask, due)
        case Kind.PRESS:
            return pages.PressPage(head, step, others[0] if others else head.seat, WORDS, others=others[1:])
        case Kind.REFUSAL:
            return pages.RefusalPage(head, pages.Refusal.LATE, now, step, due, s.step, now - EARLIER, now - EARLIER)
        case Kind.LIST: return desk_pages.ListPage(head, "a list", TEXT, ("The first of its lines.", "The second."))
        case Kind.GM_ANSWER:
            texts = (("A text:", Listing(("Its lines.",))),)
            return desk_pages.GmAnswerPage(head, now, done, unused, texts, waits=True)
        case Kind.GM_ORDER: return desk_pages.GmOrderPage(head, done, due)
        case Kind.GM_ALARM:
            return desk_pages.GmAlarmPage(head, "This shows an alarm.", (TEXT,), ("This shows what to do.",), WORDS)
        case Kind.NOTICE: return pages.NoticePage(head, "a notice", TEXT, "the GM", due)
    raise ValueError(f"Nothing shows a letter of the kind {kind}.")
