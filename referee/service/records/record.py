"""A game's record, read from the store: cut to what its reader may know, and without anybody's name or address."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import defer
from sqlmodel import col, select

from referee.archive import acts
from referee.archive.record import (
    About,
    Act,
    Chance,
    End,
    Letter,
    Place,
    Press,
    Record,
    Revision,
    Ruling,
    Sealed,
    Step,
    Undone,
)
from referee.archive.told import ended, told_to
from referee.engine.audience import GM, OBSERVER, PUBLIC, Seat
from referee.engine.commands import ALL
from referee.reports.parts import REPORTS
from referee.service.campaign.campaign import Work
from referee.service.campaign.names import reader_in
from referee.service.deadlines import deadline
from referee.service.records.nameless import Nameless
from referee.service.records.pages import made
from referee.store import actions, games, orders, rollbacks, rulings
from referee.store.chain import Hashes
from referee.store.database import Transaction
from referee.store.games import Place as PlaceRow
from referee.store.tables import GameRow, ReportRow, RulingRow, Status, StepRow, UndoneRow

HANDED_OVER = ("replace", "substitute", "give back")
"""The entries of the log that say that a seat is another's from then on."""

STATE: Any = StepRow.state
"""What no seat and no observer may see."""

NOT_OF_THE_GAME = ("alarm", "import")
"""Entries of the log that tell of the referee's own troubles, and of how the game came here."""


def record_of(work: Work, row: GameRow, reader: Seat) -> Record:
    """Return the record of a game for a reader: the GM has all of it."""
    reading = _Reading(work, row, reader)
    taken_back = rollbacks.of_game(work.tx, row.id)
    steps = tuple(reading.steps())
    return Record(
        reader=reader,
        about=reading.about(ended(steps[-1].events) if steps else None),
        steps=steps,
        orders=tuple(reading.orders()),
        letters=tuple(reading.letters({one.id: n for n, one in enumerate(taken_back, 1)})),
        press=tuple(reading.press()),
        rulings=tuple(reading.rulings()),
        acts=tuple(reading.acts()),
        undone=tuple(reading.undone(one) for one in taken_back),
        chance=Chance(row.secret if row.status is Status.OVER else None, row.seed) if reading.whole else None,
        here=row.name,
    )


def adjudicated(work: Work, row: GameRow) -> tuple[About, tuple[Step, ...]]:
    """Return of the whole record what playing the game again needs, and none of what it takes long to read."""
    reading = _Reading(work, row, GM)
    return reading.about(None), tuple(reading.steps())


def read_by(work: Work, row: GameRow, name: str) -> Seat:
    """Find whose record is meant: the GM's, a seat's, or an observer's; raises `SetupError` that names the seats."""
    if name.casefold() == "observer":
        return OBSERVER
    return reader_in(work.tx, row.id, name)


