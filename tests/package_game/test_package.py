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
    subprocess.run(command, check=True, timeout=900)
    return target


def test_an_installed_game_is_found_by_its_entry_point_and_played(installed: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", ASKED], cwd=installed, env=environment, capture_output=True, text=True, timeout=900
    )

    assert done.stderr == ""
    assert json.loads(done.stdout) == [
        "higher-card",
        "Higher Card",
        "higher-card",
        str(installed / "higher_card" / "__init__.py"),
        "cards are out",
    ]


def test_its_rules_lines_and_cases_come_with_it(installed: Path) -> None:
    names = {path.name for path in (installed / "higher_card").iterdir()}

    assert {"RULES.md", "lines.txt.j2", "cases.md"} <= names


def test_it_is_listed_and_keeps_every_law_where_it_is_installed(installed: Path) -> None:
    listed = run(installed, "rulesets", "list", "--json")
    checked = run(installed, "rulesets", "check", "higher_card", "--games", "5", "--json")

    row = {"name": "higher-card", "title": "Higher Card", "edition": "1", "seats": [2, 4], "players": "2 to 4"}
    assert row in json.loads(listed.stdout)
    assert (checked.returncode, checked.stderr) == (0, "")
    assert json.loads(checked.stdout)["ok"]


def test_a_broken_package_is_told_and_hides_no_other(installed: Path, tmp_path: Path) -> None:
    place = register(tmp_path, "rotten", "rotten:RULESET", 'raise ImportError("this package is rotten")\n')

    listed = run(installed, "rulesets", "list", "--json", more=tmp_path)
    shown = run(installed, "rulesets", "show", "rotten", more=tmp_path)

    titles = {one["name"]: one["title"] for one in json.loads(listed.stdout)}
    assert (titles["rotten"], titles["higher-card"]) == (
        "cannot be loaded: ImportError: this package is rotten", "Higher Card"
    )  # fmt: skip
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == (
        f"The game rotten cannot be loaded: ImportError: this package is rotten ({place}, line 1). "
        "Ask its author, or uninstall its package.\n"
    )


def test_a_game_registered_under_another_name_is_told(installed: Path, tmp_path: Path) -> None:
    register(tmp_path, "bridge", "higher_card:RULESET")

    shown = run(installed, "rulesets", "show", "bridge", more=tmp_path)

    assert shown.returncode == 2
    assert "it is registered as bridge, but calls itself higher-card" in shown.stderr


def run(site: Path, *words: str, more: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command where these packages are installed."""
    path = os.pathsep.join(map(str, [site, *([more] if more else []), ROOT]))
    return subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=site, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip


def register(site: Path, name: str, target: str, code: str = "") -> Path:
    """Put a package into a folder as an installer would: its code, and the entry point of its game."""
    facts = site / f"{name}-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(f"[referee.games]\n{name} = {target}\n", encoding="utf-8")
    (site / f"{name}.py").write_text(code, encoding="utf-8")
    return site / f"{name}.py"
