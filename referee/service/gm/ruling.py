"""The GM's rulings: recorded with their reason, announced to those they are for, and cited in their next report.

A ruling, a correction or an answer to the rules may be taken back before its turn is adjudicated: it does nothing then,
and who heard of it is told.
"""

from collections.abc import Sequence

from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat, only
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import spoken as listing
from referee.engine.orders import readable
from referee.engine.values import value
from referee.reports.document import Listing
from referee.reports.others import barred
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import begun
from referee.service.campaign.remedies import Remedied, sentence, wanted
from referee.service.deadlines.notices import tell
from referee.service.gm.order import Answer, GmOrder, GmWork, Question, Text, words_for
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.service.turns import citations, inquiry
from referee.store import games, rulings
from referee.store.database import Transaction
from referee.store.tables import GameRow, RulingRow, Status

NONE = "No ruling was made yet."

MOST = 4000
"""No ruling needs more characters."""


class Rule(GmOrder):
    """Make a ruling: it is recorded, announced, and cited in the next report. Or answer a question that the
    rules put to you in the open turn, by its number; without an answer it has no effect.
    """

    usage = (
        "RULING ABOUT n text", "RULING (TO) addressees : text", "RULING text",
    )  # fmt: skip
    example = "RULING A card that was shown stays where it was."
    typed = (
        'ruling add autumn "A card that was shown stays where it was." --reason "The rules are silent."',
        'ruling answer autumn 1 "NO EFFECT"',
    )
    shell = "Words that are - are read from standard input."
    said = words_for(
        text="Your words.",
        n="The question's number among your rulings.",
        addressees="Only to these seats; else to all.",
        reason="Why; told with it.",
    )
    by_mail = "A colon at the end lets your words go on to a line with a single full stop."
    long = True
    text: str
    n: int | None = None
    addressees: tuple[str, ...] | None = None
    reason: str = ""

    def done(self, gm: GmWork) -> Answer:
        """Make it, or answer the question; raises `SetupError` that says what is wrong."""
        if self.n is not None:
            return _answered(gm, self.n, self.text)
        if self.addressees is None:
            _not_to_somebody(gm, self.text)
        seats, row = gm.readers(self.addressees or ()), gm.row
        text, reason = self.text.strip(), " ".join(self.reason.split())
        if not text or len(text) > MOST:
            raise SetupError("A ruling needs words." if not text else f"A ruling has {MOST} characters at most.")
        begun(row)
        to, by, step = only(*seats) if seats else PUBLIC, gm.campaign.who, row.step + 1
        made = rulings.add(gm.tx, row.id, step=step, text=text, reason=reason, to=to, who=by, at=gm.now)
        label, said = citations.label(gm.tx, made, lower=True), barred(citations.said(made))
        announce(gm.work, row, f"The GM has made {label}:\n\n{said}", to)
        whom = {"for": listing(seats)} if seats else {}
        gm.record("ruling", to, number=citations.shown(gm.tx, made), text=text, reason=reason, **whom)
        if seats:
            return Answer(f"It is a ruling for {listing(seats)} alone, and told to nobody else.", made)
        return Answer(f"It is {label}, and everybody is told.", made)


@value
class Known:
    """A ruling, a correction, or a question of the rules that waits for a ruling."""

    name: str
    """What it is called, with its turn; a question has its number."""
    words: str
    """What it says, and why."""


class Rulings(Question):
    """Ask for your rulings, and for the questions of the rules that wait for one."""

    shows = list[Known]
    usage = "RULINGS"
    example = "RULINGS"
    typed = ("ruling list autumn",)

    def done(self, gm: GmWork) -> Answer:
        known = _known(gm.work, gm.row)
        lines = citations.in_letter(known) or [NONE]
        text = Text("Your rulings:", lines, Listing(tuple(lines)))
        return Answer("", [Known(name, words) for name, words in known], [text])


