"""Lines of a letter that answer an open question of a live game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from referee.engine.asks import Ask
from referee.engine.errors import OrderError
from referee.engine.sheet import MOST_LOOKED_AT
from referee.reports.parts import Done
from referee.service.letters.kinds import PlayerLetter
from referee.service.players.receipts import Results
from referee.service.table.table import TableTop
from referee.store import questions
from referee.store.tables import QuestionRow


def answer(case: PlayerLetter, results: Results) -> None:
    """Take lines that answer an open question of a live game; each may be changed until the pause is over."""
    top = case.top
    live = top.given.live
    rows = questions.open_still(case.tx, case.game, case.seat, case.row.received_at) if live else []
    stop = _before_they_close(case, top, rows).pending() if rows else None
    if stop is None:
        return
    for line in case.lines.new[:MOST_LOOKED_AT]:
        for row in rows:
            if row.key in stop.asks and (what := _answers(case, top, row, stop.asks[row.key], line)):
                results.used.add(line)
                results.done.append(Done(line.strip(), what))
                break
    if not results.used:
        results.notes += [_open_question(top, row) for row in rows if row.key in stop.asks]


def _before_they_close(case: PlayerLetter, top: TableTop, rows: Sequence[QuestionRow]) -> TableTop:
    """Take the game up as it stood while these questions were open, if their time is over and it is held since."""
    closes = min(row.closes_at for row in rows)
    if closes > case.now:
        return top
    return TableTop.load(case.work, top.row, closes - timedelta(microseconds=1))


def _open_question(top: TableTop, row: QuestionRow) -> str:
    """Say how a question stands of which this letter brought no answer."""
    if row.answer is None:
        return "No line of this letter answers the question that I asked you; it is still open."
    value = top.kit.codec.load_value(row.answer)
    return f"Your answer to the question that I asked you stays: {top.kit.rules.words.say(top.kit.tables)(value)}."


def _answers(case: PlayerLetter, top: TableTop, row: QuestionRow, ask: Ask[object], line: str) -> str:
    """Keep a line that answers a question, unless a newer letter answered it; return what is said of it, or nothing."""
    try:
        value = top.kit.rules.words.answer(ask, line, top.lexicon)
    except OrderError:
        return ""
    if value not in ask.choices:
        return ""
    came = case.row.received_at
    if case.confirmed and row.answered_at is not None and row.answered_at > came:
        return "You have answered since, and that answer stays."
    questions.answer(case.tx, top.kit.codec, row.id, value, came)
    return "This is your answer; another one replaces it until the pause ends."
