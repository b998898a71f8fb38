"""What the seats of a game sent: every revision of their orders, answers to what a live game asks, and press."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, update
from sqlmodel import SQLModel, col, select

from referee.engine.asks import Given
from referee.engine.audience import Seat
from referee.engine.orders import Grammar
from referee.engine.sheet import Line, OnFile, Sheet
from referee.store import sqlite
from referee.store.chain import canonical
from referee.store.codec import Codec, on_file_to
from referee.store.database import Transaction, same
from referee.store.errors import AlreadyPlayed, NotThere
from referee.store.games import game
from referee.store.tables import GameRow, OrdersRow, PressRow, QuestionRow, Status
from referee.store.tables.columns import packed

ORDERS = SQLModel.metadata.tables["orders"].c
INSERT = insert(SQLModel.metadata.tables["orders"])
COUNTS = ORDERS.set_aside_at.is_(None)
OF_GAME = ORDERS.game == bindparam("game")
SEAT = SQLModel.metadata.tables["seat"].c
_of_one = OF_GAME, ORDERS.seat == SEAT.name, ORDERS.step <= bindparam("until"), COUNTS
_of_each = select(select(func.max(ORDERS.id)).where(*_of_one).scalar_subquery()).where(SEAT.game == bindparam("game"))
NEWEST = select(ORDERS.seat, ORDERS.on_file).where(ORDERS.id.in_(_of_each)).order_by(ORDERS.id)
NEWEST_ID = select(func.coalesce(func.max(ORDERS.id), 0))
NEWEST_IN = NEWEST_ID.where(*same(ORDERS, "game", "step"))
HEARD = select(ORDERS.seat).where(*same(ORDERS, "game", "step"), COUNTS)
LAST_HEARD = select(func.coalesce(func.max(ORDERS.step), 0)).where(ORDERS.game == bindparam("game"), COUNTS)
OF_SEAT = same(ORDERS, "game", "seat")
REVISION = select(func.coalesce(func.max(ORDERS.revision), 0)).where(*OF_SEAT, ORDERS.step == bindparam("step"))
NEWEST_FIRST = select(ORDERS.received_at, ORDERS.on_file).where(*OF_SEAT, COUNTS).order_by(ORDERS.id.desc())
ASIDE = (
    select(ORDERS.seat, ORDERS.on_file)
    .where(*same(ORDERS, "game", "step"), ORDERS.set_aside_at.is_not(None))
    .order_by(ORDERS.id)
)
QUESTION, GAME = (SQLModel.metadata.tables[name].c for name in ("question", "game"))
IN_PLAY = (
    select(QUESTION.game, QUESTION.step, QUESTION.asked_at, QUESTION.closes_at)
    .join_from(GAME.id.table, QUESTION.id.table, (QUESTION.game == GAME.id) & (QUESTION.step == GAME.step + 1))
    .where(GAME.status == Status.RUNNING)
    .order_by(QUESTION.id)
)
OPEN_IN = (
    select(QUESTION.game)
    .join_from(GAME.id.table, QUESTION.id.table, (QUESTION.game == GAME.id) & (QUESTION.step == GAME.step + 1))
    .where(GAME.id.in_(sqlite.listed("games")), QUESTION.answered_at.is_(None))
    .distinct()
)


def file(
    tx: Transaction,
    game_id: int,
    seat: Seat,
    *,
    step: int,
    revision: int,
    on_file: OnFile,
    sheet: Sequence[Mapping[str, Any]],
    receipt: str,
    proof: str | None = None,
    received_at: datetime,
    letter: int | None = None,
    by_gm: bool = False,
) -> None:
    """File a new revision of a seat's orders for a step, by the `next_revision` there.

    `letter` is None for the command line.

    Raises `AlreadyPlayed` if that step is not the next one, so nothing is ever
    filed, and no receipt given, for a turn that was adjudicated meanwhile.
    While a live step waits for answers, it is the one after it that orders are
    filed for, and so while one that was taken back is closed; but the GM (``by_gm``) files for that one.
    """
    row = game(tx, game_id)
    here = row.step + 1
    if step != here + (not by_gm and (row.closed or bool(asked(tx, game_id, here)))):
        raise AlreadyPlayed(f"Step {step} of game {game_id} is not the one that is open.")
    tx.run(
        INSERT,
        game=game_id,
        seat=seat,
        step=step,
        revision=revision,
        letter=letter,
        received_at=received_at,
        on_file=on_file_to(on_file),
        sheet=packed_sheet(sheet, on_file_to(on_file)),
        receipt=receipt,
        proof=proof,
    )


def next_revision(tx: Transaction, game_id: int, seat: Seat, step: int) -> int:
    """Return the number that the next revision for a step will have, from 1."""
    return int(tx.value(REVISION, game=game_id, seat=seat, step=step)) + 1


def latest(tx: Transaction, game_id: int, seat: Seat) -> OnFile:
    """Return what is on file for a seat; nothing, if it never sent orders."""
    return next((on_file for _, on_file in newest_first(tx, game_id, seat)), OnFile())


def newest_first(tx: Transaction, game_id: int, seat: Seat) -> Iterator[tuple[datetime, OnFile]]:
    """Go back through what was on file for a seat, with the time since when; each is read only when it is asked for."""
    for received_at, on_file in tx.each(NEWEST_FIRST, game=game_id, seat=seat):
        yield received_at, on_file_from(on_file)


def newest_since(
    tx: Transaction, game_id: int, seat: Seat, since: datetime, most: int
) -> Iterator[tuple[datetime, OnFile]]:
    """Go back through so many of the revisions that a seat filed since then."""
    for received_at, on_file in islice(newest_first(tx, game_id, seat), most):
        if received_at <= since:
            break
        yield received_at, on_file


def latest_row(tx: Transaction, game_id: int, seat: Seat) -> OrdersRow | None:
    """Return the newest revision of a seat that counts, if there is one."""
    return tx.one(OrdersRow, "-id", game=game_id, seat=seat, set_aside_at=None)


def of_receipt(tx: Transaction, game_id: int, code: str) -> OrdersRow | None:
    """Find the revision that a receipt was given for, by its code."""
    return tx.one(OrdersRow, game=game_id, receipt=code)


def newest_of(tx: Transaction, game_id: int, seat: Seat, step: int) -> OrdersRow | None:
    """Return the newest revision that a seat filed for a step and that counts."""
    return tx.one(OrdersRow, "-id", game=game_id, seat=seat, step=step, set_aside_at=None)


def all_latest(tx: Transaction, game_id: int, *, until: int) -> dict[Seat, OnFile]:
    """Return what is on file for every seat that ever sent orders, by what was filed for steps up to `until`."""
    rows = tx.rows(NEWEST, game=game_id, until=until)
    return {Seat(seat): on_file_from(on_file) for seat, on_file in rows}


def heard(tx: Transaction, game_id: int, step: int) -> frozenset[Seat]:
    """Name the seats from which orders came while a step was open."""
    return frozenset(Seat(seat) for (seat,) in tx.rows(HEARD, game=game_id, step=step))


def last_heard(tx: Transaction, game_id: int) -> int:
    """Return the last step for which orders of any seat came while it was open; 0 if none came for any."""
    return int(tx.value(LAST_HEARD, game=game_id))


def set_aside(tx: Transaction, game_id: int, after: int, at: datetime) -> int:
    """Set aside what came in for turns after one that is taken back; it is kept, and counts no more."""
    change = update(OrdersRow).where(col(OrdersRow.game) == game_id, col(OrdersRow.step) > after)
    return tx.exec(change.where(col(OrdersRow.set_aside_at).is_(None)).values(set_aside_at=at)).rowcount


def aside(tx: Transaction, game_id: int, step: int) -> dict[Seat, OnFile]:
    """Return what every seat had on file for a step before that was set aside; those that send anew have it no more."""
    again = heard(tx, game_id, step)
    rows = tx.rows(ASIDE, game=game_id, step=step)
    return {Seat(seat): on_file_from(on_file) for seat, on_file in rows if seat not in again}


def newest_id(tx: Transaction, game_id: int | None = None, step: int | None = None) -> int:
    """Return the number of the newest revision, of all or for a step of a game; 0 if there is none."""
    return int(tx.value(NEWEST_ID) if game_id is None else tx.value(NEWEST_IN, game=game_id, step=step))


def changed_since(tx: Transaction, newest: int) -> frozenset[int]:
    """Name the games to which revisions came after the one with this number."""
    return frozenset(tx.exec(select(OrdersRow.game).where(col(OrdersRow.id) > newest)))


def revisions(tx: Transaction, game_id: int, seat: Seat | None = None, step: int | None = None) -> list[OrdersRow]:
    """List the revisions of a game, of one seat or for one step, oldest first."""
    wanted = {"seat": seat, "step": step}
    return tx.having(OrdersRow, game=game_id, **{name: one for name, one in wanted.items() if one is not None})


def on_file_from(data: Mapping[str, Any]) -> OnFile:
    """Read what is on file; `OnFile` compares equal to the one written."""
    turns = {int(turn): tuple(lines) for turn, lines in data["turns"].items()}
    return OnFile(dict(sorted(turns.items())), tuple(data["standing"]), data["waits"])


def packed_sheet(lines: Iterable[Mapping[str, Any]], on_file: Mapping[str, Any]) -> bytes:
    """Pack what became of a letter's lines beside what is on file, both as plain data."""
    return packed(canonical([dict(line) for line in lines]), canonical(dict(on_file)))


