"""Whoever is killed at whatever moment leaves the database whole: everything of a step, or nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import event

from referee.engine.sheet import OnFile
from referee.store import games, inbox, integrity, mails, orders, reports, steps
from referee.store.database import Store
from referee.store.tables import Sending
from tests.store.campaign import CODEC, HOUR, NOW, PROGRAM, play, started
from tests.store.toy import BO

KILLED = 9


def killed(path: Path, work: Callable[[Store], None], at: int) -> bool:
    """Do the work in another process that dies before its statement number `at`; say whether it came so far."""
    child = os.fork()
    if child == 0:
        try:
            store = Store(path)
            seen = 0

            def before(*_: object) -> None:
                nonlocal seen
                seen += 1
                if seen == at:
                    os._exit(KILLED)

            event.listen(store._engine, "connect", lambda raw, _: raw.set_trace_callback(before))
            work(store)
            os._exit(0)
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, KILLED)
    return status == KILLED


def test_a_step_that_is_killed_at_any_statement_is_not_there_at_all(store: Store) -> None:
    game = started(store)
    store.close()

    def one_step(again: Store) -> None:
        with again.writing() as tx:
            steps.load(tx, CODEC, game)
            play(tx, game, 1)

    at = 1
    while killed(store.path, one_step, at):
        with Store.open(store.path, now=NOW, program=PROGRAM) as after, after.reading() as tx:
            assert steps.load(tx, CODEC, game).step == 0
            assert [past.step for past in steps.history(tx, game)] == [0]
            assert reports.of_step(tx, game, 1) == []
            assert mails.counts(tx)[Sending.QUEUED] == 3
            assert games.game(tx, game).due_at == NOW + HOUR
        at += 1

    assert at > 12
    with Store.open(store.path, now=NOW, program=PROGRAM) as after, after.reading() as tx:
        assert steps.load(tx, CODEC, game).step == 1
        assert len(reports.of_step(tx, game, 1)) == 3
        assert mails.counts(tx)[Sending.QUEUED] == 6
        assert integrity.verify(tx, game) is None


def test_a_letter_its_orders_and_its_outcome_are_saved_together(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        letter = inbox.keep(tx, b"x", sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)[0]
    store.close()

    def reading(again: Store) -> None:
        with again.writing() as tx:
            on_file = OnFile({1: ("WAIT",)})
            orders.file(
                tx, game, BO, step=1, revision=1, on_file=on_file, sheet=[], receipt="R", received_at=NOW, letter=letter
            )
            inbox.settle(tx, letter, "accepted", game=game, seat=BO, step=1)

    at = 1
    while killed(store.path, reading, at):
        with Store.open(store.path, now=NOW, program=PROGRAM) as after, after.reading() as tx:
            assert (inbox.to_read(tx), orders.revisions(tx, game)) == ([letter], [])
        at += 1

    with Store.open(store.path, now=NOW, program=PROGRAM) as after, after.reading() as tx:
        assert (inbox.to_read(tx), len(orders.revisions(tx, game))) == ([], 1)


def test_what_was_committed_is_there_after_a_kill(store: Store) -> None:
    store.close()

    def keeping(again: Store) -> None:
        with again.writing() as tx:
            inbox.keep(tx, b"ATTACK", sender="a@x", recipient="o@x", source="lmtp", received_at=NOW)

    assert not killed(store.path, keeping, at=1_000)

    with Store.open(store.path, now=NOW, program=PROGRAM) as after, after.reading() as tx:
        assert [inbox.letter(tx, one).raw for one in inbox.to_read(tx)] == [b"ATTACK"]
