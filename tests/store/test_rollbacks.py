"""Steps are taken back whole: what belongs to them alone is gone, and what was said before them is as it was."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from referee.engine.audience import GM
from referee.engine.sheet import OnFile
from referee.store import attendance, games, inbox, orders, reports, rollbacks, rulings
from referee.store.codec import codec
from referee.store.database import Store, Transaction
from referee.store.reports import Composed
from referee.store.tables import QuestionRow, ReminderRow, ReportRow, Status, StepRow, TokenRow, ViewRow, VoteRow
from tests.store import toy
from tests.store.campaign import HOUR, NOW, invited, started
from tests.store.toy import ANA, BO, CARDS, CY

LATER = NOW + 10 * HOUR


def decide(view: toy.View) -> Any:
    """Let all decide but who holds Ana's card alone; of an observer nobody asks."""
    return None if view.hand == [CARDS[2]] else "?"


DECIDING = codec(replace(toy.RULES, view=lambda seat, _: toy.View(seat), decide=decide))


def take_back(tx: Transaction, game: int, first: int, *, at: datetime = LATER, reopen: bool = False) -> list[int]:
    taken = rollbacks.take_back(tx, DECIDING, game, first, why="a mistake", at=at, reopen=reopen)
    return [row.step for row in taken]


def test_steps_are_moved_aside_newest_first_with_their_letters_and_the_game_is_held_before_them(store: Store) -> None:
    game = started(store, 3)
    with store.writing() as tx:
        hashes = {row.step: row.chain_hash for row in tx.exec(select(StepRow))}
        taken = take_back(tx, game, 2)

    with store.reading() as tx:
        row = games.game(tx, game)
        assert taken == [3, 2]
        assert (row.step, row.status, row.anew, row.closed) == (1, Status.HELD, "a mistake", True)
        assert row.hold_reason == "turn 2 was taken back: a mistake"
        assert (row.due_at, row.on_time_until, row.early_at, row.ended_at) == (None, None, None, None)
        kept = rollbacks.of_game(tx, game)
        assert {one.step: one.chain_hash for one in kept} == {n: hashes[n] for n in (2, 3)}
        assert [(one.reason, one.undone_at, one.played_at) for one in kept] == [
            ("a mistake", LATER, NOW + n * HOUR) for n in (3, 2)
        ]
        moved = {one.step: (one.of_step is None, one.undone) for one in tx.exec(select(ReportRow))}
        assert moved == {0: (False, None), 1: (False, None), 2: (True, kept[1].id), 3: (True, kept[0].id)}


def test_views_are_those_of_what_is_still_told_with_who_decides_next(store: Store) -> None:
    game = started(store, 2)
    with store.writing() as tx:
        take_back(tx, game, 1)

        rows = tx.exec(select(ViewRow).order_by(col(ViewRow.seat))).all()
        assert [(row.seat, row.step, row.must_act) for row in rows] == [
            ("", 0, False), ("Ana", 0, False), ("Bo", 0, True), ("Cy", 0, True),
        ]  # fmt: skip


@pytest.mark.parametrize(("reopen", "first"), [(False, [1, 2]), (True, [1])])
def test_what_comes_about_anew_is_let_go_of_and_answers_stay_for_the_same_step(
    store: Store, reopen: bool, first: list[int]
) -> None:
    game = started(store, 3)
    with store.writing() as tx:
        other = invited(tx, "Another")
        for step in (1, 2, 3):
            for at in (game, other):
                orders.ask(tx, at, step, [(f"{at}/{step}", ANA)], at=NOW, closes_at=LATER)
                attendance.note_silence(tx, at, step, {CY: ""}, NOW)
                attendance.note_reminded(tx, attendance.Deadline(at, step, NOW), {CY: [60]})
        take_back(tx, game, 2, reopen=reopen)

        for at, kept, reminded in ((game, first, [1]), (other, [1, 2, 3], [1, 2, 3])):
            assert sorted(one.step for one in tx.exec(select(QuestionRow)) if one.game == at) == kept
            assert [one.step for one in attendance.silences(tx, at)] == kept
            assert sorted(one.step for one in tx.exec(select(ReminderRow)) if one.game == at) == reminded
        assert games.game(tx, game).closed is not reopen


