"""Answers whose text has lost its line ends: what was written is done, and nothing of the letter that is quoted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.audience import Seat
from referee.store import games
from tests.service.world import World


@pytest.fixture
def unstarted(tmp_path: Path) -> Iterator[World]:
    """Return a campaign in which a duel between Ana and Bob waits for its start."""
    made = World.made(tmp_path)
    made.game(start=False)
    yield made
    made.campaign.close()


def word(world: World) -> str | None:
    """Return Ana's word for the seed."""
    with world.campaign.store.reading() as tx:
        return games.seat(tx, world.row().id, Seat("Ana")).word


@pytest.mark.parametrize("line", ["I give you my word: it is fun", "Dear referee, a word of thanks"])
def test_a_word_in_a_sentence_is_not_the_word_for_the_seed(unstarted: World, line: str) -> None:
    unstarted.write("Ana", "WORD mellon", step=0)
    unstarted.tick()
    unstarted.write("Ana", line, step=0)
    unstarted.tick()

    assert word(unstarted) == "mellon"
