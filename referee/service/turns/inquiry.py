"""The questions that the rules put to the GM in the open step, the answers to them, and the letter that asks.

They are found by playing the step as it stands and saving nothing. The GM is asked at once, by mail, when orders come
in that the rules want a ruling on. No turn waits for it; who does not answer has ruled "no effect", which is the first
choice of each.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from referee.engine.asks import Answer, Ask, Given, Pending, Why
from referee.engine.audience import GM
from referee.engine.errors import SetupError
from referee.engine.values import value
from referee.reports.others import barred
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Work
from referee.service.campaign.logbook import log
from referee.service.deadlines import deadline
from referee.service.deadlines.notices import recorded
from referee.service.post.post import Post
from referee.service.post.trouble import PASSING, place
from referee.service.table.table import TableTop
from referee.store import rulings
from referee.store.database import Transaction
from referee.store.tables import GameRow, Status

HOW = (
    "Answer this letter with RULING ABOUT, the number, and your ruling. You may change it until the turn is"
    " adjudicated, which waits for no ruling; without one there is no effect."
)

TOLD = "asked the GM"
"""What is on record when the GM was told of a question."""


@value
class Question:
    """One question: its key in the step, the ask, how it reads, the answer on file, if there is one, and its number.

    The number stays its own, whatever is asked besides later, once the GM was told of it.
    """

    key: str
    ask: Ask[Any]
    words: str
    answer: str = ""
    number: int = 0


def tell(work: Work, row: GameRow) -> int:
    """Mail the GM what the rules ask in the open turn, if it was not told yet; return how much is new."""
    if row.status in (Status.INVITING, Status.OVER) or row.closed or not work.campaign.kit_of(row).rules.asks_the_gm:
        return 0
    now = work.now
    found = _questions(work, row)
    known = told(work.tx, row)
    new = [one for one in found if one.key not in known and not one.answer]
    for one in new:
        details = {"step": row.step + 1, "about": one.key}
        work.record(TOLD, game=row.id, details=details, who="referee")
    if new:
        post = Post(work, row, urgent=True)
        waiting = [one for one in found if not one.answer]
        lines = [f"Question {one.number}:\n\n{barred(one.words)}" for one in waiting]
        does = dict.fromkeys(said for one in waiting for said in one.ask.doing)
        subject, due = f"Turn {row.step + 1}: the rules ask you", deadline.due_told(row, now)
        page = NoticePage(post.head(GM), subject, "\n\n".join((*lines, *does, HOW)), deadline=due)
        post.send(page, step=row.step + 1)
    return len(new)


def _questions(work: Work, row: GameRow) -> list[Question]:
    try:
        return questions(work, TableTop.load(work, row, work.now))
    except PASSING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the letter that brought it is not to blame
        log.error("the GM cannot be asked", game=row.name, error=type(error).__name__, where=place(error))
        return []


def questions(work: Work, top: TableTop) -> list[Question]:
    """List the questions of the open step: those that the GM was told of first, then in the order they are put in."""
    if not top.kit.rules.asks_the_gm or top.game.end is not None:
        return []
    asked: list[Ask[Any]] = []

    def note(ask: Ask[Any]) -> Answer[Any]:
        asked.append(ask)
        return Answer(ask.choices[0], Why.DEFAULT)

    decided = rulings.decided(work.tx, top.kit.codec, top.row.id, top.step).answers
    try:
        top.game.play(top.in_force(), replace(top.given, answers=_players(top.given)), gm=note)
    except Pending as stop:
        log.debug("the live turn has not come to all questions", game=top.row.name, open=len(stop.asks))
    counted: dict[str, int] = {}
    out = []
    for ask in asked:
        counted[ask.name] = counted.get(ask.name, 0) + 1
        key = f"{GM}/{ask.name}/{counted[ask.name]}"
        say = top.kit.rules.words.say(top.kit.tables)
        said = say(decided[key]) if key in decided and decided[key] in ask.choices else ""
        out.append(Question(key, ask, top.kit.writer.question(ask, GM), said))
    return _numbered(out, told(work.tx, top.row))


def unanswered(work: Work, top: TableTop) -> bool:
    """Say whether the rules ask the GM something in the open step that has no ruling yet."""
    return any(not one.answer for one in questions(work, top))


def told(tx: Transaction, row: GameRow) -> list[str]:
    """List the keys of what the GM was told in the open step of the rules' questions, in that order."""
    return list(dict.fromkeys(str(details["about"]) for details in recorded(tx, row, TOLD)))


def _numbered(found: Sequence[Question], known: Sequence[str]) -> list[Question]:
    """Number the questions: those told already as then, the others behind them."""
    new = (one.key for one in found if one.key not in known)
    place = {key: n for n, key in enumerate((*known, *new), 1)}
    return sorted((replace(one, number=place[one.key]) for one in found), key=lambda one: one.number)


def read(work: Work, top: TableTop, number: int, text: str) -> tuple[Question, Any]:
    """Read an answer as one of a question's choices; raises `SetupError` or an `OrderError` that says what would do."""
    found = questions(work, top)
    question = next((one for one in found if one.number == number), None)
    if question is None and 0 < number <= len(told(work.tx, top.row)):
        raise SetupError(f"Question {number} needs no ruling any more: what it was about is not among the orders now.")
    if question is None:
        raise SetupError(f"There is no question {number}." if found else "The rules ask you nothing now.")
    value = top.answered(question.ask, text)
    if value not in question.ask.choices:
        raise SetupError("That is no answer to this question.")
    return question, value


def _players(given: Given) -> dict[str, Any]:
    """Leave the GM's own answers away, so that the questions are put."""
    return {key: value for key, value in given.answers.items() if not key.startswith(f"{GM}/")}
