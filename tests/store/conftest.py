"""A database in a folder of its own, and the hour at which all of this happens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.database import Store
from tests.store.campaign import NOW, PROGRAM


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and nothing in them, made once."""
    path = tmp_path_factory.mktemp("empty") / "referee.db"
    Store.create(path, now=NOW, program=PROGRAM).close()
    return path


@pytest.fixture
def store(tmp_path: Path, empty: Path) -> Iterator[Store]:
    """A new database."""
    path = tmp_path / "referee.db"
    shutil.copy(empty, path)
    with Store.open(path, now=NOW, program=PROGRAM) as store:
        yield store
