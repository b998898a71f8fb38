"""A ruling, a correction or an answer to the rules taken back before its turn is adjudicated: it does nothing, and who
heard of it is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from referee.engine.audience import PUBLIC, Seat
from referee.engine.errors import SetupError
from referee.reports.others import barred
from referee.service.campaign.campaign import Work
from referee.service.campaign.remedies import sentence
from referee.service.gm import ruling
from referee.service.gm.corrections import open_turn
from referee.service.gm.order import Answer, GmOrder, GmWork
from referee.service.turns import citations, inquiry
from referee.store import rulings
from referee.store.database import Transaction
from referee.store.tables import GameRow, RulingRow


class Withdraw(GmOrder):
    """Take a ruling or a correction of the open turn back before it is adjudicated, by its number, or the last
    one for some seats; or what you answered to a question of the rules, which then waits for you again.
    """

    usage: ClassVar[str | tuple[str, ...]] = (
        "WITHDRAW (RULING) n : text", "WITHDRAW FOR addressees : text", "WITHDRAW (CORRECTION) n : text",
        "WITHDRAW ABOUT question:n : text",
    )  # fmt: skip
    example: ClassVar[str] = "WITHDRAW 1: I read the rule once more."
    typed: ClassVar[tuple[str, ...]] = ('ruling withdraw autumn 1 --reason "I read the rule once more."',)
    said: ClassVar[Mapping[str, str]] = {
        "n": "Its number among your rulings.",
        "text": "Why; all who had heard of it are told.",
        "addressees": "The last one for these seats.",
        "question": "The number of the question whose answer you take back.",
    }
    text: str
    n: int | None = None
    addressees: tuple[str, ...] | None = None
    question: int | None = None

    def done(self, gm: GmWork) -> Answer:
        """Withdraw it; the value is its name."""
        if self.question is not None:
            name = withdraw_answer(gm.work, gm.row, self.question, self.text)
            return Answer(f"{name[0].upper()}{name[1:]} is withdrawn. The question waits for you again.", name)
        name = withdraw(gm.work, gm.row, self.n or 0, self.text, to=gm.readers(self.addressees or ()))
        words = f"{name[0].upper()}{name[1:]} is withdrawn, and all who had heard of it are told."
        return Answer(words, name)


def withdraw(work: Work, row: GameRow, number: int, reason: str, *, to: Sequence[Seat] = ()) -> str:
    """Take back a ruling or a correction by its number, or the last that was for some seats alone; return its name.

    Raises `SetupError` where there is none such for the open turn, or no reason.
    """
    top = open_turn(work, row, reason)
    found = _found(work.tx, row, top.step, number, to)
    name, who = citations.label(work.tx, found, lower=True), rulings.audience(found)
    rulings.withdraw(work.tx, found)
    undone = "nothing of it will be done" if found.correction else "it counts no more"
    text = f"The GM has withdrawn {name}: {undone}.\n\n{barred(sentence(reason))}"
    ruling.announce(work, row, text, who, f"{name} is withdrawn")
    details = {"name": name, "reason": reason, "step": top.step}
    work.record("withdraw", game=row.id, details=details, to=who)
    return name


def withdraw_answer(work: Work, row: GameRow, number: int, reason: str) -> str:
    """Take back what was answered to a question of the rules, of which nobody had heard; return its name.

    Raises `SetupError` where no such question was answered, or there is no reason.
    """
    top = open_turn(work, row, reason)
    key = next((one.key for one in inquiry.questions(work, top) if one.number == number and one.answer), None)
    if key is None:
        raise SetupError(f"No question {number} has an answer for turn {top.step} that could be withdrawn.")
    for one in rulings.of_step(work.tx, row.id, top.step):
        if one.about == key:
            rulings.withdraw(work.tx, one)
    name = f"the answer to question {number}"
    details = {"name": name, "reason": reason, "step": top.step, "about": key}
    work.record("withdraw", game=row.id, details=details)
    return name


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