def test_orders_for_later_steps_are_set_aside_and_answers_to_their_letters_count_no_more(store: Store) -> None:
    game = started(store, 2)
    with store.writing() as tx:
        orders.file(
            tx, game, BO, step=3, revision=1, on_file=OnFile({3: ("WAIT",)}), sheet=[], receipt="R1", received_at=NOW
        )
        for key, seat, step in (("same", BO, 2), ("next", BO, 3), ("desk", GM, 3), ("dead", ANA, 3)):
            inbox.give_token(tx, key, game=game, seat=seat, step=step, player=None, at=NOW)
        inbox.kill_tokens(tx, game, ANA, NOW)
        take_back(tx, game, 2)

        assert [row.set_aside_at for row in orders.revisions(tx, game)] == [LATER]
        assert orders.latest(tx, game, BO) == OnFile()
        tokens = {row.token: row for row in tx.exec(select(TokenRow))}
        assert {key: row.dead_at for key, row in tokens.items()} == {
            "same": None, "next": LATER, "desk": None, "dead": NOW,
        }  # fmt: skip
        assert [rollbacks.with_which_died(tx, tokens[key]) for key in ("next", "same", "dead")] == [2, 0, 0]


@pytest.mark.parametrize(("reopen", "votes"), [(False, [ANA, BO, CY]), (True, [ANA, CY])])
def test_a_ballot_closed_with_the_step_is_open_again_and_later_ones_are_void(
    store: Store, reopen: bool, votes: list[str]
) -> None:
    game = started(store, 3)
    with store.writing() as tx:
        before, closed, after, still = (
            rulings.open_ballot(tx, game, "DRAW", step=2, at=NOW + n * HOUR) for n in (0, 1, 2, 1)
        )
        for ballot, seat in ((before, ANA), (closed, BO), (after, CY)):
            rulings.vote(tx, ballot.id, seat, True, NOW)
        rulings.close_ballot(tx, before, "agreed", NOW + HOUR)
        rulings.close_ballot(tx, closed, "agreed", NOW + 2 * HOUR)
        take_back(tx, game, 2, reopen=reopen)

        assert [(one.closed_at, one.result) for one in (before, closed, after, still)] == [
            (NOW + HOUR, "agreed"),
            (None, ""),
            (NOW + 2 * HOUR, "void: the turn was taken back"),
            (None, ""),
        ]
        assert sorted(row.seat for row in tx.exec(select(VoteRow))) == votes


def test_times_count_what_was_taken_back_together_as_one_and_each_game_by_itself(store: Store) -> None:
    game = started(store, 3)
    with store.writing() as tx:
        other = invited(tx, "Another")
        before = rollbacks.times(tx, game)
        take_back(tx, game, 2)
        once = rollbacks.times(tx, game)
        take_back(tx, game, 1, at=LATER + HOUR)

        assert (before, once, rollbacks.times(tx, game), rollbacks.times(tx, other)) == (0, 1, 2, 0)
        assert [row.step for row in rollbacks.of_game(tx, game)] == [3, 2, 1]


def test_the_last_report_of_a_step_that_was_taken_back_is_the_one_its_reader_was_told_last(store: Store) -> None:
    game = started(store, 2)
    with store.writing() as tx:
        for seat, kind, number in ((BO, "receipt", 1), (GM, "gm_turn", 1), (CY, "report", 2)):
            again = Composed(seat=seat, kind=kind, number=number, subject="Again", body=f"A {kind}", form=())
            reports.keep(tx, game, 2, [again], made_at=NOW)
        assert rollbacks.last_told(tx, game, 2) == {}
        take_back(tx, game, 2)
        tx.exec(update(ReportRow).where(col(ReportRow.step) == 2).values(undone=1))

        form = ["WAIT", "DEFEND WITH ANY"]
        assert rollbacks.last_told(tx, game, 2) == {
            **{seat: (f"Dear {seat},\n\nyou draw the Five of Cups.\n", form) for seat in (ANA, BO)},
            CY: ("A report", []),
        }
        assert rollbacks.last_told(tx, game, 1) == {}
