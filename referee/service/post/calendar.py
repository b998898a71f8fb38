"""Deadlines for players' own calendars: which letter brings one, and what it says.

What a letter brings is settled when it is stored, so that every try is the same bytes; it goes to who asked for it
alone, whoever has the seat by then.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from referee.reports.parts import Kind, Letter
from referee.store import games, people
from referee.store.database import Transaction
from referee.store.tables import CalendarRow, GameRow, Status

TELLING = frozenset({Kind.WELCOME, Kind.REPORT, Kind.NOTICE, Kind.REMINDER, Kind.RECEIPT, Kind.STATUS})
"""The kinds of letters that tell the deadline of the open turn; that of a question is its reader's alone."""


class Change(NamedTuple):
    """What a letter changes in a calendar: the deadline there (None: it is taken out), and how the mail keeps it."""

    calendar: int
    step: int
    due: datetime | None
    said: Mapping[str, Any]


def change(row: CalendarRow, letter: Letter, game: GameRow, step: int) -> Change | None:
    """Return what a letter to its player changes in a calendar, if anything."""
    if not row.wanted or letter.kind is Kind.END or game.status is Status.OVER:
        return Change(row.id, step, None, _taken_out(row, row.due, game)) if row.due is not None else None
    due = letter.due if letter.kind in TELLING else None
    if due is None or ((due, step) == (row.due, row.step) and not row.asked):
        return None
    return Change(row.id, step, due, _said(row, due, f"{game.title}: orders for turn {step} are due"))


def left(tx: Transaction, player: int, game: GameRow) -> Mapping[str, Any] | None:
    """Return what takes a deadline out of the calendar of somebody who has no seat in the game now, and note it."""
    row = people.calendars(tx, game.id).get(player)
    playing = {seat.player for seat in games.seats(tx, game.id) if seat.vacant_since is None}
    if row is None or row.due is None or player in playing:
        return None
    said = _taken_out(row, row.due, game)
    people.told_calendar(tx, row.id, row.step, None)
    return said


def _taken_out(row: CalendarRow, due: datetime, game: GameRow) -> dict[str, Any]:
    return _said(row, due, f"{game.title}: no orders are due", cancelled=True)


def _said(row: CalendarRow, at: datetime, summary: str, *, cancelled: bool = False) -> dict[str, Any]:
    """Return it as it is kept with the mail, for `calendar_file`."""
    return {
        "player": row.player, "uid": row.uid, "sequence": row.sequence, "at": at.isoformat(), "summary": summary,
        "cancelled": cancelled,
    }  # fmt: skip
