"""What a GM may ask: how things stand, what was done, what waits for their YES."""

from collections.abc import Iterator

from referee.engine.audience import Seat
from referee.engine.lexicon import spoken
from referee.mail.address import normal
from referee.reports.document import Listing, Outline, Para, Point, Several
from referee.reports.when import When
from referee.service.campaign.campaign import Work
from referee.service.gm.order import Answer, GmWork, Question, Text, words_for
from referee.service.records import log
from referee.service.records.overview import turn_page
from referee.service.records.pages import TurnPage
from referee.service.turns import attention
from referee.store import confirmations
from referee.store.tables import GameRow, Matter
from referee.store.tables import Status as GameStatus

STANDS = "How things stand:"
"""The title of what STATUS brings, which is looked at when all commands of a letter are carried out."""

NOTHING = "Nothing of yours waits for a YES, so nothing was done."


class Status(Question):
    """Ask how things stand: when the open turn is due, who must act in it, and what wants your attention."""

    shows = TurnPage
    usage = "STATUS"
    example = "STATUS"
    typed = ("turn status autumn",)

    def done(self, gm: GmWork) -> Answer:
        return Answer("", turn_page(gm.work, gm.row), [stands(gm.work, gm.row)])


class Log(Question):
    """Ask what the GM and the referee have done in this game, and when. Players can ask for theirs with LOG."""

    shows = list[log.Entry]
    usage = "LOG"
    example = "LOG"
    typed = ("game log autumn --seat Anna",)
    said = words_for(seat="What this seat may know of it.")
    seat: str = ""

    def done(self, gm: GmWork) -> Answer:
        found = log.of_game(gm.tx, gm.row, gm.seat(self.seat) if self.seat else None, gm.when.full)
        lines = log.lines(found, gm.when.full)
        return Answer("", found, [Text("The log:", lines, Listing(tuple(lines)))])


class Yes(Question):
    """Ask what waits for your word. What I ask you is confirmed by YES in answer to the very letter that asks."""

    usage = ("YES", "YES text")
    example = "YES"
    text: str = ""

    def done(self, gm: GmWork) -> Answer:
        return Answer(waiting(gm.work, gm.row))


class No(Yes):
    """In answer to the very letter that asks, it says that nothing is to be done."""

    usage = ("NO", "NO text")
    example = "NO"


def stands(work: Work, row: GameRow) -> Text:
    """Say how a game stands, who must act in its open turn, and what wants attention."""
    when = When(row.zone, work.now)
    due = f"due {when.full(row.due_at)}" if row.due_at else "no deadline is running"
    early = f" It is ready, and adjudicated early: {when.full(row.early_at)}." if row.early_at else ""
    waits = "was taken back and waits to be adjudicated anew" if row.closed else "is open"
    said = f"{row.title}: {row.status.value}, turn {row.step + 1} {waits}, {due}.{early}"
    if row.status is GameStatus.INVITING:
        said = f"{row.title}: {row.status.value}, it has not begun."
    elif row.status is GameStatus.OVER:
        said = f"{row.title}: {row.status.value}, {f'after turn {row.step}' if row.step > 0 else 'no turn was played'}."
    stand = [said, *_acting(turn_page(work, row))]
    wants = [item.words for item in attention.attention(work, row)] or ["Nothing wants your attention."]
    shown = Several((*(Para((line,)) for line in stand), Outline(tuple(map(Point, wants)))))
    return Text(STANDS, [*stand, *(f"- {words}" for words in wants)], shown)


def _acting(page: TurnPage) -> Iterator[str]:
    """Say of those who must act whether orders came, and whose flag holds the turn up."""
    if page.must_act:
        who = [f"{x} ({_of_seat(page, x)})" for x in page.must_act]
        yield f"Must act: {', '.join(who)}."
    if page.waiting:
        yield f"The WAIT flag of {spoken(page.waiting)} is up, so the turn is not adjudicated early."
    if page.questions:
        are = "s are" if page.questions > 1 else " is"
        yield f"{page.questions} question{are} open; the turn waits for answers."


def _of_seat(page: TurnPage, seat: Seat) -> str:
    return "no orders" if seat in page.silent else "standing orders" if seat in page.standing else "orders in"


def waiting(work: Work, row: GameRow) -> str:
    """Say which letters wait for the answer of this GM, and how to give it."""
    now = work.now
    when = When(row.zone, now)
    rows = [
        one
        for one in confirmations.open_of(work.tx, Matter.GM_ORDER, now, game=row.id)
        if one.address == normal(work.campaign.who)
    ]
    if not rows:
        return NOTHING
    asked = [
        f"{', '.join(str(order['line']) for order in one.details['orders'])} (asked {when.at(one.made_at)})"
        for one in rows
    ]
    letter = "the letter that asks about it" if len(rows) == 1 else "that of the letters that asks about what you mean"
    return f"Nothing was done. What waits for your YES: {'; '.join(asked)}. Answer {letter}: Do you want this done?"
