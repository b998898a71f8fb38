"""Writes every letter of one ruleset: a page goes in, a letter comes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from jinja2 import Template

from referee.engine.agreement import AGREED_ENDS, GM_ENDS
from referee.engine.asks import Ask
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.commands import COMMANDS
from referee.engine.events import Event, GameEnded
from referee.engine.lexicon import nearest
from referee.engine.orders import Order
from referee.engine.ruleset import Ruleset
from referee.reports import blocks, desk_pages, opening, others, pages, receipts, speech, wrap
from referee.reports.contact import contact
from referee.reports.desk_pages import DeskPage
from referee.reports.fates import fates, unordered
from referee.reports.lines import Lines, story
from referee.reports.once import Once, Situation
from referee.reports.pages import Page
from referee.reports.parts import Form, Head, Kind, Letter, OrderLine
from referee.reports.rulebook import rules_text
from referee.reports.when import When
from referee.resources import Resources

LEAD_IN = "If nothing comes from you:"
NO_ORDERS = "  No orders of yours were on file."
LONGEST_SUBJECT = 120
AIRY = frozenset({Kind.REPORT, Kind.WELCOME, Kind.END, Kind.INVITATION, Kind.QUESTION, Kind.GM_TURN, Kind.HELP})
"""Letters in sections, which stand apart by two empty lines."""

ANSWERED_BY = {"mailed": "Your answers by mail", "plan": "Your standing plan", "ruling": "The GM's rulings"}

Parts = dict[str, Any]


class Writer:
    """Writes the letters of one ruleset; make it once, it keeps its templates and what it has said."""

    def __init__(self, rules: Ruleset[Any, Any], resources: Resources) -> None:
        """Read the game's lines; raises `templates.LinesError` if they lack a macro. The frames are read when used."""
        self.rules = rules
        self.lines = Lines(rules, resources)

    def prepare(self) -> None:
        """Read the frames of all kinds of letters now; raises what is wrong in one."""
        for kind in Kind:
            self._frame(kind)

    def _frame(self, kind: Kind) -> Template:
        return self.lines.environment.get_template(f"{kind}.txt.j2")

    def write(self, page: Page | DeskPage) -> Letter:
        """Write the letter that a page asks for: its type says which."""
        match page:
            case pages.ReportPage():
                return self._report(page)
            case pages.WelcomePage():
                return self._welcome(page)
            case pages.ReceiptPage():
                return self._letter(Kind.RECEIPT, page, self._receipt(page))
            case pages.ReminderPage():
                return self._letter(Kind.REMINDER, page, self._on_file(page.orders, page.view))
            case pages.QuestionPage():
                return self._letter(Kind.QUESTION, page, self._question(page))
            case pages.PressPage():
                return self._letter(Kind.PRESS, page, self._press(page))
            case pages.NoticePage():
                return self._letter(Kind.NOTICE, page, {"words": others.said_by(page.text)})
            case pages.EndPage():
                return self._letter(Kind.END, page, self._end(page))
            case pages.InvitationPage():
                return self._letter(Kind.INVITATION, page, self._invitation(page))
            case pages.StatusPage():
                return self._letter(Kind.STATUS, page, self._status(page))
            case pages.HelpPage():
                return self._letter(Kind.HELP, page, self._help(page))
            case pages.RulesPage():
                return self._letter(Kind.RULES, page, {"text": rules_text(self.rules, page.asked, page.options)})
            case pages.RefusalPage():
                return self._letter(Kind.REFUSAL, page, {})
            case desk_pages.GmTurnPage():
                return self._letter(Kind.GM_TURN, page, self._gm_turn(page))
            case desk_pages.ListPage():
                lines = _listed(page.lines)
                return self._letter(Kind.LIST, page, {"lines": lines})
            case desk_pages.GmAnswerPage():
                return self._letter(Kind.GM_ANSWER, page, self._gm_answer(page))
            case desk_pages.GmOrderPage():
                done = receipts.passed([(one.text, one.what) for one in page.what])
                return self._letter(Kind.GM_ORDER, page, {"what": done})
            case desk_pages.GmAlarmPage():
                return self._letter(Kind.GM_ALARM, page, self._gm_alarm(page))

    def question(self, ask: Ask[Any], reader: Seat) -> str:
        """Say a question in one line, with its choices."""
        said = " ".join(" ".join(self.lines.question(ask, reader)).split())
        return f"{said} {' '.join(' '.join(self.lines.choices(ask)).split())}".strip()

    def situation(self, view: Any) -> Situation:
        """Say where the game stands, from an observer's view; once for all letters of a step."""
        table = Once(lambda me: self.lines.block("table", view, me))
        return Situation(self.lines.phrase("headline", view), table)

    def _letter(self, kind: Kind, page: Page | DeskPage, parts: Parts, form: Form | None = None) -> Letter:
        """Fill the frame of this kind; its first line is the subject."""
        head = page.head
        text = self._frame(kind).render(
            page=page, head=head, rules=self.rules, when=When(head.zone, head.now),
            game=others.inline(head.game), Turn=speech.cap(head.turn), public=head.seat == OBSERVER,
            form=blocks.form_lines(form), **parts,
        )  # fmt: skip
        subject, _, body = text.lstrip("\n").partition("\n")
        fixed = form.lines if form else ()
        body = f"{body.rstrip()}\n\n{contact(head)}"
        return Letter(kind, _subject(subject), wrap.layout(body, fixed, 2 if kind in AIRY else 1), form)

    # Reports and what is like them.

    def _report(self, page: pages.ReportPage) -> Letter:
        head = page.head
        ended = _end_in(page.told)
        asked = bool(page.form) and not ended and head.seat != OBSERVER
        form = blocks.form(page.form, head.turn, page.step + 1, page.code) if asked else None
        orders = page.orders if page.orders or page.asked else None
        parts = self._step(head, page.told, page.view, orders, page.situation) | {
            "heading": blocks.heading(head, self.rules.title, blocks.occasion(head, page.step)),
            "next": page.step + 1,
            "ended": ended is not None,
            "ending": self._ending(page.view, ended) if ended else [],
            "missing": blocks.in_order(page.missing, head.seats),
            "defaults": self._defaults(page.view) if form else "",
            "stands": any(one.standing for one in page.orders),
        }
        return self._letter(Kind.REPORT, page, parts, form)

    def _welcome(self, page: pages.WelcomePage) -> Letter:
        head = page.head
        form = blocks.form(page.form, head.turn, 1, page.code) if head.seat != OBSERVER else None
        different, usual = blocks.settled(page.options)
        parts = self._step(head, page.told, page.view) | {
            "heading": blocks.heading(head, self.rules.title, blocks.occasion(head, 1)),
            "next": 1,
            "others": [seat for seat in head.seats if seat != head.seat],
            "different": different,
            "usual": usual,
            "defaults": self._defaults(page.view),
            "stands": False,
        }
        return self._letter(Kind.WELCOME, page, parts, form)

    def _end(self, page: pages.EndPage) -> Parts:
        opened = page.opened
        orders = page.orders if page.orders or page.asked else None
        parts = self._step(page.head, page.told, page.view, orders, page.situation) | {
            "heading": blocks.heading(page.head, self.rules.title, blocks.occasion(page.head, page.step)),
            "ending": self._ending(page.view, page.end),
        }
        if opened is None:
            return parts
        return parts | {
            "hands": self._hands(opened),
            "all_orders": _all_orders(opened, page.head.turn),
            "commitment_script": opening.commitment_script(opened.secret),
            "seed_script": opening.seed_script(opened.words),
        }

    def _ending(self, view: Any, end: GameEnded) -> list[str]:
        """Say how a game ended: in its own words, or that its players agreed."""
        settled = AGREED_ENDS | GM_ENDS
        if end.reason not in settled:
            return self.lines.block("ending", view, end)
        won = f" {speech.spoken(end.winners)} {'have' if end.winners[1:] else 'has'} won." if end.winners else ""
        return list(wrap.wrapped(f"  {settled[end.reason]}{won}"))

    def _gm_turn(self, page: desk_pages.GmTurnPage) -> Parts:
        ended = _end_in(page.told)
        when = When(page.head.zone, page.head.now)
        return self._step(page.head, page.told, page.view, situation=page.situation) | {
            "heading": blocks.heading(page.head, self.rules.title, f"{speech.cap(page.head.turn)} {page.step}, for GM"),
            "next": page.step + 1,
            "ended": ended is not None,
            "ending": self._ending(page.view, ended) if ended else [],
            "silent": blocks.in_order(page.silent, page.head.seats),
            "rulings": _listed(page.rulings),
            "standing": _listed(page.standing),
            "held": _incidents(page.held, when.short),
            "bounced": _incidents(page.bounced, when.short),
        }

    def _step(
        self,
        head: Head,
        told: Sequence[Event],
        view: Any,
        orders: Sequence[OrderLine] | None = None,
        situation: Situation | None = None,
    ) -> Parts:
        """Tell a step to one reader: the story, the fates of the orders if there could be any, the table, the hand."""
        happened, known = story(self.lines, told, head.seat)
        sits = head.seat not in (OBSERVER, GM)
        asked = bool(orders) or head.seat not in self.rules.seating.gone(view)
        return {
            "headline": situation.headline if situation else self.lines.phrase("headline", view),
            "happened": happened,
            "known": _apart(known, self._fates(told, orders, view)) if sits and asked and orders is not None else known,
            "table": situation.table.to(head.seat) if situation else self.lines.block("table", view, head.seat),
            "holding": self.lines.block("holding", view) if sits else [],
        }

    def _fates(self, told: Sequence[Event], orders: Sequence[OrderLine], view: Any) -> list[str]:
        """Set a seat's orders in force with what became of them, and what else answered for it."""
        said = self.lines.answered
        found = fates(told, orders, said, self.rules.orders.unneeded(view, told)) if orders else []
        out = ["  Your orders:", *blocks.fate_list(found)] if found else [NO_ORDERS]
        for source, texts in unordered(told, said).items():
            if texts:
                out += wrap.wrapped(f"  {ANSWERED_BY.get(source, source)}: {' '.join(texts)}")
        return out

    def _defaults(self, view: Any, orders: Sequence[OrderLine] = ()) -> str:
        return self.lines.defaults(view, [one.order for one in orders]).removeprefix(LEAD_IN).strip()

    def _hands(self, opened: pages.Opened) -> list[str]:
        say = self.lines.environment.globals["say"]
        hands = [f"  {seat}: {say(tuple(cards)) if cards else 'nothing'}" for seat, cards in opened.hands]  # type: ignore[operator]
        return [line for hand in hands for line in wrap.hung(hand, " " * 6)]

    # What answers a letter.

    def _receipt(self, page: pages.ReceiptPage) -> Parts:
        when = When(page.head.zone, page.head.now)
        return self._on_file(page.orders, page.view) | {
            "subject": receipts.receipt_subject(page),
            "kept": receipts.kept(page, when),
            "later": receipts.later_lists(page.later, page.head.turn, lambda one: self.lines.order(one, page.view)),
            "done": receipts.passed([(done.text, done.what) for done in page.done]),
            "unused": receipts.unused_list(page.unused),
            "passed_over": receipts.cited_list(page.passed_over),
            "minded": receipts.minded(page.warnings),
        }

    def _status(self, page: pages.StatusPage) -> Parts:
        return self._on_file(page.orders, page.view) | {"later": receipts.later_lists(page.later, page.head.turn)}

    def _on_file(self, orders: Sequence[OrderLine], view: Any) -> Parts:
        said = blocks.order_list(orders, lambda one: self.lines.order(one, view))
        return {"orders": said, "defaults": self._defaults(view, orders)}

    def _question(self, page: pages.QuestionPage) -> Parts:
        happened, known = story(self.lines, page.told, page.head.seat)
        would = [self.lines.choice(page.ask, value) for value in page.would]
        decide = f"After that your orders decide, or the default, as they would have: {speech.spoken(would)}."
        return {
            "question": self.lines.question(page.ask, page.head.seat),
            "choices": self.lines.choices(page.ask),
            "otherwise": decide if would else "After that your orders decide, or the default.",
            "happened": happened,
            "known": known,
        }

    def _press(self, page: pages.PressPage) -> Parts:
        with_you = blocks.in_order(page.others, page.head.seats)
        happened, known = story(self.lines, page.told, page.head.seat)
        return {"words": others.said_by(page.text), "whom_else": ["you", *with_you], "shown": [*happened, *known]}

    def _help(self, page: pages.HelpPage) -> Parts:
        grammar = self.rules.wishes if page.set_up else self.rules.grammar
        own = [verb for verb in grammar.verbs if not issubclass(verb.kind, COMMANDS)]
        topic = wrap.clean(page.topic).strip().upper()[:40]
        found = grammar.named(topic)
        return {
            "topic": topic if found else "",
            "unknown": topic if topic and not found else "",
            "hint": nearest(topic, grammar.words) if topic and not found else "",
            "verbs": blocks.verb_help(found or own),
            "commands": blocks.verb_help([verb for verb in grammar.verbs if issubclass(verb.kind, COMMANDS)]),
            "conditions": [f"  {kind.example}" for kind in self.rules.orders.conditions],
        }

    # Before the game, and for the GM.

    def _invitation(self, page: pages.InvitationPage) -> Parts:
        different, usual = blocks.settled(page.options)
        low, high = self.rules.seats[0], self.rules.seats[-1]
        return {
            "heading": blocks.heading(page.head, self.rules.title, "Players wanted"),
            "players": speech.number(low) if low == high else f"{speech.number(low)} to {speech.number(high)}",
            "different": different,
            "usual": usual,
            "wishes": [line for kind in self.rules.seating.wishes for line in _wish(kind)],
        }

    def _gm_answer(self, page: desk_pages.GmAnswerPage) -> Parts:
        return {
            "done": receipts.passed([(one.text, one.what) for one in page.done]),
            "unused": receipts.unused_list(page.unused),
            "passed_over": receipts.cited_list(page.passed_over),
            "texts": [(title, [f"  {line}".rstrip() for line in lines]) for title, lines in page.texts],
        }

    def _gm_alarm(self, page: desk_pages.GmAlarmPage) -> Parts:
        return {
            "details": [
                *(line for text in page.details for line in wrap.wrapped(f"  {others.inline(text)}")),
                *(others.said_by(page.written) if page.written else ()),
            ],
            "remedies": [line for text in page.remedies for line in wrap.hung(f"  {text}", " " * 4)],
        }


