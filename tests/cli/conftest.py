"""The program run in this process, on a campaign of its own."""

import json
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.cli.app import app
from referee.store.database import Store
from tests.service.world import share_statements

WIDTH = "80"
"""Of the terminal, where the program believes that it has one."""

ADDRESSES = {"Anna": "anna@players.example", "Bruno": "bruno@players.example"}


@dataclass(frozen=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What it printed as JSON."""
        return json.loads(self.out)


Referee = Callable[..., Said]


def run(*words: str, folder: Path | None = None, stdin: str | bytes = "") -> Said:
    """Run one command."""
    env = {"REFEREE_CAMPAIGN": str(folder) if folder else None, "COLUMNS": WIDTH, "NO_COLOR": "1"}
    done = CliRunner().invoke(app, list(words), input=stdin, env=env, prog_name="referee")
    return Said(done.exit_code, done.stdout, done.stderr)


@pytest.fixture(scope="session", autouse=True)
def statements() -> Iterator[None]:
    """Let every command find the statements written out that one before it has used."""
    made = Store.__init__

    def opened(store: Store, path: Path, *how: Any, **more: Any) -> None:
        made(store, path, *how, **more)
        share_statements(store)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Store, "__init__", opened)
        yield


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with a game that has begun, to be copied; its luck is the same in every run."""
    folder = tmp_path_factory.mktemp("campaigns") / "autumn"
    run("init", str(folder), "--name", "Autumn", "--gm", "gm@referee.example", "--domain", "referee.example")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", Random(7).randbytes)
        run(
            "game", "create", "duel", "wizards-duel", "--title", "duel", "--deadline", "daily 20:00", "-o", "deck=half",
            folder=folder,
        )  # fmt: skip
    for name, address in ADDRESSES.items():
        run("seat", "add", "duel", name, address, folder=folder)
    said = run("game", "start", "duel", "--anyway", folder=folder)
    assert said.code == 0, said
    return folder


@pytest.fixture
def folder(begun: Path, tmp_path: Path) -> Path:
    """A campaign of this test's own, in which the game `duel` of Anna and Bruno has begun."""
    return Path(shutil.copytree(begun, tmp_path / "campaign"))


@pytest.fixture
def referee(folder: Path) -> Referee:
    """Runs commands in that campaign."""

    def command(*words: str, stdin: str | bytes = "") -> Said:
        return run(*words, folder=folder, stdin=stdin)

    return command


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Referee:
    """Runs commands in an empty folder."""
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    return run
