"""The search of the archive's pages is a library as it was published, byte for byte, with its licence."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from referee.archive.site.site import OURS
from tests.e2e.test_lint import LINT

PUBLISHED = LINT / "node_modules" / "minisearch"
PINNED = "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"
"""MiniSearch 7.2.0, as package-lock.json has it."""


def ours(name: str) -> bytes:
    return (OURS / "minisearch" / name).read_bytes()


def test_it_is_the_one_that_is_pinned() -> None:
    assert sha256(ours("minisearch.js")).hexdigest() == PINNED
    assert b"Permission is hereby granted, free of charge" in ours("LICENSE.txt")


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="It is not installed: npm ci --prefix tests/e2e/lint")
@pytest.mark.parametrize(
    ("name", "published"), [("minisearch.js", "dist/umd/index.js"), ("LICENSE.txt", "LICENSE.txt")]
)
def test_it_is_the_one_that_was_published(name: str, published: str) -> None:
    assert ours(name) == Path(PUBLISHED, published).read_bytes()
