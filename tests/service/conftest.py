"""The world of the service's tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.processes import Children
from tests.service.world import SmtpSink, World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """Return a campaign in which a duel between Ana and Bob has begun and all mail so far is out."""
    made = World.made(tmp_path)
    made.game()
    yield made.quiet()
    made.campaign.close()


@pytest.fixture(scope="module")
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
