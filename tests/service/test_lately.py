"""A referee that keeps games in memory takes them up exactly as they are stored, whatever is done to them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.service.rounds.serve import Service
from referee.store import database, steps
from referee.store.codec import Codec
from referee.store.database import Transaction
from referee.store.lately import MOST, Lately
from tests.service.correspondence import correspondence
from tests.service.storied import storied
from tests.service.world import World


@pytest.fixture
def taken_up(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Keep games, and compare each that is taken up with what is stored; note whether it had been kept."""
    load, noted = steps.load, list[bool]()

    def compared(tx: Transaction, codec: Codec[Any, Any], game_id: int) -> Any:
        found, kept = load(tx, codec, game_id), tx.lately
        tx.lately = Lately()
        anew = load(tx, codec, game_id)
        tx.lately = kept
        assert written(codec, found) == written(codec, anew)
        assert (found.setup, found.seed, found.step, found.end) == (anew.setup, anew.seed, anew.step, anew.end)
        noted.append(type(found.views) is type(anew.views))
        return found

    monkeypatch.setattr(database, "Lately", partial(Lately, MOST))
    monkeypatch.setattr(steps, "load", compared)
    return noted


def written(codec: Codec[Any, Any], game: Any) -> tuple[object, ...]:
    views = {seat: codec.dump_view(view) for seat, view in game.views.items()}
    return codec.dump_state(game.state), codec.dump_events(game.events), list(views.items())


@pytest.mark.parametrize("slug", ["wizards-duel", "amber", "elements"])
def test_a_game_with_rulings_corrections_and_turns_taken_back_is_taken_up_as_it_is_stored(
    tmp_path: Path, slug: str, taken_up: list[bool]
) -> None:
    storied(tmp_path, slug).campaign.close()

    assert taken_up.count(False) > 3, "it was kept"
    assert taken_up.count(True) > 0, "it was read where something else had been done"


def test_a_whole_game_is_taken_up_as_it_is_stored_at_every_letter_and_turn(
    tmp_path: Path, taken_up: list[bool]
) -> None:
    correspondence("wizards-duel", tmp_path)

    assert taken_up.count(False) > 20


def test_the_resident_service_keeps_games_and_a_command_none(world: World) -> None:
    before = world.campaign.store.lately.most
    Service(world.campaign)

    assert (before, world.campaign.store.lately.most) == (0, MOST)
