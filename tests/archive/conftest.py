"""The campaign that games to be archived are played in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a campaign without a game."""
    made = World.made(tmp_path)
    yield made
    made.campaign.close()
