"""A step is saved whole, and once; a game is taken up exactly where it stood."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlmodel import col, select

from referee.engine.asks import Given
from referee.engine.audience import PUBLIC
from referee.engine.events import GameEnded
from referee.store import games, mails, reports, steps
from referee.store.database import Store
from referee.store.errors import AlreadyPlayed, Damaged, NotThere
from referee.store.tables import Occasion, Sending, Status, StepRow, ViewRow
from tests.store import toy
from tests.store.campaign import CODEC, HOUR, NOW, around, invited, letters, play, started
from tests.store.toy import BO, CARDS, SEATS, exactly


def test_a_game_is_taken_up_exactly_where_it_stood(store: Store) -> None:
    game = started(store, 3)

    with store.reading() as tx:
        loaded, wanted = steps.load(tx, CODEC, game), toy.game(3)

    assert loaded == wanted
    assert exactly(loaded.state, wanted.state)
    assert exactly(dict(loaded.views), dict(wanted.views))
    assert exactly(loaded.events, wanted.events)
    assert loaded.rules is toy.RULES


def test_a_set_up_starts_the_game(store: Store) -> None:
    game = started(store)

    with store.reading() as tx:
        row = games.game(tx, game)
        assert (row.status, row.step, row.seed, row.started_at, row.due_at) == (
            Status.RUNNING, 0, toy.game().seed, NOW, NOW + HOUR,
        )  # fmt: skip


def test_a_step_is_saved_with_its_views_letters_and_mails(store: Store) -> None:
    game = started(store, 1)

    with store.reading() as tx:
        views = tx.exec(select(ViewRow).where(ViewRow.game == game).order_by(col(ViewRow.seat))).all()
        assert [(row.seat, row.step) for row in views] == [("", 1), ("Ana", 1), ("Bo", 1), ("Cy", 1)]
        assert [(row.seat, row.body) for row in reports.of_step(tx, game, 1)] == [
            (one.seat, one.body) for one in letters(1)
        ]
        assert mails.counts(tx)[Sending.QUEUED] == 2 * len(SEATS)
        assert games.game(tx, game).due_at == NOW + 2 * HOUR


def test_a_step_can_be_played_again_from_what_is_stored(store: Store) -> None:
    game = started(store)
    given = Given({"Bo/Lead/1": CARDS[3]}, frozenset({"Ana/Lead/1"}), live=True)
    with store.writing() as tx:
        play(tx, game, 1, given=given)

    with store.reading() as tx:
        stored = steps.played(tx, CODEC, game, 1)
    assert stored == steps.Played(
        step=1, edition="1", orders={BO: ("ATTACK Ana", "WAIT")}, given=given, state=toy.a_state(), events=toy.events()
    )


def test_the_steps_of_a_game_are_listed_and_their_events_read(store: Store) -> None:
    game = started(store, 2)

    with store.reading() as tx:
        past = steps.history(tx, game)
        told = steps.events(tx, CODEC, game, since=1)
    assert [(one.step, one.played_at, one.why, one.edition) for one in past] == [
        (0, NOW, Occasion.SET_UP, "1"),
        (1, NOW + HOUR, Occasion.DEADLINE, "1"),
        (2, NOW + 2 * HOUR, Occasion.DEADLINE, "1"),
    ]
    assert told == [(1, toy.events()), (2, toy.events())]


def test_the_end_of_a_game_is_saved_with_its_last_step(store: Store) -> None:
    game = started(store)
    end = GameEnded(reason="last", winners=(BO,), losers=(), to=PUBLIC)
    last = replace(toy.game(1, told=(end,)), end=end)
    with store.writing() as tx:
        steps.save(tx, CODEC, game, last, around(1))

    with store.reading() as tx:
        row = games.game(tx, game)
        assert (row.status, row.ended_at, row.due_at) == (Status.OVER, NOW + HOUR, None)
        assert steps.load(tx, CODEC, game).end == end
    with pytest.raises(AlreadyPlayed, match="it is over after step 1"), store.writing() as tx:
        play(tx, game, 2)


@pytest.mark.parametrize("step", [0, 1, 3])
def test_a_step_is_saved_only_onto_the_one_before_it(store: Store, step: int) -> None:
    game = started(store, 1)

    with pytest.raises(AlreadyPlayed, match=f"Step {step} of Perilous"), store.writing() as tx:
        play(tx, game, step)

    with store.reading() as tx:
        assert [past.step for past in steps.history(tx, game)] == [0, 1]
        assert mails.counts(tx)[Sending.QUEUED] == 2 * len(SEATS)


@pytest.mark.parametrize("status", [Status.PAUSED, Status.HELD, Status.OVER])
def test_a_game_that_does_not_run_is_not_played(store: Store, status: Status) -> None:
    game = started(store)
    with store.writing() as tx:
        games.set_status(tx, game, status)

    with pytest.raises(AlreadyPlayed), store.writing() as tx:
        play(tx, game, 1)


def test_a_game_that_was_not_set_up_cannot_be_taken_up(store: Store) -> None:
    with store.writing() as tx:
        game = invited(tx)
        with pytest.raises(NotThere):
            steps.load(tx, CODEC, game)


def test_who_must_act_is_known_of_one_game_and_of_its_last_step(store: Store) -> None:
    ana, bo, cy = SEATS
    with store.writing() as tx:
        one, other = (invited(tx, name) for name in ("One", "Other"))
        for game, name, deciding in ((one, "One", {ana, bo}), (other, "Other", {cy})):
            play(tx, game, 0, letters=letters(0, name=name), deciding=frozenset(deciding))

    with store.reading() as tx:
        assert [steps.must_act(tx, game, 0) for game in (one, other)] == [{ana, bo}, {cy}]
        assert steps.must_act(tx, one, 1) == frozenset()


def test_views_of_another_step_are_noticed(store: Store) -> None:
    game = started(store, 1)
    with store.writing() as tx:
        tx.connection().exec_driver_sql("UPDATE view SET step = 0 WHERE seat = 'Bo'")

    with pytest.raises(Damaged), store.reading() as tx:
        steps.load(tx, CODEC, game)


def test_taking_up_a_game_costs_the_same_however_long_it_is(store: Store) -> None:
    game = started(store, 1)
    counts = []
    for more in (0, 10):
        for step in range(2, 2 + more):
            with store.writing() as tx:
                play(tx, game, step)
        with store.reading() as tx:
            rows: list[str] = []
            driver = tx.connection().connection.driver_connection
            assert driver is not None
            driver.set_trace_callback(rows.append)
            steps.load(tx, CODEC, game)
            driver.set_trace_callback(None)
            plan = str(tx.connection().exec_driver_sql(
                "EXPLAIN QUERY PLAN SELECT * FROM step WHERE game = 1 AND step = 1"
            ).all())  # fmt: skip
        counts.append(len(rows))

    assert counts[0] == counts[1]
    assert "SEARCH step USING INDEX" in plan


def test_a_state_is_stored_as_it_was_at_every_step(store: Store) -> None:
    game = started(store)
    with store.writing() as tx:
        steps.save(tx, CODEC, game, toy.game(1, note="later"), around(1))

    with store.reading() as tx:
        states = [steps.played(tx, CODEC, game, step).state for step in (0, 1)]
        assert states == [toy.a_state(), replace(toy.a_state(), note="later")]
        assert len(tx.exec(select(StepRow.id)).all()) == 2
