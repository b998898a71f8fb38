"""A ruleset of somebody else's: installed as a package, it is found by its entry point and played."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ASKED = """
import json, sys
from referee.bots.simulate import Plan, Style, play_one
from referee.games import every, find, slugs
rules = find("higher_card")
game = play_one(rules, Plan(rules.slug, Style.SENSIBLE, seats=3), 1)
print(json.dumps([slugs()[-1], rules.title, list(every())[-1], sys.modules["higher_card"].__file__, game.reason]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game, installed into a folder of its own."""
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(HERE / "higher_card", source / "higher_card", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "pyproject.toml", source)
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    command += ["--no-index", "--disable-pip-version-check", "--target", str(target), str(source)]
    subprocess.run(command, check=True, timeout=100)
    return target


def test_an_installed_game_is_found_by_its_entry_point_and_played(installed: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=installed, env=environment, capture_output=True, text=True, timeout=60
    )

    assert done.stderr == ""
    assert json.loads(done.stdout) == [
        "higher-card",
        "Higher Card",
        "higher-card",
        str(installed / "higher_card" / "__init__.py"),
        "cards are out",
    ]


def test_its_rules_and_lines_come_with_it(installed: Path) -> None:
    names = {path.name for path in (installed / "higher_card").iterdir()}

    assert {"RULES.md", "lines.txt.j2"} <= names
