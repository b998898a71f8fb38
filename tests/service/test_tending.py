"""The database's journal is moved between two letters and between two turns, so that no rush lets it grow."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from referee.service.intake.backlog import read_all
from referee.store import database
from referee.store.database import Store
from tests.service.world import World


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many steps had been played whenever the journal was moved, which is done after every transaction here."""
    found: list[int] = []
    honest = Store.checkpoint

    def checkpoint(store: Store) -> None:
        with store.reading() as tx:
            found.append(tx.connection().exec_driver_sql("SELECT count(*) FROM step").scalar_one())
        honest(store)

    monkeypatch.setattr(database, "MOST_UNMOVED", 1)
    monkeypatch.setattr(Store, "checkpoint", checkpoint)
    return found


def test_it_is_moved_after_every_letter(world: World, moved: list[int]) -> None:
    for seat in ("Ana", "Bob", "Ana"):
        world.write(seat, f"LEAD LOWEST, {seat}")

    read_all(world.campaign)

    assert len(moved) == 3


def test_it_is_moved_after_every_turn(world: World, moved: list[int]) -> None:
    world.game("other")
    world.quiet()
    del moved[:]

    world.adjudicate()

    assert moved[:2] == [3, 4]  # two games are set up; then one turn, and the other


def test_it_is_moved_after_every_round_that_did_anything(world: World) -> None:
    letter = world.write("Ana", "LEAD LOWEST")

    world.tick()

    with closing(sqlite3.connect(f"file:{world.campaign.settings.database}?immutable=1", uri=True)) as file_alone:
        assert file_alone.execute("SELECT id, outcome FROM letter").fetchall() == [(letter, "orders filed")]
