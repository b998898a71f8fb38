"""The world of the service's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.processes import Children
from tests.service.world import SmtpSink, World


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign in which a duel between Ana and Bob has begun and all mail so far is out, to be copied."""
    made = World.made(tmp_path_factory.mktemp("begun"))
    made.game()
    made.quiet().campaign.close()
    return made.campaign.settings.folder


@pytest.fixture
def world(begun: Path, tmp_path: Path) -> Iterator[World]:
    """Return a copy of that campaign."""
    made = World.copied(begun, tmp_path)
    yield made
    made.campaign.close()


@pytest.fixture(scope="session")
def children() -> Iterator[Children]:
    """Return what does jobs in processes of their own."""
    made = Children()
    yield made
    made.close()


@pytest.fixture
def sink() -> Iterator[SmtpSink]:
    """Return a mail server that writes down every mail."""
    with SmtpSink() as made:
        yield made
