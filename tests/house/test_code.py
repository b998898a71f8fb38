"""What the house asks of code, asked of all of it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.house import rules_of_code
from tests.house.source import ROOT, Module, ours, texts, within

Rule = Callable[[Module], Iterator[str]]
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")) + r")\b")
MIGRATIONS = "referee.store.migrations"
DATABASE = "referee.store.sqlite"
OF_SQLITE = re.compile(r"import sqlite3|sqlite_\w+|json_(?:each|extract)|PRAGMA|OR REPLACE")


@pytest.mark.parametrize(
    ("rule", "groups"),
    [
        (rules_of_code.catches, ["referee.games"]),
        (rules_of_code.set_orders, ["referee.games"]),
        (rules_of_code.luck_and_clocks, ["referee.games", "referee.engine"]),
        (rules_of_code.deep_copies, ["referee.games", "referee.engine"]),
        (rules_of_code.swallows, ["referee"]),
        (rules_of_code.undocumented, ["referee"]),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_code_keeps_the_rule(rule: Rule, groups: list[str]) -> None:
    assert [place for module in within(*groups) for place in rule(module)] == []


def test_functions_fit_on_a_screen() -> None:
    written = [module for module in ours() if not module.name.startswith(MIGRATIONS)]

    assert [place for module in written for place in rules_of_code.long_functions(module)] == []


def test_files_are_short() -> None:
    lengths = {module.name: len(module.text.splitlines()) for module in ours()}

    assert {name: n for name, n in lengths.items() if n > rules_of_code.LINES_OF_A_FILE} == {}


def test_one_folder_alone_knows_the_database_that_is_used() -> None:
    others = [module for module in within("referee.store") if not module.name.startswith((DATABASE, MIGRATIONS))]

    assert [f"{one.name}: {found[0]}" for one in others for found in OF_SQLITE.finditer(one.text)] == []


def test_modules_are_named_for_what_they_hold() -> None:
    assert [module.name for module in ours() if set(module.name.split(".")) & rules_of_code.NO_NAMES] == []


def test_nothing_is_left_for_later() -> None:
    assert [f"{file}: {found[0]}" for file in texts() for found in UNFINISHED.finditer(read(file))] == []


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (rules_of_code.catches, "try:\n    x()\nexcept ValueError:\n    y()"),
        (rules_of_code.catches, "with contextlib.suppress(KeyError):\n    x()"),
        (rules_of_code.swallows, "try:\n    x()\nexcept ValueError:\n    pass"),
        (rules_of_code.swallows, "with suppress(Exception):\n    x()"),
        (rules_of_code.luck_and_clocks, "from random import shuffle"),
        (rules_of_code.luck_and_clocks, "import time"),
        (rules_of_code.luck_and_clocks, "x = datetime.now(UTC)"),
        (rules_of_code.luck_and_clocks, "x = datetime.datetime.utcnow()"),
        (rules_of_code.deep_copies, "import copy\ncopy.deepcopy(state)"),
        (rules_of_code.set_orders, "for x in {1, 2}:\n    y(x)"),
        (rules_of_code.set_orders, "y = [x for x in set(z)]"),
        (rules_of_code.set_orders, "y = list(set(z))"),
        (rules_of_code.set_orders, "y = {x: 1 for x in a - set(b)}"),
        (rules_of_code.set_orders, "y = [*frozenset(z)]"),
        (rules_of_code.set_orders, "y = ', '.join({x for x in z})"),
        (rules_of_code.set_orders, "def f(cards: set[Card]) -> None:\n    for x in cards:\n        y(x)"),
        (rules_of_code.set_orders, "def f() -> None:\n    left = set(z)\n    return tuple(left)"),
        (rules_of_code.set_orders, "first = next(iter(set(z)))"),
        (rules_of_code.undocumented, '"""Fine."""\n\ndef f() -> None:\n    """No sentence"""'),
        (rules_of_code.undocumented, '"""Fine."""\n\ndef f() -> None: ...'),
        (rules_of_code.undocumented, '"""Fine."""\nclass A(Slot):\n    """Fine."""\n    def write(self) -> int: ...'),
        (rules_of_code.undocumented, "x = 1"),
        (rules_of_code.long_functions, "def f() -> None:\n" + "    x()\n" * 60),
    ],
)
def test_a_breach_is_found(tmp_path: Path, rule: Rule, code: str) -> None:
    assert len(list(rule(written(tmp_path, code)))) == 1


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (rules_of_code.swallows, "try:\n    x()\nexcept ValueError:\n    return None"),
        (rules_of_code.set_orders, "y = sorted(set(z))"),
        (rules_of_code.set_orders, "y = sorted(x for x in set(z))"),
        (rules_of_code.set_orders, "y = {x + 1 for x in set(z)}"),
        (rules_of_code.set_orders, "y = z in {1, 2}"),
        (rules_of_code.set_orders, "y = any(x > 1 for x in {1, 2})"),
        (rules_of_code.set_orders, "for x in sorted(set(z)):\n    y(x)"),
        (rules_of_code.undocumented, '"""Fine."""\n\ndef _f() -> None: ...'),
        (rules_of_code.undocumented, '"""Fine."""\nclass A(Slot[T]):\n    """Fine."""\n    def read(self) -> T: ...'),
        (rules_of_code.long_functions, "def f() -> None:\n" + "    x()\n" * 59),
    ],
)
def test_what_keeps_the_rule_is_left_alone(tmp_path: Path, rule: Rule, code: str) -> None:
    assert list(rule(written(tmp_path, code))) == []


def written(folder: Path, code: str) -> Module:
    """A module with this code."""
    (folder / "made_up.py").write_text(code, encoding="utf-8")
    return Module("made_up", folder / "made_up.py")


def read(file: Path) -> str:
    """The file's text."""
    return file.read_text(encoding="utf-8", errors="replace")


def test_there_is_code_to_look_at() -> None:
    assert ROOT.joinpath("referee").is_dir()
    assert len(ours()) > 5