def sheet_to(sheet: Sheet, grammar: Grammar) -> list[dict[str, Any]]:
    """Write a letter's lines and what became of each as plain data, orders in their canonical print."""
    return [_line_to(line, grammar) for line in sheet.lines]


def _line_to(line: Line, grammar: Grammar) -> dict[str, Any]:
    data: dict[str, Any] = {"text": line.text, "heard": line.heard.value}
    if line.order is not None:
        data["order"] = grammar.show(line.order)
    if line.error is not None:
        data |= {"problem": line.error.problem, "hint": line.error.hint, "rule": line.error.rule}
    if line.turn:
        data["turn"] = line.turn
    if line.word:
        data["word"] = line.word
    return data


def ask(
    tx: Transaction, game: int, step: int, asks: Iterable[tuple[str, Seat]], *, at: datetime, closes_at: datetime
) -> list[QuestionRow]:
    """Keep the asks, by key and seat, at which a live game stopped; those that are there stay as they are."""
    there = {row.key for row in asked(tx, game, step)}
    rows = [
        QuestionRow(game=game, step=step, key=key, seat=seat, asked_at=at, closes_at=closes_at)
        for key, seat in asks
        if key not in there
    ]
    tx.add_all(rows)
    tx.flush()
    return rows


def asked(tx: Transaction, game: int, step: int) -> list[QuestionRow]:
    """List what was asked in a step, in order."""
    return tx.having(QuestionRow, game=game, step=step)