@dataclass
class _Reading:
    """What is read of a game for one reader."""

    work: Work
    row: GameRow
    reader: Seat

    def __post_init__(self) -> None:
        """Find out since when the seat has been its player's, and whose names stand in no record."""
        self.tx: Transaction = self.work.tx
        self.whole = self.reader == GM
        self.nameless = Nameless.of(self.work, self.row)
        self.since = None if self.whole or self.reader == OBSERVER else _handed_over(self.tx, self.row, self.reader)

    def about(self, end: End | None) -> About:
        """Return what the game is; a hold that nobody was told of seems to be none."""
        row, status = self.row, self.row.status
        if not self.whole and status is Status.HELD:
            status = Status.RUNNING
        return made(
            About,
            row,
            name=row.played_as,
            options=dict(row.options),
            seats=tuple(self._place(one) for one in games.places(self.tx, row.id)),
            status=status.value,
            reveal=row.reveal.value,
            policy=dict(row.policy) if self.whole else {},
            due_at=row.due_at if self.whole else deadline.due_told(row, self.work.now),
            end=end,
        )

    def _place(self, one: PlaceRow) -> Place:
        if not self.whole and (one.name != self.reader or self.since is not None):
            return Place(Seat(one.name))
        return Place(Seat(one.name), tuple(one.wishes), one.word)

    def steps(self) -> Iterator[Step]:
        """Return every adjudication that counts."""
        query = select(StepRow).where(StepRow.game == self.row.id).order_by(col(StepRow.step))
        for row in self.tx.exec(query if self.whole else query.options(defer(STATE))):
            yield self._step(row, row.why.value)

    def undone(self, row: UndoneRow) -> Undone:
        """Return a turn that was taken back."""
        reason = self.nameless.clean(row.reason)
        return Undone(step=self._step(row, ""), undone_at=row.undone_at, reason=reason)

    def _step(self, row: StepRow | UndoneRow, why: str) -> Step:
        answers = orjson.loads(row.given)["answers"]
        lines = {Seat(seat): tuple(own) for seat, own in row.orders.items()}
        if self.whole:
            hashes = Hashes(row.input_hash, row.output_hash, row.previous_hash, row.chain_hash)
            sealed = Sealed(why=why, given=row.given, state=row.state, hashes=hashes)
            return made(Step, row, orders=lines, answers=answers, sealed=sealed)
        return made(
            Step,
            row,
            events=told_to(row.events, self.reader),
            orders={seat: own for seat, own in lines.items() if seat == self.reader},
            answers={key: one for key, one in answers.items() if key.startswith(f"{self.reader}/")},
            sealed=None,
        )

    def orders(self) -> Iterator[Revision]:
        """Return every revision of orders: of a seat its own, since it has been its player's."""
        if self.reader == OBSERVER:
            return
        for row in orders.revisions(self.tx, self.row.id, None if self.whole else self.reader):
            if self._is_mine(row.received_at):
                sheet = tuple(self.nameless.data(line) for line in row.sheet)
                yield made(Revision, row, on_file=orders.on_file_from(row.on_file), sheet=sheet)

    def letters(self, taken_back: Mapping[int, int]) -> Iterator[Letter]:
        """Return the letters to the reader; none to observers, for whether anybody looks on is nobody's business."""
        if self.reader == OBSERVER:
            return
        query = select(ReportRow).where(ReportRow.game == self.row.id)
        if not self.whole:
            query = query.where(ReportRow.seat == self.reader)
        for row in self.tx.exec(query.order_by(col(ReportRow.id))):
            if self._is_mine(row.made_at) or row.kind in REPORTS:
                yield self._letter(row, taken_back)

    def _letter(self, row: ReportRow, taken_back: Mapping[int, int]) -> Letter:
        """Return a letter; one that is part of an adjudication stays as the chain has it, and names nobody."""
        part = row.of_step is not None or row.undone is not None
        clean = self.nameless.letter(row) if not part else (row.subject, row.body, row.document)
        return made(
            Letter,
            row,
            subject=clean[0],
            body=clean[1],
            document=clean[2],
            form=tuple(row.form),
            played=row.of_step is not None,
            undone=taken_back[row.undone] if row.undone is not None else None,
        )

    def press(self) -> Iterator[Press]:
        """Return what the reader wrote or was written."""
        for row in orders.press(self.tx, self.row.id):
            to_all = ALL in row.addressees and not row.at_once
            theirs = self.reader == row.seat or (self.reader in row.addressees and not row.at_once)
            if self.whole or to_all or (theirs and self._is_mine(row.written_at)):
                yield made(Press, row, addressees=tuple(row.addressees), body=self.nameless.clean(row.body))

    def rulings(self) -> Iterator[Ruling]:
        """Return the GM's rulings, under the numbers by which the reader knows them."""
        shared = 0
        for row in rulings.of_game(self.tx, self.row.id):
            public = rulings.audience(row) == PUBLIC
            shared += public
            if self.whole:
                yield self._ruling(row, row.number, corrects=bool(row.correction))
            elif rulings.audience(row).includes(self.reader):
                yield self._ruling(row, shared if public else 0, corrects=public and bool(row.correction))

    def _ruling(self, row: RulingRow, number: int, *, corrects: bool) -> Ruling:
        whole = self.whole
        return Ruling(
            number=number,
            step=None if row.step == rulings.WITHDRAWN else row.step,
            text=self.nameless.clean(row.text),
            reason=self.nameless.clean(row.reason),
            at=row.at,
            corrects=corrects,
            correction=row.correction if whole else "",
            about=row.about if whole else "",
            answer=row.answer.decode() if whole and row.answer is not None else None,
            to=rulings.audience(row) if whole else None,
        )

    def acts(self) -> Iterator[Act]:
        """Return what the GM and the referee did: all of it, or what the reader may know, in words."""
        for row in actions.log(self.tx, self.row.id):
            to = actions.audience(row)
            if row.what in NOT_OF_THE_GAME:
                continue
            if self.whole:
                details = self.nameless.data(row.details)
                yield Act(at=row.at, who=acts.who(row.who), what=row.what, details=details, to=to)
            elif actions.knows(row, self.reader):
                words = self.nameless.clean(acts.told(row.what, row.details))
                yield Act(at=row.at, who=acts.who(row.who), what=row.what, words=words)

    def _is_mine(self, at: datetime) -> bool:
        """Say whether the seat's player of now had it then: who came later is not given their words."""
        return self.since is None or at >= self.since


def _handed_over(tx: Transaction, row: GameRow, seat: Seat) -> datetime | None:
    entries = (one for one in actions.log(tx, row.id) if one.what in HANDED_OVER)
    return max((one.at for one in entries if one.details.get("seat") == seat), default=None)


