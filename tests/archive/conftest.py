"""The campaign that games to be archived are played in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.archive import packing
from referee.service.records.bundles import export
from tests.archive.touching import Files
from tests.service.storied import NAME, storied
from tests.service.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a campaign without a game."""
    made = World.made(tmp_path)
    yield made
    made.campaign.close()


def written(world: World, reader: str) -> Files:
    """A reader's bundle of the game, as it is handed out."""
    file = world.campaign.settings.folder / f"{reader}.zip"
    export(world.campaign, NAME, file, reader=reader)
    return packing.unpacked(file.read_bytes())


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Files]:
    """The files of a duel in which much happened: all of it, and what one of its seats may know."""
    world = storied(tmp_path_factory.mktemp("storied"), "wizards-duel")
    found = {"whole": written(world, "GM"), "seat": written(world, "Ana")}
    world.campaign.close()
    return found