def open_for(tx: Transaction, game: int, step: int, seat: Seat, at: datetime) -> list[QuestionRow]:
    """List the questions that a seat could still answer at a moment, answered ones included until they close.

    One that the game has gone on from is settled, whatever the clock says.
    """
    return [row for row in last_asked(tx, game, step) if row.seat == seat and row.closes_at > at]


def open_still(tx: Transaction, row: GameRow, seat: Seat, at: datetime) -> list[QuestionRow]:
    """List the same of a game as it stands: while it is held its questions wait with it, as its orders do."""
    held = row.status is Status.HELD and not row.closed
    found = [one for one in last_asked(tx, row.id, row.step + 1) if one.seat == seat]
    return [one for one in found if held or one.closes_at > at]


def last_asked(tx: Transaction, game: int, step: int) -> list[QuestionRow]:
    """List the questions at which a step stopped last."""
    rows = asked(tx, game, step)
    return [row for row in rows if row.asked_at == rows[-1].asked_at]


def close_at(tx: Transaction, game: int, step: int, now: datetime, closes_at: datetime) -> int:
    """Move the end of the pause that is open now, and say how many questions that concerns."""
    rows = [row for row in last_asked(tx, game, step) if row.closes_at > now]
    for row in rows:
        tx.change(row, closes_at=closes_at)
    return len(rows)


