"""The GM's rulings: recorded with their reason, announced to those they are for, and cited in their next report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.audience import PUBLIC, REFEREE, Audience, Seat, only
from referee.engine.errors import OrderError, SetupError
from referee.engine.lexicon import spoken as listing
from referee.engine.orders import readable
from referee.reports.others import barred
from referee.reports.pages import NoticePage
from referee.service.campaign.campaign import Campaign, Work
from referee.service.campaign.names import game_named, seat_named
from referee.service.deadlines import stillness
from referee.service.gm.examples import Instances
from referee.service.gm.verbs import GRAMMAR
from referee.service.post.post import Post
from referee.service.table.table import TableTop
from referee.service.turns import citations, wanted
from referee.store import rulings
from referee.store.tables import GameRow, RulingRow, Status

NONE = "No ruling was made yet."

MOST = 4000
"""No ruling needs more characters."""


def add(campaign: Campaign, game: str, text: str, *, reason: str = "", to: Sequence[str] = ()) -> RulingRow:
    """Make a ruling for everybody, or for the seats named; raises `SetupError` that says what is wrong."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        return add_in(work, row, text, reason=reason, to=seats_of(work, row, to))


def seats_of(work: Work, row: GameRow, names: Sequence[str]) -> tuple[Seat, ...]:
    """Find the seats that a ruling names; none for everybody."""
    if not names or [name.casefold() for name in names] == ["all"]:
        return ()
    seats = Post(work, row).names
    return tuple(seat_named(seats, name) for name in names)


def add_in(work: Work, row: GameRow, text: str, *, reason: str = "", to: Sequence[Seat] = ()) -> RulingRow:
    """Make a ruling within a transaction."""
    text, reason = text.strip(), " ".join(reason.split())
    if not text or len(text) > MOST:
        raise SetupError("A ruling needs words." if not text else f"A ruling has {MOST} characters at most.")
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} {'has not begun' if row.status is Status.INVITING else 'is over'}.")
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
    writer, subject = work.campaign.kit_of(row).writer, subject or "a ruling of the GM"
    readers, due = [seat for seat in post.public if to.includes(seat)], stillness.due(row, post.now)
    letters = [(seat, writer.write(NoticePage(post.head(seat), subject, text, deadline=due))) for seat in readers]
    post.send_all(letters, step=post.open_step, shuffled=True)


def answer(campaign: Campaign, game: str, number: int, text: str) -> str:
    """Answer a question that the rules put to the GM; it counts when the turn is adjudicated, and may be changed."""
    with campaign.writing() as work:
        row = game_named(work.tx, game)
        return answer_in(work, row, number, text)


def answer_in(work: Work, row: GameRow, number: int, text: str) -> str:
    """Do as `answer` does, within the caller's transaction; return how the question and its answer read."""
    if row.status in (Status.INVITING, Status.OVER):
        raise SetupError(f"{row.title} is not being played.")
    top = TableTop.load(work, row, work.now)
    try:
        question, value = wanted.read(top, wanted.questions(work, top), number, text)
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


def listed(campaign: Campaign, game: str) -> list[str]:
    """List the rulings of a game and the questions that wait, as a GM reads them."""
    with campaign.reading() as work:
        return [f"{name}: {words}" for name, words in _known(work, game_named(work.tx, game))] or [NONE]


def explained(campaign: Campaign, game: str) -> list[str]:
    """Explain the commands of a GM's letters, and the corrections of a game."""
    with campaign.reading() as work:
        return help_lines(work, game_named(work.tx, game))


def lines(work: Work, row: GameRow) -> list[str]:
    """List the rulings of a game, and the questions of its rules that wait for one, as they stand in a letter."""
    return citations.in_letter(_known(work, row)) or [NONE]


def _known(work: Work, row: GameRow) -> list[tuple[str, str]]:
    made = citations.known_to(work.tx, row.id, None)
    if row.status in (Status.INVITING, Status.OVER) or not wanted.may_ask(work.campaign.kit_of(row).rules):
        return made
    top = TableTop.load(work, row, work.now)
    asked = [
        (f"Question {q.number}", f"{q.words}{f' Your ruling: {q.answer}.' if q.answer else ''}")
        for q in wanted.questions(work, top)
    ]
    return [*made, *asked]


def help_lines(work: Work, row: GameRow) -> list[str]:
    """Explain every command, and the corrections that the rules of a game have words for."""
    rules, instances = work.campaign.kit_of(row).rules, Instances(work, row)
    own = instances.help(GRAMMAR)
    if not rules.mends:
        return own
    corrections = instances.help(rules.corrections, before="CORRECT ", behind=": We erred.")
    return [*own, "CORRECT takes one of:", "", *corrections]