def _wish(kind: type[Order]) -> list[str]:
    """Show a wish for the set-up by its example, and below it what it means."""
    return [f"  {kind.example}", *wrap.wrapped(f"       {' '.join((kind.__doc__ or '').split())}")]


def _subject(line: str) -> str:
    subject = speech.oneline(wrap.clean(line.removeprefix("Subject:")))
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 3].rstrip()}..."


def _end_in(told: Sequence[Event]) -> GameEnded | None:
    return next((e for e in told if isinstance(e, GameEnded)), None)


def _apart(above: Sequence[str], below: Sequence[str]) -> list[str]:
    return [*above, "", *below] if above and below else [*above, *below]


def _listed(texts: Sequence[str]) -> list[str]:
    """List texts; words of others in one have lines of their own, behind a bar."""
    lines = [line for text in texts for line in f"  {text}".split("\n")]
    return [
        part
        for line in lines
        for part in (wrap.wrapped(line) if line.startswith(others.BAR) else wrap.hung(line, " " * 6))
    ]


def _incidents(found: Sequence[desk_pages.Incident], say: Callable[[datetime], str]) -> list[str]:
    said = [f"  {others.inline(one.who)}, {say(one.at)}: {others.inline(one.what)}" for one in found]
    return [line for text in said for line in wrap.hung(text, " " * 6)]


def _all_orders(opened: pages.Opened, turn: str) -> list[str]:
    out: list[str] = []
    for seat, sent in opened.orders:
        out.append(f"  {seat}, {turn} {sent.step}")
        out += [part for text in sent.lines for part in wrap.hung(f"      {text}", " " * 8)]
    return out
