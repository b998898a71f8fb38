"""`referee rulesets new`, `check` and `guide`: what an author of a game is told."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.service.rulesets.new_game import Named, named
from tests.cli.conftest import Referee

TOP = {"README.md", "pyproject.toml", "test_quiet_water.py", "quiet_water"}


@pytest.fixture(autouse=True)
def own_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test imports from a folder of its own is forgotten after it."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    for name in [name for name in sys.modules if name.startswith("quiet_water")]:
        del sys.modules[name]


def test_a_new_game_is_written_and_plays_as_it_stands(nowhere: Referee) -> None:
    written = nowhere("rulesets", "new", "Quiet Water")
    checked = nowhere("rulesets", "check", "quiet-water", "--games", "5", "--json")

    assert (written.code, written.err) == (0, "")
    assert written.out.endswith("Next: referee rulesets check ./quiet-water, and referee rulesets guide\n")
    assert {path.name for path in Path("quiet-water").iterdir()} == TOP
    assert not any("iny" in text for text in texts(Path("quiet-water")))
    assert (checked.code, checked.data["ok"], checked.data["game"]) == (0, True, "quiet-water")
    assert len(checked.data["laws"]) == 52


def texts(folder: Path) -> Iterator[str]:
    """The names and contents of all files of a folder."""
    for path in folder.rglob("*"):
        yield path.name
        if path.is_file() and path.suffix != ".pyc":
            yield path.read_text(encoding="utf-8")


def test_what_is_written_is_short_and_wants_few_names(nowhere: Referee) -> None:
    nowhere("rulesets", "new", "quiet-water")
    files = [path for path in Path("quiet-water/quiet_water").iterdir() if path.is_file()]
    lines = {path: path.read_text(encoding="utf-8").splitlines() for path in files}
    names = {
        alias.name
        for path in files
        if path.suffix == ".py"
        for node in ast.walk(ast.parse("\n".join(lines[path])))
        if isinstance(node, ast.ImportFrom) and node.module == "referee.engine.author"
        for alias in node.names
    }

    assert sum(map(len, lines.values())) <= 315
    assert sum("from referee." in line for own in lines.values() for line in own) == 4
    assert names == {
        "Ask", "Choice", "Event", "Option", "Order", "PUBLIC", "Ruleset", "Seat", "Setup", "Table", "all_but", "only"
    }  # fmt: skip


def test_what_is_written_is_clean_whatever_its_name(nowhere: Referee) -> None:
    nowhere("rulesets", "new", "Crossing The Nine Broad Rivers", "--folder", "here")

    ruff = [sys.executable, "-m", "ruff", "check", "here"]
    checked = subprocess.run(ruff, capture_output=True, text=True, check=False)

    assert (checked.returncode, checked.stdout) == (0, "All checks passed!\n")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("river-crossing", Named("river-crossing", "river_crossing", "River Crossing", "RC")),
        (
            "  The_great  Snake race",
            Named("the-great-snake-race", "the_great_snake_race", "The Great Snake Race", "TGS"),
        ),
        ("Pebbles", Named("pebbles", "pebbles", "Pebbles", "PE")),
        ("x77", Named("x77", "x77", "X77", "XG")),
    ],
)
def test_all_names_follow_from_one(name: str, expected: Named) -> None:
    assert named(name) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no", "'no' will not do as a name. It has 3 to 30 letters and figures, a letter first,"),
        ("7-up", "'7-up' will not do as a name."),
        ("../amber", "'../amber' will not do as a name."),
        ("x" * 31, "will not do as a name."),
        ("Wizards Duel", "There is a game wizards-duel already. Choose another name."),
        ("json", "Python has something called json already. Choose another name, of two words perhaps."),
        ("lambda", "Python has something called lambda already."),
        ("pytest", "Python has something called pytest already."),
        ("referee", "Python has something called referee already."),
    ],
)
def test_a_name_that_will_not_do_is_told(nowhere: Referee, name: str, said: str) -> None:
    found = nowhere("rulesets", "new", name)

    assert (found.code, found.out) == (2, "")
    assert said in found.err
    assert list(Path().iterdir()) == []


def test_nothing_is_overwritten(nowhere: Referee) -> None:
    Path("taken").mkdir()
    Path("taken/mine.txt").write_text("mine", encoding="utf-8")

    full, absent = (nowhere("rulesets", "new", "quiet-water", "--folder", folder) for folder in ("taken", "no/where"))

    here = Path().absolute()
    assert (full.code, full.err) == (2, f"{here}/taken is there already. Name a folder that is not: --folder DIR.\n")
    assert (absent.code, absent.err) == (2, f"There is no folder {here}/no to put it in.\n")
    assert [str(path) for path in Path().rglob("*")] == ["taken", "taken/mine.txt"]


def test_a_broken_law_is_said_with_the_place_and_the_cure(nowhere: Referee) -> None:
    nowhere("rulesets", "new", "quiet-water")
    turn = Path("quiet-water/quiet_water/turn.py")
    text = turn.read_text(encoding="utf-8")
    turn.write_text(text.replace("points[winner] += 1", "points[winner] += 2"), encoding="utf-8")

    found = nowhere("rulesets", "check", "./quiet-water", "--seed", "4", "--games", "1")

    said = " ".join(found.out.split())
    assert found.code == 1
    assert "FAILS What a seat's view has made of what it was told agrees with the state. * in game 4, turn 1: " in said
    assert "'s view, made of what was told, has points = {Anna: " in said
    assert "Again: referee rulesets check ./quiet-water --seed 4 --games 1 (3 players, silent orders)" in said
    assert "What to do: Something changes in the state of which no event tells, or" in said
    assert said.endswith("some want twenty games.")


def test_a_breach_that_asks_ends_in_no_second_point(nowhere: Referee) -> None:
    nowhere("rulesets", "new", "quiet-water")
    lines = Path("quiet-water/quiet_water/lines.txt.j2")
    lines.write_text(lines.read_text(encoding="utf-8").replace("macro about(", "macro abuot("), encoding="utf-8")

    found = nowhere("rulesets", "check", "./quiet-water", "--games", "1")

    assert "  * lines.txt.j2 has a macro abuot, which nothing calls. Did you mean about?\n" in found.out


def test_cases_are_run_of_a_game_that_is_not_installed(nowhere: Referee) -> None:
    nowhere("rulesets", "new", "quiet-water")

    found = nowhere("cases", "run", "quiet-water/quiet_water/cases.md")

    assert (found.code, found.out) == (0, "6 of 6 cases hold.\n")


CANNOT = "The game in {folder} cannot be loaded. "
NO_GAMES = [
    ("pyproject.toml", None, "There is no game in {folder}: neither a pyproject.toml nor an __init__.py "),
    ("pyproject.toml", "[project]\n", 'needs one line below [project.entry-points."referee.games"], and has 0.'),
    ("pyproject.toml", "[project\n", "{folder}/pyproject.toml cannot be read: "),
    ("quiet_water/__init__.py", "RULESET = 3\n", "quiet_water has no RULESET that is a Ruleset."),
    ("quiet_water/turn.py", "import nonsense\n", CANNOT + "ModuleNotFoundError: No module named 'nonsense'"),
    ("quiet_water/turn.py", "def\n", CANNOT + "SyntaxError: invalid syntax (turn.py, line 1)"),
    ("quiet_water/lines.txt.j2", "", "lines.txt.j2 has no macro StoneDrawn, "),
]


@pytest.mark.parametrize(("file", "text", "said"), NO_GAMES)
def test_a_folder_that_holds_no_game_is_told(nowhere: Referee, file: str, text: str | None, said: str) -> None:
    nowhere("rulesets", "new", "quiet-water")
    place = Path("quiet-water") / file
    place.unlink()
    if text is not None:
        place.write_text(text, encoding="utf-8")

    found = nowhere("rulesets", "check", "quiet-water", "--games", "1")

    assert found.code == (1 if file.endswith(".j2") else 2), "a game that can be loaded is held against the laws"
    assert said.format(folder=Path("quiet-water").resolve()) in found.out + found.err


def test_a_game_that_is_not_there_is_told_with_the_nearest(nowhere: Referee) -> None:
    found = nowhere("rulesets", "check", "wizard-duel")

    assert (found.code, found.err) == (2, "There is no game wizard-duel. Did you mean wizards-duel?\n")
