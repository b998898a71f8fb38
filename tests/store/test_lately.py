"""What a running referee keeps of its games is believed only where the database says the same."""

from __future__ import annotations

import zlib
from dataclasses import replace

import pytest

from referee.engine.audience import PUBLIC
from referee.engine.events import GameEnded
from referee.store import steps
from referee.store.codec import codec
from referee.store.database import Store
from referee.store.errors import Damaged
from referee.store.lately import MOST, Lately
from tests.store import toy
from tests.store.campaign import CODEC, NOW, PROGRAM, play, started
from tests.store.toy import exactly


@pytest.fixture
def keeping(store: Store) -> Store:
    """A database of whose games those saved last are kept."""
    store.lately.most = MOST
    return store


def spoilt(store: Store) -> None:
    """Let no state be read."""
    with store.writing() as tx:
        tx.connection().exec_driver_sql("UPDATE step SET state = x'00', events = x'00'")


def test_a_game_is_taken_up_as_it_was_saved_without_being_read(keeping: Store) -> None:
    game = started(keeping, 2)
    spoilt(keeping)

    with keeping.reading() as tx:
        found = steps.load(tx, CODEC, game)

    assert found == toy.game(2)
    assert exactly(dict(found.views), dict(toy.game(2).views))


def test_nothing_is_kept_until_somebody_wants_it(store: Store) -> None:
    game = started(store, 2)
    spoilt(store)

    with pytest.raises(zlib.error), store.reading() as tx:
        steps.load(tx, CODEC, game)


def test_a_game_that_another_process_played_on_is_read(keeping: Store) -> None:
    game = started(keeping, 1)
    with Store.open(keeping.path, now=NOW, program=PROGRAM) as other, other.writing() as tx:
        play(tx, game, 2)

    with keeping.reading() as tx:
        assert steps.load(tx, CODEC, game) == toy.game(2)


def test_a_step_that_was_not_saved_in_the_end_is_not_believed(keeping: Store) -> None:
    game = started(keeping, 1)

    def broken_off() -> None:
        with keeping.writing() as tx:
            play(tx, game, 2)
            raise LookupError

    with pytest.raises(LookupError):
        broken_off()

    with keeping.reading() as tx:
        assert steps.load(tx, CODEC, game) == toy.game(1)


def test_a_game_by_other_rules_is_read(keeping: Store) -> None:
    game, others = started(keeping, 1), codec(replace(toy.RULES, edition="2"))

    with keeping.reading() as tx:
        assert steps.load(tx, others, game).rules is others.rules
        assert steps.load(tx, CODEC, game) == toy.game(1)


def test_a_game_whose_views_are_of_another_step_is_not_believed(keeping: Store) -> None:
    game = started(keeping, 1)
    with keeping.writing() as tx:
        tx.connection().exec_driver_sql("UPDATE view SET step = 0 WHERE seat = 'Bo'")

    with pytest.raises(Damaged), keeping.reading() as tx:
        steps.load(tx, CODEC, game)


def test_no_more_is_kept_than_there_is_room_for_and_the_newest_stays() -> None:
    kept, one = Lately(100), toy.game(1)
    for number, size in ((1, 40), (2, 40), (3, 40), (2, 20), (4, 101)):
        kept.note(number, one, f"hash {number}", size)

    assert [number for number in (1, 2, 3, 4) if kept.find(number, toy.RULES, f"hash {number}")] == [2, 3]
    kept.note(5, one, "hash 5", 80)
    assert [number for number in (2, 3, 5) if kept.find(number, toy.RULES, f"hash {number}")] == [2, 5]


def test_a_game_that_is_over_is_not_kept() -> None:
    kept, end = Lately(100), GameEnded(to=PUBLIC, winners=(), losers=(), reason="won")
    kept.note(1, toy.game(1), "one", 10)
    kept.note(1, replace(toy.game(2), end=end), "two", 10)

    assert [kept.find(1, toy.RULES, found) for found in ("one", "two")] == [None, None]
