"""The GM's rulings: recorded with their reason, announced to those they are for, and cited in their next report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat, only
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import spoken as listing
from referee.engine.orders import readable
from referee.engine.values import value
from referee.reports.document import Listing
from referee.reports.others import barred
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import Remedied
from referee.service.deadlines import deadline
from referee.service.gm.order import Answer, GmOrder, GmWork, Question, Text
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.service.turns import citations, inquiry
from referee.store import games, rulings
from referee.store.tables import GameRow, RulingRow, Status

NONE = "No ruling was made yet."

MOST = 4000
"""No ruling needs more characters."""


class Rule(GmOrder):
    """Make a ruling: it is recorded, announced, and cited in the next report. Or answer a question that the
    rules put to you in the open turn, by its number; without an answer it has no effect.
    """

    usage: ClassVar[str | tuple[str, ...]] = (
        "RULING ABOUT n text", "RULING (TO) addressees : text", "RULING text",
    )  # fmt: skip
    example: ClassVar[str] = "RULING A card that was shown stays where it was."
    typed: ClassVar[tuple[str, ...]] = (
        'ruling add autumn "A card that was shown stays where it was." --reason "The rules are silent."',
        'ruling answer autumn 1 "NO EFFECT"',
    )
    shell: ClassVar[str] = "Words that are - are read from standard input."
    said: ClassVar[Mapping[str, str]] = {
        "text": "Your words.",
        "n": "The question's number among your rulings.",
        "addressees": "Only to these seats; else to all.",
        "reason": "Why; told with it.",
    }
    by_mail: ClassVar[str] = "A colon at the end lets your words go on to a line with a single full stop."
    long: ClassVar[bool] = True
    text: str
    n: int | None = None
    addressees: tuple[str, ...] | None = None
    reason: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Make it, or answer the question."""
        if self.n is not None:
            said = answer(gm.work, gm.row, self.n, self.text)
            return Answer(said, said)
        if self.addressees is None:
            _not_to_somebody(gm, self.text)
        seats = gm.readers(self.addressees or ())
        made = add(gm.work, gm.row, self.text, reason=self.reason, to=seats)
        if seats:
            return Answer(f"It is a ruling for {listing(seats)} alone, and told to nobody else.", made)
        return Answer(f"It is {citations.label(gm.tx, made, lower=True)}, and everybody is told.", made)


@value
class Known:
    """A ruling, a correction, or a question of the rules that waits for a ruling."""

    name: str
    """What it is called, with its turn; a question has its number."""
    words: str
    """What it says, and why."""


class Rulings(Question):
    """Ask for your rulings, and for the questions of the rules that wait for one."""

    usage: ClassVar[str | tuple[str, ...]] = "RULINGS"
    example: ClassVar[str] = "RULINGS"
    typed: ClassVar[tuple[str, ...]] = ("ruling list autumn",)

    def done(self, gm: GmWork) -> Answer:
        """List them; the value are the same as `Known`."""
        known = _known(gm.work, gm.row)
        lines = citations.in_letter(known) or [NONE]
        text = Text("Your rulings:", lines, Listing(tuple(lines)))
        return Answer("", [Known(name, words) for name, words in known], [text])


def _not_to_somebody(gm: GmWork, text: str) -> None:
    """Refuse a ruling to all that was perhaps meant for some: without a colon it would be read to everybody."""
    words = text.upper().split()
    names = {place.name.upper() for place in games.places(gm.tx, gm.game)} | {"ALL"}
    if words[:1] == ["TO"] and len(words) > 1 and words[1].rstrip(",:") in names:
        raise Remedied(
            "It would be told to everybody, so nobody was told.",
            shell="Name those it is for with --to, or say --to ALL.",
            mail="Behind the names a colon is wanted: RULING TO name: your words.",
        )


def add(work: Work, row: GameRow, text: str, *, reason: str = "", to: Sequence[Seat] = ()) -> RulingRow:
    """Make a ruling for everybody, or for some seats; raises `SetupError` that says what is wrong."""
    text, reason = text.strip(), " ".join(reason.split())
    if not text or len(text) > MOST:
        raise SetupError("A ruling needs words." if not text else f"A ruling has {MOST} characters at most.")
    begun(row)
    who, now = only(*to) if to else PUBLIC, work.now
    made = rulings.add(
        work.tx, row.id, step=row.step + 1, text=text, reason=reason, to=who, who=work.campaign.who, at=now
    )  # fmt: skip
    label, said = citations.label(work.tx, made, lower=True), barred(citations.said(made))
    announce(work, row, f"The GM has made {label}:\n\n{said}", who)
    details: dict[str, Any] = {"number": citations.shown(work.tx, made), "text": text, "reason": reason}
    if to:
        details["for"] = listing(list(to))
    work.record("ruling", game=row.id, details=details, to=who)
    return made


def announce(work: Work, row: GameRow, text: str, to: Audience, subject: str = "") -> None:
    """Tell a decision to its audience, in an order that tells nothing."""
    post = Post(work, row, urgent=True)
    subject = subject or "a ruling of the GM"
    readers, due = [seat for seat in post.public if to.includes(seat)], deadline.due_told(row, post.now)
    pages = [NoticePage(post.head(seat), subject, text, deadline=due) for seat in readers]
    post.send_all(pages, step=post.open_step)


def answer(work: Work, row: GameRow, number: int, text: str) -> str:
    """Answer a question that the rules put to the GM; it counts when the turn is adjudicated, and may be changed.

    Return how the question and its answer read.
    """
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} is not being played.")
    top = TableTop.load(work, row, work.now)
    try:
        question, value = inquiry.read(top, inquiry.questions(work, top), number, text)
    except OrderError as error:
        raise SetupError(readable(error)) from error
    spoken = top.kit.rules.words.say(top.kit.tables)(value)
    rulings.add(
        work.tx, row.id, step=top.step, text=f"{question.words} {spoken}", to=REFEREE, who=work.campaign.who,
        at=work.now, about=question.key, answer=top.kit.codec.dump_value(value),
    )  # fmt: skip
    details = {"about": question.key, "text": spoken}
    work.record("ruling", game=row.id, details=details)
    return f"{question.words} Your ruling is: {spoken}."


def _known(work: Work, row: GameRow) -> list[tuple[str, str]]:
    made = citations.known_to(work.tx, row.id, None)
    if row.status in (Status.INVITING, Status.OVER) or not inquiry.may_ask(work.campaign.kit_of(row).rules):
        return made
    top = TableTop.load(work, row, work.now)
    asked = [
        (f"Question {q.number}", f"{q.words}{f' Your ruling: {q.answer}.' if q.answer else ''}")
        for q in inquiry.questions(work, top)
    ]
    return [*made, *asked]
