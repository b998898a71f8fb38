"""Writes every letter of one ruleset: a page goes in, a letter comes out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jinja2 import Template

from referee.engine.agreement import AGREED_ENDS, GM_ENDS
from referee.engine.asks import Ask
from referee.engine.audience import GM, OBSERVER, Seat
from referee.engine.commands import COMMANDS
from referee.engine.events import Event, GameEnded
from referee.engine.game import ended
from referee.engine.lexicon import nearest
from referee.engine.orders import EVERYTHING
from referee.engine.ruleset import Ruleset
from referee.reports import blocks, desk_pages, glance, opening, others, pages, spans, wrap
from referee.reports import document as doc
from referee.reports.desk_pages import DeskPage
from referee.reports.document import Document
from referee.reports.fates import fates, unordered
from referee.reports.lines import MOMENT, Lines, story
from referee.reports.once import Once, Situation
from referee.reports.pages import Page
from referee.reports.parts import Head, Kind, Letter, OrderLine, contact
from referee.reports.rulebook import rules_blocks, where_told
from referee.reports.text import lines
from referee.reports.when import When
from referee.resources import Resources

LEAD_IN = "If nothing comes from you:"
LONGEST_SUBJECT = 120
BEFORE = ("WORD", "TO", "RULES", "ABSENT", "RESIGN")
MEANWHILE = ("TO", "STATUS", "HISTORY", "RULES", "WAIT")
"""Lines for the referee that a short help names, before the start and after it, by their first words."""

MOST_TURNING = 10
"""So many moments are told of a game that is over."""

SETTLED = AGREED_ENDS | GM_ENDS
"""How a game ends that its rules have not ended, by reason."""

ANSWERED_BY = {"mailed": "Your answers by mail", "plan": "Your standing plan", "ruling": "The GM's rulings"}

Parts = dict[str, Any]
TurnPage = pages.ReportPage | pages.NewsletterPage | desk_pages.GmTurnPage


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
            case pages.ReportPage(): return self._letter(Kind.REPORT, page, self._report(page))
            case pages.NewsletterPage(): return self._letter(Kind.NEWSLETTER, page, self._newsletter(page))
            case pages.WelcomePage(): return self._letter(Kind.WELCOME, page, self._welcome(page))
            case pages.ReceiptPage(): return self._letter(Kind.RECEIPT, page, self._receipt(page))
            case pages.ReminderPage(): return self._letter(Kind.REMINDER, page, self._on_file(page.orders, page.view))
            case pages.QuestionPage(): return self._letter(Kind.QUESTION, page, self._question(page))
            case pages.PressPage(): return self._letter(Kind.PRESS, page, self._press(page))
            case pages.NoticePage(): return self._letter(Kind.NOTICE, page, self._notice(page))
            case pages.EndPage(): return self._letter(Kind.END, page, self._end(page))
            case pages.LuckPage(): return self._letter(Kind.LUCK, page, opening.luck(page.opened, self.lines.code))
            case pages.AllOrdersPage(): return self._letter(Kind.ALL_ORDERS, page, {"orders": opening.all_orders(page)})
            case pages.InvitationPage(): return self._letter(Kind.INVITATION, page, self._invitation(page))
            case pages.StatusPage(): return self._letter(Kind.STATUS, page, self._status(page))
            case pages.HelpPage(): return self._letter(Kind.HELP, page, self._help(page))
            case pages.RulesPage(): return self._letter(Kind.RULES, page, self._rules(page))
            case pages.RefusalPage(): return self._letter(Kind.REFUSAL, page, {})
            case desk_pages.GmTurnPage(): return self._letter(Kind.GM_TURN, page, self._gm_turn(page))
            case desk_pages.ListPage(): return self._letter(Kind.LIST, page, {"lines": doc.Listing(tuple(page.lines))})
            case desk_pages.GmAnswerPage(): return self._letter(Kind.GM_ANSWER, page, self._gm_answer(page))
            case desk_pages.GmOrderPage(): return self._letter(Kind.GM_ORDER, page, {"what": blocks.remarks(page.what)})
            case desk_pages.GmAlarmPage(): return self._letter(Kind.GM_ALARM, page, self._gm_alarm(page))

    def _title(self, head: Head, step: int, headline: str = "") -> doc.Title:
        reader = "all" if head.seat == OBSERVER else head.seat
        occasion = f"{spans.cap(head.turn)} {step}"
        return doc.Title(others.inline(head.game), self.rules.title, occasion, spans.cap(headline), reader)

    def question(self, ask: Ask[Any], reader: Seat) -> str:
        """Say a question in one line, with its choices."""
        said = spans.oneline(" ".join(lines(self.lines.question(ask, reader))))
        return f"{said} {spans.plain(spans.oneline(' '.join(self.lines.choices(ask))))}".strip()

    def situation(self, view: Any, told: Sequence[Event] = ()) -> Situation:
        """Say what all may know of a step, from an observer's view and what everybody heard; once for all letters."""
        headline = Once(lambda me: self.lines.headline(view, told, me))
        return Situation(headline, Once(self.lines.table(view)))

    def turning(self, steps: Iterable[tuple[int, Sequence[Event]]]) -> list[tuple[int, Event]]:
        """Find what decided a game, from all its steps: the weightiest moments, in order, and that of its last turn."""
        found = [(n, one) for n, told in steps if (one := self.lines.weightiest(told, suffix=MOMENT))]
        last = found[-1:]
        most = sorted(found[:-1], key=lambda one: -one[1].weight)[: MOST_TURNING - 1]
        return [(n, one.event) for n, one in (*sorted(most, key=lambda one: one[0]), *last)]

    def _letter(self, kind: Kind, page: Page | DeskPage, parts: Parts) -> Letter:
        """Fill the frame of this kind; its first line is the subject."""
        head, parts = page.head, {"form": ""} | parts
        text = self._frame(kind).render(
            page=page, head=head, rules=self.rules, when=When(head.zone, head.now).marked(),
            game=others.inline(head.game), Turn=spans.cap(head.turn), public=head.seat == OBSERVER, **parts,
        )  # fmt: skip
        subject, _, body = text.lstrip("\n").partition("\n")
        foot = contact(head)
        read = doc.carded(blocks.read(body, parts), self.lines.cards)
        inside = (*read, *((doc.Foot(foot),) if foot else ()))
        return Letter.of(kind, Document(_subject(subject), inside), getattr(page, "deadline", None))

    # Reports and what is like them.

    def _report(self, page: pages.ReportPage) -> Parts:
        head, own = page.head, self.rules.orders
        sits = head.seat != OBSERVER
        idle = sits and set(own.verbs) <= set(own.unusable(page.view))
        asked = sits and not idle and not ended(page.told) and self._acts(page)
        orders = page.orders if page.orders or page.asked else None
        return self._turn(page, orders) | {
            "missing": blocks.in_order(page.missing, head.seats),
            "form": blocks.form(page.form, head.turn, page.step + 1, page.code) if asked else "",
            "defaults": self._defaults(page.view) if asked else "",
            "stands": any(one.standing for one in page.orders),
            "idle": idle,
        }

    def _acts(self, page: pages.ReportPage) -> bool:
        """Say whether a reader is asked for orders: a form suggests some, or the next turn will ask for a decision."""
        return bool(page.form) or self.rules.decide(page.view) is not None

    def _newsletter(self, page: pages.NewsletterPage) -> Parts:
        missing = blocks.in_order(page.missing, page.head.seats)
        return self._turn(page) | {"missing": missing, "press": blocks.said(page.press)}

    def _turn(self, page: TurnPage, orders: Sequence[OrderLine] | None = None) -> Parts:
        """Tell a turn to one reader, with its title, and its end if it was the last."""
        told, end = self._step(page, orders), ended(page.told)
        return told | {
            "title": self._title(page.head, page.step, "" if page.rerun else told["headline"]),
            "next": page.step + 1,
            "ended": end is not None,
            "ending": self.ending(page.view, end) if end else "",
        }

    def _welcome(self, page: pages.WelcomePage) -> Parts:
        head = page.head
        sits = head.seat != OBSERVER
        parts = self._step(page)
        if sits:  # what was dealt in rows stands in the table, too
            parts |= {part: parts[part].in_words() for part in ("own", "happened")}
        return parts | {
            "form": blocks.form(page.form, head.turn, 1, page.code) if sits else "",
            "title": self._title(head, 1, "The game begins"),
            "next": 1,
            "others": [seat for seat in head.seats if seat != head.seat],
            "aim": self.lines.block("aim", page.view) if self.lines.has("aim") else "",
            "examples": doc.Offers(tuple(page.examples)),
            "different": blocks.otherwise(page.options),
            "defaults": self._defaults(page.view),
            "stands": False,
        }

    def _end(self, page: pages.EndPage) -> Parts:
        settled, turn, me = page.end.reason in SETTLED, spans.cap(page.head.turn), page.head.seat
        hands = opening.held(page.opened.hands, page.head.seats, self.lines.coded) if page.opened else None
        ranking = doc.Told() if settled else self.lines.block("ranking", page.view, page.end)
        return {
            "title": self._title(page.head, page.step),
            "ending": doc.Several(tuple(filter(None, (self.ending(page.view, page.end), ranking)))),
            "turning": doc.Listing(tuple(f"{turn} {n}: {self.lines.moment(e, me)}." for n, e in page.turning)),
            "hands": hands or "",
            "played": page.step - settled,
        }

    def codes(self, cards: Iterable[Any]) -> str:
        """Return cards as the game's orders name them."""
        return " ".join(map(self.lines.code, cards))

    def ending(self, view: Any, end: GameEnded) -> doc.Told:
        """Say how a game ended: in its own words, or that its players or the GM ended it, and who has won by that."""
        if end.reason not in SETTLED:
            return self.lines.block("ending", view, end)
        won = f" {spans.spoken(end.winners)} {'have' if end.winners[1:] else 'has'} won." if end.winners else ""
        return doc.Told(((doc.Sentence(f"{SETTLED[end.reason]}{won}"),),))

    def _gm_turn(self, page: desk_pages.GmTurnPage) -> Parts:
        when = When(page.head.zone, page.head.now)
        return self._turn(page) | {
            "title": self._title(page.head, page.step),
            "silent": blocks.in_order(page.silent, page.head.seats),
            "rulings": doc.Listing(tuple(page.rulings)),
            "standing": doc.Listing(tuple(page.standing)),
            "held": blocks.incidents(page.held, when.short),
            "bounced": blocks.incidents(page.bounced, when.short),
        }

    def _step(self, page: TurnPage | pages.WelcomePage, orders: Sequence[OrderLine] | None = None) -> Parts:
        """Tell a step to one reader: the story, the fates of the orders, the table, the hand."""
        me = page.head.seat
        heard = story(self.lines, page.told, me)
        situation = getattr(page, "situation", None) or self.situation(page.view, page.told)
        sits = me not in (OBSERVER, GM)
        fates = self._fates(page.told, orders, page.view) if sits and orders is not None else None
        return {
            "headline": situation.headline.to(me),
            "own": heard.own,
            "happened": heard.rest,
            "known": doc.Several(tuple(filter(None, (heard.known, fates)))),
            "table": situation.table.to(me),
            "holding": self.lines.block("holding", page.view) if sits else "",
        }

    def _fates(self, told: Sequence[Event], orders: Sequence[OrderLine], view: Any) -> doc.Fates:
        """Set a seat's orders in force with what became of them, and what else answered for it."""
        said = self.lines.answered
        found = fates(told, orders, said, self.rules.orders.unneeded(view, told)) if orders else []
        answered = [(ANSWERED_BY.get(by, by), " ".join(texts)) for by, texts in unordered(told, said).items() if texts]
        return blocks.fates(found, [*answered, *self.rules.orders.besides(view, told)])

    def _defaults(self, view: Any, orders: Sequence[OrderLine] = ()) -> str:
        return self.lines.defaults(view, [one.order for one in orders]).removeprefix(LEAD_IN).strip()

    # What answers a letter.

    def _receipt(self, page: pages.ReceiptPage) -> Parts:
        when = When(page.head.zone, page.head.now).marked()
        return self._on_file(page.orders, page.view) | _remarks(page) | {
            "subject": blocks.receipt_subject(page),
            "kept": blocks.kept(page, when),
            "fallen": blocks.fallen_lists(page.fallen, page.step, page.head.turn),
            "later": blocks.later_lists(page.later, page.head.turn, self.lines.explaining(page.view)),
            "minded": blocks.minded(page.warnings),
            "proof": blocks.proof(page.proof),
        }

    def _status(self, page: pages.StatusPage) -> Parts:
        return self._on_file(page.orders, page.view) | {"later": blocks.later_lists(page.later, page.head.turn)}

    def _on_file(self, orders: Sequence[OrderLine], view: Any) -> Parts:
        said = blocks.orders(orders, self.lines.explaining(view))
        return {"orders": said, "defaults": self._defaults(view, orders)}

    def _question(self, page: pages.QuestionPage) -> Parts:
        heard = story(self.lines, page.told, page.head.seat)
        would = [self.lines.choice(page.ask, value) for value in page.would]
        decide = f"After that your orders decide, or the default, as they would have: {spans.spoken(would)}."
        return {
            "question": self.lines.question(page.ask, page.head.seat),
            "choices": self.lines.choices(page.ask),
            "otherwise": decide if would else "After that your orders decide, or the default.",
            "own": heard.own,
            "happened": heard.rest,
            "known": heard.known,
        }

    def _notice(self, page: pages.NoticePage) -> Parts:
        return {"words": blocks.words(page.text), "text": blocks.paragraphs(page.text)}

    def _rules(self, page: pages.RulesPage) -> Parts:
        return {"text": doc.Several(rules_blocks(self.rules, page.asked, page.options))}

    def _press(self, page: pages.PressPage) -> Parts:
        with_you = blocks.in_order(page.others, page.head.seats)
        heard = story(self.lines, page.told, page.head.seat)
        shown = doc.Told((*heard.own.groups, *heard.rest.groups, *heard.known.groups))
        return {"words": blocks.words(page.text), "whom_else": ["you", *with_you], "shown": shown}

    def _help(self, page: pages.HelpPage) -> Parts:
        grammar = self.rules.wishes if page.set_up else self.rules.grammar
        passed = (*COMMANDS, *page.idle)
        own = [verb for verb in grammar.verbs if not issubclass(verb.kind, passed)]
        shared = [verb for verb in grammar.verbs if issubclass(verb.kind, COMMANDS)]
        topic = wrap.clean(page.topic).strip().upper()[:40]
        found = glance.with_meant(grammar.named(topic), grammar.verbs)
        everything = topic == EVERYTHING
        unusable = self.rules.orders.unusable(page.view) if page.view is not None else ()
        orders = glance.at_a_glance(own, unusable)
        shown = [grammar.named(word)[-1] for word in (BEFORE if page.set_up else MEANWHILE)]
        seats = [] if page.set_up else sorted(page.head.seats, key=lambda one: (one == page.head.seat, len(one), one))
        return {
            "topic": topic if found else "",
            "everything": everything,
            "about": glance.conditions(self.rules.orders.conditions, seats) if topic == "IF" else "",
            "unknown": topic if topic and not found and not everything and topic != "IF" else "",
            "hint": nearest(topic, grammar.words) or where_told(self.rules, topic) if topic and not found else "",
            "verbs": glance.usages_of_one_word(found, seats) if found else orders,
            "tested": glance.tested(found, self.rules.orders.conditions, seats),
            "commands": glance.described(shown),
            "conditions": [f"  {glance.at_table(kind.example, seats)}" for kind in self.rules.orders.conditions],
            "example": str(orders.rows[0][0]).split()[0] if orders.rows else shown[0].word,
            "all": "EVERYTHING" if any(verb.word == "HELP" for verb in own) else EVERYTHING,
            **(glance.everything(own, shared, unusable, seats) if everything else {}),
        }

    # Before the game, and for the GM.

    def _invitation(self, page: pages.InvitationPage) -> Parts:
        low, high = self.rules.seats[0], self.rules.seats[-1]
        seating = self.rules.seating
        options = {one.name: value for one, value in page.options}
        idle = seating.idle(options)
        shown = () if page.head.seat == OBSERVER else [wish for wish in seating.wishes if wish not in idle]
        lines = [(line, "") for line in page.lines] + [(wish.example, wish.__doc__ or "") for wish in shown]
        return {
            "title": doc.Title(others.inline(page.head.game), self.rules.title, "Players wanted", ""),
            "players": spans.number(low) if low == high else f"{spans.number(low)} to {spans.number(high)}",
            "taken": f"{spans.number(n)} seats are" if (n := page.taken) > 1 else f"{'one' if n else 'no'} seat is",
            "about": self.lines.block("about", options) if self.lines.has("about") else "",
            "different": blocks.otherwise(page.options),
            "lines": doc.Remarks(tuple(doc.Remarked(line, meaning) for line, meaning in lines)),
        }

    def _gm_answer(self, page: desk_pages.GmAnswerPage) -> Parts:
        return _remarks(page) | {"texts": page.texts}

    def _gm_alarm(self, page: desk_pages.GmAlarmPage) -> Parts:
        written = (blocks.words(page.written),) if page.written else ()
        details = (*(doc.Sentence(others.inline(text)) for text in page.details), *written)
        return {"details": doc.Told((details,)) if details else "", "remedies": doc.Listing(tuple(page.remedies))}


def _remarks(page: pages.ReceiptPage | desk_pages.GmAnswerPage) -> Parts:
    """List the lines of a letter that were carried out, and those that were not."""
    return {
        "done": blocks.remarks(page.done),
        "unused": blocks.remarks(page.unused),
        "passed_over": blocks.remarks(page.passed_over, foreign=True),
    }


def _subject(line: str) -> str:
    subject = spans.oneline(wrap.clean(spans.plain(line.removeprefix("Subject:"))))
    return subject if len(subject) <= LONGEST_SUBJECT else f"{subject[: LONGEST_SUBJECT - 3].rstrip()}..."