def open_until(tx: Transaction, game: int, step: int) -> datetime | None:
    """Return when the questions at which a step stopped last close or closed; None if it stands at none."""
    return max((row.closes_at for row in last_asked(tx, game, step)), default=None)


def move_pause(tx: Transaction, game: int, step: int, closes_at: datetime) -> None:
    """Move the end of the pause at which a step stopped last, even if it is over."""
    for row in last_asked(tx, game, step):
        tx.change(row, closes_at=closes_at)


def answer(tx: Transaction, codec: Codec[Any, Any], question: int, value: Any, at: datetime) -> QuestionRow:
    """Keep an answer, one of the ask's choices; a later one replaces it until the question closes."""
    row = tx.at(QuestionRow, question)
    if row is None:
        raise NotThere(f"There is no question {question}.")
    tx.change(row, answer=codec.dump_value(value), answered_at=at)
    return row


def given(tx: Transaction, codec: Codec[Any, Any], game: int, step: int, now: datetime, *, live: bool = True) -> Given:
    """Gather what a live step is played with now: answers whose question has closed, and the silent.

    A pause lasts its full window, whoever has answered: before a question
    closes its answer does not count.
    """
    closed = [row for row in asked(tx, game, step) if row.closes_at <= now]
    answers = {row.key: codec.load_value(row.answer) for row in closed if row.answer is not None}
    return Given(answers, frozenset(row.key for row in closed if row.answer is None), live)


def closing(tx: Transaction, now: datetime) -> list[tuple[int, int]]:
    """List the games, with the step, whose running step has a question that closed and no later one that is open."""
    return [(pauses.game, pauses.step) for pauses in in_play(tx) if pauses.until <= now]


class Pauses(NamedTuple):
    """How often the open step of a live game stopped to ask, and until when answers are waited for."""

    game: int
    step: int
    stops: int
    until: datetime


def in_play(tx: Transaction) -> list[Pauses]:
    """List the running games whose open step has stopped, by the question that came first."""
    found: dict[tuple[int, int], list[tuple[datetime, datetime]]] = {}
    for of_game, step, asked_at, closes_at in tx.rows(IN_PLAY):
        found.setdefault((of_game, step), []).append((asked_at, closes_at))
    return [
        Pauses(*key, len({asked for asked, _ in times}), max(closes for _, closes in times))
        for key, times in found.items()
    ]


def with_open_questions(tx: Transaction, games: Iterable[int]) -> frozenset[int]:
    """Name those of some games in whose open step a question was asked that nobody has answered."""
    return frozenset(game for (game,) in tx.rows(OPEN_IN, games=sqlite.given(games)))


def keep_press(
    tx: Transaction,
    game: int,
    *,
    step: int,
    seat: Seat,
    addressees: Sequence[Seat],
    body: str,
    written_at: datetime,
    letter: int | None = None,
    at_once: bool = False,
) -> PressRow:
    """Keep one seat's words to others; `addressees` are seats, with ALL and the GM as the engine names them.

    ``at_once`` says that the words are an order that worked at once, so that nobody's words pass for one.
    """
    row = PressRow(
        game=game, step=step, seat=seat, addressees=list(addressees), body=body, letter=letter,
        written_at=written_at, at_once=at_once,
    )  # fmt: skip
    return tx.save(row)


def press(tx: Transaction, game: int, step: int | None = None) -> list[PressRow]:
    """List the press of a game, or of one step, in order."""
    return tx.having(PressRow, game=game) if step is None else tx.having(PressRow, game=game, step=step)