class Withdraw(GmOrder):
    """Take a ruling or a correction of the open turn back before it is adjudicated, by its number, or the last
    one for some seats; or what you answered to a question of the rules, which then waits for you again.
    """

    usage = (
        "WITHDRAW (RULING) n : text", "WITHDRAW FOR addressees : text", "WITHDRAW (CORRECTION) n : text",
        "WITHDRAW ABOUT question:n : text",
    )  # fmt: skip
    example = "WITHDRAW 1: I read the rule once more."
    typed = ('ruling withdraw autumn 1 --reason "I read the rule once more."',)
    said = words_for(
        n="Its number among your rulings.",
        text="Why; all who had heard of it are told.",
        addressees="The last one for these seats.",
        question="The number of the question whose answer you take back.",
    )
    text: str
    n: int | None = None
    addressees: tuple[str, ...] | None = None
    question: int | None = None

    def done(self, gm: GmWork) -> Answer:
        """Withdraw it; the value is its name. Raises `SetupError` if the open turn has none, or without a reason."""
        top = open_turn(gm.work, gm.row, self.text)
        if self.question is not None:
            return self._answer(gm, top, self.question)
        found = _found(gm.tx, gm.row, top.step, self.n or 0, gm.readers(self.addressees or ()))
        name, who = citations.label(gm.tx, found, lower=True), rulings.audience(found)
        rulings.withdraw(gm.tx, found)
        undone = "nothing of it will be done" if found.correction else "it counts no more"
        text = f"The GM has withdrawn {name}: {undone}.\n\n{barred(sentence(self.text))}"
        announce(gm.work, gm.row, text, who, f"{name} is withdrawn")
        gm.record("withdraw", who, name=name, reason=self.text, step=top.step)
        return Answer(f"{name[0].upper()}{name[1:]} is withdrawn, and all who had heard of it are told.", name)

    def _answer(self, gm: GmWork, top: TableTop, number: int) -> Answer:
        """Take back what was answered to a question of the rules, of which nobody had heard."""
        key = next((one.key for one in inquiry.questions(gm.work, top) if one.number == number and one.answer), None)
        if key is None:
            raise SetupError(f"No question {number} has an answer for turn {top.step} that could be withdrawn.")
        for one in rulings.of_step(gm.tx, gm.game, top.step):
            if one.about == key:
                rulings.withdraw(gm.tx, one)
        name = f"the answer to question {number}"
        gm.record("withdraw", name=name, reason=self.text, step=top.step, about=key)
        return Answer(f"{name[0].upper()}{name[1:]} is withdrawn. The question waits for you again.", name)


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


def announce(work: Work, row: GameRow, text: str, to: Audience, subject: str = "") -> None:
    """Tell a decision to its audience, in an order that tells nothing."""
    tell(Post(work, row), subject or "a ruling of the GM", text, to=to)


def _answered(gm: GmWork, number: int, text: str) -> Answer:
    """Answer a question that the rules put to the GM; it counts when the turn is adjudicated, and may be changed."""
    row = gm.row
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} is not being played.")
    top = TableTop.load(gm.work, row, gm.now)
    try:
        question, value = inquiry.read(gm.work, top, number, text)
    except OrderError as error:
        raise SetupError(readable(error)) from error
    spoken = top.kit.rules.words.say(top.kit.tables)(value)
    rulings.add(
        gm.tx, row.id, step=top.step, text=f"{question.words}\n{spoken}", to=REFEREE, who=gm.campaign.who,
        at=gm.now, about=question.key, answer=top.kit.codec.dump_value(value),
    )  # fmt: skip
    gm.record("ruling", about=question.key, text=spoken)
    said = f"Your ruling is: {spoken}. The question was: {question.words}"
    return Answer(said, said)


def _known(work: Work, row: GameRow) -> list[tuple[str, str]]:
    """List all that was ruled, and each question of the open step once, with what was answered."""
    if row.status in (Status.INVITING, Status.OVER) or not work.campaign.kit_of(row).rules.asks_the_gm:
        return citations.known_to(work, row, None)
    asked = inquiry.questions(work, TableTop.load(work, row, work.now))
    made = citations.known_to(work, row, None, but=[q.key for q in asked])
    answered = {q.key: f"\nYour ruling: {q.answer}." for q in asked if q.answer}
    return made + [(f"Question {q.number}", f"{q.words}{answered.get(q.key, '')}") for q in asked]


def _found(tx: Transaction, row: GameRow, step: int, number: int, to: Sequence[Seat]) -> RulingRow:
    """Find what is meant among what was decided for the open turn."""
    rows = [one for one in rulings.of_step(tx, row.id, step) if not one.about]
    if to:
        rows = [one for one in rows if rulings.audience(one) != PUBLIC and set(rulings.audience(one).seats) == set(to)]
    else:
        rows = [one for one in rows if citations.shown(tx, one) == number]
    if not rows:
        known = [citations.label(tx, one) for one in rulings.of_step(tx, row.id, step) if not one.about]
        there = f"What was decided for it: {', '.join(known)}." if known else "Nothing was decided for it."
        raise SetupError(f"There is no such ruling or correction for turn {step}. {there}")
    return rows[-1]


def open_turn(work: Work, row: GameRow, reason: str) -> TableTop:
    """Take up a game whose open step can be corrected, and insist on a reason."""
    begun(row)
    wanted(reason)
    top = TableTop.load(work, row, work.now)
    if top.locked_at is not None and not row.closed:
        raise SetupError(f"Turn {top.step} of {row.title} is being played; correct the next one when it is over.")
    return top
